"""Tie-break chains (section T): the levels of a rule set's chains, which `sql/award_chain.sql` fills in per award."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from rulebook import chain
from rulebook.vocabulary import Belt, belt_rank

if TYPE_CHECKING:
    import duckdb

    from rulebook.chain import Level
    from rulebook.ruleset import RuleSet

# rulebook.chain's kinds of level -> `award_chain.kind`
_KINDS = {
    "gold": "gold",
    "silver": "silver",
    "highest_belt": "top_belt",
    "heaviest": "top_weight",
    "black": "black_age",
    "top_belt": "top_belt_age",
    "higher_rank": "belt",
    "heavier": "weight",
}

# wanted: auto:one_age, auto:several_ages, or the name of a chain
ChainLevel = tuple[str, str, int, str, str, str | None, int | None]

TABLE = "in_chain_level"

_CREATE = f"""
create or replace temp table {TABLE} (
  version_id integer, wanted varchar, chain varchar, step_no integer, level varchar, kind varchar,
  age_division varchar, belt_rank integer
)"""


def chain_levels(rules: RuleSet) -> list[ChainLevel]:
    """List (wanted, chain, step, level, kind, age division, belt rank) of every chain; empty for rule set `none`."""
    if not rules.computes:
        return []
    wanted = {name: name for name in chain.NAMES}
    wanted["auto:one_age"] = rules.text("chains.one_age")
    wanted["auto:several_ages"] = rules.text("chains.several_ages")
    return [
        (want, name, step, level.name, _KINDS[level.kind], level.age, _belt(level))
        for want, name in wanted.items()
        for step, level in enumerate(rules.chain(name), start=1)
    ]


def _belt(level: Level) -> int | None:
    """Return the belt that the level's own name says; the highest contested one is found in SQL."""
    return belt_rank(Belt.BLACK) if level.kind == "black" else None


def write_chain_levels(con: duckdb.DuckDBPyConnection, rules: Mapping[int, RuleSet]) -> None:
    """Make the temp table `in_chain_level` for these versions (version_id -> rule set with the event's overrides)."""
    con.execute(_CREATE)
    by_levels: dict[tuple[ChainLevel, ...], list[int]] = {}
    seen: dict[int, tuple[ChainLevel, ...]] = {}
    for version_id, ruleset in rules.items():
        levels = seen.setdefault(id(ruleset), tuple(chain_levels(ruleset)))
        by_levels.setdefault(levels, []).append(version_id)
    for levels, versions in by_levels.items():
        if levels:
            _write(con, levels, versions)


def _write(con: duckdb.DuckDBPyConnection, levels: tuple[ChainLevel, ...], versions: list[int]) -> None:
    """One statement for all versions of the same chains: 400 events share a handful of rule sets."""
    columns = [list(column) for column in zip(*levels, strict=True)]
    con.execute(
        """
        insert into in_chain_level
        select v.version_id, l.* from (select unnest(?::integer[]) as version_id) as v
        cross join (
          select unnest(?::varchar[]), unnest(?::varchar[]), unnest(?::integer[]), unnest(?::varchar[]),
                 unnest(?::varchar[]), unnest(?::varchar[]), unnest(?::integer[])
        ) as l""",
        [versions, *columns],
    )
