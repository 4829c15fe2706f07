"""`python -m benchmarks.rivals.by_pandas FOLDER OUT.csv`: the standings of every event, by pandas.

As by polars: ordinary brackets alone (M1 to M4), A1 to A6 and A9, ties by T1 and T2; nothing is checked or kept.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import pandas as pd

from benchmarks.rivals import sport
from benchmarks.rivals.sport import DIVISION, KEY, RESULT

AWARD = ["event", "award"]
_WHO = ["athlete", "academy", "athlete_id"]
_SIDES = [f"{side}_{name}" for side in ("red", "blue") for name in _WHO]
_READ = {"bouts": [*KEY[1:], "round", "winner", "decision", *_SIDES], "entries": [*KEY[1:], *_WHO]}


def main(arguments: Sequence[str]) -> int:
    """Reads what it needs of the files and writes one row per academy with points."""
    folder, target = (Path(argument) for argument in arguments)
    categories = _categories(_read(folder, "entries"))
    places = _places(_read(folder, "bouts"))
    alone = categories.loc[categories["registered"] == 1, [*KEY, "academy"]].assign(place=1)  # M2
    places = pd.concat([places, alone], ignore_index=True)
    covered = _covered(categories, places, pd.DataFrame(sport.events(folder)))
    _standings(covered, places).to_csv(target, index=False)
    return 0


def _read(folder: Path, table: str) -> pd.DataFrame:
    frames = [_file(file, _READ[table]) for file in sorted(folder.glob(f"*/{table}.csv"))]
    return pd.concat(frames, ignore_index=True)


def _file(file: Path, wanted: list[str]) -> pd.DataFrame:
    """Sources without identifiers have no column of them."""
    frame = pd.read_csv(file, usecols=lambda name: name in wanted, dtype=str, keep_default_na=False, na_values=[""])
    return frame.reindex(columns=wanted).assign(event=file.parent.name)


def _person(frame: pd.DataFrame, side: str = "") -> pd.Series:
    """The identifier, else name and academy."""
    named = frame[f"{side}athlete"] + "|" + frame[f"{side}academy"].fillna("")
    return frame[f"{side}athlete_id"].fillna(named)


def _places(bouts: pd.DataFrame) -> pd.DataFrame:
    """The finals' two athletes, and who lost a semifinal without having come to the final (M1, M3, M4)."""
    bouts = bouts[bouts["round"].isin(["final", "semifinal"]) & (bouts["decision"] != "bye")]
    sides = {side: (_person(bouts, f"{side}_"), bouts[f"{side}_academy"]) for side in ("red", "blue")}
    won = bouts["winner"] == "red"
    fought = bouts[[*KEY, "round"]].assign(
        winner=sides["red"][0].where(won, sides["blue"][0]),
        winner_academy=sides["red"][1].where(won, sides["blue"][1]),
        loser=sides["blue"][0].where(won, sides["red"][0]),
        loser_academy=sides["blue"][1].where(won, sides["red"][1]),
    )
    final = fought[fought["round"] == "final"]
    gold, silver = _holders(final, "winner", 1), _holders(final, "loser", 2)
    bronze = _holders(fought[fought["round"] == "semifinal"], "loser", 3).drop_duplicates([*KEY, "athlete"])
    finalists = pd.concat([gold, silver])[[*KEY, "athlete"]]
    bronze = bronze.merge(finalists, on=[*KEY, "athlete"], how="left", indicator=True)
    bronze = bronze[bronze["_merge"] == "left_only"]
    return pd.concat([gold, silver, bronze], ignore_index=True)[[*KEY, "place", "academy"]]


def _holders(fought: pd.DataFrame, who: str, place: int) -> pd.DataFrame:
    named = {who: "athlete", f"{who}_academy": "academy"}
    return fought[[*KEY, *named]].rename(columns=named).assign(place=place)


