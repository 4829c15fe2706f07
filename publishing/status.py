"""Whether results are provisional or official: decided from dates that people give, never from the clock."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime


@dataclass(frozen=True)
class Status:
    """`name` = provisional, official or unknown; `because` says by what: appeal_deadline, event, or nothing said."""

    name: str
    because: str | None
    appeal_deadline: date | None = None
    reckoned_on: date | None = None


def decide(event: str, deadline: date | None, published_on: date | None, cut_off: datetime | None) -> Status:
    """Provisional up to and on the day of the appeal deadline, official after it; without one, as the event says.

    The day asked about is the one given, otherwise the last on which something was recorded: a store that goes beyond
    the deadline proves that it is past, a store that does not proves nothing.
    """
    if deadline is None:
        return Status(event, None if event == "unknown" else "event")
    day = published_on or (None if cut_off is None else cut_off.date())
    past = day is not None and day > deadline
    return Status("official" if past else "provisional", "appeal_deadline", deadline, day)
