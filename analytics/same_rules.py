"""In what another rule set differs from that of a version, for its answers: most editions differ in other things.

What nothing differs in need not be computed again: of the four shipped, three give the same places and points.
"""

from __future__ import annotations

from enum import Enum
from functools import cache
from typing import TYPE_CHECKING

from analytics import scope, standings
from etl import versions
from etl.errors import UserError

if TYPE_CHECKING:
    import duckdb

    from rulebook.ruleset import RuleSet

_STORED = """
select l.ruleset, l.rule_overrides, v.ruleset_fingerprint
from event_version as v join source_load as l on l.load_id = v.load_id where v.version_id = ?
"""


class Difference(Enum):
    """What of a version's answers another rule set may change."""

    NOTHING = "nothing"
    CHAINS = "chains"  # ties among equal points (section T), not one place or point
    ANYTHING = "anything"


def difference(cur: duckdb.DuckDBPyConnection, version_id: int, ruleset: str) -> Difference:
    """Between the answers of this version, as stored, and those under `ruleset` with the event's own overrides.

    Anything where this program reads the version's own rules otherwise than the one that computed it.
    """
    row = cur.execute(_STORED, [version_id]).fetchone()
    if row is None:
        return Difference.ANYTHING
    own, overrides, fingerprint = map(str, row)
    if fingerprint != _fingerprint(own, overrides):
        return Difference.ANYTHING
    return _between_named(own, ruleset, overrides)


def between(one: RuleSet, other: RuleSet) -> Difference:
    """What relations can tell them apart by: switches, and levels of chains.

    What the checks of bouts read beside gives findings, and no answer.
    """
    if one.computes != other.computes or scope.switches(one) != scope.switches(other):
        return Difference.ANYTHING
    return Difference.NOTHING if standings.chain_levels(one) == standings.chain_levels(other) else Difference.CHAINS


@cache
def _between_named(one: str, other: str, overrides: str) -> Difference:
    return between(scope.rules_of(one, overrides), scope.rules_of(other, overrides))


@cache
def _fingerprint(ruleset: str, overrides: str) -> str | None:
    try:
        return versions.fingerprint(ruleset, overrides)
    except UserError:  # a rule set that this program no longer has
        return None
