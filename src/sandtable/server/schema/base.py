"""What all tables belong to."""

from __future__ import annotations

from sqlalchemy import MetaData

metadata = MetaData()
