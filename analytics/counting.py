"""Bouts that took place, counted by any fields: from the prepared table what it holds, from the facts the rest."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import TYPE_CHECKING

from analytics import method_filters, persons, prepared_counts, versions
from analytics.prepared import OF_BOUT, OF_EVENT
from etl.errors import UnknownName

if TYPE_CHECKING:
    import duckdb
    import pandas as pd

    from analytics.prepared_counts import Held, Only
    from analytics.versions import Version

FIELDS = ("event", *OF_EVENT, *OF_BOUT, "open_class", "academy", "athlete")
SIDE_FIELDS = ("academy", "athlete", "outcome")
OF = ("decision", "family", "technique")
NAMED = {"academy": "academy_key", "athlete": "athlete_key"}


@dataclass(frozen=True)
class Question:
    """What is counted: grouped by `by`, of bouts whose `where` fields have these values; one event or the store.

    With academy, athlete or outcome (won, lost, none) a bout counts once for each of its two sides.
    """

    by: tuple[str, ...] = ()
    of: str = "decision"
    where: Mapping[str, str] = field(default_factory=dict)
    event: str | None = None
    as_of: datetime | None = None

    def __post_init__(self) -> None:
        """Refuses a field or kind of answer there is not, naming the nearest."""
        for name in (*self.by, *self.where):
            if name not in FIELDS and name != "outcome":
                raise UnknownName("field", name, [*FIELDS, "outcome"])
        if self.of not in OF:
            raise UnknownName("kind of method", self.of, OF)

    @property
    def of_sides(self) -> bool:
        """Whether a bout counts once for each side."""
        return any(name in SIDE_FIELDS for name in (*self.by, *self.where))

    @property
    def of_athletes(self) -> bool:
        """Whether who it is over events matters."""
        return "athlete" in (*self.by, *self.where)

    def also_by(self, *names: str) -> Question:
        """The same, by these fields too."""
        return replace(self, by=(*self.by, *(name for name in names if name not in self.by)))


def replace_by(question: Question, by: tuple[str, ...]) -> Question:
    """The same by other fields."""
    return replace(question, by=by)


@dataclass(frozen=True)
class Ready:
    """A question and what it is answered from: the versions, its values in the store's words, what is prepared."""

    question: Question
    of: Sequence[Version]
    everything: bool
    where: Mapping[str, Sequence[str]]
    held: Held | None

    @property
    def prepared(self) -> Held | None:
        """What the prepared table holds, where that is all there is to it."""
        held = self.held
        return held if held is not None and all(one.load_id in held.loads for one in self.of) else None


def ready(cur: duckdb.DuckDBPyConnection, question: Question) -> Ready:
    """Looks up what a question needs; by athlete who it is over events is written (TEMP person)."""
    of, everything = _versions(cur, question)
    if question.of_athletes:
        persons.write(cur, of)
    where = method_filters.read(cur, question.where, of)
    by_version = "academy" in (*question.by, *question.where)
    held = prepared_counts.held(cur, of, by_version=by_version) if everything and not question.of_athletes else None
    return Ready(question, of, everything, where, held)


def count(cur: duckdb.DuckDBPyConnection, question: Question) -> pd.DataFrame:
    """One row per combination of the fields, decision and technique (where asked for): `n` bouts, or sides of bouts.

    Decision and technique are NULL where not known; a field not known is `unknown`. By academy or athlete the key comes
    too, `academy_key` or `athlete_key`.
    """
    asked = ready(cur, question)
    frame = rows(cur, asked)
    if frame.empty:
        method_filters.refuse_absent(cur, asked.where, asked.of)
    return with_names(cur, frame, question, asked.of)


