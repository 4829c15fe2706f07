"""What most pages ask first: which event, which of its awards, which academy; all in the address."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from dashboard import filters
from dashboard.words import chosen, text
from publishing.wording import own


def event(names: Mapping[str, str], *, every: bool = False) -> str:
    """One of the store's events (identifier -> name), the first where the address names none; blank = all of them."""
    offered = {"": text("page.any.event"), **names} if every else names
    return filters.one("event", text("page.standing.event"), offered, _unknown(text("page.store.event")))


def award(names: Mapping[str, str]) -> str:
    """One of the event's awards (identifier -> name); those of a preset (A9) in the language."""
    said = {award: own("award", award, name, chosen()) for award, name in names.items()}
    return filters.one("award", text("page.standing.award"), said, _unknown(text("page.store.award")))


def academy(names: Mapping[str, str], label: str, on_change: Callable[[], None] | None = None) -> str:
    """One academy, under the name that is its identifier too."""
    return filters.one("academy", label, names, _unknown(text("page.store.academy")), on_change)


def part(key: str, label: str, names: Mapping[str, str], every: str) -> str:
    """One of a few values, or all of them: blank, and then no entry in the address."""
    return filters.one(key, label, {"": every, **names}, _unknown(label))


def _unknown(what: str) -> Callable[[str, str], str]:
    return lambda given, shown: text("page.store.unknown_link", what=what, given=given, shown=shown)


def category(names: Mapping[str, str]) -> str:
    """One of the event's categories (as the program reads it -> its name), the first where the address names none."""
    return filters.one("category", text("page.standing.category"), names, _unknown(text("page.store.category")))


def one_of(key: str, label: str, names: Mapping[str, str], on_change: Callable[[], None] | None = None) -> str:
    """One of a few things, the first where the address names none."""
    return filters.one(key, label, names, _unknown(label), on_change)


def athlete(names: Mapping[str, str]) -> str:
    """One of the athletes a search found."""
    return filters.one("athlete", text("page.standing.athlete"), names, _unknown(text("page.store.athlete")))


def release(names: Mapping[str, str]) -> str:
    """One of the published versions in the operator's folder."""
    return filters.one("release", text("page.releases.release"), names, _unknown(text("page.releases.what")))