def _categories(entries: pd.DataFrame) -> pd.DataFrame:
    """How many are registered, and whether all of one academy (A3, A4)."""
    entries = entries.assign(person=_person(entries), unknown=entries["academy"].isna())
    found = entries.groupby(KEY, sort=False, observed=True).agg(
        registered=("person", "nunique"), academies=("academy", "nunique"), unknown=("unknown", "any"),
        academy=("academy", "first"),
    )  # fmt: skip
    found["one_academy"] = (found["academies"] == 1) & ~found["unknown"]
    return found.reset_index()


def _covered(categories: pd.DataFrame, places: pd.DataFrame, events: pd.DataFrame) -> pd.DataFrame:
    """One row per category with places and award it belongs to."""
    held = categories.merge(places[KEY].drop_duplicates(), on=KEY).merge(events, on="event")
    held["counted"] = (held["registered"] > 1) & ~held["one_academy"]
    held["belt_rank"] = held["belt"].map(sport.belts(held["belt"].unique()))
    classes = ["uniform", "gender", "age_division", "weight_class"]
    distinct = held[classes].drop_duplicates().itertuples(index=False, name=None)
    ranks = pd.DataFrame(sport.weights(distinct), columns=[*classes, "weight_rank"])
    divisions = held[DIVISION].drop_duplicates().itertuples(index=False, name=None)
    awards = pd.DataFrame(sport.memberships(divisions), columns=["awards", "award", *DIVISION])
    return held.drop(columns="academy").merge(ranks, on=classes).merge(awards, on=["awards", *DIVISION])


def _standings(covered: pd.DataFrame, places: pd.DataFrame) -> pd.DataFrame:
    """Points and medals by academy, the levels of the chain as columns, and the rank they give."""
    ages = covered[covered["counted"]].groupby(AWARD)["age_division"].nunique()
    covered = covered.merge((ages > 1).rename("several"), on=AWARD)
    covered["top_belt"] = covered.groupby(AWARD)["belt_rank"].transform("max")
    covered["age_belt"] = covered.groupby([*AWARD, "age_division"])["belt_rank"].transform("max")
    at_top = covered["weight_rank"].where(covered["belt_rank"] == covered["top_belt"])
    covered["top_weight"] = at_top.groupby([covered["event"], covered["award"]]).transform("max")
    medals = places[places["academy"].notna()].merge(covered, on=KEY)
    gold = medals["place"] == 1
    at_top = gold & ~medals["several"] & (medals["belt_rank"] == medals["top_belt"])
    columns = {
        "points": medals["place"].map(sport.POINTS) * medals["counted"], "gold": gold,
        "silver": medals["place"] == 2, "highest_belt": at_top,
        "heaviest": at_top & (medals["weight_rank"] == medals["top_weight"]),
    }  # fmt: skip
    marks = {"black": medals["belt_rank"] == sport.BLACK, "top_belt": medals["belt_rank"] == medals["age_belt"]}
    for name, kind, age, rulesets in sport.levels():
        here = (medals["age_division"] == age) & medals["ruleset"].isin(rulesets)
        columns[name] = gold & medals["several"] & here & marks[kind]
    levels = list(columns)
    columns["bronze"] = medals["place"] == 3
    table = pd.DataFrame(columns).groupby([medals["event"], medals["award"], medals["academy"]]).sum().reset_index()
    return _ranked(table[table["points"] > 0], levels)


def _ranked(table: pd.DataFrame, levels: list[str]) -> pd.DataFrame:
    """1, 2, 2, 4 by all levels in order."""
    table = table.sort_values([*AWARD, *levels], ascending=[True, True, *(False for _ in levels)], ignore_index=True)
    row = table.groupby(AWARD).cumcount() + 1
    differs = (table[[*AWARD, *levels]] != table[[*AWARD, *levels]].shift()).any(axis=1)
    table["rank"] = row.where(differs).ffill().astype(int)
    return table[RESULT].sort_values(["event", "award", "rank", "academy"])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
