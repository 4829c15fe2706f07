"""What the page of an academy shows: its standings and medals over events, its athletes, and where it stands out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pandas as pd

from analytics import academy_field, academy_won, careers, queries
from publishing import privacy, read_once
from publishing.shapes import records
from publishing.wording import DEFAULT, method_sentences, notes, own, term, text

if TYPE_CHECKING:
    import duckdb

    from analytics.store import Store
    from analytics.versions import Version
    from publishing.privacy import Shield

MEDALS = ("gold", "silver", "bronze")
MOST = 300  # medals, athletes: the newest, the best; a page is no place to read thousands
_OUTCOMES = {"won": "page.academy.won", "lost": "page.academy.lost"}
_FIELDS = {
    "belt": "page.medals.belt",
    "age_division": "page.medals.age_division",
    "gender": "page.medals.gender",
    "weight_class": "page.methods.weight_class",
}


@dataclass(frozen=True)
class Academy:
    """`standings`: one row per event and award; `medals`: one per medal, names as shown, the newest MOST.

    `by_category`: points by place of each age division and belt; `history`: points by event and award, the oldest
    first; `athletes`: adults with medals and bouts; `facts`: medals in a sentence.
    """

    facts: Sequence[str]
    standings: pd.DataFrame
    history: pd.DataFrame
    medals: pd.DataFrame
    by_category: pd.DataFrame
    athletes: pd.DataFrame


@dataclass(frozen=True)
class Bouts:
    """How its bouts were won and lost, and the groups in which that is better or worse than half; with sentences."""

    facts: Sequence[str]
    methods: pd.DataFrame
    groups: pd.DataFrame
    said: Sequence[str]


def names(store: Store, event: str) -> list[str]:
    """Every academy of an event, or of the store where it is blank."""
    with store.cursor() as cur:
        return careers.academy_names(cur, _asked(cur, event))


def academy(store: Store, event: str, name: str, lang: str = DEFAULT) -> Academy:
    """One academy in an event, or over the store where it is blank."""
    found = _read(store, event, name)
    standings, shield = _named(found.standings, lang), found.shield
    won = [
        {
            "event": row["name"],
            "category": notes.category_name(row, lang),
            "place": term("place", str(row["place"]), lang),
            "athlete": shield.name(row["athlete"], row["academy"], lang),
            "counted": text("page.standing.yes", lang) if row["counted"] else text("page.standing.no", lang),
            "rule": row["rule"],
        }
        for row in found.medals
    ]
    columns = ["event", "category", "place", "athlete", "counted", "rule"]
    return Academy(
        facts=_medal_facts(found.won, lang),
        standings=_standings(standings),
        history=standings[["event", "name", "start_date", "award", "points"]].iloc[::-1].reset_index(drop=True),
        medals=pd.DataFrame(won, columns=columns),
        by_category=_by_category(found.points, lang),
        athletes=found.athletes,
    )


@dataclass(frozen=True)
class _Read:
    """What `academy` words: `won` counts medals; `medals` with whomever they name, the newest MOST.

    `points`: of each kind of medal that gave some: age division, belt, place, points of all of them.
    """

    standings: pd.DataFrame
    won: pd.DataFrame
    medals: Sequence[Mapping[str, Any]]
    points: Sequence[tuple[str, str, int, int]]
    athletes: pd.DataFrame
    shield: Shield


@read_once.of_event
def _read(store: Store, event: str, name: str) -> _Read:
    with store.cursor() as cur:
        of = _asked(cur, event)
        standings = careers.standings(cur, of, name)
        won = academy_won.counts(cur, of, name)
        people = careers.academy_athletes(cur, of, name, MOST)
        medals = academy_won.medals(cur, of, name, MOST)
        shield = privacy.shield_of(cur, of, [*medals["athlete"], *people["athlete"]])
    seen = people.loc[[not shield.hides(athlete) for athlete in people["athlete"]]]  # also where there is nobody
    athletes = seen[["athlete", *MEDALS, "bouts", "won", "lost"]].reset_index(drop=True)
    return _Read(standings, won, records(medals), _points(won, of), athletes, shield)


def _points(won: pd.DataFrame, of: Sequence[Version]) -> list[tuple[str, str, int, int]]:
    """By the rules of each event (A1)."""
    rules = {version.version_id: version.rules for version in of}
    return [
        (
            row["age_division"],
            row["belt"],
            row["place"],
            rules[row["version_id"]].place_points(row["place"]) * row["n"],
        )
        for row in won[won["counted"] == True].to_dict("records")  # noqa: E712 - a column that may hold NULL
    ]


def _named(standings: pd.DataFrame, lang: str) -> pd.DataFrame:
    """Awards of a preset (A9) in the language."""
    pairs = zip(standings["award_id"], standings["award"], strict=True)
    return standings.assign(award=[own("award", award, name, lang) for award, name in pairs])


def _standings(found: pd.DataFrame) -> pd.DataFrame:
    shared = zip(found["rank"], found["draw_required"], strict=True)
    ranked = found.assign(rank=[f"{rank}=" if draw else f"{rank}" for rank, draw in shared])
    return ranked[["name", "award", "rank", "points", *MEDALS]]


def _medal_facts(medals: pd.DataFrame, lang: str) -> list[str]:
    """Counts; how many nobody fought for is said of those whose bouts are known alone."""
    count = {medal: int(medals.loc[medals["place"] == place, "n"].sum()) for place, medal in enumerate(MEDALS, start=1)}
    said = [text("page.academy.medals", lang, **count)]
    known = medals.dropna(subset="contested")
    if len(known):
        unfought = known.loc[[not each for each in known["contested"]], "n"]
        said.append(text("page.academy.uncontested", lang, n=int(known["n"].sum()), unfought=int(unfought.sum())))
    if sum(count.values()) > MOST:
        said.append(text("page.academy.most", lang, n=MOST))
    return said


def _by_category(given: Sequence[tuple[str, str, int, int]], lang: str) -> pd.DataFrame:
    """One row per age division and belt that gave points: `group`, points by place; the most points first (A1)."""
    found: dict[str, dict[str, int]] = {}
    for age_division, belt, place, points in given:
        group = f"{term('age_division', age_division, lang)} · {_belt(belt, lang)}"
        own = found.setdefault(group, {f"{medal}_points": 0 for medal in MEDALS})
        own[f"{MEDALS[place - 1]}_points"] += points
    rows = [{"group": group, **points, "points": sum(points.values())} for group, points in found.items()]
    frame = pd.DataFrame(rows, columns=["group", *(f"{medal}_points" for medal in MEDALS), "points"])
    return frame.sort_values(["points", "group"], ascending=[False, True], ignore_index=True)


def _belt(belt: str, lang: str) -> str:
    return "+".join(term("belt", part, lang) for part in belt.split("+"))


def bouts(store: Store, event: str, name: str, lang: str = DEFAULT) -> Bouts:
    """The bouts of an academy in an event, or over the store where it is blank."""
    methods, groups = _bouts(store, event, name)
    count = {outcome: int(methods.loc[methods["outcome"] == outcome, "count"].sum()) for outcome in ("won", "lost")}
    neither = int(methods["count"].sum()) - sum(count.values())
    values = {"n": sum(count.values()), "wins": count["won"], "losses": count["lost"]}
    facts = [text("page.academy.bouts", lang, **values)] if values["n"] else []
    if neither:
        facts.append(text("page.academy.neither", lang, n=neither))
    shown = groups.assign(group=[_group(row, lang) for row in groups.to_dict("records")])
    told = methods[methods["outcome"] != "none"].to_dict("records")
    return Bouts(facts, method_rows(told, lang), shown, _best_and_worst(shown, lang))


@read_once.of_event
def _bouts(store: Store, event: str, name: str) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Methods by outcome, and groups of categories."""
    with store.cursor() as cur:
        return academy_field.methods(cur, event or None, name), academy_field.groups(cur, event or None, name)


