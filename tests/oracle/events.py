"""Small random events as canonical bundles: special cases at a high rate, few academies so that ties abound."""

from __future__ import annotations

from random import Random
from typing import Any

from hypothesis import strategies as st

from .bundle import CATEGORY, CategoryKey, Date, Event, Row, write_bundle
from .scoring import draw_order
from .simulator import BOTH_OUT, LOST_BEFORE, RARE, Athlete, Mat, play

__all__ = ["events", "random_event", "write_bundle"]

RULESETS = ("ibjjf-2024", "ibjjf-2024", "ibjjf-2018", "ibjjf-v3", "ajp-2026")
ACADEMIES = ("North", "South", "East", "West", "Azul", "Água", "道場")
AGES = ("adult", "adult", "adult", "master-1", "master-2", "juvenile-1", "juvenile-2", "juvenile", "teen-3")
BELTS = ("white", "blue", "purple", "brown", "black", "black", "purple+brown+black")
JUVENILE_BELTS = ("white", "blue", "purple")
TEEN_BELTS = ("white", "yellow", "orange", "green")
WEIGHTS = ("light", "middle", "heavy", "super-heavy", "ultra-heavy", "open")
LIMITS = ("-76 kg", "-82.3 kg", "-100 kg", "+100 kg", "open")
STATUS_BEFORE = ("no_show", "weigh_in", "uniform", "withdrawn", "disciplinary")
STATUS_AFTER = ("disciplinary", "doping", "disciplinary", "no_show", "withdrawn", "weigh_in", "uniform")

SCENARIOS: tuple[tuple[int, dict[tuple[int, int], str]], ...] = (  # least athletes, forced outcomes
    *((4, {(0, 0): outcome}) for outcome in (*BOTH_OUT, *LOST_BEFORE, "technical", "disciplinary", "draw")),
    *((4, {(1, 0): outcome}) for outcome in (*BOTH_OUT, *LOST_BEFORE, "hurt", "draw", "disciplinary", "both before")),
    *((6, {(1, 0): outcome}) for outcome in (*BOTH_OUT, *LOST_BEFORE, "hurt", "disciplinary")),
    *((7, {(2, 0): outcome}) for outcome in (*BOTH_OUT, *LOST_BEFORE, "both absent")),
    *((8, {(1, 0): both, (1, 1): both}) for both in ("both technical", "both disciplinary", "both technical")),
    (8, {(2, 0): "both absent", (2, 1): "both before"}),
    (8, {(0, 0): "both disciplinary"}),
    (8, {(0, 0): "both disciplinary"}),
    (8, {(1, 0): "before disciplinary", (0, 0): "disciplinary"}),
    *((3, {where: outcome}) for where in ((1, 0), (1, 1), (0, 0)) for outcome in (*BOTH_OUT, *LOST_BEFORE, "hurt")),
    (3, {(1, 0): "technical"}),
    (3, {(1, 0): "disciplinary"}),
    (3, {(1, 1): "disciplinary"}),
    (3, {(0, 0): "disciplinary"}),
    *((2, {(0, 0): outcome}) for outcome in (*RARE, *BOTH_OUT)),
)


@st.composite
def events(draw: st.DrawFn, event_id: str = "generated") -> Event:
    return random_event(draw(st.randoms(use_true_random=False)), event_id)


def random_event(random: Random, event_id: str = "generated") -> Event:
    event: Event = {"event": _head(random, event_id), "award": _awards(random), "rules": _rules(random)}
    event.update({table: [] for table in ("entries", "bouts", "placements", "categories", "draws")})
    pool = Pool(random)
    close = random.random() < 0.35  # many small ordinary categories among few academies: the chains decide
    for key in _categories(random, close):
        _category(random, event, pool, key, close)
    _number_and_shuffle(random, event)
    _draws(random, event)
    return event


def _head(random: Random, event_id: str) -> dict[str, Any]:
    head = {"id": event_id, "name": f"Generated {event_id}", "ruleset": random.choice(RULESETS)}
    head["uniform"] = "no-gi" if Random(event_id).random() < 0.2 else "gi"  # drawn apart: a seed keeps its other draws
    head["start"] = Date("2026-05-02")
    if random.random() < 0.25:
        head["awards"] = "ibjjf-championship"
    return head


