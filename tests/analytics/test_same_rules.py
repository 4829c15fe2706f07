"""Where two rule sets are said to be alike, every answer computed under the other is the one that is stored."""

from collections.abc import Iterator
from random import Random

import pytest

import tatame
from analytics import reading, relations, same_rules, scope, versions
from analytics.same_rules import Difference
from analytics.store import Store
from publishing import answers
from rulebook import ruleset
from tests.oracle.events import random_event, write_bundle
from tests.sizes import drawn

SHIPPED = [name for name in ruleset.names() if ruleset.load(name).computes]
BASE = ruleset.load(ruleset.DEFAULT)
# A value that the shipped rule set does not have, of every switch that a relation reads.
CHANGES: dict[str, object] = {
    "medals.three_second_chance": False,
    "medals.absent_semifinalist_keeps_third": False,
    "medals.double_disciplinary_final": "vacant_second",
    "medals.disciplinary_strips_other_categories": False,
    "medals.weigh_in_matters_in_open": True,
    "medals.semifinal_double_accident": "needs_ruling",
    "medals.struck_out_moves_up": False,
    "medals.pair_double_disqualification": "needs_ruling",
    "decisions.level_means": ["points", "advantages"],
    "academy.one_registered_counts": True,
    "academy.one_academy_counts": True,
    "academy.tiebreak_counts": "counted",
    "academy.points": {"1": 10, "2": 4, "3": 2},
    "chains.one_age": "T2",
    "chains.several_ages": "T1",
}


@pytest.fixture(scope="module")
def events(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """Random events under all rule sets, some with switches of their own."""
    folder = tmp_path_factory.mktemp("alike")
    bundles = [
        write_bundle(random_event(Random(seed), f"event-{seed}"), folder / f"event-{seed}")
        for seed in range(300, 300 + drawn(8, 60))
    ]
    tatame.ingest(folder / "s.duckdb", *bundles)
    with Store.open(folder / "s.duckdb") as store:
        yield store


def test_what_is_alike_is_computed_alike(events: Store) -> None:
    said: set[bool] = set()
    with events.cursor() as cur:
        for version in versions.counted(cur):
            for name in SHIPPED:
                said.add(found := same_rules.difference(cur, version.version_id, name))
                if found is Difference.ANYTHING:
                    continue
                with reading.beside(cur) as lab, reading.beside(cur) as short:
                    relations.recompute(lab, version.version_id, name)
                    relations.recompute(short, version.version_id, name, chains_alone=True)
                    for table in relations.ANSWERS:
                        of = f"from {{}}.{table} where version_id = {version.version_id}"
                        columns = [row[0] for row in cur.execute(f"describe {table}").fetchall() if row[0] != "load_id"]
                        asked = f"select {', '.join(columns)} {of} order by all"
                        computed = lab.execute(asked.format("temp")).fetchall()
                        assert computed == short.execute(asked.format("temp")).fetchall(), (version, name, table)
                        if found is Difference.NOTHING:
                            assert computed == cur.execute(asked.format("main")).fetchall(), (version, name, table)
    assert said == {*Difference}, "nothing was compared, or all rule sets are alike"


@pytest.mark.parametrize("key", CHANGES)
def test_a_switch_that_an_answer_reads_parts_two_rule_sets(key: str) -> None:
    assert same_rules.between(BASE, BASE.with_overrides({})) is Difference.NOTHING
    expected = Difference.CHAINS if key.startswith("chains.") else Difference.ANYTHING
    assert same_rules.between(BASE, BASE.with_overrides({key: CHANGES[key]})) is expected


def test_no_switch_was_forgotten_here() -> None:
    changed = [scope.switches(BASE.with_overrides({key: value})) for key, value in CHANGES.items()]
    differing = {
        n for row in changed for n, (own, base) in enumerate(zip(row, scope.switches(BASE), strict=True)) if own != base
    }
    assert len(differing) == len(scope.switches(BASE))


def test_a_rule_set_that_computes_nothing_is_like_no_other() -> None:
    nothing = ruleset.load("none")
    assert same_rules.between(BASE, nothing) is Difference.ANYTHING
    assert same_rules.between(nothing, BASE) is Difference.ANYTHING


def test_a_version_of_rules_read_otherwise_is_computed_anew(events: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    with events.cursor() as cur:
        version = versions.counted(cur)[0]
        assert same_rules.difference(cur, version.version_id, version.ruleset) is Difference.NOTHING
        monkeypatch.setattr(same_rules, "_fingerprint", lambda *_: "another edition of the file")
        assert same_rules.difference(cur, version.version_id, version.ruleset) is Difference.ANYTHING
        assert same_rules.difference(cur, 10**6, version.ruleset) is Difference.ANYTHING


@pytest.mark.parametrize("kind", [*Difference])
def test_an_answer_under_other_rules_is_told_as_one(kind: Difference, events: Store) -> None:
    with events.cursor() as cur:
        version, name = next(
            (v, name)
            for v in versions.counted(cur)
            for name in SHIPPED
            if v.ruleset != name and same_rules.difference(cur, v.version_id, name) is kind
        )
    found = answers.placements(events, version.event_id, ruleset=name)
    own = answers.placements(events, version.event_id)
    assert (found["ruleset"], found["what_if"]) == (name, True)
    assert kind is Difference.ANYTHING or found["placements"] == own["placements"]
