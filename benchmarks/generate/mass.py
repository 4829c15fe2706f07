"""The ordinary mass of an event, whole columns at a time: which categories, who enters, who meets whom."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

import numpy as np

from benchmarks.generate.event import Event, Wish
from benchmarks.generate.sport import Flags, Ints, Key
from benchmarks.generate.templates import CASES, SPECIAL, STATUSES, VARIANTS, Library, Templates
from benchmarks.generate.world import World
from rulebook.vocabulary import EntryStatus

SIZES = np.arange(1, 33)
# Athletes in a category: many small ones, few of 17 to 32; the mean is about seven bouts.
_SHARE = np.concatenate([[0.04, 0.10, 0.10, 0.12, 0.09, 0.09, 0.08, 0.10], np.full(8, 0.0275), np.full(16, 0.00375)])
SIZE_SHARE = _SHARE / _SHARE.sum()
CASE_NAMES = tuple(CASES)
M18_NAME = "M18"
M18 = CASE_NAMES.index(M18_NAME)
REGISTERED = STATUSES.index(EntryStatus.REGISTERED)


@dataclass(frozen=True)
class Draw:
    """One event's categories, entries and bouts. Entries and bouts are grouped by category, in its order."""

    key: Ints
    template: Ints
    start: Ints  # category -> its first entry
    struck: Flags  # category -> M18 takes its champion's place
    category_of: Ints  # entry -> category
    row: Ints  # entry -> row of the templates
    athlete: Ints


@cache
def groups(keys: tuple[Key, ...]) -> Ints:
    """Return key -> number of its gender, age and belt: who may meet in an open class."""
    found: dict[tuple[str, str, str], int] = {}
    return np.array([found.setdefault((key.gender, key.age, key.belt), len(found)) for key in keys])


@cache
def opens(keys: tuple[Key, ...]) -> Flags:
    """Return which keys are open classes."""
    return np.array([key.is_open for key in keys])


def chance(rng: np.random.Generator, share: float, count: int) -> Flags:
    """Return true for about this share."""
    return np.asarray(rng.random(count) < share)


def runs(sorted_ids: Ints) -> Ints:
    """Return 0, 1, 2 … within each run of equal values."""
    new = np.concatenate([[True], sorted_ids[1:] != sorted_ids[:-1]])
    starts = np.flatnonzero(new)
    return np.arange(len(sorted_ids)) - np.repeat(starts, np.diff(np.append(starts, len(sorted_ids))))


def starts_of(counts: Ints) -> Ints:
    """Return where each group begins."""
    return np.concatenate([[0], np.cumsum(counts)[:-1]]).astype(np.int64)


def _cases(rng: np.random.Generator, wish: Wish, is_open: Flags, library: Library) -> Ints:
    """Return a case's template for every key; M18 is played in open classes, M20 (two of one academy) is not."""
    names = wish.only or SPECIAL
    weight = [library.of_case[name] for name in names if name != M18_NAME]
    open_ = [library.of_case[name] for name in names if name != "M20"]
    chosen = np.full(len(is_open), -1)
    for here, first in ((~is_open, weight), (is_open, open_)):
        if first:
            chosen[here] = rng.choice(first, here.sum()) + rng.integers(0, VARIANTS, here.sum())
    if not wish.only:  # few open classes: M18 would be rarer than the others
        moved = is_open & chance(rng, 1 / 3, len(is_open))
        chosen[moved] = library.of_case["M18"] + rng.integers(0, VARIANTS, moved.sum())
    elif weight and M18_NAME in names:  # ordinary weight categories whose champions M18 can strike
        chosen[~is_open & chance(rng, 0.5, len(is_open))] = -1
    return chosen