def _asked(cur: duckdb.DuckDBPyConnection, event: str) -> list[Version]:
    return [queries.resolve(cur, event)] if event else queries.counted(cur)


def _group(row: Mapping[Any, Any], lang: str) -> str:
    """`Belt: Blue`."""
    field = row["field"]
    said = _belt(row["value"], lang) if field == "belt" else term(field, row["value"], lang)
    return f"{text(_FIELDS[field], lang)}: {said}"


def _best_and_worst(groups: pd.DataFrame, lang: str) -> list[str]:
    """What is shown to be better or worse; where nothing is, the highest and the lowest with that said of them."""
    rows = groups.to_dict("records")
    said = [_told("page.academy.better", row, lang) for row in rows if row["than_half"] == "better"]
    worse = [_told("page.academy.worse", row, lang) for row in reversed(rows) if row["than_half"] == "worse"]
    if rows and not said and rows[0]["share"] > academy_field.EVEN:
        said.append(_told("page.academy.highest", rows[0], lang))
    if rows and not worse and rows[-1]["share"] < academy_field.EVEN:
        worse.append(_told("page.academy.lowest", rows[-1], lang))
    return [*said, *worse]


def _told(key: str, row: Mapping[Any, Any], lang: str) -> str:
    shares = {name: method_sentences.percent(row[name], lang) for name in ("share", "low", "high")}
    return text(key, lang, group=row["group"], wins=row["wins"], n=row["n"], **shares)


def method_rows(rows: Sequence[Mapping[Any, Any]], lang: str = DEFAULT) -> pd.DataFrame:
    """Rows of outcome, method, count, n, share, low, high in words; what is not known has no share."""
    found = [
        {
            "outcome": text(_OUTCOMES[row["outcome"]], lang),
            "method": text("chart.method.unknown", lang)
            if row["method"] == "unknown"
            else method_sentences.method_name(row["method"], lang),
            **{name: row[name] for name in ("count", "n", "share", "low", "high")},
        }
        for row in rows
    ]
    return pd.DataFrame(found, columns=["outcome", "method", "count", "n", "share", "low", "high"])
