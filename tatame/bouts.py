"""The part of the Python interface that is about bouts: times, scores, records, ratings."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from analytics.store import Store

Answer = dict[str, Any]


class BoutAnswers:
    """What `Tatame` answers about bouts: one list of rows per table, `notes`, and the version of the data."""

    _store: Store

    def times(
        self,
        event: str | None = None,
        by: Sequence[str] = (),
        *,
        pool: bool = False,
        unconscious_submits: bool = False,
        cluster: str | None = None,
        as_of: datetime | None = None,
    ) -> Answer:
        """When bouts end, as competing risks: curves, hazards, medians, numbers at risk, one stratum per match time."""
        from publishing import bout_answer

        return bout_answer.time_to_end(
            self._store, event, by, pool=pool, unconscious_submits=unconscious_submits, cluster=cluster, as_of=as_of
        )

    def scores(
        self,
        event: str | None = None,
        by: Sequence[str] = (),
        *,
        ruleset: str | None = None,
        as_of: datetime | None = None,
    ) -> Answer:
        """What decided on score, margins, first scores, actions; boards checked; `ruleset`: under another ladder."""
        from publishing import bout_answer

        return bout_answer.score(self._store, event, by, ruleset=ruleset, as_of=as_of)

    def records(
        self,
        event: str | None = None,
        of: str = "academy",
        *,
        as_of: datetime | None = None,
        privacy: str | None = None,
    ) -> Answer:
        """Wins and losses by method, medals contested and not, opposition, rates raw and shrunk."""
        from publishing import bout_answer
        from publishing.privacy import named

        return bout_answer.record(self._store, event, of, as_of=as_of, privacy=named(privacy))

    def ratings(
        self, uniform: str | None = None, *, as_of: datetime | None = None, privacy: str | None = None
    ) -> Answer:
        """Athletes by strength, gi and no-gi apart, and how good the forecasts were."""
        from publishing import bout_answer
        from publishing.privacy import named

        return bout_answer.rating(self._store, uniform, as_of=as_of, privacy=named(privacy))
