"""The order of weight classes and the place of a bare limit in it (B8; docs/decisions/weight-limits.md)."""

from __future__ import annotations

import csv
import re
from enum import StrEnum
from functools import cache

from rulebook import reference


class WeightClass(StrEnum):
    """Light to heavy (B8), then the open classes, which have no weight and stand outside the order."""

    ROOSTER = "rooster"
    LIGHT_FEATHER = "light-feather"
    FEATHER = "feather"
    LIGHT = "light"
    MIDDLE = "middle"
    MEDIUM_HEAVY = "medium-heavy"
    HEAVY = "heavy"
    SUPER_HEAVY = "super-heavy"
    ULTRA_HEAVY = "ultra-heavy"
    OPEN = "open"
    OPEN_LIGHT = "open-light"
    OPEN_HEAVY = "open-heavy"


_OPEN = frozenset({WeightClass.OPEN.value, WeightClass.OPEN_LIGHT.value, WeightClass.OPEN_HEAVY.value})
_ORDINALS = {w.value: n for n, w in enumerate(WeightClass, start=1) if w.value not in _OPEN}
_LIMIT = re.compile(r"\s*([-+\N{MINUS SIGN}\N{EN DASH}])\s*(\d{1,3}(?:[.,]\d+)?)\s*kg\s*", re.IGNORECASE)
_UNCHARTED = 100.0
# A limit `+… kg` ranked between these is above the last limit of a chart that has ultra heavy (M19): not the women's.
ABOVE_ALL_LIMITS = (float(_ORDINALS[WeightClass.SUPER_HEAVY.value]), _UNCHARTED)
_JUST_ABOVE = 0.00001


def is_open_class(weight: str | None) -> bool:
    """Tell whether it is the open class or one of its light and heavy halves."""
    return weight in _OPEN


def weight_limit_kg(weight: str | None) -> tuple[float, bool] | None:
    """`-76 kg` -> (76.0, False), `+100 kg` -> (100.0, True: above the limit); None for anything else."""
    found = _LIMIT.fullmatch(weight or "")
    return None if found is None else (float(found[2].replace(",", ".")), found[1] == "+")


@cache
def limits_kg(uniform: str, gender: str, ages: str) -> dict[str, float | None]:
    """Class -> inclusive limit, light to heavy, None = no limit; empty where weights.csv has no such chart."""
    with reference.path("weights.csv").open(encoding="utf-8", newline="") as lines:
        return {
            row["weight_class"]: float(row["limit_kg"]) if row["limit_kg"] else None
            for row in csv.DictReader(lines)
            if (row["uniform"], row["gender"], row["ages"]) == (uniform, gender, ages)
        }


def weight_rank(weight: str | None, gender: str | None, age: str | None, uniform: str | None) -> float | None:
    """Rank in B8's order: a named class 1 to 9, a limit between them by the chart; None for open classes and unknown.

    An unknown uniform is read by the gi chart. Without a chart (kids, mixed or unknown gender, unknown age) limits rank
    among themselves, as 100 + kg.
    """
    if weight in _ORDINALS:
        return float(_ORDINALS[weight])
    limit = weight_limit_kg(weight)
    if limit is None:
        return None
    chart = limits_kg("no-gi" if uniform == "no-gi" else "gi", gender or "", _chart_ages(age))
    kg, over = limit
    return _place(kg, chart) + (_JUST_ABOVE if over else 0.0)


def _chart_ages(age: str | None) -> str:
    group = (age or "").partition("-")[0]
    return {"adult": "adult-master", "master": "adult-master", "juvenile": "juvenile"}.get(group, "")


def _place(kg: float, chart: dict[str, float | None]) -> float:
    """Between the two limits around `kg`; above the last one the unlimited class's number and a thousandth per kg."""
    if not chart:
        return _UNCHARTED + kg
    below_kg, below = 0.0, 0.0
    for name, limit in chart.items():
        if limit is None:
            return _ORDINALS[name] + kg / 1000
        if kg <= limit:
            return below + (_ORDINALS[name] - below) * (kg - below_kg) / (limit - below_kg)
        below_kg, below = limit, float(_ORDINALS[name])
    raise AssertionError("weights.csv: a chart without an unlimited last class")
