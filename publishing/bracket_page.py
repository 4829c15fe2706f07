"""What the page of brackets shows: every category, those that wait first; of one its tree, bouts and places."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import pandas as pd

from analytics import bracket_view, queries
from publishing import bracket_lines, bracket_text, privacy, read_once
from publishing.shapes import Answer, about, parts
from publishing.wording import DEFAULT, notes, rule_sentences, term, text, unsettled

if TYPE_CHECKING:
    from analytics.bracket_view import BracketView
    from analytics.store import Store
    from analytics.versions import Version
    from publishing.privacy import Shield

_BOUTS = ("round", "bout", "red", "blue", "winner", "how")
_PLACES = ("place", "athlete", "academy", "rule", "source", "note")


@dataclass(frozen=True)
class Bracket:
    """`drawn`: `BracketView.bouts` with names as shown; `bouts`, `places`: the tables; `tree`: the same as text.

    `meanings`: what the rules behind the places say; `needed`: what stands with the places wherever they are shown.
    """

    title: str
    state: str
    drawn: pd.DataFrame
    bouts: pd.DataFrame
    places: pd.DataFrame
    tree: str
    meanings: Sequence[str]
    needed: Sequence[str]


def categories(store: Store, event: str, lang: str = DEFAULT) -> dict[str, str]:
    """Category as `bracket` reads it -> its name, with its state where it is not decided; those first."""
    return {row["label"]: _name(row, lang) for row in _categories(store, event)}


@read_once.of_event
def _categories(store: Store, event: str) -> Sequence[Mapping[Any, Any]]:
    with store.cursor() as cur:
        return bracket_view.categories(cur, queries.resolve(cur, event)).to_dict("records")


def _name(row: Mapping[Any, Any], lang: str) -> str:
    name = notes.category_name(row, lang)
    if row["state"] in ("open", "needs_ruling"):
        return text("note.unsettled_one", lang, category=name, state=notes.state(row["state"], lang))
    return name


def bracket(store: Store, event: str, category: str, lang: str = DEFAULT) -> Bracket:
    """One category; nobody in it who is not to be shown."""
    version, read, shield = _read(store, event, category)
    view = shield.bracket(read, lang)
    head: Answer = {**about(version), **parts(view.category, *notes.PARTS)}
    tree = "\n".join(bracket_text.tree(view.bouts, lang))
    return Bracket(
        title=bracket_text.heading(head, lang),
        state=_state(view, lang),
        drawn=view.bouts,
        bouts=_bouts(view, lang),
        places=_places(view, lang),
        tree=tree,
        meanings=rule_sentences.meanings([*view.places["rule"], view.rule], lang),
        needed=notes.provisional(version.status, lang),
    )


@read_once.of_event
def _read(store: Store, event: str, category: str) -> tuple[Version, BracketView, Shield]:
    """With whomever it names, and whom of them nobody may name."""
    with store.cursor() as cur:
        version = queries.resolve(cur, event)
        view = bracket_view.view(cur, version, bracket_view.category(cur, version, category))
        return replace(version), view, privacy.shield_for(cur, [version], privacy.bracket_texts(view))


def _state(view: BracketView, lang: str) -> str:
    """What became of it, and why where it is not decided: a sentence of its own."""
    said = notes.state(view.state, lang)
    said = said[:1].upper() + said[1:]
    if view.state == "decided":
        return said
    return notes.with_rule(f"{said}: {unsettled.reason(view.reason, lang)}" if view.reason else said, view.rule, lang)


def _bouts(view: BracketView, lang: str) -> pd.DataFrame:
    rows = [
        {
            "round": term("round", bout["round"] if isinstance(bout["round"], str) else "unknown", lang),
            "bout": bout["bout"],
            "red": bracket_lines.competitor(bout, "red", lang),
            "blue": bracket_lines.competitor(bout, "blue", lang),
            "winner": bout[f"{bout['winner']}_athlete"] if bout["winner"] in bracket_view.SIDES else "–",
            "how": bracket_lines.decided(bout, lang),
        }
        for bout in view.bouts.to_dict("records")
    ]
    return pd.DataFrame(rows, columns=list(_BOUTS))


def _places(view: BracketView, lang: str) -> pd.DataFrame:
    rows = [
        {
            "place": term("place", str(place["place"]), lang),
            "athlete": place["athlete"],
            "academy": place["academy"],
            "rule": place["rule"],
            "source": notes.from_where(place["source"], lang),
            "note": unsettled.note(place["note"], lang) if isinstance(place["note"], str) else "",
        }
        for place in view.places.to_dict("records")
    ]
    return pd.DataFrame(rows, columns=list(_PLACES))