def _awards(random: Random) -> list[dict[str, Any]]:
    possible: list[dict[str, Any]] = [
        {"id": "everything", "name": "Everything", "chain": "auto"},
        {"id": "men", "name": "Men", "genders": ["male"]},
        {"id": "adults", "name": "Adults", "ages": ["adult"], "belts": []},
        {"id": "coloured", "name": "Coloured belts", "belts": ["blue", "purple", "brown"], "chain": "auto"},
        {"id": "third-chain", "name": "By T3", "chain": "T3"},
        {"id": "second-chain", "name": "By T2", "chain": "T2"},
    ]
    return random.sample(possible, random.choice((0, 1, 2, 3)))


def _rules(random: Random) -> dict[str, Any]:
    rules: dict[str, Any] = {}
    if random.random() < 0.2:
        rules["tiebreak_counts"] = random.choice(("all", "counted"))
    if random.random() < 0.2:
        rules["double_disciplinary_final"] = random.choice(("vacant_second", "loser_second"))
    if random.random() < 0.15:
        rules["one_academy_counts"] = random.random() < 0.7
    return rules


def _categories(random: Random, close: bool) -> list[CategoryKey]:
    """One to six, some sharing gender, age and belt so that athletes of one may enter the open class too."""
    weights = WEIGHTS if random.random() < 0.85 else LIMITS
    ages = [random.choice(AGES) for _ in range(random.choice((1, 1, 2, 3)))]
    found: list[CategoryKey] = []
    for _ in range(random.choice((4, 4, 6, 8) if close else (1, 2, 3, 4, 6))):
        age = random.choice(ages)
        belts = JUVENILE_BELTS if age.startswith("juvenile") else TEEN_BELTS if age.startswith("teen") else BELTS
        gender = random.choice(("male", "male", "female"))
        options = [w for w in weights if not (gender == "female" and w == "ultra-heavy")]
        key = (gender, age, random.choice(belts), random.choice(options))
        if found and random.random() < 0.5:
            key = (*found[-1][:3], random.choice(options))
            if key[0] == "female" and key[3] == "ultra-heavy":
                continue
        if key not in found:
            found.append(key)
    return found


