"""The order of the relations, and when each may go."""

from __future__ import annotations

import duckdb

from analytics import relations, rule_tables


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


def test_no_answer_reads_what_only_checks_of_bouts_are_given() -> None:
    """`recompute` leaves these tables out unless findings are asked for."""
    read = {name: relations.texts().get(name, "") for name in relations.needed()}
    assert not [(name, table) for name, text in read.items() for table in rule_tables.TABLES if table in text]
    findings = [text for name, text in relations.texts().items() if name.endswith("_finding")]
    assert any(table in text for text in findings for table in rule_tables.TABLES)
