"""How each bout was decided: decision, score, time, technique, so that they agree (D3, D5, B3, P1 to P4)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from benchmarks.generate.bracket import Kind
from benchmarks.generate.event import Event
from benchmarks.generate.mass import Draw, chance, groups, opens
from benchmarks.generate.sport import LADDERS, LAPEL_TECHNIQUES, TECHNIQUES, Flags, Ints, match_time, technique_group
from benchmarks.generate.templates import DQS, ROUNDS, STATUSES, Library, Templates
from benchmarks.generate.world import World
from rulebook.vocabulary import Decision, Disqualification, EntryStatus, Round

DECISIONS = tuple(Decision)
(SUBMISSION, STOPPAGE, DISQUALIFIED, UNCONSCIOUS, POINTS, ADVANTAGES, PENALTIES, REFEREE, RANDOM, DRAW, WALKOVER, BYE,
 CLOSE_OUT) = range(len(DECISIONS))  # fmt: skip
FINAL, SEMIFINAL = ROUNDS.index(Round.FINAL), ROUNDS.index(Round.SEMIFINAL)
TECHNICAL, NO_SHOW, WEIGH_IN, UNIFORM = (
    DQS.index(Disqualification(name)) for name in ("technical", "no_show", "weigh_in", "uniform")
)
ALL_TECHNIQUES = tuple(dict.fromkeys([name for group in TECHNIQUES for name in group] + list(LAPEL_TECHNIQUES)))
# Shares of what happens in the mass, and where only a fight may happen.
MASS = (
    (SUBMISSION, 0.40), (POINTS, 0.37), (ADVANTAGES, 0.08), (PENALTIES, 0.02), (REFEREE, 0.06),
    (DISQUALIFIED, 0.02), (STOPPAGE, 0.015), (UNCONSCIOUS, 0.002), (RANDOM, 0.003), (WALKOVER, 0.03),
)  # fmt: skip
FOUGHT = ((SUBMISSION, 0.45), (POINTS, 0.38), (ADVANTAGES, 0.09), (PENALTIES, 0.02), (REFEREE, 0.06))
ABSENT = ((-1, 0.30), (NO_SHOW, 0.50), (WEIGH_IN, 0.15), (UNIFORM, 0.05))
# What v3 does not name (D1) becomes what it would be there: a level board gets one advantage.
IN_V3 = {STOPPAGE: SUBMISSION, PENALTIES: ADVANTAGES, REFEREE: ADVANTAGES, RANDOM: ADVANTAGES}


@dataclass
class Bouts:
    """One event's bouts, column by column; sides are entries, -1 = none or not known."""

    category: Ints
    round: Ints
    red: Ints
    blue: Ints
    red_won: Ints
    kind: Ints
    red_dq: Ints
    blue_dq: Ints
    step: Ints
    decision: Ints
    technique: Ints
    elapsed: Ints
    score: dict[str, Ints]  # red_points … blue_penalties


@dataclass(frozen=True)
class Frame:
    """What the rules need to know of each bout's category."""

    seconds: Ints
    young: Flags  # Teen 3 or younger (P2)
    group: Ints  # of techniques (D8)
    open_later: Flags  # an open class of the same gender, age and belt is fought


def frame(known: World, draw: Draw, category: Ints) -> Frame:
    """Look the categories up."""
    keys = [known.keys[key] for key in draw.key]
    held = groups(known.keys)[draw.key]
    later = np.isin(held, held[opens(known.keys)[draw.key]])
    return Frame(
        np.array([match_time(key) for key in keys])[category],
        np.array([key.youngest < 16 for key in keys])[category],
        np.array([technique_group(key) for key in keys])[category],
        later[category],
    )


def lay_out(rng: np.random.Generator, draw: Draw, templates: Templates) -> Bouts:
    """Copy the templates' bouts, sides at random."""
    count = templates.n_bouts[draw.template]
    category = np.repeat(np.arange(len(draw.key)), count)
    begin = np.cumsum(count) - count
    row = templates.bout_at[draw.template][category] + np.arange(len(category)) - begin[category]
    one, other = templates.red[row], templates.blue[row]
    swap = chance(rng, 0.5, len(row)) & (other >= 0)
    start = draw.start[category]
    won = templates.red_won[row]
    kind = templates.kind[row]
    # Who moves up in a category whose champion is struck out must have fought (M24).
    kind = np.where((kind == Kind.ORDINARY) & draw.struck[category], Kind.FOUGHT, kind)
    empty = np.full(len(row), -1)
    return Bouts(
        category,
        templates.round[row],
        start + np.where(swap, other, one),
        np.where(swap, start + one, np.where(other < 0, -1, start + other)),
        np.where(swap & (won >= 0), 1 - won, won),
        kind,
        np.where(swap, templates.blue_dq[row], templates.red_dq[row]),
        np.where(swap, templates.red_dq[row], templates.blue_dq[row]),
        templates.step[row],
        np.where(templates.loser_is_new[row], WALKOVER, POINTS),  # what an absence becomes: only a first bout is missed
        empty.copy(),
        empty.copy(),
        {},
    )


