"""What may be said of times, scores, records and ratings, and what the figures do not hold."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from publishing.wording.catalogue import DEFAULT, term, text
from publishing.wording.locales import number

Answer = Mapping[str, Any]
_UNUSED = ("no_decision", "no_time", "no_limit", "beyond_limit")


def of_times(answer: Answer, lang: str = DEFAULT) -> list[str]:
    """Coverage, what censoring and pooling mean here, and that bouts are not independent."""
    rows = answer["coverage"]
    total, used = sum(row["bouts"] for row in rows), sum(row["used"] for row in rows)
    gone = {name: sum(row[name] for row in rows) for name in _UNUSED}
    said = [text("bouts.times_used", lang, n=total, used=used, **gone), text("bouts.censored", lang)]
    if any("+" in row["limits"] for row in rows):
        said.append(text("bouts.pooled", lang))
    if short := sum(row["short"] for row in rows):
        said.append(text("bouts.short", lang, n=short))
    if "loss_of_consciousness" not in answer["causes"]:
        said.append(text("bouts.unconscious_joined", lang))
    if answer["cluster"] is None:
        return [*said, text("bouts.dependent", lang)]
    return [*said, text("bouts.by_draws", lang)]


def of_scores(answer: Answer, lang: str = DEFAULT) -> list[str]:
    """Coverage of scores and actions, how the boards compare, and what a what-if is not."""
    rows = answer["coverage"]
    total = {name: sum(row[name] for row in rows) for name in ("bouts", "score_bouts", "no_decision", "with_actions")}
    n = total.pop("bouts")
    said = [text("bouts.scores_known", lang, n=n, **total)]
    boards = answer["boards"]
    if boards["with_actions"]:
        said.append(text("bouts.boards", lang, n=boards["compared"], agree=boards["agree"]))
    if answer["what_if"] is not None:
        said.append(what_if(answer["what_if"], lang))
    return [*said, text("bouts.dependent", lang)]


def what_if(found: Answer, lang: str = DEFAULT) -> str:
    """How many bouts would end otherwise, and of how many that cannot be told."""
    count = dict.fromkeys(("same", "other_decision", "other_winner", "cannot_tell"), 0)
    for row in found["counts"]:
        count[row["verdict"]] += row["n"]
    return text("bouts.what_if", lang, n=found["bouts"], ruleset=found["ruleset"], **count)


def of_records(answer: Answer, lang: str = DEFAULT) -> list[str]:
    """Which events the rates rest on, what shrinking does, who is left out."""
    coverage = answer["coverage"]
    said = [text("bouts.entries_known", lang, n=coverage["events"], known=coverage["with_entries"])]
    if any(prior is not None for prior in answer["priors"].values()):
        said.append(text("bouts.shrunk", lang))
    for rate, prior in answer["priors"].items():
        if prior is None:
            said.append(text("bouts.too_few_groups", lang, rate=rate_name(rate, lang)))
        elif prior["strength"] is None:
            said.append(text("bouts.no_difference", lang, rate=rate_name(rate, lang)))
    if coverage["unknown"]:
        said.append(text("bouts.sides_unknown", lang, n=coverage["unknown"]))
    if answer["of"] == "athlete" and coverage["under_18"]:
        said.append(text("bouts.records_under_18", lang, n=coverage["under_18"]))
    return [*said, text("bouts.dependent", lang)]


def rate_name(rate: str, lang: str = DEFAULT) -> str:
    """The words for a rate."""
    match rate:
        case "medals_per_entry":
            return text("bouts.medals_per_entry", lang)
        case "contested_per_entry":
            return text("bouts.contested_per_entry", lang)
        case "contested_per_bout":
            return text("bouts.contested_per_bout", lang)
    return text("bouts.wins_per_bout", lang)


def cause_name(cause: str, lang: str = DEFAULT) -> str:
    """The words for a way to end before the limit."""
    return text("bouts.any", lang) if cause == "any" else term("decision", cause, lang)


def of_ratings(answer: Answer, lang: str = DEFAULT) -> list[str]:
    """For each uniform what was rated, and whether the forecasts are better than saying one half."""
    said = []
    for row in answer["coverage"]:
        values = {name: row[name] for name in ("rated", "no_winner", "unknown", "under_18")}
        said.append(text("bouts.rated", lang, uniform=row["uniform"], n=row["bouts"], **values))
    said += [sentence for row in answer["scores"] if (sentence := calibration(row, answer["coin"]["brier"], lang))]
    if answer["unknown_uniform"]:
        said.append(text("bouts.uniform_unknown", lang, n=answer["unknown_uniform"]))
    return [*said, text("bouts.never_met", lang)]


def calibration(row: Answer, coin: float, lang: str = DEFAULT) -> str | None:
    """What the Brier score shows, no more than its interval allows; None without forecasts to speak of."""
    if row["brier_low"] is None:
        return None
    values = {
        "uniform": row["uniform"],
        "n": row["n"],
        **{k: number(row[k], lang, 3) for k in ("brier", "brier_low", "brier_high")},
    }
    if row["among"] == "known":
        values["among"] = text("bouts.among_known", lang)
    else:
        values["among"] = text("bouts.among_all", lang)
    if row["brier_high"] < coin:
        return text("bouts.better", lang, **values)
    if row["brier_low"] > coin:
        return text("bouts.worse", lang, **values)
    return text("bouts.no_better", lang, **values)
