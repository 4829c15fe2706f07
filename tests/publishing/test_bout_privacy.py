"""Records and ratings name nobody under 18, whatever the level: they are no athletes there."""

import json
from pathlib import Path

import pytest

from analytics.store import Store
from publishing import bout_answer
from publishing.privacy import Level
from tests.publishing import young_event
from tests.publishing.leaks import leaks, protected_names


@pytest.mark.parametrize("level", list(Level))
@pytest.mark.long
def test_records_and_ratings_name_no_minor(level: Level, tmp_path: Path) -> None:
    made = young_event.make(tmp_path)
    with Store.open(made) as store:
        found = {
            "athletes": bout_answer.record(store, None, "athlete", privacy=level),
            "academies": bout_answer.record(store, privacy=level),
            "ratings": bout_answer.rating(store, privacy=level),
        }
    assert protected_names(made)
    assert leaks(made, {name: json.dumps(answer, ensure_ascii=False) for name, answer in found.items()}) == []
    assert found["athletes"]["rows"]
    assert found["athletes"]["coverage"]["under_18"]
