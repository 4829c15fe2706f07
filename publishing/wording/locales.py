"""Numbers, days and times as a language writes them (CLDR, through babel)."""

from __future__ import annotations

from datetime import date, datetime
from decimal import Decimal
from functools import cache, lru_cache

_LOCALES = {"zh-TW": "zh_Hant_TW"}  # the others are named as CLDR names them; pt is Brazil's there
_GROUPED_FROM = 1000  # below it every language here writes the same digits, and babel need not be loaded


def locale(lang: str) -> str:
    """The CLDR locale of a catalogue."""
    return _LOCALES.get(lang, lang)


def number(value: float | Decimal, lang: str, decimals: int | None = None, *, sign: bool = False) -> str:
    """`1.234,5` in Portuguese, `1,234.5` in Japanese; `decimals` None = those it has; `sign`: a plus as well."""
    if isinstance(value, int) and abs(value) < _GROUPED_FROM and decimals is None:
        return f"{value:+d}" if sign and value else str(value)
    # A float is taken as it is printed, not as it is stored: 0.1 has one decimal.
    exact = value if isinstance(value, int | Decimal) else Decimal(repr(float(value)))
    fraction = "." + "0" * decimals if decimals else "" if decimals == 0 else ".##########"
    pattern = f"#,##0{fraction}"
    return _written(exact, f"+{pattern};-{pattern}" if sign else pattern, locale(lang))


@lru_cache(maxsize=20_000)
def _written(value: int | Decimal, pattern: str, locale: str) -> str:
    """Kept: a table and its figure say the same shares, and shares of few bouts are the same ones again and again."""
    from babel.numbers import format_decimal

    return str(format_decimal(value, pattern, locale=locale))


@cache
def separators(lang: str) -> str:
    """Decimal sign and separator of thousands, as Plotly takes them."""
    from babel.numbers import get_decimal_symbol, get_group_symbol

    return f"{get_decimal_symbol(locale(lang))}{get_group_symbol(locale(lang))}"


def day(value: date, lang: str) -> str:
    """`2 de maio de 2026`, `2026年5月2日`."""
    from babel.dates import format_date

    return str(format_date(value, "long", locale=locale(lang)))


def moment(value: datetime, lang: str) -> str:
    """A day with hour and minute, UTC and said so: `2026年5月2日 09:05 UTC`, `May 2, 2026, 09:05 UTC`."""
    from babel.dates import format_time, get_datetime_format

    clock = format_time(value.time(), "HH:mm", locale=locale(lang))
    order = str(get_datetime_format("long", locale=locale(lang)))
    return f"{order.format(clock, day(value.date(), lang))} UTC"
