"""Tatame from Python: results in, rankings out, each place and each point with the rule that gave it."""

from tatame.api import Tatame, frame, ingest, open

__all__ = ["Tatame", "frame", "ingest", "open"]
