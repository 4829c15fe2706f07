"""What must be unique in a store, and what must be there because something names it: the big tables have no index."""

from __future__ import annotations

from collections.abc import Mapping

# Table -> keys: each is a list of columns whose values together occur once.
KEYS: Mapping[str, tuple[tuple[str, ...], ...]] = {
    "source_load": (("load_id",),),
    "source_file": (("load_id", "file"),),
    "event_version": (("version_id",), ("event_id", "version")),
    "category": (("category_id",),),
    "award": (("load_id", "award_id"),),
    "academy_spelling": (("spelling",),),
    "correction": (("correction_id",),),
    "ruling": (("ruling_id", "place", "athlete_key"),),
    "draw": (("draw_id", "position"), ("draw_id", "academy_key")),
    "category_result": (("version_id", "category_id"),),
    "place": (("version_id", "category_id", "athlete_key"),),
    "computed_place": (("version_id", "category_id", "athlete_key"),),
    "award_chain": (("version_id", "award_id", "level_no"),),
    "standing": (("version_id", "award_id", "academy_key"), ("version_id", "award_id", "position")),
    "academy_name": (("version_id", "academy_key"),),
    "version_academy": (("version_id", "spelling"),),
    "academy_alias": (("alias_id",),),
    "athlete_alias": (("alias_id",),),
    "same_event": (("same_id",),),
    "opt_out": (("opt_out_id",),),
    "method_word": (("field", "code"), ("field", "word")),
    "method_version": (("version_id",), ("load_id",)),
    "athlete_name": (("spelling",),),
    "athlete_name_load": (("load_id",),),
    "athlete_stand_load": (("load_id",),),
    "protected_version": (("version_id",),),
    "academy_entry": (("version_id", "academy"),),
    "known_count": (("load_id", "thing"),),
    "place_number_version": (("version_id",),),
}

# (table, column, table that must have the value, column there); NULL names nothing.
REFERENCES: tuple[tuple[str, str, str, str], ...] = (
    ("source_file", "load_id", "source_load", "load_id"),
    ("event_version", "load_id", "source_load", "load_id"),
    ("category", "load_id", "source_load", "load_id"),
    ("scoring_action", "load_id", "source_load", "load_id"),
    ("award", "load_id", "source_load", "load_id"),
    ("official_standing", "load_id", "source_load", "load_id"),
    ("finding", "load_id", "source_load", "load_id"),
    ("finding", "version_id", "event_version", "version_id"),
    ("category_result", "version_id", "event_version", "version_id"),
    ("place", "version_id", "event_version", "version_id"),
    ("computed_place", "version_id", "event_version", "version_id"),
    ("award_chain", "version_id", "event_version", "version_id"),
    ("standing", "version_id", "event_version", "version_id"),
    ("standing", "draw_id", "draw", "draw_id"),
    ("academy_name", "version_id", "event_version", "version_id"),
    ("version_academy", "version_id", "event_version", "version_id"),
    ("version_academy", "spelling", "academy_spelling", "spelling"),
    ("method_version", "version_id", "event_version", "version_id"),
    ("method_bout", "load_id", "method_version", "load_id"),
    ("athlete_name_load", "load_id", "source_load", "load_id"),
    ("athlete_stand", "load_id", "athlete_stand_load", "load_id"),
    ("athlete_stand", "spelling", "athlete_name", "spelling"),
    ("protected_name", "version_id", "protected_version", "version_id"),
    ("protected_version", "version_id", "event_version", "version_id"),
    ("place_number", "version_id", "place_number_version", "version_id"),
    ("academy_entry", "version_id", "place_number_version", "version_id"),
    ("place_number_version", "version_id", "event_version", "version_id"),
    ("known_count", "load_id", "source_load", "load_id"),
)


def doubled(table: str, key: tuple[str, ...]) -> str:
    """SELECT of place and detail: one row per key that several rows share."""
    value = " || ', ' || ".join(f"'{column} ' || coalesce(cast({column} as varchar), 'NULL')" for column in key)
    return (
        f"select '{table}' as place, n || ' rows of ' || {value} as detail "
        f"from (select {', '.join(key)}, count(*) as n from {table} group by {', '.join(key)} having count(*) > 1) as d"
    )


def lost(table: str, column: str, other: str, named: str) -> str:
    """SELECT of place and detail: one row per value that is not there where it must be."""
    return (
        f"select '{table}' as place, n || ' rows name {column} ' || value || ', which {other} lacks' as detail "
        f"from (select {column} as value, count(*) as n from {table} where {column} is not null group by 1) as d "
        f"where value not in (select {named} from {other})"
    )
