"""How a bout is told in words: who, how it was decided, with what score."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from publishing.wording import DEFAULT, term, text
from rulebook.vocabulary import Decision

Bout = Mapping[Any, Any]
_SCORES = {"points": "bracket.score", "advantages": "bracket.advantages", "penalties": "bracket.penalties"}


def heading(bout: Bout, lang: str = DEFAULT) -> str:
    """`Final, bout 7`."""
    round_ = bout["round"] if isinstance(bout["round"], str) else "unknown"
    return text("bracket.bout", lang, round=term("round", round_, lang), bout=bout["bout"])


def decided(bout: Bout, lang: str = DEFAULT) -> str:
    """`submission (armbar), points 2:0, 3:15`; what nobody knows is left out, a score of 0:0 is not."""
    decision, scores = _decided_by(bout), _scores(bout, lang)
    said = [briefly(bout, lang), *(words for name, words in scores.items() if name != decision)]
    if not isinstance(bout["winner"], str) and decision != Decision.BYE:
        said.append(text("bracket.no_winner", lang))
    if (elapsed := clock(bout["elapsed"])) is not None:
        said.append(elapsed)
    return ", ".join(said)


def briefly(bout: Bout, lang: str = DEFAULT) -> str:
    """What decided it: `submission (armbar)`, or the score that did, `points 4:2`."""
    decision = _decided_by(bout)
    return _scores(bout, lang).get(decision or "") or _decision(decision, bout["technique"], lang)


def _decided_by(bout: Bout) -> str | None:
    return bout["decision"] if isinstance(bout["decision"], str) else None


def _scores(bout: Bout, lang: str) -> dict[str, str]:
    return {name: words for name in _SCORES if (words := score(bout, name, lang)) and _tells(bout, name)}


def _decision(decision: str | None, technique: object, lang: str) -> str:
    words = text("bracket.unknown_decision", lang) if decision is None else term("decision", decision, lang)
    named = term("technique", technique, lang).replace("_", " ") if isinstance(technique, str) else None
    return f"{words} ({named})" if named else words


def score(bout: Bout, name: str, lang: str = DEFAULT) -> str | None:
    """`points 5:2`; None where a side's number is not known."""
    red, blue = number(bout[f"red_{name}"]), number(bout[f"blue_{name}"])
    return None if red is None or blue is None else text(_SCORES[name], lang, red=red, blue=blue)


def _tells(bout: Bout, name: str) -> bool:
    """Advantages and penalties of 0:0 say nothing, unless they decided."""
    return name in ("points", bout["decision"]) or any(number(bout[f"{side}_{name}"]) for side in ("red", "blue"))


def number(value: object) -> int | None:
    """A number of the board; None = not known (a frame's NaN and NA too)."""
    known = isinstance(value, int | float) and value == value  # noqa: PLR0124 - NaN is not itself
    return int(value) if known and not isinstance(value, bool) else None  # type: ignore[call-overload]


def clock(seconds: object) -> str | None:
    """Seconds as `m:ss`."""
    known = number(seconds)
    return None if known is None else f"{known // 60}:{known % 60:02}"


def competitor(bout: Bout, side: str, lang: str = DEFAULT) -> str:
    """Name and academy of a side, and what is to be known of it: lost before and here again, or out."""
    athlete, academy = bout[f"{side}_athlete"], bout[f"{side}_academy"]
    if not isinstance(athlete, str):
        return text("bracket.nobody", lang)
    named = isinstance(academy, str) and academy != athlete
    said = [text("bracket.with_academy", lang, athlete=athlete, academy=academy) if named else athlete]
    if lost := number(bout[f"{side}_lost"]):
        said.append(text("bracket.lost_before", lang, bout=lost))
    if isinstance(why := bout[f"{side}_dq"], str):
        said.append(text("bracket.out", lang, why=term("disqualification", why, lang)))
    return ", ".join(said)
