"""Jobs that server processes on one PostgreSQL do for each other, in a queue of that database.

`SharedWorkers` for the service and for `sandtable work`; `workers_of(database, settings, homes)` chooses.
"""

from __future__ import annotations