def categories(
    rng: np.random.Generator, wish: Wish, target: int, known: World, library: Library, templates: Templates
) -> tuple[Ints, Ints]:
    """Return keys and templates of an event of so many bouts, the open classes last."""
    keys, is_open = known.keys, opens(known.keys)
    share = np.array([key.share for key in keys])
    luck = rng.gumbel(size=len(keys)) / 2  # halved: most events hold the same popular categories
    if M18_NAME in wish.only:  # an open class needs the weight categories of its group beside it
        luck, share = luck[groups(keys)], share * 0 + 1
    sizes = rng.choice(SIZES, len(keys), p=SIZE_SHARE)
    special = _cases(rng, wish, is_open, library)
    special[(rng.random(len(keys)) >= wish.special_rate) & (not wish.only)] = -1
    largest = len(library.of_size) - 1

    def drawn(factor: float) -> Ints:
        size = np.clip(np.round(sizes * factor), 1, largest).astype(np.int64)
        size = np.where(is_open, np.clip(size, 4, min(32, known.pool // 2)), size)
        return np.where(special >= 0, special, library.of_size[size] + variant)

    variant = rng.integers(0, VARIANTS, len(keys))
    template = drawn(1.0)
    short = target / max(1, templates.n_bouts[template].sum())
    if short > 1:
        template = drawn(short * 1.05)
    order = np.argsort(-(np.log(share) + luck), kind="stable")
    if wish.only and M18_NAME not in wish.only:
        order = order[special[order] >= 0]
    bouts = templates.n_bouts[template[order]]
    total = np.cumsum(np.maximum(bouts, 1) if wish.only else bouts)
    if total[-1] < target:
        raise ValueError(f"an event of {target} bouts is more than {len(keys)} categories hold; ask for more events")
    last = int(np.searchsorted(total, target))
    kept = order[: last + 1]
    if not wish.only:  # the last category has what is missing, to the bout or nearly
        missing = target - (total[last - 1] if last else 0)
        mass = templates.n_bouts[library.of_size[2] : library.of_size[min(32, known.pool // 2)] + 1]
        template[kept[-1]] = library.of_size[2] + int(np.argmin(np.abs(mass - missing)))
    kept = kept[np.lexsort((kept, is_open[kept]))]
    return kept, template[kept]


def _pooled(rng: np.random.Generator, known: World, year: int, key: Ints, count: Ints) -> tuple[Ints, Ints]:
    """Return category and athlete of so many different athletes out of each category's own pool."""
    category = np.repeat(np.arange(len(key)), count)
    place = np.arange(len(category)) - starts_of(count)[category]
    first = rng.integers(0, known.pool, len(key))[category]
    stride = 2 * rng.integers(0, known.pool // 2, len(key))[category] + 1  # odd: meets everyone before anyone twice
    within = (first + stride * place) & (known.pool - 1)
    return category, (known.key_at + known.year_step * year)[key[category]] + within


def _partners(draw: Draw, templates: Templates) -> None:
    """Seat two of one academy where a case asks for it (M20): athletes 2n and 2n + 1 of a pool are."""
    for entry in np.flatnonzero(templates.partner[draw.row] >= 0):
        first = draw.start[draw.category_of[entry]]
        wanted = draw.athlete[first + templates.partner[draw.row[entry]]] ^ 1
        here = draw.athlete[first : first + templates.size[draw.template[draw.category_of[entry]]]]
        here[here == wanted] = draw.athlete[entry]
        draw.athlete[entry] = wanted


def enter(rng: np.random.Generator, event: Event, known: World, drawn: tuple[Ints, Ints], library: Library) -> Draw:
    """Return who enters: the weight categories from their pools, the open classes from the weight categories first."""
    templates = library.with_byes if event.records_byes else library.without_byes
    key, template = drawn
    size = templates.size[template]
    category_of, athlete = _pooled(rng, known, event.year - known.first_year, key, size)
    start = starts_of(size)
    row = templates.entry_at[template][category_of] + np.arange(len(category_of)) - start[category_of]
    draw = Draw(key, template, start, np.zeros(len(key), dtype=np.bool_), category_of, row, athlete)
    _partners(draw, templates)
    if not opens(known.keys)[key].any():
        return draw
    return _open_classes(rng, event, known, draw, library)


def _candidates(known: World, draw: Draw, templates: Templates) -> tuple[Ints, Ints]:
    """Return open class and entry: whoever entered an ordinary weight category of the same gender, age and belt."""
    is_open, group = opens(known.keys)[draw.key], groups(known.keys)[draw.key]
    case = templates.case[draw.template]
    special = np.isin(case, [CASE_NAMES.index(name) for name in SPECIAL])
    ready = ~(is_open | special)[draw.category_of] & (templates.status[draw.row] == REGISTERED)
    entries = np.flatnonzero(ready)
    theirs = group[draw.category_of[entries]]
    # Other cases keep to themselves: a disciplinary disqualification there would take other places too (M18).
    mixing = np.flatnonzero(is_open & (~special | (case == M18)))
    mine = [entries[theirs == group[open_class]] for open_class in mixing]
    where = np.repeat(mixing, [len(found) for found in mine])
    return where, np.concatenate([*mine, np.empty(0, dtype=np.int64)])


def _champions(draw: Draw, templates: Templates, library: Library, open_class: Ints, entry: Ints) -> tuple[Draw, Ints]:
    """Return open class -> the champion of a weight category whom M18 strikes there; -1 where none is left."""
    template, struck = draw.template.copy(), draw.struck.copy()
    champion = np.full(len(draw.key), -1)
    row = draw.row[entry]
    won = (templates.place[row] == 1) & (templates.place_struck[row] == 0)
    taken = set[int]()
    for wanted in np.flatnonzero(templates.case[template] == M18):
        free = [int(found) for found in entry[won & (open_class == wanted)] if int(found) not in taken]
        if not free:  # nobody to strike: an ordinary bracket of the same size
            template[wanted] = library.of_size[templates.size[template[wanted]]] + 1
            continue
        champion[wanted] = free[0]
        taken.add(free[0])
        struck[draw.category_of[free[0]]] = True
    return replace(draw, template=template, struck=struck), champion


def _once(rng: np.random.Generator, open_class: Ints, entry: Ints) -> tuple[Ints, Ints]:
    """Keep one open class for each entry, by chance: nobody can be on two mats (B4)."""
    order = rng.permutation(len(entry))
    _, first = np.unique(entry[order], return_index=True)
    kept = np.sort(order[first])
    return open_class[kept], entry[kept]


def _open_classes(rng: np.random.Generator, event: Event, known: World, draw: Draw, library: Library) -> Draw:
    """Fill the open classes, at most two of an academy in each (B6)."""
    templates = library.with_byes if event.records_byes else library.without_byes
    open_class, entry = _candidates(known, draw, templates)
    draw, champion = _champions(draw, templates, library, open_class, entry)
    elsewhere = np.isin(entry, champion[champion >= 0]) & (champion[open_class] != entry)
    open_class, entry = _once(rng, open_class[~elsewhere], entry[~elsewhere])
    places = np.flatnonzero(opens(known.keys)[draw.key])
    size = templates.size[draw.template]
    own, extra = _pooled(rng, known, event.year - known.first_year, draw.key[places], 2 * size[places])
    where = np.concatenate([open_class, places[own]])
    who = np.concatenate([draw.athlete[entry], extra])
    luck = np.concatenate([rng.random(len(entry)) - (champion[open_class] == entry), 1 + rng.random(len(extra))])
    order = np.lexsort((luck, where))
    where, who = where[order], who[order]
    by_academy = np.lexsort((np.arange(len(where)), known.academy_of[who], where))
    pair = where[by_academy] * len(known.academy) + known.academy_of[who[by_academy]]
    allowed = np.zeros(len(where), dtype=np.bool_)
    allowed[by_academy] = runs(pair) < 2
    where, who = where[allowed], who[allowed]
    slot = runs(where)
    kept = slot < size[where]
    draw.athlete[draw.start[where[kept]] + slot[kept]] = who[kept]
    row = (
        templates.entry_at[draw.template][draw.category_of]
        + np.arange(len(draw.athlete))
        - draw.start[draw.category_of]
    )
    return replace(draw, row=row)
