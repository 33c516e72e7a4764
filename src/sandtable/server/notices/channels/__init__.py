"""The ways by which notices are sent: by mail, by browser push, and by what apprise knows.

Each is a `Channel` of `base`. It sends one notice to one address and says what came of it; the sender does the rest.
"""
