"""A scenario of the campaign: deployment, posts, entry and exit, what is special in it, and who wins it.

Called by set-up, movement and the Refit Phase.
"""
