"""A question asked in another language reads nothing again, and says what it says when it is asked first."""

import inspect
import pickle
import random
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from analytics.store import Store
from etl import opt_outs
from publishing import (
    academy_page,
    athlete_page,
    bout_page,
    bracket_page,
    compare_page,
    gap_page,
    medal_page,
    method_page,
    official_page,
    quality_page,
    rules_page,
    season_page,
    standing_page,
)
from publishing.wording import languages
from tests.dashboard.arriving import EVENTS, PEOPLE, event
from tests.dashboard.running import ingest

EACH = "one"
QUESTIONS: list[tuple[Callable[..., Any], tuple[Any, ...], dict[str, str]]] = [
    (standing_page.standing, (EACH, "overall"), {}),
    (standing_page.standing, (EACH, "overall"), {"ruleset": "ibjjf-2018"}),
    (standing_page.standing, (EACH, "overall"), {"by": "association"}),
    (standing_page.behind, (EACH, "overall", "A Team"), {}),
    (standing_page.behind, (EACH, "overall", "A Team"), {"ruleset": "ibjjf-2018"}),
    (standing_page.versions, (EACH,), {}),
    (gap_page.above, (EACH, "overall", "B Team"), {}),
    (official_page.official, (EACH, "overall"), {}),
    (rules_page.chain, (EACH, "overall"), {}),
    (bracket_page.categories, (EACH,), {}),
    (bracket_page.bracket, (EACH, "male adult black light"), {}),
    (season_page.ranking, ("two-year-decay", "2026", "athlete"), {}),
    (season_page.lines, ("two-year-decay", "2026", "academy", "ateam"), {}),
    *((athlete_page.athlete, (f"{who} @ {club}",), {}) for who, club in PEOPLE),
    *(
        (question, (where, *values), {})
        for where in (EACH, "")
        for question, *values in (
            (academy_page.academy, "A Team"),
            (academy_page.bouts, "A Team"),
            (bout_page.scores, ()),
            (bout_page.times, ()),
            (compare_page.compared, ("A Team", "B Team")),
            (medal_page.parts,),
            (medal_page.table, (), "belt"),
            (medal_page.table, (), ""),
            (method_page.filters,),
            (method_page.groups, "belt", ()),
            (method_page.shares, "belt", "decision", ()),
            (method_page.comparison, "belt", ("black", "blue"), ()),
            (quality_page.counts,),
            (quality_page.coverage,),
            (quality_page.findings, ""),
        )
    ),
]


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("once")
    made = [event(folder / name, name, random.Random(n)) for n, name in enumerate(EVENTS)]
    store = ingest(folder / "s.duckdb", *made)
    opt_outs.add(store, PEOPLE[3][0], "who")
    return store


@pytest.fixture(scope="module")
def plain(path: Path) -> Iterator[Store]:
    with Store.open(path) as store:
        yield store


@contextmanager
def untouched(store: Store) -> Iterator[None]:
    """Whatever reads the store meanwhile is told off."""

    def reads(*_: object) -> None:
        raise AssertionError("the store was read again")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(store, "cursor", reads)
        patch.setattr(store, "prepared", reads)
        yield


def named(asked: tuple[Callable[..., Any], tuple[Any, ...], dict[str, str]]) -> str:
    return " ".join([asked[0].__qualname__, *map(str, asked[1]), *asked[2].values()])


@pytest.mark.parametrize("asked", QUESTIONS, ids=named)
def test_in_any_language_after_any_other_it_says_the_same_and_reads_nothing(
    asked: tuple[Callable[..., Any], tuple[Any, ...], dict[str, str]], plain: Store
) -> None:
    question, values, named = asked
    order = random.Random(named.__repr__() + question.__qualname__).sample(list(languages()), len(languages()))
    fresh = {lang: pickle.dumps(question(plain, *values, lang=lang, **named)) for lang in order}
    with Store.open(plain.path, remembers=True) as store:
        assert pickle.dumps(question(store, *values, lang=order[0], **named)) == fresh[order[0]]
        with untouched(store):
            for lang in (*order, *reversed(order)):
                assert pickle.dumps(question(store, *values, lang=lang, **named)) == fresh[lang], lang


def test_pairs_that_may_be_one_person_are_looked_at_once(path: Path) -> None:
    with Store.open(path, remembers=True) as store:
        pairs = quality_page.pairs(store)
        first = quality_page.people(store, pairs, "pt")
        with untouched(store):
            assert quality_page.people(store, pairs, "pt").rows.equals(first.rows)
            quality_page.people(store, pairs, "ja")


def test_pages_of_one_standing_read_it_once(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from publishing import answers

    found = answers.standing_of
    read: list[str] = []
    monkeypatch.setattr(answers, "standing_of", lambda *values: read.append(values[-1]) or found(*values))
    copy = Path(shutil.copy(path, tmp_path))  # of which nothing is remembered yet
    with Store.open(copy, remembers=True) as store:
        standing_page.standing(store, EACH, "overall", "pt", "", "academy", "")
        standing_page.behind(store, EACH, "overall", "A Team", "en")
        standing_page.behind(store, EACH, "overall", "B Team", lang="it")
        rules_page.chain(store, EACH, "overall", "ja")
    assert read == ["overall"]


def test_every_question_with_a_language_is_asked_above() -> None:
    asked = {question for question, _, _ in QUESTIONS}
    pages = {question.__module__: inspect.getmodule(question) for question in asked}
    every = {
        value
        for page in pages.values()
        for value in vars(page).values()
        if inspect.isfunction(value) and value.__module__ in pages and not value.__name__.startswith("_")
        if {"store", "lang"} <= {*inspect.signature(value).parameters}
    }
    assert every - asked == {quality_page.people}
