"""How bouts are won where the answer is long: a part of its groups, or all of them one part after the other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from analytics import method_clusters, method_parts
from analytics.method_parts import PART, After
from publishing import method_answer
from publishing.privacy import Level, shown
from publishing.wording import method_sentences

if TYPE_CHECKING:
    from analytics.store import Store
    from publishing.method_answer import Asked
    from publishing.shapes import Answer

__all__ = ["AT_ONCE", "PART", "After", "parts", "shares", "together"]

AT_ONCE = 5_000  # groups, where all are wanted: what is held in memory at a time


def shares(store: Store, asked: Asked, limit: int | None = None, after: After | None = None) -> Answer:
    """All groups, or `limit` of them, or those that come after others; `part` then says which, and where to go on."""
    if limit is None and after is None:
        return method_answer.shares(store, asked)
    found = parts(store, asked, limit or AT_ONCE, after)
    return next(found) if limit is not None else together(list(found))


def parts(store: Store, asked: Asked, limit: int = AT_ONCE, after: After | None = None) -> Iterator[Answer]:
    """Answers of so many groups each until there is no more, one at least."""
    question = asked.question
    numbered = asked.privacy is not Level.OPERATOR and "academy" in question.by  # what is hidden stands in no place
    with store.cursor() as cur:
        robust = None if asked.cluster is None else method_clusters.bounds(cur, question, asked.cluster)
        head, of = method_answer.heading(cur, asked)
        for part in method_parts.parts(cur, question, limit, after, numbered=numbered):
            frame = part.frame if robust is None else method_clusters.beside(part.frame, question, robust)
            answer = {**head, "groups": method_answer.groups_of(frame, question) if part.groups else []}
            which = {"groups": part.groups, "groups_in_all": part.total, "after": after, "next": part.next}
            answer["notes"] = method_sentences.of_shares({**answer, "part": which})
            yield {**shown(cur, of, answer, asked.privacy), "part": which}
            after = part.next


def together(found: Sequence[Answer]) -> Answer:
    """Parts that follow on one another as one answer."""
    first, last = found[0], found[-1]
    groups = [group for each in found for group in each["groups"]]
    part = {**last["part"], "groups": len(groups), "after": first["part"]["after"]}
    answer = {**first, "groups": groups, "part": part}
    return {**answer, "notes": method_sentences.of_shares(answer)}
