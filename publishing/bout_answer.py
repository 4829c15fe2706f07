"""Times, scores, records and ratings as answers: a head, one list of rows per table, and what may be said of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from analytics import fought, other_rules, ratings, scoreboard, scores, times
from analytics import records as record_counts
from etl.errors import UnknownName
from publishing.bout_columns import FIELD, TABLES
from publishing.method_answer import LEVEL, data_version
from publishing.privacy import Level, Shield, shield
from publishing.rows import Rows
from publishing.shapes import Answer, plain, records
from publishing.wording import bout_sentences

if TYPE_CHECKING:
    import pandas as pd

    from analytics.store import Store
    from analytics.versions import Version

_BOARD = ("event", "bout", "gender", "age_division", "belt", "weight_class", "decision", "winner")


def time_to_end(
    store: Store,
    event: str | None = None,
    by: Iterable[str] = (),
    *,
    pool: bool = False,
    unconscious_submits: bool = False,
    cluster: str | None = None,
    as_of: datetime | None = None,
    where: Mapping[str, str] | None = None,
) -> Answer:
    """Shares of bouts that had ended in each way by each second, one stratum per match time unless pooled."""
    with store.cursor() as cur:
        of = fought.asked(cur, event, as_of, where)
        found = times.times(cur, of, by, pool=pool, unconscious_submits=unconscious_submits, cluster=cluster)
    answer = _head("times", event, of) | {
        "by": list(found.by),
        "pooled": found.pooled,
        "cluster": cluster,
        "causes": list(found.causes),
        **_times_tables(found),
    }
    return answer | {"notes": bout_sentences.of_times(answer)}


def _times_tables(found: times.Times) -> Answer:
    return {table: records(getattr(found, table)) for table in TABLES["times"]}


@dataclass(frozen=True)
class Strata:
    """`answer`: that of `time_to_end` by match time alone, but for the tables that only `coverage` of is there."""

    answer: Answer
    counted: times.Strata

    def drawn(self, limits: str) -> Answer:
        """All tables, of the stratum that `coverage` calls so."""
        some = [one for one in self.counted.counted if one[0]["limits"] == limits]
        return _times_tables(self.counted.drawn(some))


def strata(store: Store, event: str | None, where: Mapping[str, str]) -> Strata:
    """What `time_to_end` says by match time, each drawn once it is looked at: a curve takes as long as counting."""
    with store.cursor() as cur:
        of = fought.asked(cur, event, None, where)
        found = times.strata(cur, of)
    told = {"cluster": None, "causes": list(found.causes), "coverage": records(found.coverage())}
    return Strata(_head("times", event, of) | told, found)


def score(
    store: Store,
    event: str | None = None,
    by: Iterable[str] = (),
    *,
    ruleset: str | None = None,
    as_of: datetime | None = None,
    where: Mapping[str, str] | None = None,
) -> Answer:
    """What decided, margins, first scores, actions; boards against those recorded; under another ladder where named."""
    with store.cursor() as cur:
        of = fought.asked(cur, event, as_of, where)
        found = scores.scores(cur, of, by)
        boards = scoreboard.boards(cur, of)
        then = None if ruleset is None else other_rules.what_if(cur, of, ruleset)
    answer = _head("scores", event, of) | {
        "by": list(found.by),
        **{table: records(getattr(found, table)) for table in TABLES["scores"]},
        "boards": _boards(boards),
        "what_if": None if then is None else _what_if(then),
    }
    return answer | {"notes": bout_sentences.of_scores(answer)}


def _boards(found: pd.DataFrame) -> Answer:
    """How many boards could be made of actions and compared, and each that is not what was recorded."""
    numbers = [f"{side}_{part}{end}" for part in scoreboard.PARTS for side in ("red", "blue") for end in ("", "_made")]
    off = found[found["differs"] != ""]
    return {
        "with_actions": len(found),
        "compared": int(found["compared"].sum()),
        "agree": int((found["compared"] & (found["differs"] == "")).sum()),
        "differences": records(off, *_BOARD, *numbers, "differs", "cause"),
    }


def _what_if(found: other_rules.WhatIf) -> Answer:
    """Bouts by verdict, with the reasons where it cannot be told, and each bout that would end otherwise."""
    return {
        "ruleset": found.ruleset,
        "bouts": found.bouts,
        "counts": records(found.counts),
        "changed": records(found.changed),
    }


def record(
    store: Store,
    event: str | None = None,
    who: str = "academy",
    *,
    as_of: datetime | None = None,
    privacy: Level = Level.OPERATOR,
) -> Answer:
    """Wins, losses, medals and opposition of academies or athletes, rates raw and shrunk."""
    with store.cursor() as cur:
        of = fought.asked(cur, event, as_of)
        found = record_counts.records(cur, of, who)
        hides = shield(cur, of, privacy)
    numbers = {key: number for number, key in enumerate(found.rows["id"], start=1)}
    clubs = dict(zip(found.rows["id"], found.rows["academy"], strict=True))
    answer = _head("records", event, of) | {
        "of": who,
        **{table: _named(getattr(found, table), table, who, numbers, clubs, hides) for table in TABLES["records"]},
        "priors": {
            rate: None if prior is None else {"mean": plain(prior.mean), "strength": _finite(prior.strength)}
            for rate, prior in found.priors.items()
        },
        "coverage": found.coverage,
    }
    return answer | {"notes": bout_sentences.of_records(answer)}


def _finite(strength: float) -> float | None:
    """None = groups differ no more than by chance."""
    return None if strength == float("inf") else strength


def _named(
    frame: pd.DataFrame, table: str, who: str, numbers: dict[str, int], clubs: dict[str, str], hides: Shield
) -> list[Answer]:
    """Keys tell names and years of birth, so a number stands for them; names as privacy shows them."""
    shown = frame.assign(number=frame["id"].map(numbers), academy=frame["id"].map(clubs))
    shown = shown.rename(columns={"name": "athlete"}) if who == "athlete" else shown.assign(academy=shown["name"])
    found: list[Answer] = hides.answer(records(shown, *(name for name in columns_of("records", table, who))))
    return found


def rating(
    store: Store, uniform: str | None = None, *, as_of: datetime | None = None, privacy: Level = Level.OPERATOR
) -> Answer:
    """Athletes by strength with their uncertainty, gi and no-gi apart, and how good the forecasts were."""
    if uniform is not None and uniform not in ratings.UNIFORMS:
        raise UnknownName("uniform", uniform, ratings.UNIFORMS)
    with store.cursor() as cur:
        of = fought.asked(cur, None, as_of)
        found = [one for one in ratings.ratings(cur, of) if uniform in (None, one.uniform)]
        unknown = ratings.unknown_uniform(cur, of)
        hides = shield(cur, of, privacy)
    answer = _head("ratings", None, of) | {
        "model": "openskill PlackettLuce",
        "coin": ratings.COIN,
        **{table: [] for table in TABLES["ratings"]},
        "coverage": [{"uniform": one.uniform, **one.coverage} for one in found],
        "unknown_uniform": unknown,
    }
    for one in found:
        ranked = one.athletes.rename(columns={"name": "athlete"}).assign(rank=one.athletes["ordinal"].rank(
            method="min", ascending=False).astype("int64"))  # fmt: skip
        for table, frame in (("athletes", ranked), ("reliability", one.reliability), ("scores", one.scores)):
            columns = columns_of("ratings", table)
            answer[table] += hides.answer(records(frame.assign(uniform=one.uniform), *columns))
    return answer | {"notes": bout_sentences.of_ratings(answer)}


def _head(kind: str, event: str | None, of: Sequence[Version]) -> Answer:
    return {
        "kind": kind,
        "event": of[0].event_id if event is not None else None,
        "level": LEVEL,
        "data": data_version(of),
    }


def tables(answer: Answer) -> tuple[str, ...]:
    """The tables of an answer that `rows` can give, the first by default."""
    more = ("boards",) if answer["kind"] == "scores" else ()
    return (*TABLES[answer["kind"]], *more, *(("what_if",) if answer.get("what_if") else ()))


def rows(answer: Answer, table: str | None = None) -> Rows:
    """One table of an answer as flat rows: what --format csv prints and --out writes."""
    chosen = tables(answer)[0] if table is None else table.replace("-", "_")
    if chosen not in tables(answer):
        raise UnknownName("table", chosen, tables(answer))
    if chosen in ("boards", "what_if"):
        found = answer["boards"]["differences"] if chosen == "boards" else answer["what_if"]["changed"]
        return Rows(tuple(found[0]) if found else _BOARD, found)
    columns = (*answer.get("by", ()), *columns_of(answer["kind"], chosen, answer.get("of", "")))
    return Rows(columns, answer[chosen])


def columns_of(kind: str, table: str, who: str = "") -> list[str]:
    """The columns of a table, grouping fields apart; only athletes have an `athlete`."""
    return [name for name in TABLES[kind][table] if not (kind == "records" and name == "athlete" and who == "academy")]


def meanings(answer: Answer, table: str | None = None) -> dict[str, str]:
    """What each column of `rows` says."""
    chosen = tables(answer)[0] if table is None else table.replace("-", "_")
    known = TABLES[answer["kind"]].get(chosen, {})
    return {
        name: known.get(name, FIELD if name in answer.get("by", ()) else _plain(name))
        for name in rows(answer, table).columns
    }


def _plain(name: str) -> str:
    """Columns of bouts, as in the bundle; `_made` from the actions, `_then` under the other rule set."""
    for end, said in (("_made", "as the actions and the ladder make it"), ("_then", "under the other rule set")):
        if name.endswith(end):
            return f"{name.removesuffix(end)} {said}."
    return f"{name} as recorded."
