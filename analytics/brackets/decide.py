"""From the rows of one category to its places: which case of section M it is, and what that case gives."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from analytics.brackets import all_four_out, few, finals, one_side, semifinals, struck_out, three
from analytics.brackets.few import Found
from analytics.brackets.reading import Bracket, check_defeats, readings
from analytics.brackets.rows import OUT, Bout, Category, NeedsRuling, Outcome, Place, StillOpen, Undecided
from analytics.brackets.semifinals import BOTH_OUT_BEFORE, Side


def decide(category: Category) -> Outcome:
    """Places from bouts, or from entries alone; what was struck out afterwards is taken into account (M18, M24)."""
    try:
        if all(bout.is_bye for bout in category.bouts):
            rule, places = few.without_bouts(category)
            return _outcome(category, rule, places, category.bouts, "entries")
        found = [_outcome(category, *_from_bouts(bracket), bracket.bouts, "bouts") for bracket in readings(category)]
        if any(
            {(p.athlete, p.place) for p in o.places} != {(p.athlete, p.place) for p in found[0].places} for o in found
        ):
            reason = "The bouts without a round can be read in more than one way, and the places depend on which."
            raise NeedsRuling(None, "rounds_ambiguous", reason)
    except StillOpen as undecided:
        return _undecided(_nothing_to_come(category) or undecided)
    except Undecided as undecided:
        return _undecided(undecided)
    return found[0]


def _undecided(undecided: Undecided) -> Outcome:
    return Outcome(undecided.state, undecided.rule, code=undecided.code, reason=undecided.reason)


def _nothing_to_come(category: Category) -> Undecided | None:
    """Several bouts, and nobody left who could fight another: such a category is not in progress."""
    bouts = [b for b in category.bouts if not b.is_bye]
    lost = {key for b in bouts for key in b.athletes if key != b.victor}
    left = (category.appearing | {key for key, status in category.status.items() if status not in OUT}) - lost
    bouts.sort(key=lambda b: b.number)
    again = three.is_second_chance(bouts) and bouts[0].beaten in bouts[1].athletes  # of three a loser fights on (M4)
    if len(left) > 1 or len(bouts) < 2 or again:
        return None
    return NeedsRuling(None, "nothing_to_come", "Nobody is left to fight, and the bouts on record do not decide it.")


def _outcome(category: Category, rule: str, places: tuple[Place, ...], bouts: Sequence[Bout], source: str) -> Outcome:
    _check(category, places)
    passed = tuple(p for p in places if not category.failed_check(p.athlete))
    final = _strike(category, passed, category.struck, bouts)
    if final != passed:
        rule = "M24"
    elif passed != places:
        rule = "M19"
    return Outcome("decided", rule, _sorted(final), source)


def decide_official(
    category: Category, listed: Sequence[Place], struck: Collection[str], twice: Collection[str] = ()
) -> Outcome:
    """Official places (M20) after corrections: those struck out since lose theirs where bouts say whom they beat.

    `twice`: athletes whom the list names at two places, or under two academies.
    """
    try:
        for athlete in sorted(twice):
            reason = f"{category.name(athlete)} is listed twice, at two places or under two academies."
            raise NeedsRuling("M20", "placed_twice", reason)
        bouts, computed = _by_bouts(category)
        for place in listed:
            if place.athlete in struck:
                _require_known_way(category, place, bouts, computed)
        final = _strike(category, tuple(listed), struck, bouts)
        _require_somebody(category, listed, final, computed)
    except Undecided as undecided:
        return Outcome(undecided.state, undecided.rule, code=undecided.code, reason=undecided.reason)
    return Outcome("decided", "M24", _sorted(final))


def _by_bouts(category: Category) -> tuple[Sequence[Bout], Mapping[str, int]]:
    """The bouts, with rounds where they can be read, and each athlete's place by them where they decide."""
    try:
        found = readings(category)
    except Undecided:
        return category.bouts, {}
    try:
        places = [{p.athlete: p.place for p in _from_bouts(bracket)[1]} for bracket in found]
    except Undecided:
        return found[0].bouts, {}
    return found[0].bouts, places[0] if all(answer == places[0] for answer in places) else {}


