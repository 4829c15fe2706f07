"""No published answer or page of a store with minors contains a minor's name, at any level that hides names."""

import json
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from analytics.store import Store
from etl.errors import UnknownName
from publishing import answers, bracket_answer, bracket_figure, bracket_text, season_answer, standing_page
from publishing.privacy import Level
from tests.publishing import young_event
from tests.publishing.leaks import leaks, protected_names
from tests.publishing.young_event import Entrant
from tests.sizes import drawn

pytestmark = pytest.mark.long

CATEGORIES = ("male adult blue light", "male adult blue open", "male juvenile-2 blue light", "male teen-1 blue light")
HIDING = (Level.INITIALS, Level.ACADEMY, Level.SUPPRESSED)


def published(path: Path, level: Level) -> dict[str, str]:
    """Everything there is to publish of a store, as text."""
    found: dict[str, Any] = {}
    with Store.open(path) as store:
        found["placements"] = answers.placements(store, privacy=level)
        found["findings"] = answers.findings(store, privacy=level)
        found["history"] = answers.history(store, privacy=level)
        found["comparison"] = answers.comparison(store, privacy=level)
        found["difference"] = answers.difference(store, None, "overall", "ibjjf-v3", privacy=level)
        for by in ("athlete", "academy"):
            found[f"season by {by}"] = season_answer.season(store, "two-year-decay", by=by, privacy=level)
        standing = answers.standings(store)
        found["standings"] = standing
        clubs = [row["academy"] for each in standing for row in each["standings"]]
        for club, other in zip(clubs, (*clubs[1:], None), strict=False):
            found[f"explain {club}"] = answers.explanation(store, None, "overall", club, other, privacy=level)
        for category in CATEGORIES:
            try:
                answer, view = bracket_answer.bracket(store, None, category, privacy=level)
            except UnknownName:  # nobody entered it
                continue
            found[f"bracket {category}"] = [answer, *bracket_text.bracket(view)]
            found[f"figure {category}"] = str(bracket_figure.bracket(view.bouts))
        if level is Level.PUBLISHED:
            page = standing_page.standing(store, "young-2026", "overall")
            found["page"] = [page.answer, page.rows.to_csv(), *page.unresolved, *page.notes]
            for club in clubs:
                behind = standing_page.behind(store, "young-2026", "overall", club)
                found[f"behind {club}"] = [behind.title, behind.lines.to_csv(), *behind.sentences]
    return {
        what: text if isinstance(text, str) else json.dumps(text, ensure_ascii=False) for what, text in found.items()
    }


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return young_event.make(tmp_path_factory.mktemp("young"))


@settings(max_examples=drawn(3, 5), phases=(Phase.explicit, Phase.generate))  # shrinking loads for minutes
@given(young_event.strategy, st.sampled_from(HIDING))
def test_no_published_answer_names_a_minor(people: list[Entrant], level: Level) -> None:
    with tempfile.TemporaryDirectory() as folder:
        made = young_event.make(Path(folder), people)
        assert leaks(made, published(made, level)) == []


def test_the_check_finds_what_the_operator_sees(store: Path) -> None:
    assert len(protected_names(store)) == 5
    found = leaks(store, published(store, Level.OPERATOR))
    assert {name for name, _ in found} == protected_names(store)
    assert {"placements", "bracket male adult blue open"} <= {where for _, where in found}


@pytest.mark.parametrize("level", HIDING)
def test_the_example_has_every_kind_of_minor_and_shows_none(store: Path, level: Level) -> None:
    shown = published(store, level)
    assert leaks(store, shown) == []
    assert "Yolbert" in shown["bracket male adult blue light"]  # adults are shown
