"""Rounds of bouts that do not name theirs, inferred from who meets whom."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

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
_THREE = 3


def named(rank: int) -> str:
    """The ordinary round of a rank; those before the round of 256 keep its name."""
    return _MAIN[min(rank, len(_MAIN)) - 1]


def with_rounds(bouts: Sequence[Bout], registered: int, byes: Sequence[Bout] = ()) -> tuple[Bout, ...]:
    """The bouts, each with a round; `registered` = athletes expected in the bracket, those out before it apart.

    A bye before a bout of the athlete stands for a round of its own.
    """
    if all(b.round is not None for b in bouts):
        return tuple(bouts)
    way = [*bouts, *(bye for bye in byes if bye.round is None and _leads_on(bye, bouts))]
    known = {b: RANKS[b.round] for b in _before_the_table(bouts) if b.round is not None and b.round in RANKS}
    few = len({key for b in bouts for key in b.athletes}) <= _THREE
    if known and not few:
        ranks = _beside_named([b for b in way if b.round is None or b in known], known, registered)
    else:
        ranks = _from_nothing(way, registered)
    return tuple(b if b.round is not None else replace(b, round=ranks.get(b, _MAIN[-1])) for b in bouts)


def _before_the_table(bouts: Sequence[Bout]) -> list[Bout]:
    """The bracket itself, without bouts that the table orders after a disqualification."""
    special = {"new-final", "special-semifinal"}
    if any(b.round == "special-semifinal" for b in bouts):
        special.add("final")
    return [b for b in bouts if b.round not in special]


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


def _beside_named(bouts: Sequence[Bout], named_ranks: Mapping[Bout, int], registered: int) -> dict[Bout, str]:
    """By the named bouts before and after; where the numbers are no order of time, by the named bouts of both sides."""
    tree = Tree(bouts)
    ranks = dict(named_ranks)
    if _in_time(bouts, named_ranks):
        _spread(tree, ranks)
    else:
        _by_sides(tree, ranks)
    if any(b not in ranks for b in bouts):
        ranks = _whole(tree, registered) | ranks
    return {bout: named(rank) for bout, rank in ranks.items()}


def _in_time(bouts: Sequence[Bout], ranks: Mapping[Bout, int]) -> bool:
    """Whether by their numbers nobody fights after a defeat, and named rounds follow each other."""
    ordered = sorted(bouts, key=lambda b: b.number)
    if _fights_after_losing(ordered):
        return False
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


def _whole(tree: Tree, registered: int) -> dict[Bout, int]:
    """Ranks by the shape of the whole tree; none where it does not tell."""
    try:
        return _main_ranks(tree, registered)
    except StillOpen:
        return {}


def _from_nothing(bouts: Sequence[Bout], registered: int) -> dict[Bout, str]:
    main, special = _split(bouts)
    ranks = _main_ranks(Tree(main), registered)
    rounds = {bout: named(rank) for bout, rank in ranks.items()}
    return rounds | _special_rounds(special, has_final="final" in rounds.values())


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
    """Ranks of a bracket that is done; StillOpen where somebody registered has not fought, or several are unbeaten."""
    athletes = {key for bout in tree.bouts for key in bout.athletes}
    roots = tree.roots()
    if registered == _THREE > len(athletes):  # the third athlete has not fought yet, or has nobody left to meet (M22)
        return dict.fromkeys(roots, 2)
    if registered > len(athletes):
        waiting = registered - len(athletes)
        raise StillOpen(
            None, "in_progress", f"{waiting} of {registered} athletes registered have no bout on record yet."
        )
    if len(athletes) == _THREE:
        return _three_ranks(tree)
    if len(roots) == 1:
        return tree.ranks(roots[0], 1)
    lost = [root for root in roots if root.victor is None]
    if len(roots) == 2 and lost and _two_semifinals(tree, *roots):
        return tree.ranks(roots[0], 2) | tree.ranks(roots[1], 2)
    winners = [root for root in roots if root.victor is not None]
    if len(winners) == 1:
        return _with_gaps(tree, winners[0], lost)
    if not winners:
        raise NeedsRuling(None, "no_winner", "No bout on record has a winner who is left, and no round is named.")
    raise StillOpen(None, "in_progress", f"{len(tree.bouts)} bouts are recorded, and no final among them yet.")


def _two_semifinals(tree: Tree, first: Bout, second: Bout) -> bool:
    """Two sides of one bracket: as far from the first round, or of one size."""
    return tree.level(first) == tree.level(second) or abs(tree.size(first) - tree.size(second)) <= 1


def _with_gaps(tree: Tree, final: Bout, lost: Sequence[Bout]) -> dict[Bout, int]:
    """Bouts without a winner below the final: the next opponent had nobody to meet (M26).

    Where that opponent's side only then is as large as the other one, the bout he had not is his semifinal.
    """
    found = tree.ranks(final, 1)
    sides = [bout for bout in tree.previous[final] if tree.next.get(bout) is final]
    sizes = {bout: tree.size(bout) for bout in sides}
    for root in lost:
        rank = max(found.values())
        if len(sides) == 2 and len(lost) == 1:
            small, large = sorted(sides, key=lambda b: sizes[b])
            if abs(sizes[small] + tree.size(root) - sizes[large]) <= 1:
                found |= tree.ranks(small, 3)
                rank = 3
        found = tree.ranks(root, rank) | found
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


def _special_rounds(special: list[Bout], has_final: bool) -> dict[Bout, str]:
    """One bout is the new final; after four disqualified semifinalists the last one is the final (M9, M10)."""
    if has_final:
        return dict.fromkeys(special, "new-final")
    rounds = dict.fromkeys(special, "special-semifinal")
    if len(special) > 2:
        rounds[special[-1]] = "final"
    return rounds
