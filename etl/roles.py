"""What each column of a strange table holds: the share of its texts that a vocabulary reads; headings break ties."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from rapidfuzz import fuzz

from etl import headings, profile
from etl.flat_files import FlatTable
from etl.readings import clean
from rulebook import spelling

_LIKE = 0.7  # a heading and a listed one: `Equipo` and `equipe` are 0.83 alike, `Graduation` and `graduação` 0.74
_NAMES = ("athlete", "academy")
_OF_BOUTS = frozenset({"round", "decision", "technique", "winner", "result"})
_KILOS = range(10, 200)
_NUMBER = re.compile(r"\d{1,3}(?:[.,]\d{1,2})?")
_EAST_ASIAN = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]+")


@dataclass(frozen=True)
class Question:
    """What a column may hold and nobody can tell from the table: somebody answers before the profile is kept."""

    heading: str
    text: str


@dataclass
class Roles:
    """`places`: column of ours -> position; `how`: what told it (heading, values, values and heading, names)."""

    places: dict[str, int] = field(default_factory=dict)
    how: dict[str, str] = field(default_factory=dict)
    questions: list[Question] = field(default_factory=list)

    def put(self, name: str, position: int, how: str) -> None:
        """Say what stands at a position."""
        self.places[name], self.how[name] = position, how

    def ask(self, heading: str, text: str) -> None:
        """Leave to whoever looks at the preview what the table does not tell."""
        self.questions.append(Question(clean(heading), text))


@dataclass(frozen=True)
class _Claim:
    """One column's best role; None with `rivals` where several are as likely."""

    position: int
    name: str | None
    how: str
    share: float
    rivals: tuple[str, ...] = ()
    named: str | None = None  # what the heading by itself says

    @property
    def order(self) -> tuple[bool, float, bool, int]:
        """Texts that are read go first, of equal shares the column whose heading says so too, then the first."""
        return self.share <= headings.HALF, -self.share, self.named != self.name, self.position


def of(table: FlatTable) -> Roles:
    """The role of every column that can be told, and a question for whatever cannot."""
    found = Roles()
    named = [headings.column(one) for one in table.columns]
    claims = [_claim(table, position, named) for position in range(len(table.columns))]
    for claim in sorted(claims, key=lambda one: one.order):
        _settle(found, table, claim)
    _names(found, table, {claim.position for claim in claims if claim.name or claim.rivals})
    _ask_of_the_whole(found)
    return found


def _claim(table: FlatTable, position: int, named: Sequence[str | None]) -> _Claim:
    own, texts = named[position], table.values(position)
    kinds = headings.telling(named)
    if own is not None and own not in kinds and own not in headings.SAID_BY_VALUES:
        return _Claim(position, own, "heading", 1.0, named=own)  # names, numbers, free texts: no vocabulary tells them
    if own in headings.SAID_BY_VALUES:  # `Finish` over submissions is how the bouts ended, over 1, 2, 3 the place
        kinds = {name: kind for name, kind in kinds.items() if name in (own, "place")}
    shares = {name: headings.share(kind, texts) for name, kind in kinds.items()}
    best = max(shares.values())
    if best <= headings.HALF:
        return _Claim(position, own, "heading", 0.0, named=own)
    tied = [name for name in shares if shares[name] == best]
    if own in tied:
        return _Claim(position, own, "heading", best, named=own)
    if len(tied) == 1:
        return _Claim(position, tied[0], "values", best, _mostly(own, shares), own)
    nearest = _nearest(table.columns[position], tied)
    if nearest is not None:
        return _Claim(position, nearest, "values and heading", best, (), own)
    likely = [name for name in tied if name not in _OF_BOUTS]  # F of nothing but women is sooner the sex than the final
    rivals = tuple(name for name in tied if likely != [name])
    return _Claim(position, likely[0] if len(likely) == 1 else None, "values", best, rivals, own)


def _mostly(own: str | None, shares: Mapping[str, float]) -> tuple[str, ...]:
    """The role that the heading names, where its vocabulary reads most of the texts as well."""
    return (own,) if own is not None and shares.get(own, 0.0) > headings.HALF else ()