class Pool:
    """Athletes of the event by gender, age and belt: who fights in one category may stand in the next as well."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.academies = random.sample(ACADEMIES, random.choice((2, 3, 3, 4, 5)))
        self.with_ids = random.random() < 0.3
        self.known: dict[CategoryKey, list[Athlete]] = {}
        self.made = 0

    def take(self, key: CategoryKey, count: int) -> list[Athlete]:
        group = [a for k, athletes in self.known.items() if k[:3] == key[:3] for a in athletes]
        group = list(dict.fromkeys(group))
        shared = self.random.sample(group, min(len(group), count, self.random.choice((0, 1, 3, 6))))
        one_academy = self.random.choice(self.academies) if self.random.random() < 0.1 else ""
        fresh = [self._new(one_academy) for _ in range(count - len(shared))]
        self.known[key] = [*shared, *fresh]
        self.random.shuffle(self.known[key])
        return list(self.known[key])

    def _new(self, academy: str) -> Athlete:
        self.made += 1
        name = f"Athlete {self.made:02d}"
        return name, academy or self.random.choice(self.academies), f"id-{self.made}" if self.with_ids else ""


def _category(random: Random, event: Event, pool: Pool, key: CategoryKey, close: bool) -> None:
    least, plan = random.choice(SCENARIOS) if random.random() < (0.03 if close else 0.55) else (1, {})
    sizes = (1, 2, 2, 2, 2, 3) if close else (1, 2, 2, 3, 3, 4, 4, 5, 6, 7, 8, 8, 10, 13, 16)
    count = max(least, random.choice(sizes))
    if plan:
        count = least if least <= 3 else max(least, min(count, least + random.choice((0, 0, 1, 4))))
    athletes = pool.take(key, count)
    status = _out_before(random, athletes)
    mat = Mat(random, key, plan, 0.0 if close else random.choice((0.0, 0.0, 0.03, 0.15)))
    play(mat, [a for a in athletes if a not in status], second_chance=count == 3 or random.random() < 0.5)
    rows = _spoil(random, mat.rows)
    _struck_afterwards(random, rows, athletes, status)
    entries = [_entry(key, athlete, status.get(athlete, "registered")) for athlete in athletes]
    if status or not rows or random.random() < 0.9:
        event["entries"] += entries
    _blank_rounds(random, rows)
    event["bouts"].append(rows)
    _official(random, event, key, [athlete for athlete in athletes if athlete not in status])
    if random.random() < 0.08:
        event["categories"].append(
            {
                **dict(zip(CATEGORY, key, strict=True)),
                "registered": random.choice(("", "1", "2", str(count + 2))),
                "counts": random.choice(("", "yes", "no")),
            }
        )


def _entry(key: CategoryKey, athlete: Athlete, status: str) -> Row:
    name, academy, athlete_id = athlete
    return {
        **dict(zip(CATEGORY, key, strict=True)),
        **{"athlete": name, "academy": academy, "athlete_id": athlete_id, "status": status},
    }


def _out_before(random: Random, athletes: list[Athlete]) -> dict[Athlete, str]:
    """Those out by status, who stand in no bout (M2, M5, M16, M19)."""
    if random.random() < 0.8:
        return {}
    out = random.sample(athletes, random.randint(1, max(1, min(3, len(athletes) - 1))))
    return {athlete: random.choice(STATUS_BEFORE) for athlete in out}


def _spoil(random: Random, rows: list[Row]) -> list[Row]:
    """A category still in progress, or one whose list lost a bout."""
    chance = random.random()
    if chance < 0.06:
        return rows[: random.randint(0, len(rows))]
    if chance < 0.09 and rows:
        rows.pop(random.randrange(len(rows)))
    return rows


def _struck_afterwards(random: Random, rows: list[Row], athletes: list[Athlete], status: dict[Athlete, str]) -> None:
    """M24: most often somebody who won a bout."""
    if random.random() < 0.75:
        return
    winners = [r[f"{r['winner']}_athlete"] for r in rows if r["winner"]]
    able = [a for a in athletes if a not in status]
    preferred = [a for a in able if a[0] in winners[-3:]] or able
    for athlete in random.sample(preferred, min(len(preferred), random.choice((1, 1, 1, 2)))):
        status[athlete] = random.choice(STATUS_AFTER)
    if able and random.random() < 0.15 and rows:
        status[random.choice(able)] = "technical"


def _blank_rounds(random: Random, rows: list[Row]) -> None:
    chance = random.random()
    for row in rows:
        if chance < 0.25 or (chance < 0.3 and random.random() < 0.5):
            row["round"] = ""


def _official(random: Random, event: Event, key: CategoryKey, free: list[Athlete]) -> None:
    """Official places at times, two golds or two silvers among them (A1b); never of one who was struck out."""
    if not free or random.random() > 0.08:
        return
    places = random.choice(((1, 2, 3, 3), (1, 2, 3), (1, 1, 3, 3), (1, 2, 2, 3), (1,), (1, 2)))
    for place, (name, academy, athlete_id) in zip(places, random.sample(free, len(free)), strict=False):
        event["placements"].append(
            {
                **dict(zip(CATEGORY, key, strict=True)),
                "place": str(place),
                "athlete": name,
                "academy": academy,
                "athlete_id": athlete_id,
            }
        )


def _number_and_shuffle(random: Random, event: Event) -> None:
    """Bout numbers run over the event, the categories interleaved; then the order of rows is lost."""
    queues: list[list[Row]] = [list(rows) for rows in event["bouts"]]
    in_order: list[Row] = []
    while any(queues):
        in_order.append(random.choice([queue for queue in queues if queue]).pop(0))
    for number, row in enumerate(in_order, start=1):
        row["bout"] = str(number)
    event["bouts"] = in_order
    for table in ("entries", "bouts", "placements", "categories"):
        random.shuffle(event[table])


def _draws(random: Random, event: Event) -> None:
    """Draws for some ties of the standing, at times for a tie that is none."""
    from .oracle import awards, standing

    for award in awards(event):
        if random.random() < 0.5:
            continue
        tied: dict[int, list[str]] = {}
        for row in standing(event, award):
            if row["draw_required"]:
                tied.setdefault(row["rank"], []).append(row["academy"])
        for academies in tied.values():
            if random.random() < 0.8:
                _record(random, event, award["id"], academies)
        if random.random() < 0.05:
            _record(random, event, award["id"], ["Nobody", "North"])


def _record(random: Random, event: Event, award: str, academies: list[str]) -> None:
    seed = f"public text {random.randint(1, 10**6)}"
    for position, academy in enumerate(draw_order(seed, academies), start=1):
        event["draws"].append(
            {
                "award": award,
                "tie": "|".join(sorted(academies)),
                "position": str(position),
                "academy": academy,
                "seed": seed,
                "drawn_at": "2026-05-03T18:00:00Z",
                "recorded_by": "Table official",
            }
        )