def _require_known_way(category: Category, place: Place, bouts: Sequence[Bout], computed: Mapping[str, int]) -> None:
    name = category.name(place.athlete)
    if place.athlete not in category.struck | category.disqualified_here:
        reason = f"{name} holds an official place, and a later correction says he was out; no rule says who moves up."
        raise NeedsRuling("M19", "official_place_corrected", reason)
    wins = struck_out.beaten_by(bouts, place.athlete)
    if place.athlete not in category.appearing or (place.place < 3 and not wins):
        reason = f"{name} lost an official place afterwards, and no bout on record says whom he beat."
        raise NeedsRuling("M24", "beaten_unknown", reason)
    if computed and computed.get(place.athlete) != place.place:
        reason = f"{name} lost an official place afterwards, and the bouts on record do not lead to that place."
        raise NeedsRuling("M24", "beaten_unknown", reason)


def _require_somebody(
    category: Category, listed: Sequence[Place], final: Sequence[Place], computed: Mapping[str, int]
) -> None:
    """An empty podium is no answer where the bouts decide nothing and somebody who fought could hold a place."""
    if listed and not final and not computed and any(category.may_hold(key) for key in category.appearing):
        name = category.name(listed[0].athlete)
        reason = f"{name} lost an official place afterwards, and the bouts on record do not lead to that place."
        raise NeedsRuling("M24", "beaten_unknown", reason)


def _strike(
    category: Category, places: tuple[Place, ...], struck: Collection[str], bouts: Sequence[Bout]
) -> tuple[Place, ...]:
    if not any(place.athlete in struck for place in places):
        return places
    moves_up = category.switches.struck_out_moves_up
    return struck_out.strike(places, struck, bouts, category.may_hold, moves_up=moves_up, name=category.name)


def _check(category: Category, places: Sequence[Place]) -> None:
    """A place that another rule forbids is no place the table decided."""
    for place in places:
        if place.athlete in category.disqualified_here:
            name = category.name(place.athlete)
            reason = f"{name} comes to place {place.place}, but was disqualified for discipline in the category."
            raise NeedsRuling("M18", "barred_from_place", reason)
    if len({place.athlete for place in places}) < len(places):
        raise NeedsRuling("M1", "contradiction", "One athlete comes to two places.")


def _from_bouts(bracket: Bracket) -> Found:
    category = bracket.category
    in_play = bracket.athletes | {key for key, status in category.status.items() if status not in OUT}
    before_the_final = [b for b in bracket.bouts if b.round not in ("final", "new-final")]
    # Three left of more who registered: one of three only if its bouts went on, or ended, as in one of three.
    ended = not before_the_final or before_the_final[0].victor is None
    of_three = len(in_play) == 3 and (ended or len(category.status) == 3)
    second_chance = len(bracket.athletes) == 3 and three.is_second_chance(before_the_final)
    if second_chance and not category.switches.three_second_chance:
        reason = "The loser of the first bout fought again, and this event has no second chance for three athletes."
        raise NeedsRuling("M4", "no_second_chance", reason)
    if second_chance or of_three:
        return three.places(bracket, in_play if of_three else bracket.athletes)
    if len(in_play) == 2 and bracket.final is not None:
        return few.pair(bracket, bracket.final)
    check_defeats(bracket)
    return _bracket(bracket)


def _bracket(bracket: Bracket) -> Found:
    sides = [semifinals.side(bracket, bout) for bout in bracket.semifinals]
    gone = [side for side in sides if side.finalist is None]
    if not bracket.larger:
        smaller = one_side.left(bracket, sides)
        if smaller is not None:
            _, places = _bracket(smaller)
            return "M16", tuple(replace(p, rule="M16") if p.rule == "M1" else p for p in places)
    if len(gone) == 2 and BOTH_OUT_BEFORE not in {side.rule for side in gone}:
        places = all_four_out.places(bracket, *gone)
        return places[0].rule, places
    if bracket.of("special-semifinal"):
        reason = "There are special semifinals, although not all four semifinalists are disqualified."
        raise NeedsRuling("M9", "needless_special_semifinals", reason)
    if gone:
        return _one_semifinal(bracket, gone, [side for side in sides if side.finalist is not None])
    return _final(bracket, sides)


