"""What may be said of a share, a difference or a trend, and what may not: the judgement is made in analytics."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from analytics.method_contrasts import SURE
from publishing.wording.catalogue import DEFAULT, term, text
from publishing.wording.locales import number

Row = Mapping[str, Any]
_TINY = 0.001
_KINDS = ("decision", "technique", "family")


def method_name(method: str, lang: str = DEFAULT) -> str:
    """A decision, family or technique in words."""
    for kind in _KINDS:
        if (named := term(kind, method, lang)) != method:
            return named
    return method.replace("_", " ")


def percent(share: float | None, lang: str = DEFAULT) -> str:
    """`39.1 %`; of what is not known a word."""
    return (
        text("method.no_share", lang)
        if share is None
        else text("method.percent", lang, share=number(100 * share, lang, 1))
    )


def points(share: float, lang: str = DEFAULT) -> str:
    """A difference in percentage points, with its sign."""
    return number(100 * share, lang, 1, sign=True)


def p_value(p: float, lang: str = DEFAULT) -> str:
    """`p = 0.03`, and no more zeros than anybody reads."""
    return f"p < {number(_TINY, lang)}" if p < _TINY else f"p = {number(float(f'{p:.2g}'), lang)}"


def of_shares(answer: Mapping[str, Any], lang: str = DEFAULT, intervals: str = "method.intervals") -> list[str]:
    """What the shares are of, what is not known, and how the intervals are to be read.

    `intervals`: the key of the sentence that names them as the columns beside it do.
    """
    said = [of_part(answer["part"], lang)] if partial(answer) else []
    bouts = sum(group["bouts"] for group in answer["groups"])
    unknown = sum(group["unknown"] for group in answer["groups"])
    if answer["base"] == "bouts":
        said.append(text("method.base_bouts", lang, n=bouts - unknown, bouts=bouts, unknown=unknown))
    else:
        said.append(text("method.base_submissions", lang, n=bouts - unknown, bouts=bouts, unknown=unknown))
    said.append(text(intervals, lang))
    if {"academy", "athlete", "outcome"} & {*answer["by"], *answer["where"]}:
        said.append(text("method.sides", lang))
    return [*said, *of_independence(answer["cluster"], answer["data"]["events"], lang)]


def partial(answer: Mapping[str, Any]) -> bool:
    """Whether it has some groups of the answer to its question, not all."""
    part = answer.get("part")
    return part is not None and (part["after"] is not None or part["next"] is not None)


def of_part(part: Mapping[str, Any], lang: str = DEFAULT) -> str:
    """Which groups are shown, of how many where that is known, and whether there are more."""
    n = part["groups"]
    if part["after"] is not None:
        return text("method.part_later" if part["next"] is not None else "method.part_last", lang, n=n)
    if part["groups_in_all"] is not None:
        return text("method.part_of", lang, n=n, of=part["groups_in_all"])
    return text("method.part_more", lang, n=n)


def of_independence(cluster: str | None, events: int, lang: str = DEFAULT) -> list[str]:
    """Whether bouts were taken as independent, which those of one athlete or event are not quite."""
    match cluster:
        case "event":
            return [text("method.by_event", lang)]
        case "bootstrap":
            return [text("method.by_draws", lang)]
        case "athlete":
            return [text("method.by_athlete", lang)]
    return [text("method.independent", lang) if events > 1 else text("method.independent_one", lang)]


def of_comparison(row: Row, answer: Mapping[str, Any], many: int, lang: str = DEFAULT) -> str:
    """One sentence, and a second where the bouts without a known method could turn it."""
    a = answer["a"] or ", ".join(str(row[name]) for name in answer["by"])
    b = answer["b"] or text("method.others", lang)
    head = text(
        "method.pair",
        lang,
        method=method_name(row["method"], lang),
        a=a,
        share_a=percent(row["share_a"], lang),
        n_a=row["n_a"],
        b=b,
        share_b=percent(row["share_b"], lang),
        n_b=row["n_b"],
    )
    silent = _silent(row, answer["cluster"])
    said = f"{head} {text(silent, lang) if silent else _conclusion(row, many, lang)}"
    if row["unknown_matters"] and not silent:
        unknown = row["bouts_a"] - row["n_a"] + row["bouts_b"] - row["n_b"]
        said = f"{said} {text('method.unknown_matters', lang, n=unknown)}"
    return said


def _silent(row: Row, cluster: str | None) -> str | None:
    """The key of a verdict that has no interval to tell."""
    match row["verdict"]:
        case "none":
            return "method.none"
        case "few_events":
            return "method.few_athletes" if cluster == "athlete" else "method.few_events"
    return None


def _conclusion(row: Row, many: int, lang: str) -> str:
    bounds = {"low": points(row["low"], lang), "high": points(row["high"], lang)}
    overlap = row["low_a"] <= row["high_b"] and row["low_b"] <= row["high_a"]
    match row["verdict"]:
        case "differ":
            return text(
                "method.differ",
                lang,
                difference=points(row["difference"], lang),
                p=p_value(row["p_holm"], lang),
                **bounds,
            )
        case "chance":
            return text("method.chance", lang, p=p_value(row["p"], lang), many=many, **bounds)
        case "alike":
            return text("method.alike", lang, **bounds)
    fewest = min(row["n_a"], row["n_b"])
    if overlap:
        return text("method.too_few_overlap", lang, n=fewest, **bounds)
    return text("method.too_few", lang, n=fewest, **bounds)


def of_slope(row: Row, lang: str = DEFAULT) -> str:
    """Whether a share rose or fell over the seasons; of one season nothing."""
    method = method_name(row["method"], lang)
    if row["slope"] is None:
        return text("method.one_season", lang, method=method)
    if row["p"] is None:
        return text("method.slope_untold", lang, method=method)
    values = {"method": method, "low": points(row["low"], lang), "high": points(row["high"], lang)}
    if row["p_holm"] < SURE:
        return text("method.slope", lang, slope=points(row["slope"], lang), p=p_value(row["p_holm"], lang), **values)
    return text("method.no_slope", lang, **values)


def of_trend(lang: str = DEFAULT) -> list[str]:
    """What is held fixed."""
    return [text("method.standardised", lang)]


def of_data(data: Mapping[str, Any], lang: str = DEFAULT) -> str:
    """Which data a figure or file rests on."""
    when = date.fromisoformat(data["recorded_at"][:10]) if data["recorded_at"] else "–"
    return text("method.data", lang, n=data["events"], when=when, fingerprint=data["fingerprint"])
