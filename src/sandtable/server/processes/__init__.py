"""Many server processes on one PostgreSQL: in which of them a match lives, and how the others reach it.

`homes_of(database, settings)` for the service; `Forwarder` for the application; `Moved` for whoever writes.
"""

from __future__ import annotations