def _pick(rng: np.random.Generator, shares: tuple[tuple[int, float], ...], count: int) -> Ints:
    edges = np.cumsum([share for _, share in shares])
    what = np.array([what for what, _ in shares])
    return np.asarray(what[np.searchsorted(edges, rng.random(count) * edges[-1])])


def decide(rng: np.random.Generator, event: Event, draw: Draw, bouts: Bouts, here: Frame, academy: Ints) -> None:
    """Choose decisions; the sides of a walkover or disqualification in the mass get their reason."""
    count = len(bouts.kind)
    ordinary = bouts.kind == Kind.ORDINARY
    what = np.where(ordinary, _pick(rng, MASS, count), _pick(rng, FOUGHT, count))
    late = np.isin(bouts.round, (FINAL, SEMIFINAL))
    what = np.where((what == WALKOVER) & late, POINTS, what)  # an absence there is a case of its own (M11, M17)
    what = np.where(what == WALKOVER, bouts.decision, what)
    what = np.where((what == RANDOM) & (bouts.round != FINAL), REFEREE, what)  # D4
    what = np.where((what == UNCONSCIOUS) & here.open_later, SUBMISSION, what)  # D6: he may not fight again
    if event.ruleset == "ibjjf-v3":
        for from_, to in IN_V3.items():
            what[what == from_] = to
    same = academy[bouts.red] == academy[bouts.blue]
    what = np.where(ordinary & same & (bouts.round == FINAL) & chance(rng, 0.6, count), CLOSE_OUT, what)
    hurt = DRAW if event.ruleset == "ibjjf-v3" else STOPPAGE  # D4
    for kind, decision in (
        (Kind.HURT, hurt), (Kind.DISQUALIFIED, DISQUALIFIED), (Kind.WALKOVER, WALKOVER), (Kind.BYE, BYE),
        (Kind.CLOSE_OUT, CLOSE_OUT),
    ):  # fmt: skip
        what = np.where(bouts.kind == kind, decision, what)
    bouts.decision = what
    absent = _pick(rng, ABSENT, count)
    reason = np.where(what == DISQUALIFIED, TECHNICAL, absent)
    out = ordinary & np.isin(what, (DISQUALIFIED, WALKOVER))
    bouts.red_dq = np.where(out & (bouts.red_won == 0), reason, bouts.red_dq)
    bouts.blue_dq = np.where(out & (bouts.red_won == 1), reason, bouts.blue_dq)


def without_weight(known: World, draw: Draw, bouts: Bouts, status: Ints) -> None:
    """In ultra heavy and the open class nobody fails the weigh-in: only the uniform check counts (M19)."""
    free = np.array([known.keys[key].weight in {"ultra-heavy"} or known.keys[key].is_open for key in draw.key])
    bouts.red_dq[free[bouts.category] & (bouts.red_dq == WEIGH_IN)] = UNIFORM
    bouts.blue_dq[free[bouts.category] & (bouts.blue_dq == WEIGH_IN)] = UNIFORM
    failed = status == STATUSES.index(EntryStatus.WEIGH_IN)
    status[free[draw.category_of] & failed] = STATUSES.index(EntryStatus.UNIFORM)


def note_absences(rng: np.random.Generator, bouts: Bouts, status: Ints) -> None:
    """Write the mass's absences into the entries; a walkover without a reason is an absence, noted half the time."""
    missed = (bouts.kind == Kind.ORDINARY) & (bouts.decision == WALKOVER)
    loser = np.where(bouts.red_won == 1, bouts.blue, bouts.red)[missed]
    dq = np.maximum(bouts.red_dq, bouts.blue_dq)[missed]
    codes = np.array([STATUSES.index(EntryStatus(dq.value)) for dq in DQS])
    no_show, registered = STATUSES.index(EntryStatus.NO_SHOW), STATUSES.index(EntryStatus.REGISTERED)
    unsaid = np.where(chance(rng, 0.5, len(loser)), no_show, registered)
    status[loser] = np.where(dq < 0, unsaid, codes[dq])


