"""Rounds of bouts that do not name theirs, inferred from who meets whom."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from analytics.brackets.rows import Bout, StillOpen

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
_THREE = 3


def named(rank: int) -> str:
    """The ordinary round of a rank; those before the round of 256 keep its name."""
    return _MAIN[min(rank, len(_MAIN)) - 1]


def with_rounds(bouts: Sequence[Bout], registered: int) -> tuple[Bout, ...]:
    """The bouts, each with a round; `registered` = athletes expected in the bracket, those out before it apart."""
    if all(b.round is not None for b in bouts):
        return tuple(bouts)
    known = {b: RANKS[b.round] for b in bouts if b.round is not None and b.round in RANKS}
    if known:
        return _beside_named(bouts, known)
    return _from_nothing(bouts, registered)


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

    def size(self, root: Bout) -> int:
        """Athletes whose way leads to this bout."""
        return len({key for bout in self.under(root) for key in bout.athletes})

    def under(self, root: Bout) -> list[Bout]:
        """A bout and all that led to it."""
        found, waiting = [], [root]
        while waiting:
            bout = waiting.pop()
            if bout not in found:
                found.append(bout)
                waiting += [earlier for earlier in self.previous[bout] if self.next.get(earlier) is bout]
        return found

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


def _beside_named(bouts: Sequence[Bout], known: dict[Bout, int]) -> tuple[Bout, ...]:
    """Blank ones take the rank beside a named neighbour; one with no such neighbour is of an early round."""
    tree = Tree(bouts)
    ranks = dict(known)
    changed = True
    while changed:
        changed = False
        for bout in tree.bouts:
            if bout.round is not None or bout in ranks:
                continue
            after = tree.next.get(bout)
            if after in ranks:
                ranks[bout] = ranks[after] + 1
            elif earlier := [ranks[b] for b in tree.previous[bout] if b in ranks and tree.next.get(b) is bout]:
                ranks[bout] = max(1, min(earlier) - 1)
            changed = changed or bout in ranks
    early = max(ranks.values(), default=1) + 1
    return tuple(b if b.round is not None else replace(b, round=named(ranks.get(b, early))) for b in bouts)


def _from_nothing(bouts: Sequence[Bout], registered: int) -> tuple[Bout, ...]:
    main, special = _split(bouts)
    ranks = _main_ranks(Tree(main), registered)
    rounds = {bout: named(rank) for bout, rank in ranks.items()}
    rounds |= _special_rounds(special, has_final="final" in rounds.values())
    return tuple(b if b.round is not None else replace(b, round=rounds.get(b, "round-of-256")) for b in bouts)


def _split(bouts: Sequence[Bout]) -> tuple[list[Bout], list[Bout]]:
    """The bracket itself, and bouts between two who were both out already (new final, special semifinals)."""
    ordered = _in_order(tuple(bouts))
    if len({key for b in bouts for key in b.athletes}) <= _THREE:
        return list(ordered), []
    out: set[str] = set()
    main: list[Bout] = []
    special: list[Bout] = []
    for bout in ordered:
        both_out = len(bout.athletes) > 1 and set(bout.athletes) <= out
        (special if both_out else main).append(bout)
        out |= {key for key in bout.athletes if bout.loses(key) or (bout.winner is None and bout.fought)}
    return main, special


def _main_ranks(tree: Tree, registered: int) -> dict[Bout, int]:
    roots = tree.roots()
    athletes = {key for bout in tree.bouts for key in bout.athletes}
    if len(athletes) == _THREE:
        return _three_ranks(tree)
    halves = [root for root in roots if root.victor is None]
    if len(roots) == 1:
        if registered == _THREE:  # the third athlete has not fought yet, or has nobody left to meet (M22)
            return {roots[0]: 2}
        # Half a bracket, or less, ends in one bout too.
        if len(athletes) <= (registered + 1) // 2:
            raise StillOpen(None, "in_progress", _progress(len(tree.bouts)))
        return tree.ranks(roots[0], 1)
    if len(roots) == 2 and halves:
        first, second = sorted(roots, key=tree.size)
        if tree.size(second) - tree.size(first) <= 1:  # two sides of one bracket: one semifinal has no winner
            return tree.ranks(first, 2) | tree.ranks(second, 2)
    winners = [root for root in roots if root.victor is not None]
    if len(winners) == 1 and halves:  # bouts without a winner below it: the next opponent had nobody to meet (M26)
        found = tree.ranks(winners[0], 1)
        low = max(found.values())
        for root in halves:
            found = tree.ranks(root, low) | found
        return found
    raise StillOpen(None, "in_progress", _progress(len(tree.bouts)))


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


def _special_rounds(special: list[Bout], has_final: bool) -> dict[Bout, str]:
    """One bout is the new final; after four disqualified semifinalists the last one is the final (M9, M10)."""
    if has_final:
        return dict.fromkeys(special, "new-final")
    rounds = dict.fromkeys(special, "special-semifinal")
    if len(special) > 2:
        rounds[special[-1]] = "final"
    return rounds


def _progress(bouts: int) -> str:
    return f"{bouts} {'bout is' if bouts == 1 else 'bouts are'} recorded, and no final among them yet."
