"""Accounts: people, how they sign in, and the seats that are theirs on every device.

The rest of the server asks `accounts.Accounts` who somebody is; nothing else here is for outside.
"""
