"""Everybody of a file is found once: whoever asks about all or about a few is told what he was told before."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random

import duckdb
import pytest

from analytics import once, persons, persons_kept, reading, relations, versions
from analytics.store import Store
from analytics.versions import Version
from etl import load
from tests.analytics.test_persons import Entry, entry, store

NAMES = ("José Lima", "Jose Lima", "Rui", "ANA É", "Łukasz SS")
Cursor = duckdb.DuckDBPyConnection


def chance(seed: int, events: int = 3) -> dict[str, list[Entry]]:
    """Events of few names, so that they meet: with and without academies, identifiers and birth years."""
    drawn = Random(seed)
    return {
        f"y{2020 + year}": [
            entry(
                drawn.choice(NAMES),
                drawn.choice(("North", "South", "")),
                athlete_id=drawn.choice(("", "", "7", "8")),
                birth_year=drawn.choice(("", "", "1990", "1991")),
                belt=drawn.choice(("white", "blue", "black")),
                weight_class=drawn.choice(("light", "heavy", "feather")),
                gender=drawn.choice(("male", "female")),
            )
            for _ in range(12)
        ]
        for year in range(events)
    }


def rows(cur: Cursor, of: Sequence[Version], names: Sequence[str] | None = None) -> list[tuple[object, ...]]:
    persons.write(cur, of, names=names)
    return cur.execute("select * from person order by all").fetchall()


@pytest.mark.parametrize("seed", range(3))
def test_what_is_kept_is_what_would_be_found(tmp_path: Path, seed: int) -> None:
    path = store(tmp_path, "ibjjf", **chance(seed))
    with load.writing(path) as con:
        con.execute(
            "insert into athlete_alias by name select 1 as alias_id, 'accepted' as status, "
            "'rui|north|' as alias_person, 'id:ibjjf:7' as person, 'x' as recorded_by, now()::timestamp as recorded_at"
        )
    with Store.open(path) as opened, opened.cursor() as cur, reading.beside(cur) as anew:
        counted = versions.counted(cur)
        keys = {key for (key,) in cur.execute("select split_part(athlete_key, '|', 1) from entry").fetchall()}
        asked = [None, [], *([key] for key in sorted(keys)), sorted(keys)[:2], ["nobody"]]
        for of in (counted, counted[:2], counted[1:], []):
            for names in asked:
                assert rows(cur, of, names) == rows(anew, of, names)
        assert len(once.ask(cur, "persons", dict)) == 3
        assert not once.is_shared(anew)
    assert len(keys) > 4


def test_a_result_that_was_half_read_is_in_nobodys_way(tmp_path: Path) -> None:
    with Store.open(store(tmp_path, None, **chance(3, events=1))) as opened, opened.cursor() as cur:
        of = versions.counted(cur)
        before = rows(cur, of)
        for _ in range(2):
            assert cur.execute("select * from range(10)").fetchone() == (0,)
            assert rows(cur, of) == before


def test_large_ones_and_those_beyond_a_few_are_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Store.open(store(tmp_path, None, **chance(1, events=4))) as opened:
        with opened.cursor() as cur:
            counted = versions.counted(cur)
            for start in range(4):
                for end in range(start + 1, 5):
                    assert rows(cur, counted[start:end])
            assert len(once.ask(cur, "persons", dict)) == 4
        monkeypatch.setattr(persons_kept, "_ROWS", 20)
        with opened.cursor() as cur:
            ids = [[one.version_id for one in of] for of in (counted, counted[:1])]
            loads = [[one.load_id for one in of] for of in (counted, counted[:1])]
            assert [persons_kept.fits(cur, *one) for one in zip(ids, loads, strict=True)] == [False, True]


def test_a_what_if_has_persons_of_its_own(tmp_path: Path) -> None:
    """Its academies may be others: nobody else is given them, and it is given nobody else's."""
    with Store.open(store(tmp_path, None, **chance(2, events=1))) as opened:
        with opened.cursor() as cur:
            (of,) = versions.counted(cur)
            before = rows(cur, [of])
            relations.recompute(cur, of.version_id, None)
            cur.execute("update version_academy set academy_key = 'other'")
            assert {row[6] for row in rows(cur, [of])} == {"other", None}
        with opened.cursor() as cur:
            assert rows(cur, [of]) == before