def rows(cur: duckdb.DuckDBPyConnection, asked: Ready, only: Only | None = None) -> pd.DataFrame:
    """The rows of `count` without the names of academies and athletes.

    `only` narrows what is read of what is prepared, and nothing else: for questions that need no facts.
    """
    where, method = asked.where, ["decision", *(["technique"] if asked.question.of != "decision" else [])]
    keys = [NAMED.get(name, name) for name in asked.question.by]
    columns = [*dict.fromkeys([*keys, *(NAMED.get(name, name) for name in where), *method])]
    parts, values = _parts(cur, asked, columns, only or {})
    conditions, words = _conditions(where)
    listed = ", ".join([*keys, *method])
    again = len(parts) > 1 or "$versions" in parts[0] or columns != [*keys, *method]
    # By way of Arrow: 160,000 rows of words become a frame in half the time.
    found: pd.DataFrame = (
        cur.sql(
            f"""
        with counted as ({" union all ".join(parts)})
        select {listed}, {"cast(sum(n) as bigint) as n" if again else "n"} from counted {conditions}
        {f"group by {listed}" if again else ""}
        """,
            params={**values, **words},
        )
        .to_arrow_table()
        .to_pandas()
    )
    return found


def _parts(
    cur: duckdb.DuckDBPyConnection, asked: Ready, columns: Sequence[str], only: Only
) -> tuple[list[str], dict[str, object]]:
    """The SELECTs that together have all that is asked, and the values they take by name."""
    of, held, of_sides = asked.of, asked.held, asked.question.of_sides
    if held is None:
        return [_from_facts(columns, of, whole=asked.everything, of_sides=of_sides)], _values(of)
    parts = [prepared_counts.select(cur, held, columns, asked.where, only)]
    lacking = [one for one in of if one.load_id not in held.loads]
    if not lacking:
        return parts, {}
    return [*parts, _from_facts(columns, lacking, whole=False, of_sides=of_sides)], _values(lacking)


def bouts(cur: duckdb.DuckDBPyConnection, question: Question) -> pd.DataFrame:
    """One row per bout (by fields of sides, per side): the fields, decision, technique; `red` and `blue`, its people.

    Persons over events; one not known is nobody else and has a text of his own. `red` is the side's own athlete.
    """
    of, _ = _versions(cur, question)
    persons.write(cur, of)
    where = method_filters.read(cur, question.where, of)
    fields = [NAMED.get(name, name) for name in (*question.by, *where)]
    columns = [*dict.fromkeys([*fields, "decision", "technique"])]
    only = f"and b.load_id in ({', '.join(str(one.load_id) for one in of)})" if of else ""
    sides = (("red", "blue"), ("blue", "red")) if question.of_sides else (("red", "blue"),)
    facts = " union all ".join(_met(columns, only, *pair) for pair in sides)
    conditions, words = _conditions(where)
    values = _values(of) | words
    found: pd.DataFrame = cur.sql(f"select * from ({facts}) {conditions}", params=values).to_arrow_table().to_pandas()
    return with_names(cur, found, question, of)


def _met(columns: Sequence[str], only: str, side: str, other: str) -> str:
    """Bouts as one side has them, with both athletes."""
    people = {
        name: f"coalesce(m_{one}.person, '?' || b.load_id || '/' || b.category_id || '/' || b.bout || '/{one}')"
        for name, one in (("red", side), ("blue", other))
    }
    joins = [
        f"left join person as m_{one} on m_{one}.version_id = a.version_id "
        f"and m_{one}.category_id = b.category_id and m_{one}.athlete_key = b.{one}_key"
        for one in (side, other)
    ]
    joins += [_JOINS[name].format(side=side) for name in columns if name in _JOINS]
    mine = {name: _COLUMNS.get(name) or _own(side, other)[name] for name in columns}
    return _facts(mine | people, only, category=True, join=" ".join(joins))


def _versions(cur: duckdb.DuckDBPyConnection, question: Question) -> tuple[list[Version], bool]:
    """The versions asked about, and whether these are all that count in the store, which the prepared table knows."""
    if question.event is None and question.as_of is None:
        return versions.counted(cur), True
    return [versions.resolve(cur, question.event, question.as_of)], False


def _values(asked: Sequence[Version]) -> dict[str, object]:
    return {"versions": [each.version_id for each in asked], "loads": [each.load_id for each in asked]}


def _conditions(where: Mapping[str, Sequence[str]]) -> tuple[str, dict[str, object]]:
    """A WHERE clause, and its values by name."""
    words = {f"w{n}_{k}": word for n, found in enumerate(where.values()) for k, word in enumerate(found)}
    parts = [
        f"{NAMED.get(name, name)} in ({', '.join(f'$w{n}_{k}' for k in range(len(found)))})"
        for n, (name, found) in enumerate(where.items())
    ]
    return ("where " + " and ".join(parts) if parts else ""), dict(words)


