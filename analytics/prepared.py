"""How bouts end, prepared: `method_bout` has every bout that took place in small numbers, so a question is one pass.

It says over which versions it is complete (`method_version`). A build adds what has come and takes away what is gone;
a question counts from the facts whatever current version it still lacks, and leaves out what is no longer current.
"""

from __future__ import annotations

import duckdb

OF_EVENT = ("season", "uniform", "ruleset")
OF_CATEGORY = ("gender", "age_division", "belt", "weight_class")
OF_BOUT = (*OF_CATEGORY, "round")
TABLES = ("method_bout", "method_word", "method_version")

# Fields of `method_bout` that are numbers for words of `method_word`; 0 = not known.
CODED = ("uniform", "ruleset", *OF_CATEGORY, "open_class", "round", "decision", "technique", "academy")

FEWEST = 200_000  # bouts; below it the facts themselves answer in no time

_TOOK_PLACE = "coalesce(b.decision, '') not in ('bye', 'walkover', 'close_out')"
_OPEN = "case when {0}.is_open then 'yes' when not {0}.is_open then 'no' else 'unknown' end"
_COMING = "load_id in (select load_id from coming_version)"


def refresh(con: duckdb.DuckDBPyConnection, fewest: int = FEWEST) -> bool:
    """Adds the events that count and are not in it, takes out those that do not, in the caller's transaction.

    Whether there was anything to do; a store of few bouts has none prepared.
    """
    if not _one(con, "select count(*) from method_version") and _one(con, "select count(*) from bout") < fewest:
        return False
    followed = _one(con, _FOLLOWED)
    gone = _one(con, _GONE)
    if gone:
        con.execute(f"delete from method_bout where load_id in ({_LOADS_GONE})")
        con.execute(f"delete from method_version where load_id in ({_LOADS_GONE})")
    return _added(con) or bool(followed or gone)


def _added(con: duckdb.DuckDBPyConnection) -> bool:
    con.execute(VERSIONS)
    coming = _one(con, "select count(*) from coming_version")
    if coming:
        for statement in CODES:
            con.execute(statement)
        con.execute("insert into method_word by name select * from coming_word")
        con.execute(f"insert into method_bout by name {BOUTS}")
        con.execute("insert into method_version select version_id, load_id from coming_version")
        for table in _CODED:
            con.execute(f"drop table {table}")
    con.execute("drop table coming_version")
    return bool(coming)


def _one(con: duckdb.DuckDBPyConnection, sql: str) -> int:
    row = con.execute(sql).fetchone()
    assert row is not None  # noqa: S101 - counts always give a row
    return int(row[0] or 0)


# A later version of the same load, its academies called as before: the bouts are the same, nothing is to be made anew.
_FOLLOWED = """
update method_version as m set version_id = n.version_id
from counted_version as n
where n.load_id = m.load_id and n.version_id <> m.version_id and not exists (
  select 1 from version_academy as a
  left join version_academy as b on b.version_id = n.version_id and b.spelling = a.spelling
  where a.version_id = m.version_id and (b.spelling is null or b.academy_key is distinct from a.academy_key)
)
"""
_LOADS_GONE = "select load_id from method_version where version_id not in (select version_id from counted_version)"
_GONE = f"select count(*) from ({_LOADS_GONE})"

# From here on in the SQL that Spark runs too (analytics/engines), where nothing is prepared yet. CREATE … AS each.
VERSIONS = """create temp table coming_version as
    select v.version_id, v.load_id from counted_version as v
    where not exists (select 1 from method_version as m where m.version_id = v.version_id)"""


def _words(field: str, expression: str, source: str) -> str:
    return f"select '{field}' as field, {expression} as word from {source}"


_WORDS = " union ".join(
    (
        *(_words(name, f"k.{name}", f"source_load as k where k.{_COMING}") for name in ("uniform", "ruleset")),
        *(_words(name, f"k.{name}", f"category as k where k.{_COMING}") for name in OF_CATEGORY),
        _words("open_class", _OPEN.format("k"), f"category as k where k.{_COMING}"),
        _words("round", "coalesce(b.round, 'unknown')", f"bout as b where b.{_COMING}"),
        *(_words(name, f"b.{name}", f"bout as b where b.{_COMING}") for name in ("decision", "technique")),
        _words(
            "academy",
            "k.academy_key",
            "version_academy as k where k.version_id in (select version_id from coming_version)",
        ),
    )
)


def _of(field: str) -> str:
    """A derived table of the numbers of one field's words."""
    return f"(select code, word from known_word where field = '{field}')"


CODES = (
    f"""create temp table coming_word as
    with found as ({_WORDS}),
    held as (select field, max(code) as code from method_word group by 1)
    select f.field, f.word,
           cast(coalesce(h.code, 0) + row_number() over (partition by f.field order by f.word) as integer) as code
    from found as f
    left join held as h on h.field = f.field
    where f.word is not null
      and not exists (select 1 from method_word as m where m.field = f.field and m.word = f.word)""",
    """create temp table known_word as
    select field, code, word from method_word union all select field, code, word from coming_word""",
    f"""create temp table coming_load as
    select l.load_id, cast(extract(year from l.start_date) as integer) as season, u.code as uniform, r.code as ruleset
    from source_load as l
    join {_of("uniform")} as u on u.word = l.uniform
    join {_of("ruleset")} as r on r.word = l.ruleset
    where l.{_COMING}""",
    f"""create temp table coming_category as
    select k.category_id, g.code as gender, a.code as age_division, b.code as belt, w.code as weight_class,
           o.code as open_class
    from category as k
    join {_of("gender")} as g on g.word = k.gender
    join {_of("age_division")} as a on a.word = k.age_division
    join {_of("belt")} as b on b.word = k.belt
    join {_of("weight_class")} as w on w.word = k.weight_class
    join {_of("open_class")} as o on o.word = {_OPEN.format("k")}
    where k.{_COMING}""",
    f"""create temp table coming_spelling as
    select v.load_id, s.spelling, a.code as academy
    from coming_version as v
    join version_academy as s on s.version_id = v.version_id
    join {_of("academy")} as a on a.word = s.academy_key""",
)
BOUTS = f"""
    select b.load_id, l.season, l.uniform, l.ruleset, c.gender, c.age_division, c.belt, c.weight_class, c.open_class,
           r.code as round, coalesce(d.code, 0) as decision, coalesce(t.code, 0) as technique,
           case b.winner when 'red' then 1 when 'blue' then 2 else 0 end as winner,
           coalesce(ra.academy, 0) as red_academy, coalesce(ba.academy, 0) as blue_academy
    from bout as b
    join coming_load as l on l.load_id = b.load_id
    join coming_category as c on c.category_id = b.category_id
    join {_of("round")} as r on r.word = coalesce(b.round, 'unknown')
    left join {_of("decision")} as d on d.word = b.decision
    left join {_of("technique")} as t on t.word = b.technique
    left join coming_spelling as ra on ra.load_id = b.load_id and ra.spelling = b.red_academy
    left join coming_spelling as ba on ba.load_id = b.load_id and ba.spelling = b.blue_academy
    where {_TOOK_PLACE}"""
_CODED = ("coming_word", "known_word", "coming_load", "coming_category", "coming_spelling")
