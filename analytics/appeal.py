"""What would change if one result were another: a what-if through the real relations, in a cursor of its own.

The result asked for stands in a temporary table that shadows the stored one (docs/architecture.md); nothing is written.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from analytics import changes, reading, relations
from etl import subjects
from etl.errors import UnknownName, UnusableInput
from rulebook.vocabulary import Decision, Disqualification

if TYPE_CHECKING:
    import duckdb

    from analytics.changes import PlaceChange, StandingChange, StateChange
    from analytics.versions import Version
    from etl.subjects import Category

Placed = tuple[int, str, str | None]  # place, athlete, academy
WINNERS = ("red", "blue", "none")

_BOUT = (
    "bout round red_athlete red_academy blue_athlete blue_academy winner decision red_points blue_points "
    "red_advantages blue_advantages red_penalties blue_penalties red_dq blue_dq"
)


@dataclass(frozen=True)
class BoutClaim:
    """Another winner (red, blue, none) or decision; a disqualification is of the side that does not win."""

    bout: int
    winner: str
    decision: str | None = None
    disqualified: str | None = None


@dataclass(frozen=True)
class PlacesClaim:
    """Who should have which place (1, `NAME`); whoever held a first or second of them takes the place given up."""

    category: str
    places: Sequence[tuple[int, str]]


Claim = BoutClaim | PlacesClaim


@dataclass(frozen=True)
class Effect:
    """What differs from what is stored; all empty = the request would change nothing."""

    places: list[PlaceChange]
    states: list[StateChange]
    standings: list[StandingChange]


@dataclass(frozen=True)
class Appeal:
    """A result as it is and as it is said to be: a bout (its columns by name), or the places of a category."""

    category: Category
    bout: int | None
    actual: dict[str, Any]
    expected: dict[str, Any]
    actual_places: list[Placed]
    expected_places: list[Placed]
    effect: Effect


def appeal(cur: duckdb.DuckDBPyConnection, version: Version, claim: Claim) -> Appeal:
    """The result that a claim is about, and everything that would differ if it were granted."""
    return _bout(cur, version, claim) if isinstance(claim, BoutClaim) else _podium(cur, version, claim)


def _bout(cur: duckdb.DuckDBPyConnection, version: Version, claim: BoutClaim) -> Appeal:
    number, winner, decision = claim.bout, claim.winner, claim.decision
    _one_of("winner", winner, WINNERS)
    _one_of("decision", decision, list(Decision))
    _one_of("disqualification", claim.disqualified, list(Disqualification))
    category, actual = _found_bout(cur, version, number)
    if decision is None and (actual["red_dq"] or actual["blue_dq"]):
        raise UnusableInput(f"bout {number} was decided by a disqualification: say with --decision what it should be")
    expected = {**actual, "winner": None if winner == "none" else winner, "decision": decision or actual["decision"]}
    if decision is not None:
        for side in ("red", "blue"):
            expected[f"{side}_dq"] = claim.disqualified if side != winner else None

    def put(lab: duckdb.DuckDBPyConnection) -> None:
        lab.execute("create temp table bout as select * from bout where load_id = ?", [version.load_id])
        lab.execute(
            "update bout set winner = ?, decision = ?, red_dq = ?, blue_dq = ? where bout = ?",
            [*(expected[name] for name in ("winner", "decision", "red_dq", "blue_dq")), number],
        )

    effect, after = _what_if(cur, version, category, put)
    return Appeal(category, number, actual, expected, _places(cur, version, category), after, effect)


def _podium(cur: duckdb.DuckDBPyConnection, version: Version, claim: PlacesClaim) -> Appeal:
    category = subjects.category(cur, version.load_id, claim.category)
    held = {who.athlete_key: place for place, who in _holders(cur, version, category)}
    known = {who.athlete_key: who for who in subjects.athletes(cur, version.load_id, category.category_id)}
    if wrong := [place for place, _ in claim.places if place not in (1, 2, 3)]:
        raise UnusableInput(f"{wrong[0]} is no place: ask for 1, 2 or 3, for example 1=NAME")
    asked = [(place, subjects.placed(cur, version.load_id, category.category_id, name)) for place, name in claim.places]
    subjects.require_apart(asked, category)
    for place, who in asked:
        known[who.athlete_key] = who
        before = held.pop(who.athlete_key, None)
        if place < 3:
            for key in [key for key, at in held.items() if at == place]:
                _move(held, key, before)
        held[who.athlete_key] = place
    expected = _ordered(held, known)

    def put(lab: duckdb.DuckDBPyConnection) -> None:
        lab.execute("create temp table ruling as select * from ruling")
        row = lab.execute("select coalesce(max(ruling_id), 0) + 1 from ruling").fetchone()
        for place, who in expected:
            lab.execute(
                "insert into ruling values (?, ?, ?, null, ?, ?, ?, ?, ?, ?, ?, ?, 'request', 'request', ?)",
                [row and row[0], version.event_id, version.version_id, *category.parts, place, who.athlete,
                 who.athlete_key, who.academy, version.recorded_at],
            )  # fmt: skip

    effect, after = _what_if(cur, version, category, put)
    return Appeal(category, None, {}, {}, _places(cur, version, category), after, effect)


def _ordered(held: dict[str, int], known: dict[str, subjects.Athlete]) -> list[tuple[int, subjects.Athlete]]:
    return sorted(((place, known[key]) for key, place in held.items()), key=lambda one: (one[0], one[1].athlete_key))


def _move(held: dict[str, int], key: str, to: int | None) -> None:
    if to is None:
        del held[key]
    else:
        held[key] = to


def _what_if(
    cur: duckdb.DuckDBPyConnection,
    version: Version,
    category: Category,
    put: Callable[[duckdb.DuckDBPyConnection], None],
) -> tuple[Effect, list[Placed]]:
    with reading.beside(cur) as lab:
        put(lab)
        relations.recompute(lab, version.version_id, None)
        before, after = (cur, version.version_id), (lab, version.version_id)
        effect = Effect(changes.places(before, after), changes.states(before, after), changes.standings(before, after))
        return effect, _places(lab, version, category)


def _places(cur: duckdb.DuckDBPyConnection, version: Version, category: Category) -> list[Placed]:
    return [(place, who.athlete, who.academy) for place, who in _holders(cur, version, category)]


def _holders(
    cur: duckdb.DuckDBPyConnection, version: Version, category: Category
) -> list[tuple[int, subjects.Athlete]]:
    rows = cur.execute(
        "select place, athlete, athlete_key, athlete_id, academy from place where version_id = ? and category_id = ? "
        "order by place, athlete, athlete_key",
        [version.version_id, category.category_id],
    ).fetchall()
    return [(place, subjects.Athlete(*who)) for place, *who in rows]


def _found_bout(cur: duckdb.DuckDBPyConnection, version: Version, number: int) -> tuple[Category, dict[str, Any]]:
    names = _BOUT.split()
    row = cur.execute(
        f"select c.category_id, c.gender, c.age_division, c.belt, c.weight_class, c.unread, {', '.join(names)} "
        "from bout as b join category as c on c.category_id = b.category_id where b.load_id = ? and b.bout = ?",
        [version.load_id, number],
    ).fetchone()
    if row is None:
        raise UnusableInput(f"{version.event_id} has no bout {number}; tatame bracket shows the numbers of a category")
    return subjects.Category(*row[:6]), dict(zip(names, row[6:], strict=True))


def _one_of(what: str, given: str | None, known: Sequence[str]) -> None:
    if given is not None and given not in known:
        raise UnknownName(what, given, [str(one) for one in known])
