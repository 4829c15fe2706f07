"""Which academies of a store may be one, for a person to decide: names alike, with the points each merge would move."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from rapidfuzz import fuzz, process

from rulebook.text import normal

if TYPE_CHECKING:
    import duckdb

LEAST = 85.0
_INITIALS = 88.0
_SAME_WORDS = 95.0
# Words that many names have and that tell no academy from another.
_GENERIC = frozenset(
    {
        "academia", "academy", "and", "art", "arte", "artes", "arts", "assoc", "associacao", "association", "bjj",
        "brazilian", "club", "clube", "da", "de", "do", "equipe", "fight", "fighting", "grappling", "gym", "jiujitsu",
        "martial", "mma", "of", "school", "team", "the",
    }
)  # fmt: skip
_JIU_JITSU = re.compile(r"\bjiu ?jitsu\b|\bj j\b|\bjj\b")
_NO_WORD = re.compile(r"[\W_]+")
_BLOCK = 3  # letters at either end of a name that put two names into one block
_REST = 80.0  # what two names do not share must be alike by itself
_FEW = 3  # letters that initials, or a name without its generic words, need to mean anything


@dataclass(frozen=True)
class Move:
    """Points of the alias in an award of an event, which the merge would give to the academy (before A4)."""

    event: str
    award: str
    points: int


@dataclass(frozen=True)
class Suggestion:
    """Two academies that may be one; the one met less often as the alias. `score`: 0 to 100. `why`: what is alike."""

    alias: str
    academy: str
    score: float
    why: str
    times: tuple[int, int]
    moves: tuple[Move, ...]

    @property
    def points(self) -> int:
        """All points that would move."""
        return sum(move.points for move in self.moves)


@dataclass(frozen=True)
class Name:
    """An academy under its most frequent name in the store."""

    key: str
    academy: str
    times: int

    @cached_property
    def words(self) -> tuple[str, ...]:
        """Its words, normalised, jiu-jitsu as one."""
        return tuple(_NO_WORD.sub(" ", _JIU_JITSU.sub("jiujitsu", normal(self.academy))).split())

    @cached_property
    def core(self) -> tuple[str, ...]:
        """Its words but the generic ones; all of them where little is left."""
        core = tuple(word for word in self.words if word not in _GENERIC)
        return core if len("".join(core)) >= _FEW else self.words

    @cached_property
    def plain(self) -> str:
        """The core as one text."""
        return "".join(self.core)

    @cached_property
    def initials(self) -> str:
        """First letters of its words; empty where they are too few to mean anything."""
        found = "".join(word[0] for word in self.words)
        return found if len(found) >= _FEW else ""


def suggestions(cur: duckdb.DuckDBPyConnection, least: float = LEAST) -> list[Suggestion]:
    """Every pair at least so alike that nobody has decided on, the most points first."""
    names = [Name(*row) for row in cur.execute(_NAMES).fetchall()]
    decided = {frozenset(row) for row in cur.execute(_DECIDED).fetchall()}
    pairs = [pair for pair in _ordered(alike(names, least)) if frozenset((pair[0].key, pair[1].key)) not in decided]
    moves: dict[str, list[Move]] = defaultdict(list)
    for key, *move in cur.execute(_MOVES, [sorted({less.key for less, *_ in pairs})]).fetchall():
        moves[key].append(Move(*move))
    found = [
        Suggestion(less.academy, more.academy, score, why, (less.times, more.times), tuple(moves[less.key]))
        for less, more, score, why in pairs
    ]
    return sorted(found, key=lambda one: (-one.points, -one.score, one.academy, one.alias))


def _ordered(pairs: Iterable[tuple[Name, Name, float, str]]) -> Iterator[tuple[Name, Name, float, str]]:
    for one, other, score, why in pairs:
        less, more = sorted((one, other), key=lambda name: (name.times, name.key))
        yield less, more, score, why


def alike(names: Sequence[Name], least: float = LEAST) -> list[tuple[Name, Name, float, str]]:
    """Pairs of names at least so alike; only names in a common block are compared."""
    pairs: set[tuple[int, int]] = set()
    for block in _blocks(names).values():
        pairs.update(_close(names, block, least))
    judged = ((names[a], names[b], *_judged(names[a], names[b])) for a, b in sorted(pairs))
    return [(one, other, score, why) for one, other, score, why in judged if score >= least]


def _blocks(names: Sequence[Name]) -> Mapping[tuple[str, str], list[int]]:
    """Names that share a word of their core, the beginning or end of it, or initials."""
    blocks: dict[tuple[str, str], list[int]] = defaultdict(list)
    for number, name in enumerate(names):
        marks = {("word", word) for word in name.core}
        marks |= {("begins", name.plain[:_BLOCK]), ("ends", name.plain[-_BLOCK:])}
        marks |= {("initials", text) for text in (name.initials, "".join(name.words)) if text}
        for mark in marks:
            blocks[mark].append(number)
    return blocks


def _close(names: Sequence[Name], block: Sequence[int], least: float) -> Iterator[tuple[int, int]]:
    """Pairs of a block whose cores are alike as written, or with their words sorted; all of it in C."""
    if len(block) < 2:
        return
    for texts in (
        [names[number].plain for number in block],
        ["".join(sorted(names[number].core)) for number in block],
        [names[number].initials or names[number].plain for number in block],
    ):
        scores = process.cdist(texts, texts, scorer=fuzz.ratio, score_cutoff=least, dtype="uint8")
        for a, b in zip(*(side.tolist() for side in scores.nonzero()), strict=True):
            if a < b:
                yield block[a], block[b]


def _judged(one: Name, other: Name) -> tuple[float, str]:
    """How alike two names are, 0 where something says they are two: a number, or a word that only one has."""
    mine, its = set(one.core), set(other.core)
    if _numbers(one) != _numbers(other):
        return 0.0, ""
    if sorted(one.core) == sorted(other.core) or one.plain == other.plain:
        return _SAME_WORDS, "the same but for words such as team, academy or jiu-jitsu"
    if "".join(other.words) == one.initials or "".join(one.words) == other.initials:
        return _INITIALS, "initials"
    if mine < its or its < mine:  # a branch, a second team, a city: never the same on the name alone
        return 0.0, ""
    score = max(_ratio(one.core, other.core), _ratio(sorted(one.core), sorted(other.core)))
    if _ratio(sorted(mine - its), sorted(its - mine)) < _REST:  # Carlson Gracie, Relson Gracie
        return 0.0, ""
    return round(score, 1), "spelled nearly alike"


def _ratio(one: Iterable[str], other: Iterable[str]) -> float:
    return float(fuzz.ratio("".join(one), "".join(other)))


def _numbers(name: Name) -> list[str]:
    return sorted(re.findall(r"\d+", name.academy))


_NAMES = """
with shown as (
  select n.academy_key, n.academy, cast(sum(n.times) as bigint) as times
  from academy_name as n join current_version as v on v.version_id = n.version_id group by 1, 2
)
select academy_key, arg_max(academy, (times, academy)), cast(sum(times) as bigint) from shown group by 1 order by 1
"""
_DECIDED = "select alias_key, academy_key from academy_alias where undone_version_id is null"
_MOVES = """
select s.academy_key, v.event_id, s.award_id, s.points
from standing as s join current_version as v on v.version_id = s.version_id
where s.academy_key in (select unnest(?::varchar[]))
order by v.event_id, s.award_id, s.academy_key
"""
