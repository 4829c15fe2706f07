"""Tatame from Python: results in, rankings out, each place and each point with the rule that gave it."""

from etl.errors import UserError
from tatame.api import Tatame, frame, ingest, open

__all__ = ["Tatame", "UserError", "frame", "ingest", "open"]