def _totals(
    rng: np.random.Generator, what: Ints, level: Flags, ladder: tuple[tuple[int, ...], ...], *, ajp: bool
) -> tuple[tuple[Ints, Ints], ...]:
    """Return points, advantages and penalties, each of winner and loser; the ladder sums points, then advantages."""
    count, top = len(what), len(ladder[0]) - 1
    points_for, advantages_for = np.array(ladder)
    mine, his = (np.searchsorted((0.75, 0.92, 0.985), rng.random(count)) for _ in range(2))
    by_penalty = what == PENALTIES
    mine = np.where(by_penalty, rng.integers(0, 3, count), mine)
    his = np.where(by_penalty, np.minimum(mine + 1 + chance(rng, 0.2, count), top), np.where(level, mine, his))
    last = (what == DISQUALIFIED) & chance(rng, 0.5, count)  # the last step of the ladder, else one severe foul
    his = np.where(last, top, his)
    # Nobody has one point (D5); under AJP a penalty gives one, so that both get some of their own.
    own = rng.choice((2, 3, 4) if ajp else (0, 0, 0, 2, 2, 3, 4), count)
    loser = own + points_for[mine]
    ahead = np.where(loser == 0, rng.choice((2, 2, 3, 4, 5, 7, 9), count), rng.choice((1, 2, 3, 4, 6), count))
    tied = level | np.isin(what, (ADVANTAGES, PENALTIES))
    equal = own + np.maximum(points_for[mine], points_for[his])
    near = rng.choice((0, 0, 1, 1, 2, 3), count)
    alike = near + np.maximum(advantages_for[mine], advantages_for[his])
    same_edge = level | by_penalty
    behind = near + advantages_for[mine]
    edge = np.where(what == ADVANTAGES, behind + rng.choice((1, 1, 2), count), near) + advantages_for[his]
    return (
        (np.where(tied, equal, loser + ahead + points_for[his]), np.where(tied, equal, loser)),
        (np.where(same_edge, alike, edge), np.where(same_edge, alike, behind)),
        (mine, his + last),
    )


def score(rng: np.random.Generator, event: Event, bouts: Bouts, here: Frame) -> None:
    """Give scores, times and techniques to the bouts that took place."""
    what, count = bouts.decision, len(bouts.decision)
    level = np.isin(what, (REFEREE, RANDOM, DRAW)) | ((what == STOPPAGE) & (bouts.red_won < 0))
    ajp = event.ruleset == "ajp-2026"
    grown, young = (_totals(rng, what, level, LADDERS[event.ruleset, young], ajp=ajp) for young in (False, True))
    # Whoever is behind may still submit the other.
    comeback = (what == SUBMISSION) & chance(rng, 0.3, count)
    red_is_first = np.where(comeback, bouts.red_won == 0, bouts.red_won != 0)
    fought = ~np.isin(what, (WALKOVER, BYE, CLOSE_OUT))
    open_end = np.isin(what, (SUBMISSION, UNCONSCIOUS, DISQUALIFIED))
    told = fought & (~open_end | event.scores_submissions) & ~((what == DISQUALIFIED) & (bouts.red_won < 0))
    for place, name in enumerate(("points", "advantages", "penalties")):
        first, second = (np.where(here.young, young[place][side], grown[place][side]) for side in (0, 1))
        bouts.score[f"red_{name}"] = np.where(told, np.where(red_is_first, first, second), -1)
        bouts.score[f"blue_{name}"] = np.where(told, np.where(red_is_first, second, first), -1)
    early = rng.integers(0, 10, count) * chance(rng, 0.15, count)  # B3 allows ten seconds
    short = np.isin(what, (SUBMISSION, UNCONSCIOUS, DISQUALIFIED, STOPPAGE, DRAW, RANDOM))
    ended = 10 + (rng.random(count) ** 0.9 * (here.seconds - 11)).astype(np.int64)
    bouts.elapsed = np.where(fought, np.where(short, ended, here.seconds - early), -1)
    _techniques(rng, event, bouts, here)


def _techniques(rng: np.random.Generator, event: Event, bouts: Bouts, here: Frame) -> None:
    """Choose techniques that are legal in the category (D8); one submission in seven has none noted."""
    lapels = LAPEL_TECHNIQUES if event.uniform == "gi" else ()
    bouts.technique = np.full(len(bouts.decision), -1)
    won = (bouts.decision == SUBMISSION) & (rng.random(len(bouts.decision)) < 6 / 7)
    for group, legal in enumerate(TECHNIQUES):
        codes = np.array([ALL_TECHNIQUES.index(name) for name in (*legal, *lapels)])
        mine = np.flatnonzero(won & (here.group == group))
        bouts.technique[mine] = codes[rng.integers(0, len(codes), len(mine))]


def bouts_of(rng: np.random.Generator, event: Event, known: World, draw: Draw, library: Library) -> tuple[Bouts, Ints]:
    """Return the bouts of an event, and the status of each entry."""
    templates = library.with_byes if event.records_byes else library.without_byes
    bouts = lay_out(rng, draw, templates)
    here = frame(known, draw, bouts.category)
    decide(rng, event, draw, bouts, here, known.academy_of[draw.athlete])
    status = templates.status[draw.row].copy()
    note_absences(rng, bouts, status)
    without_weight(known, draw, bouts, status)
    score(rng, event, bouts, here)
    return bouts, status
