"""The one place that decides what is shown of whom: under-18s, those whose age nobody knows, and the opt-out list."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from analytics import bracket_view, minors
from etl import athletes
from etl.errors import UnknownName
from publishing.wording import DEFAULT, text

if TYPE_CHECKING:
    import duckdb

    from analytics.bracket_view import BracketView
    from analytics.minors import Person
    from analytics.versions import Version

K = 5  # fewer under-18s of an academy in an event could be told apart by it


class Level(StrEnum):
    """What is shown of under-18s; from FULL on, whoever opted out is shown by the academy at most.

    OPERATOR hides nobody: the program on its owner's machine. FULL: names. INITIALS. ACADEMY: the academy in the name's
    place. SUPPRESSED: the academy only where it has at least K under 18 in the event.
    """

    OPERATOR = "operator"
    FULL = "full"
    INITIALS = "initials"
    ACADEMY = "academy"
    SUPPRESSED = "suppressed"
    PUBLISHED = "academy"  # the default of whatever is published


def named(name: str | None) -> Level:
    """The level of that name; None = OPERATOR."""
    try:
        return Level.OPERATOR if name is None else Level(name)
    except ValueError:
        raise UnknownName("level of privacy", str(name), list(Level)) from None


def _graded(athlete: str, academy: object, level: Level, group: int, lang: str) -> str:
    known = isinstance(academy, str) and academy
    match level:
        case Level.OPERATOR | Level.FULL:
            return athlete
        case Level.INITIALS:
            return initials(athlete)
        case Level.SUPPRESSED if group < K:
            known = False
    return str(academy) if known else text("privacy.withheld", lang)


def _orders(folded: str) -> set[str]:
    """A folded name, and with the family name first however many words that has; `silva_ana.csv` names Ana Silva."""
    parts = folded.split()
    return {" ".join(parts[n:] + parts[:n]) for n in range(len(parts))}


def initials(name: str) -> str:
    """The first letter of each word: `A. S.`."""
    return " ".join(f"{word[0].upper()}." for word in athletes.normal(name).split())


class Shield:
    """Whom a level hides in some versions, by every spelling of the name; a namesake of theirs is hidden as well."""

    def __init__(self, level: Level, people: Sequence[Person] = ()) -> None:
        self.level = level
        young = [one for one in people if one.under_18 and level not in (Level.OPERATOR, Level.FULL)]
        opted = [one for one in people if one.opted_out and level is not Level.OPERATOR]
        self._groups: dict[str, int] = {}
        for one in young:  # the smallest group decides: a name may stand in several events
            name = athletes.normal(one.athlete)
            self._groups[name] = min(self._groups.get(name, one.group), one.group)
        self._opted = {athletes.normal(one.athlete) for one in opted}
        self._words: dict[str, list[str]] = defaultdict(list)
        self._pieces: list[str] = []
        self._looked_at: dict[str, bool] = {}  # the same words stand in thousands of rows
        for name in {order for one in {*self._groups, *self._opted} for order in _orders(one)}:
            if name.isascii():
                self._words[name.split()[0]].append(f"{name} ")
            else:  # Japanese and Chinese sentences do not part words
                self._pieces.append(name)

    def hides(self, athlete: str) -> bool:
        """Whether this name is not to be shown as it is."""
        folded = athletes.normal(athlete)
        return folded in self._groups or folded in self._opted

    def name(self, athlete: str, academy: object = None, lang: str = DEFAULT) -> str:
        """The name, or what stands in its place; of an opted-out athlete the academy at most."""
        if not self.hides(athlete):
            return athlete
        folded = athletes.normal(athlete)
        level = self.level
        if folded in self._opted and level in (Level.FULL, Level.INITIALS):
            level = Level.ACADEMY
        # Only an under-18 has a group; an adult who opted out is one of many whatever the academy.
        return _graded(athlete, academy, level, self._groups.get(folded, K), lang)

    def academy(self, athlete: str, academy: Any) -> Any:
        """The academy beside the name: None where showing it could tell who it is."""
        small = self.level is Level.SUPPRESSED and self._groups.get(athletes.normal(athlete), K) < K
        return None if small else academy

    def sentence(self, words: str, lang: str = DEFAULT) -> str:
        """A sentence of a person or of this program; withheld whole where it names somebody hidden."""
        return text("page.standing.withheld", lang) if self.names(words) else words

    def names(self, words: str) -> bool:
        """Whether a text names somebody hidden, in any case, accents and punctuation, the family name last or first."""
        if not self._words and not self._pieces:
            return False
        known = self._looked_at.get(words)
        if known is None:
            known = self._looked_at[words] = self._find(athletes.normal(words))
        return known

    def _find(self, folded: str) -> bool:
        if any(piece in folded for piece in self._pieces):
            return True
        parts = _SCRIPTS.sub(" ", folded).split()  # `Ana Silvaは失格`: no blank ends the name
        for number, word in enumerate(parts):
            if word in self._words:
                rest = " ".join(parts[number:]) + " "
                if any(rest.startswith(name) for name in self._words[word]):
                    return True
        return False

    def text(self, words: str, lang: str = DEFAULT) -> str:
        """Any text: a hidden name alone as the level shows it without an academy, else as a sentence."""
        return self.name(words, None, lang) if self.hides(words) else self.sentence(words, lang)

    def answer(self, answer: Any, lang: str = DEFAULT) -> Any:
        """An answer of any shape with nobody in it who is hidden, whatever key or list a text stands under.

        No year of birth leaves either. The names of academies, identifiers and the program's own words stay.
        """
        if self.level is Level.OPERATOR:
            return answer
        if isinstance(answer, str):
            return self.text(answer, lang)
        if isinstance(answer, Mapping):
            return self._record(answer, lang)
        if isinstance(answer, list | tuple):
            return [self.answer(each, lang) for each in answer]
        return answer

    def _record(self, record: Mapping[str, Any], lang: str) -> dict[str, Any]:
        found = {
            key: value if _stays(key, value) else self.answer(value, lang)
            for key, value in record.items()
            if key != "birth_year"
        }
        for key, value in record.items():
            if key == "athlete" or key.endswith("_athlete"):
                self._person(found, key, value, lang)
            elif key == "value" and isinstance(value, str) and str(record.get("column", "")).endswith(_PERSONAL):
                found[key] = text("privacy.withheld", lang)  # a rejected row's athlete is in no table: age not known
        return found

    def _person(self, found: dict[str, Any], key: str, athlete: object, lang: str) -> None:
        if not isinstance(athlete, str) or not self.hides(athlete):
            return
        beside = key.replace("athlete", "academy")
        found[key] = self.name(athlete, found.get(beside), lang)
        if beside in found:
            found[beside] = self.academy(athlete, found[beside])
        if f"{key}_id" in found:
            found[f"{key}_id"] = None

    def bracket(self, view: BracketView, lang: str = DEFAULT) -> BracketView:
        """The bracket with names as the level shows them, and no reason that names somebody hidden."""
        bouts, places = view.bouts.copy(), view.places.copy()
        for frame, columns in ((bouts, [f"{side}_athlete" for side in bracket_view.SIDES]), (places, ["athlete"])):
            for column in columns:
                beside = column.replace("athlete", "academy")
                pairs = list(zip(frame[column], frame[beside], strict=True))
                frame[column] = [self.name(n, a, lang) if isinstance(n, str) else None for n, a in pairs]
                frame[beside] = [self.academy(n, a) if isinstance(n, str) else a for n, a in pairs]
        places["note"] = [self.sentence(note, lang) if isinstance(note, str) else note for note in places["note"]]
        reason = None if view.reason is None else self.sentence(view.reason, lang)
        return replace(view, bouts=bouts, places=places, reason=reason)


def _stays(key: str, value: object) -> bool:
    """Words of the program and names of academies: no text of a person, however somebody is called."""
    own = key in _OWN_WORDS or key.endswith(("academy", "academies"))
    return own and (value is None or isinstance(value, str) or _only_texts(value))


def _only_texts(value: object) -> bool:
    return isinstance(value, list | tuple) and all(isinstance(each, str) for each in value)


_OWN_WORDS = {
    *("event", "award", "ruleset", "rule", "rules", "uniform", "gender", "age_division", "belt", "weight_class"),
    *("round", "by", "of", "base", "cluster", "level", "state", "old_state", "new_state", "kind", "what", "code"),
    *("column", "severity", "decision", "method", "winner", "fingerprint", "sha256"),
}
_SCRIPTS = re.compile(r"(?<=[\x00-\x7f])(?=[^\x00-\x7f])|(?<=[^\x00-\x7f])(?=[\x00-\x7f])")
_PERSONAL = ("athlete", "athlete_id", "birth_year")


def shield(cur: duckdb.DuckDBPyConnection, of: Sequence[Version], level: Level = Level.PUBLISHED) -> Shield:
    """Whom a level hides in these versions: read once for everything made of them."""
    return Shield(level) if level is Level.OPERATOR else Shield(level, minors.people(cur, of))


def shield_of(cur: duckdb.DuckDBPyConnection, of: Sequence[Version], names: Iterable[str]) -> Shield:
    """What is published of these names, and of no other: a question over the whole store need not read everybody.

    A sentence may name somebody else: of sentences and whole answers take `shield_for`.
    """
    folded = {athletes.normal(name) for name in names}
    return Shield(Level.PUBLISHED, minors.people(cur, of, folded) if folded else [])


def shield_for(
    cur: duckdb.DuckDBPyConnection, of: Sequence[Version], said: object, level: Level = Level.PUBLISHED
) -> Shield:
    """As `shield`, for whoever may be named in an answer `said`, of any shape, and for no other text."""
    if level is Level.OPERATOR:
        return Shield(level)
    texts = {athletes.normal(words) for words in _said(said)}
    if not texts:
        return Shield(level)
    longest = minors.any_length(cur, of) if all(map(_is_short, texts)) else minors.longest(cur, of)
    if longest is None:
        return shield(cur, of, level)
    found = {name for folded in texts for name in _nameable(folded, longest)}
    return Shield(level, minors.people(cur, of, found, all_prepared=True))


def shown(
    cur: duckdb.DuckDBPyConnection,
    of: Sequence[Version],
    answer: Any,
    level: Level = Level.PUBLISHED,
    lang: str = DEFAULT,
) -> Any:
    """An answer of any shape as a level shows it."""
    return shield_for(cur, of, answer, level).answer(answer, lang)


def bracket_texts(view: BracketView) -> list[object]:
    """Every text of a bracket in which somebody may be named."""
    sides = [f"{side}_athlete" for side in bracket_view.SIDES]
    columns = [view.bouts[name] for name in sides] + [view.places[name] for name in ("athlete", "note")]
    return [view.reason, *(value for column in columns for value in column)]


def _said(answer: object) -> Iterator[str]:
    """Every text in it."""
    if isinstance(answer, str):
        yield answer
    elif isinstance(answer, Mapping):
        for value in answer.values():
            yield from _said(value)
    elif isinstance(answer, list | tuple | set):
        for value in answer:
            yield from _said(value)


def _is_short(folded: str) -> bool:
    """A text hardly longer than names: how long those are need not be read to look for them in it."""
    return len(folded) <= _SHORT if not folded.isascii() else folded.count(" ") < _FEW


_SHORT, _FEW = 24, 8  # letters; words


def _nameable(folded: str, longest: minors.Longest) -> set[str]:
    """Folded names, of so many words or letters at most, that this text may be, or hold: what a shield looks for."""
    found = {folded}
    parts = _SCRIPTS.sub(" ", folded).split()
    for first in range(len(parts)):
        for last in range(first + 1, min(first + longest.words, len(parts)) + 1):
            found |= _orders(" ".join(parts[first:last]))
    if not folded.isascii():
        for first in range(len(folded)):
            for last in range(first + 1, min(first + longest.letters, len(folded)) + 1):
                found |= _orders(folded[first:last])
    return found
