"""Rounds of bouts that do not name theirs, inferred from who meets whom."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from analytics.brackets import shapes
from analytics.brackets.rows import Bout, NeedsRuling, StillOpen

# The last round is 1; a bout's winner goes from rank n to rank n - 1.
RANKS: Mapping[str, int] = {
    "final": 1,
    "new-final": 1,
    "semifinal": 2,
    "special-semifinal": 2,
    "quarterfinal": 3,
    "round-of-16": 4,
    "round-of-32": 5,
    "round-of-64": 6,
    "round-of-128": 7,
    "round-of-256": 8,
}
_MAIN = (
    "final",
    "semifinal",
    "quarterfinal",
    "round-of-16",
    "round-of-32",
    "round-of-64",
    "round-of-128",
    "round-of-256",
)
_SPECIAL = frozenset({"new-final", "special-semifinal"})
_THREE = 3


def named(rank: int) -> str:
    """The ordinary round of a rank; those before the round of 256 keep its name."""
    return _MAIN[min(rank, len(_MAIN)) - 1]


def with_rounds(
    bouts: Sequence[Bout], registered: int, byes: Sequence[Bout] = (), listed: int = 0
) -> tuple[tuple[Bout, ...], ...]:
    """The bouts, each with a round, in every way they can be read; exactly one where all rounds are named.

    `registered` = athletes expected in the bracket, those out before it apart; `listed` = with them. A bye before a
    bout of the athlete stands for a round of its own.
    """
    if all(b.round is not None for b in bouts):
        return (tuple(bouts),)
    if any(b.round is not None for b in bouts):
        byes = [bye for bye in byes if bye.round is None or bye.round in RANKS]
    else:
        byes = [bye for bye in byes if bye.round is None]
    main, special = _split([*bouts, *(bye for bye in byes if _leads_on(bye, bouts))])
    last = [bye for bye in byes if not _leads_on(bye, bouts)]
    known = {b: RANKS[b.round] for b in main if b.round is not None}
    fighters = len({key for b in bouts for key in b.athletes})
    few = fighters <= _THREE and (registered <= _THREE or _fights_after_losing(sorted(bouts, key=lambda b: b.number)))
    if any(rank == 1 for rank in known.values()):
        registered = min(registered, max(fighters, _THREE)) if few else registered
    if known and not few:
        found = _beside_named(main, known, max(registered, listed), last)
    else:
        found = _main_ranks(Tree(main), registered, listed, last)
    return tuple(_told(bouts, ranks, special) for ranks in found)


def _told(bouts: Sequence[Bout], ranks: Mapping[Bout, int], special: Sequence[Bout]) -> tuple[Bout, ...]:
    rounds = {bout: named(rank) for bout, rank in ranks.items()}
    has_final = any(rank == 1 for bout, rank in ranks.items() if len(bout.athletes) > 1)
    rounds |= _special_rounds(special, has_final=has_final)
    return tuple(b if b.round is not None else replace(b, round=rounds.get(b, _MAIN[-1])) for b in bouts)


def _leads_on(bye: Bout, bouts: Sequence[Bout]) -> bool:
    """Whether the bye stands before a bout of the athlete; what stands after all of them is no round of the bracket."""
    return any(bye.number < b.number for b in bouts if bye.athletes[0] in b.athletes)


class Tree:
    """Who meets whom, bout by bout: the next bout of each winner, and the bouts each side came from."""

    def __init__(self, bouts: Iterable[Bout]) -> None:
        self.bouts = _in_order(tuple(bouts))
        self.next: dict[Bout, Bout] = {}
        self.previous: dict[Bout, list[Bout]] = defaultdict(list)
        last: dict[str, Bout] = {}
        for bout in self.bouts:
            for key in bout.athletes:
                if key in last:
                    self.previous[bout].append(last[key])
                    if last[key].victor == key:
                        self.next[last[key]] = bout
                last[key] = bout

    def roots(self) -> list[Bout]:
        """Bouts whose winner meets nobody afterwards."""
        return [bout for bout in self.bouts if bout not in self.next]

    def level(self, root: Bout) -> int:
        """Rounds up to this bout, byes on record included; 1 = nobody in it had fought before."""
        return 1 + max((self.level(b) for b in self.previous[root] if self.next.get(b) is root), default=0)

    def ranks(self, root: Bout, rank: int) -> dict[Bout, int]:
        """Ranks from a bout of known rank downwards."""
        found, waiting = {root: rank}, [root]
        while waiting:
            bout = waiting.pop()
            for earlier in self.previous[bout]:
                if earlier not in found:
                    found[earlier] = found[bout] + 1
                    waiting.append(earlier)
        return found


def _in_order(bouts: tuple[Bout, ...]) -> tuple[Bout, ...]:
    """By number; where that lets somebody fight after his defeat (rows out of order), by how far each side had come."""
    by_number = tuple(sorted(bouts, key=lambda b: b.number))
    if len({key for b in bouts for key in b.athletes}) <= _THREE or not _fights_after_losing(by_number):
        return by_number
    wins: dict[str, int] = defaultdict(int)
    for bout in bouts:
        if bout.victor is not None:
            wins[bout.victor] += 1
    depth = {b: (min(wins[k] for k in b.athletes), max(wins[k] for k in b.athletes)) for b in bouts if b.athletes}
    by_depth = tuple(sorted(bouts, key=lambda b: (depth.get(b, (0, 0)), b.number)))
    return by_number if _fights_after_losing(by_depth) else by_depth


def _fights_after_losing(bouts: Iterable[Bout]) -> bool:
    out: set[str] = set()
    for bout in bouts:
        if out & set(bout.athletes):
            return True
        out |= {key for key in bout.athletes if bout.loses(key)}
    return False


def _beside_named(
    bouts: Sequence[Bout], named_ranks: Mapping[Bout, int], listed: int, last: Sequence[Bout]
) -> list[dict[Bout, int]]:
    """By the named bouts before and after; where the numbers are no order of time, by the named bouts of both sides."""
    tree = Tree(bouts)
    ranks = dict(named_ranks)
    if _in_time(bouts, named_ranks):
        if found := _shapes(tree, listed, named_ranks, last):
            return found
        _spread(tree, ranks)
    else:
        _by_sides(tree, ranks)
    if all(b in ranks for b in bouts):
        return [ranks]
    roots = tree.roots()
    whole = [tree.ranks(roots[0], 1)] if len(roots) == 1 else _shapes(tree, listed, named_ranks, last)
    return [found | ranks for found in whole or [{}]]


def _shapes(tree: Tree, listed: int, named_ranks: Mapping[Bout, int], last: Sequence[Bout]) -> list[dict[Bout, int]]:
    """Every reading of a bracket in which some bout left nobody; none where each has a winner.

    `last`: byes after all bouts of an athlete, each a round in which nobody was left to meet him (M16).
    """
    if not any(root.victor is None for root in tree.roots()):
        return []
    athletes = {key for bout in tree.bouts for key in bout.athletes}
    least = shapes.rounds_for(len(athletes))
    sizes = range(least, max(least, shapes.rounds_for(listed)) + 1)
    told = {bye: RANKS[bye.round] for bye in last if bye.round is not None}
    found = shapes.readings(Tree([*tree.bouts, *last]), sizes, {**named_ranks, **told}) if last else []
    return found or shapes.readings(tree, sizes, named_ranks)


def _in_time(bouts: Sequence[Bout], ranks: Mapping[Bout, int]) -> bool:
    """Whether by their numbers nobody fights after a defeat, and named rounds follow each other."""
    ordered = sorted(bouts, key=lambda b: b.number)
    return not _fights_after_losing(ordered) and _follow(ordered, ranks)


def _follow(ordered: Iterable[Bout], ranks: Mapping[Bout, int]) -> bool:
    last: dict[str, int] = {}
    for bout in ordered:
        for key in bout.athletes if bout in ranks else ():
            if last.get(key, len(RANKS)) <= ranks[bout]:
                return False
            last[key] = ranks[bout]
    return True


def _spread(tree: Tree, ranks: dict[Bout, int]) -> None:
    """A round after the win that led here, a round before the bout it leads to."""
    grown = True
    while grown:
        grown = False
        for bout in (b for b in tree.bouts if b not in ranks):
            after = tree.next.get(bout)
            earlier = [ranks[b] for b in tree.previous[bout] if b in ranks and tree.next.get(b) is bout]
            if after in ranks or earlier:
                ranks[bout] = ranks[after] + 1 if after in ranks else max(1, min(earlier) - 1)
                grown = True


def _by_sides(tree: Tree, ranks: dict[Bout, int]) -> None:
    """Later than the named wins of its loser, earlier than the named bouts of its winner."""
    blank = [b for b in tree.bouts if b not in ranks]
    for bout in blank:
        losers = [key for key in bout.athletes if key != bout.victor]
        if won := [rank for b, rank in ranks.items() if b.victor in losers]:
            ranks[bout] = max(1, min(won) - 1)
    for key in sorted({b.victor for b in blank if b.victor is not None and b not in ranks}):
        earliest = max((rank for b, rank in ranks.items() if key in b.athletes), default=0)
        own = [b for b in blank if b.victor == key and b not in ranks] if earliest else []
        ranks |= {bout: earliest + n for n, bout in enumerate(reversed(own), start=1)}
    for bout in reversed(tree.bouts):
        after = tree.next.get(bout)
        if bout not in ranks and after in ranks:
            ranks[bout] = ranks[after] + 1


def _split(bouts: Sequence[Bout]) -> tuple[list[Bout], list[Bout]]:
    """The bracket itself, and bouts between two who were both out already (new final, special semifinals)."""
    ordered = _in_order(tuple(bouts))
    if len({key for b in bouts for key in b.athletes}) <= _THREE:
        return list(ordered), []
    in_time = _follow(ordered, {b: RANKS[b.round] for b in ordered if b.round is not None and b.round not in _SPECIAL})
    out: set[str] = set()
    main: list[Bout] = []
    special: list[Bout] = []
    for bout in ordered:
        both_out = in_time and len(bout.athletes) > 1 and set(bout.athletes) <= out
        (special if both_out or bout.round in _SPECIAL else main).append(bout)
        out |= {key for key in bout.athletes if bout.loses(key) or (bout.winner is None and bout.fought)}
    return main, special


def _main_ranks(tree: Tree, registered: int, listed: int, last: Sequence[Bout]) -> list[dict[Bout, int]]:
    """Ranks of a bracket that is done; StillOpen where somebody registered has not fought, or several are unbeaten."""
    athletes = {key for bout in tree.bouts for key in bout.athletes}
    roots = tree.roots()
    if registered == _THREE > len(athletes):  # the third athlete has not fought yet, or has nobody left to meet (M22)
        return [dict.fromkeys(roots, 2)]
    if registered > len(athletes):
        waiting = registered - len(athletes)
        raise StillOpen(
            None, "in_progress", f"{waiting} of {registered} athletes registered have no bout on record yet."
        )
    if len(athletes) == _THREE:
        return [_three_ranks(tree)]
    if len(roots) == 1:
        return [tree.ranks(roots[0], 1)]
    if sum(root.victor is not None for root in roots) > 1:
        raise StillOpen(None, "in_progress", f"{len(tree.bouts)} bouts are recorded, and no final among them yet.")
    found = _shapes(tree, max(registered, listed), {}, last)
    if not found:
        reason = "No round is named, and the bouts fit no bracket in which those without a winner left nobody."
        raise NeedsRuling(None, "rounds_unreadable", reason)
    return found


def _three_ranks(tree: Tree) -> dict[Bout, int]:
    """Three athletes: the bout that both others lead to is the final; a lone bout is the first of them."""
    last = tree.bouts[-1]
    in_semifinals = dict.fromkeys(tree.bouts, 2)
    came = [bout for bout in tree.previous[last] if bout is not last]
    decided = len(tree.bouts) == _THREE or (len(tree.bouts) == 2 and bool(came) and not _second_chance(came[0], last))
    return in_semifinals | {last: 1} if decided else in_semifinals


def _second_chance(first: Bout, second: Bout) -> bool:
    """Whether the second bout is the loser of the first against the third athlete (M4)."""
    return first.beaten in second.athletes and first.victor not in second.athletes


def _special_rounds(special: Sequence[Bout], has_final: bool) -> dict[Bout, str]:
    """One bout is the new final; after four disqualified semifinalists the last one is the final (M9, M10)."""
    if has_final:
        return dict.fromkeys(special, "new-final")
    rounds = dict.fromkeys(special, "special-semifinal")
    if len(special) > 2:
        rounds[special[-1]] = "final"
    return rounds
