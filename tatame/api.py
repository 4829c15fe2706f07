"""Tatame from Python: `with tatame.open("events.duckdb") as store: store.standings("worlds-2024", "adult-male")`.

Answers are plain dictionaries, of the shapes that the program prints as JSON; `frame(answer)` makes a DataFrame.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from tatame.bouts import BoutAnswers
from tatame.methods import MethodAnswers

# The names of types only: `import tatame` must not cost what pandas and DuckDB cost.
if TYPE_CHECKING:
    import pandas as pd

    from etl.pipeline import IngestReport, Progress
    from publishing.privacy import Level

Answer = dict[str, Any]
Place = str | os.PathLike[str]


class Tatame(BoutAnswers, MethodAnswers):
    """A store opened for reading; it follows the file when a load replaces it, and never creates or changes one."""

    def __init__(self, store: Place) -> None:
        from analytics.store import Store

        self._store = Store.open(Path(store))

    def close(self) -> None:
        """Gives the file back."""
        self._store.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def events(self) -> Answer:
        """What is in the store, with version, status and source."""
        from publishing import answers

        return answers.events(self._store)

    def findings(self, event: str | None = None, *, privacy: str | None = None) -> Answer:
        """Rejected rows and warnings, of one event or all."""
        from publishing import answers

        return answers.findings(self._store, event, _level(privacy))

    def finding_counts(self, event: str | None = None) -> Answer:
        """How many findings of each code every file has, of one event or all."""
        from publishing import coverage_answer

        return coverage_answer.finding_counts(self._store, event)

    def coverage(self, event: str | None = None) -> Answer:
        """Of how many entries, places and bouts each source knows academy, method, technique, time and score."""
        from publishing import coverage_answer

        return coverage_answer.coverage(self._store, event)

    def placements(
        self,
        event: str | None = None,
        *,
        as_of: datetime | None = None,
        ruleset: str | None = None,
        privacy: str | None = None,
    ) -> Answer:
        """Places by category with the rule that gave each, and the categories not settled.

        Without `privacy` vacant places too, and who can hold none, whom no official record names (M17, M18).
        """
        from publishing import answers

        found = answers.placements(self._store, event, as_of, ruleset, _level(privacy))
        return found if privacy is not None else found | answers.unplaced(self._store, event, as_of, ruleset)

    def medals(self, event: str | None = None, *, as_of: datetime | None = None, ruleset: str | None = None) -> Answer:
        """The medal table: all medals, and those that gave points (A6)."""
        from publishing import answers

        return answers.medals(self._store, event, as_of, ruleset)

    def standings(
        self,
        event: str | None = None,
        award: str | None = None,
        *,
        as_of: datetime | None = None,
        ruleset: str | None = None,
        by: str = "academy",
    ) -> Answer | list[Answer]:
        """An award's academies in order, with the reason for every neighbouring pair; without an award, every award.

        `by` = academy or association (the ledger's; an academy without one stands for itself).
        """
        from publishing import answers

        return answers.standings(self._store, event, award, as_of, ruleset, by)

    def explain(
        self,
        event: str | None,
        award: str,
        academy: str,
        against: str | None = None,
        *,
        as_of: datetime | None = None,
        ruleset: str | None = None,
        privacy: str | None = None,
    ) -> Answer:
        """Every place behind an academy's points; against another, where the gap is and what would have closed it."""
        from publishing import answers

        return answers.explanation(self._store, event, award, academy, against, as_of, ruleset, _level(privacy))

    def compare(
        self,
        event: str | None = None,
        award: str | None = None,
        *,
        listed: Place | None = None,
        as_of: datetime | None = None,
        privacy: str | None = None,
    ) -> Answer | list[Answer]:
        """An award against its published ranking, row by row; without an award, every award.

        `listed`: a file with a pasted ranking, text or CSV, to check instead: a list, one answer per award in it.
        """
        from publishing import answers

        if listed is not None:
            from etl import pasted_list

            pasted = pasted_list.read(Path(listed))
            return answers.list_comparison(self._store, pasted, event, award, as_of, _level(privacy))
        return answers.comparison(self._store, event, award, as_of, _level(privacy))

    def diff(
        self,
        event: str | None,
        award: str | None,
        other: str,
        *,
        as_of: datetime | None = None,
        ruleset: str | None = None,
        privacy: str | None = None,
    ) -> Answer | list[Answer]:
        """Who would stand elsewhere under the rule set `other`, and why; nothing stored changes."""
        from publishing import answers

        return answers.difference(self._store, event, award, other, as_of, ruleset, _level(privacy))

    def season(
        self,
        scheme: str,
        season: int | None = None,
        *,
        by: str | None = None,
        as_of: datetime | None = None,
        privacy: str | None = None,
    ) -> Answer:
        """Athletes or academies over several events by a scheme, every total with its lines; docs/seasons.md."""
        from publishing import season_answer

        return season_answer.season(self._store, scheme, season, by, _level(privacy), as_of)

    def history(self, event: str | None = None, *, privacy: str | None = None) -> Answer:
        """The versions of an event, and what each changed against the one before."""
        from publishing import answers

        return answers.history(self._store, event, _level(privacy))

    def sql(self, query: str, *, timeout: float = 60.0, limit: int = 100_000) -> Answer:
        """One SELECT on the store, read-only, stopped after `timeout` seconds; see the data dictionary."""
        from analytics import statement
        from publishing.shapes import plain_or_text

        found = statement.run(self._store.path, query, timeout, limit)
        rows = [[plain_or_text(value) for value in row] for row in found.rows]
        return {"columns": found.columns, "rows": rows, "more": found.more}


def _level(name: str | None) -> Level:
    """A level of privacy by its name (full, initials, academy, suppressed); None = every name, as for the operator."""
    from publishing import privacy

    return privacy.named(name)


def open(store: Place) -> Tatame:
    """Opens a store for reading; `tatame.UserError` says what stands in the way."""
    return Tatame(store)


def ingest(store: Place, *paths: Place, progress: Progress | None = None, **options: Any) -> IngestReport:
    """Loads bundles or result files into a store, all or none; options as of `etl.extract.EventOptions`."""
    from analytics import relations
    from etl import pipeline
    from etl.extract import EventOptions

    given = [Path(path) for path in paths]
    return pipeline.ingest(Path(store), given, EventOptions(**options), relations.build, progress)


def frame(answer: Answer | Sequence[Answer]) -> pd.DataFrame:
    """The flat rows of an answer, as in CSV; whole numbers stay whole where some are not known."""
    import pandas as pd

    from publishing import method_answer, rows

    if isinstance(answer, dict) and "more" in answer:  # of `sql`: rows as they are
        return pd.DataFrame(answer["rows"], columns=answer["columns"]).convert_dtypes()
    methods = isinstance(answer, dict) and "base" in answer
    columns, found = method_answer.rows(answer) if methods else rows.of(answer)  # type: ignore[arg-type]
    cells = [[row.get(column) for column in columns] for row in found]
    return pd.DataFrame(cells, columns=list(columns)).convert_dtypes()
