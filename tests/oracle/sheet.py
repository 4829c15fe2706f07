"""What a referee has before him for one category: who registered, the bouts in order, how each was lost."""

from __future__ import annotations

from dataclasses import dataclass, field

from .bundle import CategoryKey, Event, Row, category_of

Person = tuple[str, ...]

DISCIPLINARY = ("disciplinary", "doping")
MEN_SUPER_HEAVY = {  # B8, weights.csv: its limit in kg, the last before ultra heavy
    ("gi", "adult"): 100.5,
    ("gi", "juvenile"): 89.3,
    ("no-gi", "adult"): 97.5,
    ("no-gi", "juvenile"): 86.5,
}
BEFORE_ANY_BOUT = ("no_show", "withdrawn", "weigh_in", "uniform", *DISCIPLINARY)


class NeedsRuling(Exception):
    """The table of section M does not decide this; the text says why."""


class Unfinished(Exception):
    """Bouts are still to come."""


@dataclass
class Bout:
    """One bout; `blue` is None in a bye. `dq` as recorded, per side."""

    number: int
    round: str
    red: Person | None
    blue: Person | None
    winner: Person | None
    decision: str
    dq: dict[Person, str]
    level_score: bool
    weigh_in_counts: bool

    def sides(self) -> list[Person]:
        return [side for side in (self.red, self.blue) if side is not None]

    def other(self, person: Person) -> Person:
        return next(side for side in self.sides() if side != person)

    def loser(self) -> Person:
        assert self.winner is not None
        return self.other(self.winner)

    def is_bye(self) -> bool:
        return self.decision == "bye" or len(self.sides()) < 2

    def how(self, person: Person) -> str:
        """plain, technical, disciplinary (in the bout), absent, or "before <kind>"."""
        kind = self.dq.get(person, "")
        if self.decision == "walkover" or kind in ("no_show", "weigh_in", "uniform"):
            if kind == "weigh_in" and not self.weigh_in_counts:
                return "absent"  # M19: in ultra heavy and open class only the uniform check counts
            return "absent" if kind in ("", "no_show") else f"before {kind}"
        return kind or "plain"

    def took_place(self) -> bool:
        return (
            not self.is_bye()
            and self.decision != "walkover"
            and all(self.how(side) in ("plain", "technical", "disciplinary") for side in self.sides())
        )

    def outcome(self) -> str:
        """won, both technical, both disciplinary, one of each, both before, hurt, or unclear."""
        if self.winner is not None:
            return "unclear" if self.dq.get(self.winner) else "won"
        ways = sorted(self.how(side) for side in self.sides())
        if len(self.dq) < 2 and self.decision == "walkover":
            return "unclear"  # a side that nothing says was out
        if all(way == "absent" or way.startswith("before") for way in ways):
            return "both before"
        if ways == ["plain", "plain"]:  # M22, D4
            hurt = (self.decision == "stoppage" and self.level_score) or self.decision == "draw"
            return "hurt" if hurt else "unclear"
        named = {
            ("technical", "technical"): "both technical",
            ("disciplinary", "disciplinary"): "both disciplinary",
            ("disciplinary", "technical"): "one of each",
        }
        return named.get((ways[0], ways[1]), "unclear")


