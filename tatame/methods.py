"""The part of the Python interface that is about how bouts are won: shares, comparisons, trends."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from analytics.store import Store
    from publishing.method_answer import Asked
    from publishing.method_parts import After

Answer = dict[str, Any]


class MethodAnswers:
    """What `Tatame` answers about methods; `cluster`: event, athlete or bootstrap, whose bouts may go together."""

    _store: Store

    def methods(
        self,
        event: str | None = None,
        by: Sequence[str] = (),
        *,
        of: str = "decision",
        where: Mapping[str, str] | None = None,
        cluster: str | None = None,
        as_of: datetime | None = None,
        privacy: str | None = None,
        limit: int | None = None,
        after: After | None = None,
    ) -> Answer:
        """How bouts are won: groups of `by`, of bouts whose fields are as `where` says, each share with its bounds.

        All groups, or a part: `limit` of them, from the first on or those `after` what an earlier part calls `next`.
        The answer's `part` says how many groups it has, of how many (None: not counted), and what is next (None:
        nothing).
        """
        from publishing import method_parts

        asked = _asked(event, by, of, where, cluster, as_of, privacy)
        return method_parts.shares(self._store, asked, limit, after)

    def method_parts(
        self,
        event: str | None = None,
        by: Sequence[str] = (),
        *,
        of: str = "decision",
        where: Mapping[str, str] | None = None,
        cluster: str | None = None,
        as_of: datetime | None = None,
        privacy: str | None = None,
        limit: int | None = None,
        after: After | None = None,
    ) -> Iterator[Answer]:
        """All groups of `methods` as parts of `limit` groups, each made when it is asked for; `frame` makes its table.

        However long the answer, no more than a part is held in memory.
        """
        from publishing import method_parts

        asked = _asked(event, by, of, where, cluster, as_of, privacy)
        return method_parts.parts(self._store, asked, limit or method_parts.AT_ONCE, after)

    def compare_methods(
        self,
        a: str,
        b: str,
        *,
        by: Sequence[str],
        event: str | None = None,
        of: str = "decision",
        where: Mapping[str, str] | None = None,
        cluster: str | None = None,
        as_of: datetime | None = None,
        privacy: str | None = None,
    ) -> Answer:
        """Two groups of `by` (several values by commas) against each other, with what may be concluded."""
        from publishing import method_answer

        asked = _asked(event, by, of, where, cluster, as_of, privacy)
        return method_answer.comparison(self._store, asked, *([x.strip() for x in each.split(",")] for each in (a, b)))

    def compare_each_method(
        self,
        by: Sequence[str],
        *,
        event: str | None = None,
        of: str = "decision",
        where: Mapping[str, str] | None = None,
        cluster: str | None = None,
        as_of: datetime | None = None,
        privacy: str | None = None,
    ) -> Answer:
        """Each group of `by` against all the others, adjusted for how many comparisons that is."""
        from publishing import method_answer

        return method_answer.comparisons(self._store, _asked(event, by, of, where, cluster, as_of, privacy))

    def method_trend(
        self,
        *,
        event: str | None = None,
        of: str = "decision",
        where: Mapping[str, str] | None = None,
        cluster: str | None = None,
        as_of: datetime | None = None,
        privacy: str | None = None,
    ) -> Answer:
        """Season by season with the mix of belts and ages held fixed, and the change per year."""
        from publishing import method_answer

        return method_answer.trend(self._store, _asked(event, (), of, where, cluster, as_of, privacy))


def _asked(
    event: str | None,
    by: Sequence[str],
    of: str,
    where: Mapping[str, str] | None,
    cluster: str | None,
    as_of: datetime | None,
    privacy: str | None,
) -> Asked:
    from analytics.counting import Question
    from publishing.method_answer import Asked
    from publishing.privacy import named

    return Asked(Question(tuple(dict.fromkeys(by)), of, dict(where or {}), event, as_of), cluster, named(privacy))
