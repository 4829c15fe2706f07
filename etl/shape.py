"""A table of somebody else's layout as SQL: what each column of ours is in c0, c1, …, the cells of its headings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from etl.columns import CATEGORY, HAVE_CATEGORY, TABLES
from etl.errors import UnusableInput, suggestion
from etl.profile import EVENT_COLUMNS, Profile
from etl.readings import clean

_SIDES = (("winner", "red"), ("loser", "blue"))
_OF_A_SIDE = (("academy", "academy"), ("id", "athlete_id"), *((n, n) for n in ("points", "advantages", "penalties")))


def cells(profile: Profile, headings: Sequence[str]) -> dict[str, str]:
    """Column of the profile -> SQL; UnusableInput where a heading it names is not there."""
    found = {name: quoted(text) for name, text in profile.constants.items()}
    for name, named in profile.columns.items():
        found[name] = _cell(profile, name, [place(heading, headings, profile.name) for heading in named])
    return found


def place(heading: str, headings: Sequence[str], profile: str) -> str:
    """The cell of a heading; of two equal ones that of the first."""
    folded = [clean(one).casefold() for one in headings]
    if clean(heading).casefold() not in folded:
        known = suggestion(heading, [one for one in headings if one.strip()])
        raise UnusableInput(f"profile {profile}: the table has no column {heading!r}.{known}")
    return f"c{folded.index(clean(heading).casefold())}"


def _cell(profile: Profile, name: str, places: Sequence[str]) -> str:
    """The first of these cells that says something, in the words that the profile puts for the source's."""
    said = [_said(place, profile.nothing) for place in places]
    sql = said[0] if len(said) == 1 else f"coalesce({', '.join(said)})"
    swaps = profile.values.get(name)
    if not swaps:
        return sql
    cases = " ".join(f"WHEN {quoted(text)} THEN {quoted(value) if value else 'NULL'}" for text, value in swaps.items())
    return f"(CASE trim({sql}) {cases} ELSE {sql} END)"


def _said(place: str, nothing: Sequence[str]) -> str:
    if not nothing:
        return place
    return f"(CASE WHEN trim({place}) IN ({', '.join(map(quoted, nothing))}) THEN NULL ELSE {place} END)"


def columns(rows: str, found: Mapping[str, str]) -> dict[str, str]:
    """Column of the bundle's table -> SQL; what the table needs and the source lacks is not known."""
    own = {name: sql for name, sql in found.items() if name not in EVENT_COLUMNS}
    if rows == "bouts":
        own = _sides(own)
    needed = [column.name for column in TABLES[rows] if column.required]
    if rows in HAVE_CATEGORY and "category" not in own:
        needed += CATEGORY
    known = {column.name for column in TABLES[rows]} | {*CATEGORY, "category"}
    return {
        **{name: sql for name, sql in own.items() if name in known},
        **{name: "NULL::VARCHAR" for name in needed if name not in own},
    }


def _sides(own: Mapping[str, str]) -> dict[str, str]:
    """Winner and loser stand as red and blue, for no source says who wore what; a winner named is a side."""
    found = dict(own)
    if "red_athlete" in own:
        if "winner" in own:
            winner, red, blue = own["winner"], own["red_athlete"], own["blue_athlete"]
            found["winner"] = (
                f"(CASE WHEN trim({winner}) = trim({red}) THEN 'red' WHEN trim({winner}) = trim({blue}) THEN 'blue' "
                f"ELSE {winner} END)"
            )
        return found
    for name, side in _SIDES:
        found[f"{side}_athlete"] = own[name]
        for what, ours in _OF_A_SIDE:
            if f"{name}_{what}" in own:
                found[f"{side}_{ours}"] = found.pop(f"{name}_{what}")
    found.pop("loser")
    found["winner"] = f"(CASE WHEN {_is_blank(own['winner'])} THEN NULL ELSE 'red' END)"
    return found


def _is_blank(sql: str) -> str:
    return f"({sql} IS NULL OR ({sql} < '!' AND regexp_full_match({sql}, '\\s*')))"  # a blank comes before every sign


def quoted(text: str) -> str:
    """A text as SQL has it."""
    return "'" + text.replace("'", "''").replace("\0", "") + "'"
