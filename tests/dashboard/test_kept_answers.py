"""No answer kept outlives what it rests on, and a page runs again only where what it shows is another."""

import pickle
import random
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from analytics import relations
from analytics.store import Store
from dashboard import looking, questions, source
from dashboard.kept import Answers
from etl import decisions, opt_outs, reviews
from etl.aliases import Alias
from etl.errors import UserError
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
from tests.dashboard.arriving import EVENTS, PEOPLE, changes, event, first, reader
from tests.dashboard.running import ingest, opened, words
from tests.sizes import drawn


def asked() -> list[tuple[Callable[..., Any], tuple[Any, ...]]]:
    """Every question of the pages with an event, and over the whole store, in two languages."""
    found: list[tuple[Callable[..., Any], tuple[Any, ...]]] = [
        (standing_page.choices, ()),
        (season_page.seasons, ()),
        (quality_page.loaded, ()),
        (quality_page.doubles, ()),
        (season_page.ranking, ("two-year-decay", "2026", "athlete", "en")),
        *((athlete_page.found, (typed,)) for typed in ("", "ana")),
        *((athlete_page.athlete, (f"{who} @ {club}", "pt")) for who, club in PEOPLE),
    ]
    for each in EVENTS:
        found += [
            (standing_page.standing, (each, "overall", "en", "", "academy", "")),
            (standing_page.standing, (each, "overall", "pt", "ibjjf-2018", "academy", "")),
            (standing_page.behind, (each, "overall", "A Team", "en", "", "")),
            (standing_page.behind, (each, "overall", "A Team", "en", "ibjjf-2018", "")),
            (standing_page.versions, (each, "en")),
            (gap_page.above, (each, "overall", "B Team", "en", "", "")),
            (official_page.official, (each, "overall", "en", "")),
            (rules_page.chain, (each, "overall", "en")),
            (bracket_page.categories, (each, "en")),
            (bracket_page.bracket, (each, "male adult black light", "en")),
        ]
    for each in (*EVENTS, ""):
        found += [
            (academy_page.names, (each,)),
            (academy_page.academy, (each, "A Team", "en")),
            (academy_page.bouts, (each, "A Team", "en")),
            (bout_page.times, (each, (), "en")),
            (bout_page.scores, (each, (), "en")),
            (compare_page.compared, (each, ("A Team", "B Team"), "en")),
            (medal_page.parts, (each, "en")),
            (medal_page.table, (each, (), "", "en")),
            (method_page.filters, (each, "en")),
            (method_page.groups, (each, "belt", (), "en")),
            (method_page.shares, (each, "belt", "decision", (), "en")),
            (method_page.comparison, (each, "belt", ("black", "blue"), (), "en")),
            (quality_page.codes, (each,)),
            (quality_page.counts, (each, "en")),
            (quality_page.coverage, (each, "en")),
            (quality_page.findings, (each, "", "en")),
        ]
    return found


def said(ask: Callable[[], Any]) -> Any:
    """An answer as bytes, or what was refused."""
    try:
        return pickle.dumps(ask())
    except UserError as error:
        return str(error)


def always() -> list[tuple[Callable[..., Any], tuple[Any, ...]]]:
    """What is asked whatever is drawn."""
    return [(standing_page.awards, (each, "2030-01-01T00:00:00+00:00")) for each in EVENTS]


class History:
    """What may happen to a store, one thing after another, refusals included."""

    def __init__(self, folder: Path, chance: random.Random) -> None:
        self.folder, self.store, self.chance, self.number = folder, folder / "s.duckdb", chance, 0
        for each in EVENTS[:2]:
            self.load(each)
        self.backup = Path(shutil.copy(self.store, folder / "backup.duckdb"))

    def load(self, name: str | None = None) -> None:
        self.number += 1
        made = event(self.folder / f"b{self.number}", name or self.chance.choice(EVENTS), self.chance)
        ingest(self.store, made)

    def correct(self) -> None:
        who = self.chance.choice(PEOPLE)[0]
        name = self.chance.choice(EVENTS)
        decisions.correct(self.store, name, "male adult black light", who, "doping", "why", "who", relations.build)

    def rule(self) -> None:
        who = self.chance.choice(PEOPLE)[0]
        decisions.rule(self.store, "one", "male adult black light", [(1, who)], "why", "who", relations.build)

    def hide(self) -> None:
        opt_outs.add(self.store, self.chance.choice(PEOPLE)[0], "who")

    def show(self) -> None:
        opt_outs.undo(self.store, 1, "who")

    def merge(self) -> None:
        reviews.accept(self.store, Alias("A Team Jiu-Jitsu", "A Team"), "who", relations.build)

    def remove(self) -> None:
        decisions.remove(self.store, self.chance.choice(EVENTS), "why", "who")

    def put_back(self) -> None:
        Path(shutil.copy(self.backup, self.folder / "back.duckdb")).replace(self.store)

    def happen(self) -> str:
        ways = (self.load, self.load, self.correct, self.rule, self.hide, self.show, self.merge, self.remove)
        way: Callable[[], None] = self.chance.choice([*ways, self.put_back])
        try:
            way()
        except UserError:
            return f"{way.__name__}, refused"
        return way.__name__


