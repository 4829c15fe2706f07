"""Plays one category out on the mat, with every special case at a high rate, and writes down its bouts."""

from __future__ import annotations

from random import Random

from .bundle import CategoryKey, Row

Athlete = tuple[str, str, str]  # name, academy, athlete_id ("" = none)

ROUND = {0: "final", 1: "semifinal", 2: "quarterfinal", 3: "round-of-16"}
BOTH_OUT = ("both technical", "both disciplinary", "one of each")
LOST_BEFORE = ("absent", "before technical", "before disciplinary", "before weigh_in", "before uniform")
LOST_IN = ("technical", "disciplinary")
RARE = (*BOTH_OUT, *LOST_BEFORE, *LOST_IN, "hurt", "draw", "both absent", "both before", "close-out", "nothing")


class Mat:
    """The bouts of one category in the order fought; `plan` forces outcomes at (level, place in the round)."""

    def __init__(self, random: Random, key: CategoryKey, plan: dict[tuple[int, int], str], noise: float) -> None:
        self.random, self.key, self.plan, self.noise = random, key, plan, noise
        self.rows: list[Row] = []
        self.losers: dict[int, list[Athlete]] = {}  # level -> those who lost there to somebody
        self.outcomes: dict[tuple[int, int], str] = {}
        self.thrown_out: set[Athlete] = set()

    def bout(self, name: str, one: Athlete, other: Athlete, outcome: str) -> Athlete | None:
        """Writes the row; `one` wins wherever somebody does. Red and blue by chance."""
        flip = self.random.random() < 0.5
        winner, loser = ("blue", "red") if flip else ("red", "blue")
        row = self._row(name, *((other, one) if flip else (one, other)))
        row["winner"] = winner
        self._decide(row, outcome, winner, loser)
        self.rows.append(row)
        if "disciplinary" in outcome or outcome == "one of each":
            self.thrown_out.update((one, other) if outcome.startswith(("both", "one")) else (other,))
        return one if row["winner"] else None

    def bye(self, name: str, athlete: Athlete) -> None:
        row = self._row(name, athlete, ("", "", ""))
        row.update(winner="red", decision="bye")
        self.rows.append(row)

    def outcome(self, level: int, index: int) -> str:
        planned = self.plan.get((level, index))
        if planned:
            return planned
        return self.random.choice(RARE) if self.random.random() < self.noise else "plain"

    def _row(self, name: str, red: Athlete, blue: Athlete) -> Row:
        gender, age, belt, weight = self.key
        row = {"gender": gender, "age_division": age, "belt": belt, "weight_class": weight, "round": name}
        for side, (athlete, academy, athlete_id) in (("red", red), ("blue", blue)):
            row.update({f"{side}_athlete": athlete, f"{side}_academy": academy, f"{side}_athlete_id": athlete_id})
        return row

    def _decide(self, row: Row, outcome: str, winner: str, loser: str) -> None:
        if outcome in BOTH_OUT:
            kind = outcome.removeprefix("both ")
            ways = ("technical", "disciplinary") if outcome == "one of each" else (kind, kind)
            row.update(winner="", decision="disqualification", red_dq=ways[0], blue_dq=ways[1])
        elif outcome in ("both absent", "both before"):
            absent = outcome == "both absent"
            reasons = ("", "no_show") if absent else ("weigh_in", "uniform", "disciplinary", "no_show")
            red, blue = self.random.choice(reasons), self.random.choice(reasons)
            row.update(winner="", decision="walkover", red_dq=red, blue_dq=blue)
        elif outcome in ("hurt", "draw", "nothing"):
            row.update(winner="", decision={"hurt": "stoppage", "draw": "draw", "nothing": ""}[outcome])
            if self.random.random() < 0.5:
                self._score(row, "red", 2, 2)
        elif outcome in LOST_BEFORE:
            kind = outcome.removeprefix("before ")
            row.update(decision="walkover")
            row[f"{loser}_dq"] = self.random.choice(("", "no_show")) if kind == "absent" else kind
        elif outcome in LOST_IN:
            row["decision"] = "disqualification"
            row[f"{loser}_dq"] = outcome
        elif outcome == "close-out":
            row["decision"] = "close_out"
        else:
            self._ordinary(row, winner)

    def _ordinary(self, row: Row, winner: str) -> None:
        row["decision"] = self.random.choice(("submission", "points", "points", "advantages", "referee_decision"))
        if row["decision"] == "submission":
            row.update(technique="armbar", elapsed="2:10")
        elif row["decision"] == "points":
            self._score(row, winner, 4, 2)
        elif row["decision"] == "advantages":
            self._score(row, winner, 2, 2)
            row[f"{winner}_advantages"] = "1"
        else:
            self._score(row, winner, 0, 0)

    def _score(self, row: Row, winner: str, more: int, fewer: int) -> None:
        loser = "blue" if winner == "red" else "red"
        row.update({f"{winner}_points": str(more), f"{loser}_points": str(fewer)})
        row.update({f"{side}_{what}": "0" for side in ("red", "blue") for what in ("advantages", "penalties")})


