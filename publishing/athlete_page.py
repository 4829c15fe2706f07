"""What the page of an athlete shows: who is found by a search, record, medals, bouts; nobody in it who is hidden."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pandas as pd

from analytics import bracket_view, careers, intervals, queries
from etl import athletes
from publishing import academy_page, bracket_lines, privacy, read_once
from publishing.wording import DEFAULT, notes, rule_sentences, term, text

if TYPE_CHECKING:
    import duckdb

    from analytics.store import Store
    from analytics.versions import Version
    from publishing.privacy import Shield

AT = " @ "
MOST = 200
_OUTCOMES = ("won", "lost")
_NUMBER = re.compile(r" \(\d+\)$")


@dataclass(frozen=True)
class Athlete:
    """`medals`: one row per medal; `bouts`: one per bout, the last first, opponents as shown; `methods`: of each."""

    facts: Sequence[str]
    medals: pd.DataFrame
    bouts: pd.DataFrame
    methods: pd.DataFrame
    meanings: Sequence[str]


def found(store: Store, typed: str, asked: str | None = None) -> dict[str, str]:
    """Athletes whose name and academy have every word typed, case and accents aside: `name @ academy` twice.

    Up to MOST of them, and `asked` if it is one. Who is under 18, or may be, or asked not to be named is nowhere.
    """
    wanted = athletes.normal(typed).split()
    with store.cursor() as cur:
        of = queries.counted(cur)
        fitting = _first(cur, of, wanted)
        named = careers.namesakes(cur, of, _names(asked)) if asked else []
        fitting |= _open(cur, of, named, wanted)
    ordered = sorted(fitting, key=str.casefold)
    listed = ordered[:MOST]
    if asked in fitting and asked not in listed:
        listed.append(asked)
    return {each: each for each in listed}


def _first(cur: duckdb.DuckDBPyConnection, of: Sequence[Version], words: Sequence[str]) -> set[str]:
    """MOST athletes who fit and may be named, or all: read on, ever more at a time, while hidden ones fill the list."""
    shown: set[str] = set()
    after, most = None, 2 * MOST  # some of them are hidden: one look is enough, mostly
    while len(shown) < MOST:
        names = careers.athlete_names(cur, of, words, most, after)
        keys = [key for own in names.values() for key in own]
        shown |= _open(cur, of, careers.athletes(cur, of, keys), words)
        if len(names) < most:
            break
        after, most = list(names)[-1], 2 * most
    return shown


def _open(
    cur: duckdb.DuckDBPyConnection,
    of: Sequence[Version],
    people: Sequence[careers.Found],
    words: Sequence[str],
) -> set[str]:
    """Those who fit and are nowhere hidden.

    Under whatever name: a result from before the eighteenth birthday is nobody's, though an alias leads to it.
    """
    shield = privacy.shield_of(cur, of, [name for one in people for name in one.names])
    shown = {_address(one) for one in people if not any(map(shield.hides, one.names))}
    return {one for one in shown if _fits(one, words)}


def _fits(one: str, words: Sequence[str]) -> bool:
    folded = athletes.normal(one)
    return all(word in folded for word in words)


def identity(athlete: str, academy: str | None) -> str:
    """Name and academy, by which an address names an athlete."""
    return athlete if academy is None else f"{athlete}{AT}{academy}"


def _address(one: careers.Found) -> str:
    """The identity, and of people who share it the number of each: `name @ academy (2)`."""
    shared = identity(one.athlete, one.academy)
    return shared if one.number is None else f"{shared} ({one.number})"


def _names(who: str) -> list[str]:
    """Names that an address may begin with: `Joe Made (2)` is the second of that name, or somebody called so."""
    name, at, _ = who.partition(AT)
    return [name] if at else [name, _NUMBER.sub("", name)]


def athlete(store: Store, who: str, lang: str = DEFAULT) -> Athlete:
    """One athlete over the store."""
    shares_name, medals, bouts, shield = _read(store, who)
    numbered = [text("page.athlete.numbered", lang)] if shares_name else []
    return Athlete(
        facts=[*_facts(medals, bouts, lang), *numbered],
        medals=_medals(medals, lang),
        bouts=_bouts(bouts, shield, lang),
        methods=_methods(bouts, lang),
        meanings=rule_sentences.meanings([row["rule"] for row in medals], lang),
    )


@read_once.of_store
def _read(store: Store, who: str) -> tuple[bool, Sequence[Mapping[Any, Any]], Sequence[Mapping[Any, Any]], Shield]:
    """Whether others are called the same and told apart by numbers; medals, bouts, and whom of them nobody may name."""
    with store.cursor() as cur:
        of = queries.counted(cur)
        meant = next((one for one in careers.namesakes(cur, of, _names(who)) if _address(one) == who), None)
        medals = careers.athlete_medals(cur, meant.person).to_dict("records") if meant else []
        bouts = careers.athlete_bouts(cur, meant.person).to_dict("records") if meant else []
        met = {row[f"{side}_athlete"] for row in bouts for side in bracket_view.SIDES}
        shield = privacy.shield_of(cur, of, [each for each in met if isinstance(each, str)])
    return bool(meant and meant.number), medals, bouts, shield


def _facts(medals: Sequence[Mapping[Any, Any]], bouts: Sequence[Mapping[Any, Any]], lang: str) -> list[str]:
    """Medals; bouts that took place, won and lost."""
    places = [row["place"] for row in medals]
    count = {medal: places.count(place) for place, medal in enumerate(academy_page.MEDALS, start=1)}
    said = [text("page.athlete.medals", lang, **count)]
    fought = [row for row in bouts if bracket_view.took_place(row)]
    if fought:
        ends = [_ended(row) for row in fought]
        values = {"n": len(fought), "wins": ends.count("won"), "losses": ends.count("lost")}
        said.append(text("page.academy.bouts", lang, **values))
    return said


def _ended(row: Mapping[Any, Any]) -> str | None:
    """won, lost; None = nobody won."""
    if row["winner"] not in bracket_view.SIDES:
        return None
    return "won" if row["winner"] == row["side"] else "lost"


def _methods(bouts: Sequence[Mapping[Any, Any]], lang: str) -> pd.DataFrame:
    """How bouts were won and lost, of those whose way is known, each share with its interval."""
    rows = []
    for outcome in _OUTCOMES:
        ways = [_way(row) for row in bouts if bracket_view.took_place(row) and _ended(row) == outcome]
        n = len(ways) - ways.count("unknown")
        for way in sorted(set(ways), key=lambda way: (-ways.count(way), way)):
            rows.append({"outcome": outcome, "method": way, **_share(ways.count(way), n, way)})
    return academy_page.method_rows(rows, lang)


def _way(row: Mapping[Any, Any]) -> str:
    return row["decision"] if isinstance(row["decision"], str) else "unknown"


def _share(count: int, n: int, way: str) -> dict[str, Any]:
    """What is not known has no share."""
    if way == "unknown" or n == 0:
        return {"count": count, "n": n, "share": None, "low": None, "high": None}
    low, high = intervals.wilson(count, n)
    return {"count": count, "n": n, "share": count / n, "low": float(low), "high": float(high)}


def _medals(rows: Sequence[Mapping[Any, Any]], lang: str) -> pd.DataFrame:
    shown = [
        {
            "event": row["name"],
            "category": notes.category_name(row, lang),
            "place": term("place", str(row["place"]), lang),
            "rule": row["rule"],
        }
        for row in rows
    ]
    return pd.DataFrame(shown, columns=["event", "category", "place", "rule"])


def _bouts(rows: Sequence[Mapping[Any, Any]], shield: Shield, lang: str) -> pd.DataFrame:
    shown = [
        {
            "event": row["name"],
            "category": notes.category_name(row, lang),
            "round": term("round", row["round"] if isinstance(row["round"], str) else "unknown", lang),
            "outcome": _outcome(row, lang),
            "opponent": _opponent(row, shield, lang),
            "how": bracket_lines.decided(row, lang),
        }
        for row in rows
    ]
    return pd.DataFrame(shown, columns=["event", "category", "round", "outcome", "opponent", "how"])


def _outcome(row: Mapping[Any, Any], lang: str) -> str:
    match _ended(row):
        case "won":
            return text("page.academy.won", lang)
        case "lost":
            return text("page.academy.lost", lang)
    return "–"


def _opponent(row: Mapping[Any, Any], shield: Shield, lang: str) -> str:
    other = "blue" if row["side"] == "red" else "red"
    athlete, academy = row[f"{other}_athlete"], row[f"{other}_academy"]
    return shield.name(athlete, academy, lang) if isinstance(athlete, str) else text("bracket.nobody", lang)
