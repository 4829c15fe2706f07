"""A choice is one of those that are offered, whatever another run of the same session does meanwhile."""

from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any

import pytest

from dashboard import filters

AWARDS = {"overall": "Overall", "novice": "Novice"}


class Again(BaseException):
    """What Streamlit raises where a page is to run once more."""


def page(monkeypatch: pytest.MonkeyPatch, widget: object) -> dict[str, Any]:
    """A session whose box gives that; Streamlit lets the run before end, which may write into the same session."""
    state: dict[str, Any] = {}

    def again() -> None:
        raise Again

    fake = SimpleNamespace(
        session_state=state,
        query_params={},
        context=SimpleNamespace(is_embedded=False),
        selectbox=lambda *_, **__: widget,
        rerun=again,
    )
    monkeypatch.setattr(filters, "st", fake)
    return state


def one(names: Mapping[str, str]) -> str:
    return filters.one("award", "Award", names, lambda given, shown: f"{given} {shown}")


def test_what_the_box_gives_is_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    page(monkeypatch, "novice")
    assert one(AWARDS) == "novice"


@pytest.mark.parametrize("stranger", ["adult-female", None])
def test_an_award_of_another_event_is_asked_of_none(monkeypatch: pytest.MonkeyPatch, stranger: object) -> None:
    state = page(monkeypatch, stranger)
    with pytest.raises(Again):
        one(AWARDS)
    assert state.get("kept", {}) == {}, "kept for other pages, and in the address"


def test_what_is_settled_is_what_was_written(monkeypatch: pytest.MonkeyPatch) -> None:
    state = page(monkeypatch, None)
    assert filters.settle("award", list(AWARDS)) == state["award"] == "overall"
    state["award"] = "novice"
    assert filters.settle("award", list(AWARDS), "overall") == "novice"
    state["award"] = "adult-female"
    assert filters.settle("award", list(AWARDS), "novice") == state["award"] == "novice"