def play(mat: Mat, athletes: list[Athlete], second_chance: bool) -> None:
    if len(athletes) == 3 and second_chance:
        play_three(mat, athletes)
    elif len(athletes) >= 2:
        play_bracket(mat, athletes)


def play_three(mat: Mat, athletes: list[Athlete]) -> None:
    """M4 to M6, M22, M23; the plan counts bout 1 as (1, 0), the second semifinal as (1, 1)."""
    one, other, third = athletes
    outcome = mat.outcome(1, 0)
    winner = mat.bout("semifinal", one, other, outcome)
    if winner is None:
        if outcome == "both technical" and mat.random.random() < 0.8:
            _final_of_three(mat, third, mat.random.choice((one, other)))
        elif mat.random.random() < 0.3:
            mat.bye("final", third)
        return
    if outcome not in ("plain", "close-out"):
        _final_of_three(mat, winner, third)
        return
    pair = [other, third]
    mat.random.shuffle(pair)
    second = mat.outcome(1, 1)
    finalist = mat.bout("semifinal", pair[0], pair[1], second)
    if finalist is None:
        if second == "both technical" and mat.random.random() < 0.8:
            _final_of_three(mat, winner, mat.random.choice(pair))
        return
    _final_of_three(mat, winner, finalist)


def _final_of_three(mat: Mat, one: Athlete, other: Athlete) -> None:
    pair = [one, other]
    mat.random.shuffle(pair)
    mat.bout("final", pair[0], pair[1], mat.outcome(0, 0))


def play_bracket(mat: Mat, athletes: list[Athlete]) -> None:
    height = max(1, (len(athletes) - 1).bit_length())
    pairs = 2 ** (height - 1)
    slots: list[list[Athlete]] = [[athlete] for athlete in athletes[:pairs]]
    chosen = mat.random.sample(range(pairs), len(athletes) - pairs)
    for index, athlete in zip(chosen, athletes[pairs:], strict=True):
        slots[index].append(athlete)
    _node(mat, slots, 0, 0)
    _aftermath(mat)


def _node(mat: Mat, slots: list[list[Athlete]], level: int, index: int) -> Athlete | None:
    """Plays one part of the bracket; returns who comes out of it."""
    name = ROUND[level]
    if len(slots) == 1:
        sides: list[Athlete | None] = [slots[0][0], slots[0][1] if len(slots[0]) > 1 else None]
        rate = 0.2
    else:
        half = len(slots) // 2
        order = [0, 1]
        mat.random.shuffle(order)
        sides = [None, None]
        for part in order:
            sides[part] = _node(mat, slots[part * half : (part + 1) * half], level + 1, index * 2 + part)
        rate = 0.5
    present = [side for side in sides if side is not None]
    if len(present) < 2:
        if present and mat.random.random() < rate:
            mat.bye(name, present[0])
        return present[0] if present else None
    mat.random.shuffle(present)
    outcome = mat.outcome(level, index)
    mat.outcomes[level, index] = outcome
    winner = mat.bout(name, present[0], present[1], outcome)
    if winner is not None:
        mat.losers.setdefault(level, []).append(present[1])
    return winner


def _aftermath(mat: Mat) -> None:
    """The new final of M12, M14, M15 and the special semifinals of M9, M10, now and then missing."""
    if mat.random.random() < 0.15:
        return
    if mat.outcomes.get((0, 0)) in BOTH_OUT:
        able = [a for a in mat.losers.get(1, []) if a not in mat.thrown_out]
        if len(able) == 2:
            mat.random.shuffle(able)
            mat.bout("new-final", able[0], able[1], mat.outcome(0, 1))
    elif mat.outcomes.get((1, 0)) in BOTH_OUT and mat.outcomes.get((1, 1)) in BOTH_OUT:
        able = [a for a in mat.losers.get(2, []) if a not in mat.thrown_out]
        if len(able) == 4:
            mat.random.shuffle(able)
            one = mat.bout("special-semifinal", able[0], able[1], mat.outcome(1, 2))
            other = mat.bout("special-semifinal", able[2], able[3], mat.outcome(1, 3))
            if one is not None and other is not None:
                mat.bout("final", one, other, mat.outcome(0, 1))
