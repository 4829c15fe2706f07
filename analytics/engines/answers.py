"""What a build writes: one folder of Parquet per answer, the same columns, types and rows whoever computes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from analytics import relations
from analytics.engines import facts

FINDING, BOUTS, WORDS = "finding", "method_bout", "method_word"
NAMES = (*relations.ANSWERS, FINDING, BOUTS, WORDS)
NEEDS_RULING = "select count(*) from category_result where state = 'needs_ruling'"


def columns(name: str) -> Mapping[str, str]:
    """Column -> DuckDB type, as the store keeps the answer."""
    return facts.columns(name)


def finding_relations() -> Sequence[str]:
    """The relations whose rows are findings."""
    return [name for name in relations.order() if name.endswith("_finding")]


def finding(name: str) -> str:
    """SELECT of the findings of one such relation, with the load they belong to."""
    listed = ", ".join("v.load_id" if column == "load_id" else f'f."{column}"' for column in columns(FINDING))
    return f"select {listed} from {name} as f join in_version as v on v.version_id = f.version_id"


def whole(name: str, source: str) -> str:
    """SELECT of an answer with its columns in their types and order."""
    return (
        "select "
        + ", ".join(f'cast("{c}" as {kind}) as "{c}"' for c, kind in columns(name).items())
        + f" from {source}"
    )