def _from_facts(columns: Sequence[str], asked: Sequence[Version], *, whole: bool, of_sides: bool) -> str:
    """Sides or bouts of these versions; a list of loads lets the store skip all other runs of rows."""
    only = "" if whole else f"and b.load_id in ({', '.join(str(one.load_id) for one in asked)})"
    chosen = {name: _COLUMNS[name] for name in columns if name in _COLUMNS}
    category = any(name in ("gender", "age_division", "belt", "weight_class", "open_class") for name in columns)
    if not of_sides:
        return _facts(chosen, only, category=category)
    parts = []
    for side, other in (("red", "blue"), ("blue", "red")):
        mine = {name: chosen.get(name) or _own(side, other)[name] for name in columns}
        joins = [_JOINS[name].format(side=side) for name in columns if name in _JOINS]
        parts.append(_facts(mine, only, category=category, join=" ".join(joins)))
    return " union all ".join(parts)


def _own(side: str, other: str) -> dict[str, str]:
    return {
        "academy_key": "coalesce(s.academy_key, '')",
        "athlete_key": "coalesce(p.person, '')",
        "outcome": f"case b.winner when '{side}' then 'won' when '{other}' then 'lost' else 'none' end",
    }


_JOINS = {
    "academy_key": ("left join version_academy as s on s.version_id = a.version_id and s.spelling = b.{side}_academy"),
    "athlete_key": (
        "left join person as p on p.version_id = a.version_id and p.category_id = b.category_id "
        "and p.athlete_key = b.{side}_key"
    ),
}
_COLUMNS = {
    "event": "l.event_id",
    "season": "cast(extract(year from l.start_date) as integer)",
    "uniform": "l.uniform",
    "ruleset": "l.ruleset",
    "gender": "c.gender",
    "age_division": "c.age_division",
    "belt": "c.belt",
    "weight_class": "c.weight_class",
    "open_class": "case when c.is_open then 'yes' when not c.is_open then 'no' else 'unknown' end",
    "round": "coalesce(b.round, 'unknown')",
    "decision": "b.decision",
    "technique": "b.technique",
}


def _facts(columns: Mapping[str, str], only: str, *, category: bool, join: str = "") -> str:
    listed = ", ".join(f"{expression} as {name}" for name, expression in columns.items())
    return f"""
    select {listed}, 1 as n
    from (select unnest($versions::integer[]) as version_id, unnest($loads::integer[]) as load_id) as a
    join source_load as l on l.load_id = a.load_id
    join bout as b on b.load_id = a.load_id
    {"join category as c on c.category_id = b.category_id" if category else ""}
    {join}
    where coalesce(b.decision, '') not in ('bye', 'walkover', 'close_out') {only}
    """


def with_names(
    cur: duckdb.DuckDBPyConnection, frame: pd.DataFrame, question: Question, of: Sequence[Version]
) -> pd.DataFrame:
    """Academies under their most frequent name in these versions, athletes under the first of their spellings.

    The key stays beside.
    """
    import pandas as pd

    for name in ("academy", "athlete"):
        if name in question.by:
            shown = names_of(cur, name, of)
            key = frame[NAMED[name]]
            codes, keys = pd.factorize(key)
            names = pd.Series([shown.get(each, each) for each in keys], dtype="str")
            frame.insert(0, name, names.take(codes).set_axis(frame.index))
    return frame


def names_of(cur: duckdb.DuckDBPyConnection, field: str, of: Sequence[Version]) -> dict[str, str]:
    """The name that each key of an academy, or person, is shown by; an event's answer rests on no other event."""
    values = {"versions": [one.version_id for one in of]} if field == "academy" else {}
    return {**dict(cur.execute(_NAMES[field], values).fetchall()), "": "unknown"}


_ACADEMIES = """
select academy_key, academy from academy_name where version_id in (select unnest($versions::integer[])) group by 1, 2
qualify row_number() over (partition by academy_key order by sum(times) desc, academy) = 1
"""
_NAMES = {"academy": _ACADEMIES, "athlete": "select person, min(athlete) from person group by 1"}