@pytest.mark.long
# The first of them finds marks without versions, and marks without decisions.
@pytest.mark.parametrize("seed", range(2, drawn(3, 6)))
def test_whatever_happens_an_answer_kept_is_the_answer(seed: int, tmp_path: Path) -> None:
    history = History(tmp_path, random.Random(seed))
    happened = list[str]()
    compared = 0
    for _ in range(drawn(6, 8)):
        now = reader(history.store)
        # Not all each time: so answers wait for several of the things that happen.
        for question, values in [*history.chance.sample(asked(), drawn(45, 90)), *always()]:
            held = source._answers.has(*now._keys(question, values, {}))
            kept = said(lambda q=question, v=values, now=now: now.fetch(q, *v))  # type: ignore[misc]
            if not held:  # it was made just now
                continue
            compared += 1
            with Store.open(history.store) as store:
                fresh = said(lambda q=question, v=values, s=store: q(s, *v))  # type: ignore[misc]
            assert kept == fresh, (question.__qualname__, values, happened)
        happened.append(history.happen())
    assert compared > drawn(30, 60)


def test_what_is_asked_above_is_every_question_of_one_event() -> None:
    names = {f"{question.__module__}.{question.__qualname__}" for question, _ in [*asked(), *always()]}
    assert {*questions.OF_ONE_EVENT} - names == {"publishing.standing_file.as_pdf"}


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return ingest(tmp_path / "s.duckdb", event(tmp_path / "a", "one", random.Random(1)))


@pytest.mark.parametrize("view", ["standings", "brackets", "rules"])
def test_a_page_of_one_event_is_not_run_again_for_another_and_names_it(
    view: str, store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = opened(store, monkeypatch, view)
    assert not changes(page, store)
    ingest(store, event(tmp_path / "b", "two", random.Random(2)))
    assert not changes(page, store)
    assert page.session_state["looking"].arrived == ["Two"]
    decisions.correct(store, "one", "male adult black light", first(store), "doping", "w", "w", relations.build)
    assert changes(page, store)


@pytest.mark.parametrize("view", ["medals", "methods", "academy", "quality", "athlete"])
def test_a_page_over_all_events_runs_again_for_another(
    view: str, store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = opened(store, monkeypatch, view)
    assert not changes(page, store)
    ingest(store, event(tmp_path / "b", "two", random.Random(2)))
    assert changes(page, store)


def test_who_opts_out_makes_the_page_run_again(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = opened(store, monkeypatch, "brackets")
    opt_outs.add(store, first(store), "who")
    assert changes(page, store)
    page.run()
    assert first(store) not in words(page)


def test_an_event_that_goes_makes_every_page_run_again(
    store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ingest(store, event(tmp_path / "b", "two", random.Random(2)))
    page = opened(store, monkeypatch, "standings", event="one")
    decisions.remove(store, "two", "why", "who")
    assert changes(page, store)


def test_a_page_that_could_not_be_shown_runs_again_for_any_file() -> None:
    page = looking.Looking[Any]()
    page.events, page.failed = {"one": ("One", {})}, True
    assert page.changed(None, page.events)
    page.failed = False
    assert not page.changed(None, page.events)


def test_an_equal_answer_is_the_last_one_itself_and_another_is_not() -> None:
    answers = Answers(9, 1_000_000)

    def asked(time: int, made: Callable[[], object]) -> object:
        return answers.get(("q", time), "q", made).value

    one = asked(1, lambda: ["a", "b"])
    assert asked(2, lambda: ["a", "b"]) is one
    assert answers.has(("q", 2), "q")
    assert not answers.has(("q", 1), "q"), "of the file before"
    assert asked(3, lambda: ["a", "c"]) == ["a", "c"]
    assert asked(4, lambda: ["a", "b"]) == one, "as before the last"
    assert asked(4, lambda: ["not", "asked"]) == one


def test_what_cannot_be_weighed_is_not_kept_and_says_nothing() -> None:
    answers = Answers(9, 1_000_000)
    found = [answers.get("r", "r", lambda: lambda: 1) for _ in range(2)]
    assert found[0].value is not found[1].value
    assert not found[0].says(found[1].digest)


def test_answers_together_weigh_no_more_than_they_may() -> None:
    answers = Answers(99, 210_000)  # each some 50 KB and what is in it
    for number in range(20):
        answers.get(number, number, lambda n=number: bytes([n]) * 1000)  # type: ignore[misc]
    assert [answers.has(number, number) for number in (0, 15, 16, 19)] == [False, False, True, True]
    assert answers.get("big", "big", lambda: b"x" * 300_000).value == b"x" * 300_000
    assert not answers.has("big", "big"), "it would send away all others"
    assert answers.has(19, 19)
