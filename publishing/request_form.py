"""A request to correct one result, as a document and as a text to sign: what is, what should be, what would change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from analytics import appeal
from publishing import answers, contrasts
from publishing.privacy import Level, shield
from publishing.shapes import CATEGORY, Answer, unread
from publishing.wording import DEFAULT, notes, term, text

if TYPE_CHECKING:
    from datetime import datetime

    from analytics.appeal import Appeal, Claim
    from analytics.store import Store

FORM = 1
_SCORE = ("points", "advantages", "penalties")


def form(
    store: Store,
    event: str | None,
    claim: Claim,
    reason: str,
    by: str,
    as_of: datetime | None = None,
    privacy: Level = Level.OPERATOR,
) -> Answer:
    """The request about a bout or about the places of a category; nothing is recorded."""
    with answers.asked(store, event, as_of) as (cur, version, head):
        found = appeal.appeal(cur, version, claim)
        shown: Answer = shield(cur, [version], privacy).answer(
            {"request": FORM, **head, **_shape(found), "reason": reason, "requested_by": by}
        )
        return shown


def _shape(found: Appeal) -> Answer:
    """`bout` None = the request is about places; `actual` and `expected` of a bout are its columns."""
    return {
        **dict(zip(CATEGORY, found.category.parts, strict=True)),
        **unread(found.category.unread),
        "bout": found.bout,
        "actual": found.actual or None,
        "expected": found.expected or None,
        "actual_places": [_placed(*one) for one in found.actual_places],
        "expected_places": [_placed(*one) for one in found.expected_places],
        "effect": {
            "places": [contrasts.place(each) for each in found.effect.places],
            "categories": [contrasts.state(each) for each in found.effect.states],
            "standings": [contrasts.standing_change(each) for each in found.effect.standings],
        },
    }


def _placed(place: int, athlete: str, academy: str | None) -> Answer:
    return {"place": place, "athlete": athlete, "academy": academy}


def as_text(request: Answer, lang: str = DEFAULT) -> str:
    """The form to print and sign; it has no date but the one written on it by hand."""
    lines = [
        text("request.title", lang),
        "",
        text("request.event", lang, event=request["name"], version=request["version"]),
        text("request.rules", lang, ruleset=request["ruleset"]),
        text("request.category", lang, category=notes.category_name(request, lang)),
        *(_bouts(request, lang) if request["bout"] is not None else []),
        "",
        *_places(text("request.actual", lang), request["actual_places"], lang),
        "",
        *_places(text("request.expected", lang), request["expected_places"], lang),
        "",
        text("request.effect", lang),
        *(_effect(request["effect"], lang) or [f"  {text('request.nothing', lang)}"]),
        "",
        text("request.reason", lang, reason=request["reason"]),
        text("request.by", lang, name=request["requested_by"]),
        "",
        text("request.sign", lang),
    ]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _bouts(request: Answer, lang: str) -> list[str]:
    actual, expected = (_bout(request[name], lang) for name in ("actual", "expected"))
    number = request["bout"]
    return [
        text(
            "request.bout", lang, bout=number, red=_who(request["actual"], "red"), blue=_who(request["actual"], "blue")
        ),
        text("request.bout_actual", lang, result=actual),
        text("request.bout_expected", lang, result=expected),
    ]


def _who(bout: Mapping[str, Any], side: str) -> str:
    return _one(bout[f"{side}_athlete"], bout[f"{side}_academy"])


def _one(athlete: str | None, academy: str | None) -> str:
    """Name and academy; once where the academy stands for the name."""
    return ", ".join(dict.fromkeys(part for part in (athlete, academy) if part)) or "–"


def _bout(bout: Mapping[str, Any], lang: str) -> str:
    """`red, on points, 4:2`; what is not known is left out."""
    winner = bout["winner"]
    if winner is None:
        said = [text("bracket.no_winner", lang)]
    else:
        said = [text("bracket.red", lang) if winner == "red" else text("bracket.blue", lang)]
    said.append(
        term("decision", bout["decision"], lang) if bout["decision"] else text("bracket.unknown_decision", lang)
    )
    said += [
        f"{text('bracket.red', lang) if side == 'red' else text('bracket.blue', lang)}: "
        f"{term('disqualification', bout[f'{side}_dq'], lang)}"
        for side in ("red", "blue")
        if bout[f"{side}_dq"]
    ]
    return ", ".join(said)


def _places(title: str, places: Sequence[Answer], lang: str) -> list[str]:
    rows = [f"  {term('place', str(row['place']), lang)}: {_one(row['athlete'], row['academy'])}" for row in places]
    return [title, *(rows or [f"  {text('request.no_places', lang)}"])]


def _effect(effect: Answer, lang: str) -> list[str]:
    """Points and ranks that would be others, award by award."""
    states = [
        text(
            "request.state",
            lang,
            category=notes.category_name(row, lang),
            old=_state(row["old_state"], lang),
            new=_state(row["new_state"], lang),
        )
        for row in effect["categories"]
    ]
    moved = [
        text(
            "request.moved",
            lang,
            award=row["award"],
            academy=row["academy"],
            old_points=row["old_points"] or 0,  # in no standing = no points
            new_points=row["new_points"] or 0,
            old_rank=row["old_rank"] or "–",
            new_rank=row["new_rank"] or "–",
        )
        for row in effect["standings"]
    ]
    return [f"  {line}" for line in [*states, *moved]]


def _state(state: str | None, lang: str) -> str:
    return "–" if state is None else notes.state(state, lang)
