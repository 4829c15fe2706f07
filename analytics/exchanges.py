"""Single results that could have gone the other way, as exchanges of places between two athletes of a category.

The silver medallist wins the final; a bronze medallist, or an athlete without a place, takes a better place from
whoever had it. Who else would have moved in a real bracket is not known, so nobody else moves.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from analytics.hypotheses import Edit

if TYPE_CHECKING:
    from analytics.awarded import Place

# How plausible an exchange is, the best first: one bout won, two bouts won, a bout won by somebody without a place, and
# last what the academy itself could do nothing for: that a third one beats the one above.
_PLAUSIBILITY = {(2, 1): 0, (3, 2): 1, (3, 1): 2, (None, 3): 3}
_NOT_OWN = 4


@dataclass(frozen=True)
class Person:
    """An athlete as a place names him; academy_key None = not known."""

    athlete: str
    academy_key: str | None
    academy: str | None


@dataclass(frozen=True)
class Change:
    """`mover` takes the better place `to_place` from `loser`, who takes `from_place` (None = none). Gains: points."""

    category: Place
    mover: Person
    loser: Person
    from_place: int | None
    to_place: int
    own_gain: int
    other_gain: int
    plausibility: int
    edits: tuple[Edit, ...]

    @property
    def gain(self) -> int:
        """By how many points it narrows the gap."""
        return self.own_gain - self.other_gain


def possible(
    places: Iterable[Place],
    numbers: Mapping[tuple[int, str], int],
    without_place: Mapping[int, list[Person]],
    own: str,
    other: str,
) -> list[Change]:
    """Every exchange that lifts an athlete of `own`, then those in which a third academy beats a champion of `other`.

    `numbers`: (category, athlete key) -> row in the laboratory; `without_place`: category -> athletes of `own`.
    """
    by_category: dict[int, list[Place]] = defaultdict(list)
    for place in places:
        by_category[place.category_id].append(place)
    found: list[Change] = []
    for category_id, held in by_category.items():
        found += _own(held, numbers, own, other)
        found += _from_nowhere(held, numbers, without_place.get(category_id, []), own, other)
        found += _by_a_third(held, numbers, own, other)
    return found


def _own(held: list[Place], numbers: Mapping[tuple[int, str], int], own: str, other: str) -> Iterator[Change]:
    for mover in held:
        for better in held:
            if mover.academy_key == own != better.academy_key and better.place < mover.place:
                plausibility = _PLAUSIBILITY[mover.place, better.place]
                lost = mover.points - better.points if better.academy_key == other else 0
                yield _change(mover, better, numbers, better.points - mover.points, lost, plausibility)


def _from_nowhere(
    held: list[Place], numbers: Mapping[tuple[int, str], int], people: list[Person], own: str, other: str
) -> Iterator[Change]:
    for person in people:
        for bronze in held:
            if bronze.place == 3 and bronze.academy_key != own:
                lost = -bronze.points if bronze.academy_key == other else 0
                edit = _edit(bronze, person, numbers)
                plausibility = _PLAUSIBILITY[None, 3]
                yield Change(bronze, person, _person(bronze), None, 3, bronze.points, lost, plausibility, (edit,))


def _by_a_third(held: list[Place], numbers: Mapping[tuple[int, str], int], own: str, other: str) -> Iterator[Change]:
    """The final of a champion of `other` goes to a finalist who is of neither."""
    for first in held:
        for second in held:
            if (
                (first.place, second.place) == (1, 2)
                and first.academy_key == other
                and second.academy_key not in (own, other)
            ):
                yield _change(second, first, numbers, 0, second.points - first.points, _NOT_OWN)


def _change(
    mover: Place,
    better: Place,
    numbers: Mapping[tuple[int, str], int],
    own_gain: int,
    other_gain: int,
    plausibility: int,
) -> Change:
    edits = _edit(better, _person(mover), numbers), _edit(mover, _person(better), numbers)
    return Change(
        better, _person(mover), _person(better), mover.place, better.place, own_gain, other_gain, plausibility, edits
    )


def _edit(place: Place, person: Person, numbers: Mapping[tuple[int, str], int]) -> Edit:
    row_no = numbers[place.category_id, place.athlete_key]
    return Edit(row_no, person.athlete, person.academy_key, person.academy)


def _person(place: Place) -> Person:
    return Person(place.athlete, place.academy_key, place.academy)