@dataclass
class Sheet:
    """One category: `status` holds every registered athlete, `label` how each is written."""

    key: CategoryKey
    uniform: str = "gi"
    status: dict[Person, str] = field(default_factory=dict)
    label: dict[Person, tuple[str, str]] = field(default_factory=dict)
    bouts: list[Bout] = field(default_factory=list)
    official: list[tuple[int, Person]] = field(default_factory=list)
    derived: bool = True  # A8: no entries, registered = those who appear

    def only_uniform_counts(self) -> bool:
        return self.key[3] == "ultra-heavy" or self.key[3].startswith("open") or self._above_super_heavy()

    def _above_super_heavy(self) -> bool:
        """`+100 kg`: B8's ultra heavy where no class of the chart reaches higher; women have none, kids no chart."""
        group = self.key[1].partition("-")[0]
        uniform = "no-gi" if self.uniform == "no-gi" else "gi"
        last = MEN_SUPER_HEAVY.get((uniform, "adult" if group == "master" else group))
        over = self.key[3].startswith("+") and self.key[0] == "male"
        return over and last is not None and float(self.key[3].strip("+ kg")) >= last

    def real_bouts(self) -> list[Bout]:
        return [bout for bout in self.bouts if not bout.is_bye()]

    def in_bouts(self) -> set[Person]:
        return {side for bout in self.bouts for side in bout.sides()}

    def fought(self, person: Person) -> bool:
        """M17: at least one bout of this category that took place."""
        return any(bout.took_place() and person in bout.sides() for bout in self.bouts)

    def out_before(self) -> set[Person]:
        """Out by status, without a bout of any kind."""
        return {p for p, s in self.status.items() if s in self.out_words() and p not in self.in_bouts()}

    def out_words(self) -> list[str]:
        return [w for w in BEFORE_ANY_BOUT if not (w == "weigh_in" and self.only_uniform_counts())]

    def failed_check(self, person: Person) -> bool:
        """Weigh-in or uniform not passed, by status (M19)."""
        return self.status.get(person) in ("weigh_in", "uniform") and self.status[person] in self.out_words()

    def members(self) -> set[Person]:
        return set(self.status) - self.out_before()


def identity(athlete: str, academy: str, athlete_id: str) -> Person:
    return ("id", athlete_id) if athlete_id else (athlete, academy)


def sheets(event: Event) -> dict[CategoryKey, Sheet]:
    """One sheet per category that any table but categories.csv names."""
    found: dict[CategoryKey, Sheet] = {}

    def sheet_of(row: Row) -> Sheet:
        return found.setdefault(category_of(row), Sheet(category_of(row), event["event"].get("uniform", "gi")))

    for row in event["entries"]:
        sheet = sheet_of(row)
        person = _meet(sheet, row["athlete"], row["academy"], row.get("athlete_id", ""))
        sheet.status[person] = row.get("status", "") or "registered"
        sheet.derived = False
    for row in event["bouts"]:
        sheet_of(row).bouts.append(_bout(sheet_of(row), row))
    for row in event["placements"]:
        sheet = sheet_of(row)
        person = _meet(sheet, row["athlete"], row["academy"], row.get("athlete_id", ""))
        if row["place"] in ("1", "2", "3"):
            sheet.official.append((int(row["place"]), person))
    for sheet in found.values():
        sheet.bouts.sort(key=lambda bout: bout.number)
    return found


def _meet(sheet: Sheet, athlete: str, academy: str, athlete_id: str) -> Person:
    person = identity(athlete, academy, athlete_id)
    sheet.label.setdefault(person, (athlete, academy))
    sheet.status.setdefault(person, "registered")
    return person


def _bout(sheet: Sheet, row: Row) -> Bout:
    sides: dict[str, Person | None] = {}
    for side in ("red", "blue"):
        name = row[f"{side}_athlete"]
        who = (name, row[f"{side}_academy"], row.get(f"{side}_athlete_id", ""))
        sides[side] = _meet(sheet, *who) if name else None
    dq = {p: row[f"{side}_dq"] for side, p in sides.items() if p is not None and row.get(f"{side}_dq")}
    level = all(
        row.get(f"red_{what}", "") == row.get(f"blue_{what}", "") for what in ("points", "advantages", "penalties")
    )
    winner = sides[row["winner"]] if row["winner"] else None
    if winner is None and (sides["red"] is None or sides["blue"] is None):
        winner = sides["red"] or sides["blue"]  # a bye written without its winner
    if row["decision"] == "walkover":  # the entry may say why
        for person in (side for side in sides.values() if side is not None and side != winner and side not in dq):
            status = sheet.status[person]
            if status in ("weigh_in", "uniform") or (winner is None and status in ("no_show", "withdrawn")):
                dq[person] = "no_show" if status == "withdrawn" else status
    return Bout(
        int(row["bout"]),
        row.get("round", ""),
        sides["red"],
        sides["blue"],
        winner,
        row["decision"],
        dq,
        level,
        not sheet.only_uniform_counts(),
    )
