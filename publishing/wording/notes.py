"""The sentences beside an answer: under which rules, what it rests on, what it does not know; why a place counts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from publishing.wording.catalogue import DEFAULT, own, term, text

Answer = Mapping[str, Any]
PARTS = ("gender", "age_division", "belt", "weight_class")
_SHOWN = 3


def category(row: Answer) -> str:
    """The parts and what could not be read, in one line as the program reads it back (`--category`), in no language."""
    return " ".join([*(str(row[part]) for part in PARTS), *filter(None, [row.get("unread")])])


def category_name(row: Answer, lang: str = DEFAULT) -> str:
    """The four parts for people: `Male · Adult · Black · Open Class`; a combined belt by all its parts."""
    belt = "+".join(term("belt", part, lang) for part in str(row["belt"]).split("+"))
    named = {part: term(part, str(row[part]), lang) for part in PARTS} | {"belt": belt}
    name = " · ".join(named.values())
    return f"{name} ({row['unread']})" if row.get("unread") else name


def award_name(answer: Answer, lang: str = DEFAULT) -> str:
    """An award as its event calls it; those of a preset (A9), and the one over everything, in the language."""
    return own("award", str(answer["award"]), str(answer["award_name"]), lang)


def scheme_title(answer: Answer, lang: str = DEFAULT) -> str:
    """A season's ranking as its scheme calls it; the schemes shipped in the language."""
    return own("scheme", str(answer["scheme"]), str(answer["title"]), lang)


def from_where(source: str, lang: str = DEFAULT) -> str:
    """What a place was read off."""
    match source:
        case "official":
            return text("page.bracket.from_list", lang)
        case "ruling":
            return text("page.bracket.from_ruling", lang)
        case "entries":
            return text("page.bracket.from_entries", lang)
    return text("page.bracket.from_bouts", lang)


def with_rule(reason: str | None, rule: str | None, lang: str = DEFAULT) -> str:
    """A reason with the rule it rests on, unless it names it already."""
    if not reason:
        return rule or ""
    return reason if rule is None or rule in reason else text("note.with_rule", lang, reason=reason, rule=rule)


def about(answer: Answer, lang: str = DEFAULT) -> list[str]:
    """Rows that were refused; and under which rules, where they are not simply the event's own rule set."""
    said = []
    if rejected := answer.get("rejected_rows"):
        said.append(text("note.rejected_rows", lang, n=rejected))
    if answer.get("what_if"):
        said.append(text("note.what_if", lang, ruleset=answer["ruleset"]))
    if changed := answer.get("rule_overrides"):
        switches = ", ".join(f"{name} = {value}" for name, value in sorted(flat(changed).items()))
        said.append(text("note.overrides", lang, switches=switches))
    return said


def flat(switches: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    """Switches by dotted name, as TOML nests them."""
    found: dict[str, Any] = {}
    for name, value in switches.items():
        found |= flat(value, f"{prefix}{name}.") if isinstance(value, Mapping) else {f"{prefix}{name}": value}
    return found


def of_standing(answer: Answer, lang: str = DEFAULT) -> list[str]:
    """Rules and chain of a standing, draws it waits for, what is derived (A8), gives no points (A6), waits (A7)."""
    said = [_rules(answer, lang), *about(answer, lang)]
    if any(row["draw_required"] for row in answer["standings"]):
        said.append(text("note.draw_required", lang))
    if derived := answer["registered_derived"]:
        said.append(text("note.derived", lang, derived=derived, n=answer["categories"]))
    if uncounted := answer.get("uncounted_medals"):
        said.append(text("note.uncounted", lang, n=uncounted))
    if answer["unresolved"]:
        said.append(_unsettled(answer["unresolved"], lang))
    return said


def provisional(status: str, lang: str = DEFAULT) -> list[str]:
    """Said of an event whose results are not final."""
    return [text("note.provisional", lang)] if status == "provisional" else []


def _rules(answer: Answer, lang: str) -> str:
    if answer["ruleset"] == "none":
        return text("note.ruleset_none", lang)
    values = {"ruleset": answer["ruleset"], "version": answer["version"]}
    if answer["chain"] is None:
        return text("note.rules", lang, **values)
    return text("note.rules_and_chain", lang, chain=answer["chain"], **values)


def _unsettled(rows: Sequence[Answer], lang: str) -> str:
    named = "; ".join(
        text("note.unsettled_one", lang, category=category_name(row, lang), state=state(row["state"], lang))
        for row in rows[:_SHOWN]
    )
    if len(rows) <= _SHOWN:
        return text("note.unsettled", lang, named=named)
    return text("note.unsettled_more", lang, named=named, n=len(rows) - _SHOWN)


def state(name: str, lang: str = DEFAULT) -> str:
    """What became of a category."""
    return term("state", name, lang)


def rule_of_place(rule: str, points: int, lang: str = DEFAULT) -> str:
    """Why a place gave its points, or none (A1, A1b, A3, A4, A7, categories.csv)."""
    match rule:
        case "A1":
            return text("rule.A1", lang, points=text("count.points", lang, n=points))
        case "A1b":
            return text("rule.A1b", lang, points=text("count.points", lang, n=points))
        case "A3":
            return text("rule.A3", lang)
        case "A4":
            return text("rule.A4", lang)
        case "A7":
            return text("rule.A7", lang)
        case "categories.csv":
            return text("rule.categories.csv", lang)
    return text("rule.other", lang, rule=rule)