def _one_semifinal(bracket: Bracket, gone: Sequence[Side], left: Sequence[Side]) -> Found:
    """M7, M8, M21, M22: one semifinal leaves nobody, the other is the final."""
    lost = gone[0]
    number = lost.bout.number if lost.bout is not None else 0
    fought = lost.bout is not None and any(key in bracket.category.fought for key in lost.bout.athletes)
    if len(gone) > 1 or (lost.rule == BOTH_OUT_BEFORE and (fought or left or bracket.final is not None)):
        reason = f"Both athletes of the semifinal bout {number} were out before it began; no rule says who is second."
        raise NeedsRuling("M26", "both_out_before_semifinal", reason)
    if bracket.final is not None:
        reason = (
            f"There is a final (bout {bracket.final.number}) although the semifinal bout {number} leaves nobody for it."
        )
        raise NeedsRuling(lost.rule, "needless_final", reason)
    if not left:
        alone = bracket.sole_finalist or bracket.sole_semifinalist
        if alone is not None:
            left = [Side("M26", alone)]
        else:
            raise StillOpen(
                lost.rule, "no_other_semifinal", "The other semifinal, which is now the final, is not recorded yet."
            )
    return lost.rule, semifinals.other_side_decides(bracket, lost, left[0])


def _final(bracket: Bracket, sides: Sequence[Side]) -> Found:
    final = bracket.final
    if final is None:
        return _no_final(bracket, sides)
    if len(final.athletes) < 2:
        raise NeedsRuling("M1", "unknown_finalist", f"The final (bout {final.number}) names only one athlete.")
    for side in sides:
        if side.finalist not in final.athletes:
            name = bracket.category.name(side.finalist)
            raise NeedsRuling(
                "M1", "wrong_final", f"{name} won a semifinal, but is not in the final (bout {final.number})."
            )
    if len({side.finalist for side in sides}) < len(sides):
        raise NeedsRuling("M1", "wrong_final", f"{bracket.category.name(sides[0].finalist)} won both semifinals.")
    own_key = final.victor or final.athletes[0]
    other_key = next(key for key in final.athletes if key != own_key)
    by_finalist = {side.finalist: side for side in sides}
    own, other = (by_finalist.get(key) or one_side.without_semifinal(bracket, key) for key in (own_key, other_key))
    places = finals.places(bracket, final, own, other)
    is_vacant = final.victor is not None and all(p.place != 2 for p in places)
    vacant = [finals.second_place(bracket, final, "M1")[1]] if is_vacant else []
    special = [rule for rule in (*(p.rule for p in places), *vacant, own.rule, other.rule) if rule != "M1"]
    return (special[0] if special else "M1"), places


def _no_final(bracket: Bracket, sides: Sequence[Side]) -> Found:
    category, alone = bracket.category, bracket.sole_finalist
    others = category.appearing | category.status.keys()
    if alone is not None and all(category.out_before(key) for key in others if key != alone):
        return "M16", (Place(1, alone, "M16"),)
    if alone is not None:
        reason = (
            f"{category.name(alone)} has a bye in the final, although others fought on the other side of the bracket."
        )
        raise NeedsRuling("M16", "bye_in_final", reason)
    if bracket.new_final is not None:
        number = bracket.new_final.number
        raise NeedsRuling("M12", "needless_new_final", f"There is a new final (bout {number}), and no final before it.")
    names = " and ".join(category.name(side.finalist) for side in sides)
    waiting = f"won by {names} in the semifinal{'s' if len(sides) > 1 else ''}; " if names else ""
    raise StillOpen(None, "no_final", f"The final is not recorded yet ({waiting}{len(bracket.bouts)} bouts so far).")


def _sorted(places: Sequence[Place]) -> tuple[Place, ...]:
    return tuple(sorted(places, key=lambda p: (p.place, p.athlete)))
