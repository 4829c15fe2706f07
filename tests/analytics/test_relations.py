"""The order of the relations, and when each may go."""

from __future__ import annotations

import duckdb

from analytics import relations


def reads(name: str) -> set[str]:
    """Relations that one reads, its views' included."""
    if name in relations.PYTHON:
        return set(relations.PYTHON[name].reads)
    found = duckdb.get_table_names(relations.texts()[name]) & set(relations.order())
    return found.union(*(reads(view) for view in found & relations.VIEWS))


def test_what_a_relation_reads_is_what_duckdb_says() -> None:
    names = {*relations.texts(), *relations.PYTHON}
    for name, text in relations.texts().items():
        assert relations._reads()[name] == duckdb.get_table_names(text) & names, name


def test_what_a_relation_reads_is_there_when_it_is_made() -> None:
    there: set[str] = set()
    for name in relations.order():
        assert reads(name) <= there, name
        there |= {name}
        there -= set(relations.last_read().get(name, ()))
    assert there == relations.VIEWS


def test_each_relation_goes_once() -> None:
    gone = [name for names in relations.last_read().values() for name in names]
    assert sorted(gone) == sorted(set(relations.order()) - relations.VIEWS)