def _settle(found: Roles, table: FlatTable, claim: _Claim) -> None:
    heading = table.columns[claim.position]
    if claim.name is None:
        if claim.rivals:
            found.ask(heading, f"may be {' or '.join(claim.rivals)} and is left out")
        elif _is_kilos(table.values(claim.position)):
            found.ask(heading, "numbers without sign: limits are written -76 kg; weights on a scale are left out")
        return
    if claim.name in found.places:
        first = clean(table.columns[found.places[claim.name]])
        found.ask(heading, f"reads as {claim.name} as {first} does, which is taken; this one is left out")
        return
    found.put(claim.name, claim.position, claim.how)
    if claim.rivals:
        found.ask(heading, f"is taken for {claim.name} by its values; may be {' or '.join(claim.rivals)}")
    _ask_of_numbers(found, heading, claim, table.values(claim.position))


def _ask_of_numbers(found: Roles, heading: str, claim: _Claim, texts: Sequence[str]) -> None:
    if claim.name == "place" and _is_numbers(texts) and not {claim.named, _nearest(heading, ["place"])} & {"place"}:
        found.ask(heading, "holds nothing but numbers from 1: is taken for the place")
    if claim.name == "weight_class" and claim.share == 0.0 and _is_kilos(texts):
        found.ask(heading, "numbers without sign are no limits and stay unknown: limits are written -76 kg")


def _is_numbers(texts: Sequence[str]) -> bool:
    return bool(texts) and all(_NUMBER.fullmatch(clean(text)) for text in texts)


def _is_kilos(texts: Sequence[str]) -> bool:
    return _is_numbers(texts) and all(int(float(clean(text).replace(",", "."))) in _KILOS for text in texts)


def likeness(heading: str, name: str) -> float:
    """How much a heading is like those listed for a column of ours, 0 to 1; one of its words may be a listed one."""
    own = spelling.normal(clean(heading))
    listed = [spelling.normal(one) for rows in spelling.spellings("heading")[name].values() for one in rows]
    if {*re.findall(r"\w+", own)} & {*listed} or any(_EAST_ASIAN.fullmatch(own) and own in one for one in listed):
        return 0.9
    return max(fuzz.ratio(own, one) for one in listed) / 100


def _nearest(heading: str, names: Sequence[str], free: Sequence[str] | None = None) -> str | None:
    """Of these columns of ours the free one that the heading is like, and no other more; None where two are as near."""
    alike = {name: likeness(heading, name) for name in names}
    best = [name for name in names if alike[name] == max(alike.values()) >= _LIKE and (free is None or name in free)]
    return best[0] if len(best) == 1 else None


def _names(found: Roles, table: FlatTable, taken: set[int]) -> None:
    """Athlete and academy, where the table is not one of bouts: by likeness of headings, else by how many differ."""
    there = set(found.places)
    if profile.rows_of(there) in ("bouts", profile.ATHLETE_BOUTS) or (there & _OF_BOUTS and "place" not in there):
        return
    left = [i for i in range(len(table.columns)) if i not in taken and _is_words(table.values(i))]
    for position in list(left):
        name = _nearest(table.columns[position], _NAMES, [name for name in _NAMES if name not in found.places])
        if name is not None:
            found.put(name, position, "heading alike")
            left.remove(position)
    _by_number(found, table, sorted(left, key=lambda i: (-_different(table, i), i)))


def _by_number(found: Roles, table: FlatTable, left: Sequence[int]) -> None:
    missing = [name for name in _NAMES if name not in found.places]
    for name, position in zip(missing, left, strict=False):
        found.put(name, position, "names")
        other = [clean(table.columns[i]) for i in left if i != position]
        instead = f"; may be {' or '.join(other)}" if other else ""
        found.ask(table.columns[position], f"is taken for the {name}: words that no vocabulary reads{instead}")
    athletes = _different(table, found.places["athlete"]) if "athlete" in found.places else 0
    for position in left[len(missing) :]:
        if _different(table, position) >= headings.MOSTLY * athletes:
            found.ask(table.columns[position], "is left out: a name in two columns has to stand in one")


def _different(table: FlatTable, position: int) -> int:
    """How many different texts the first rows have there: athletes are more than academies."""
    return len({clean(row[position] or "") for row in table.head if position < len(row)})


def _is_words(texts: Sequence[str]) -> bool:
    words = [text for text in texts if any(map(str.isalpha, text)) and not any(map(str.isdigit, text))]
    return bool(texts) and len(words) >= headings.MOSTLY * len(texts)


def _ask_of_the_whole(found: Roles) -> None:
    """No place: the rows are entries, which is as often a column missed."""
    if profile.rows_of(found.places) == "entries":
        found.ask("", "no column tells places: every row is taken for an entry, not for a result")
