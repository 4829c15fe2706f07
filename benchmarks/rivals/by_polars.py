"""`python -m benchmarks.rivals.by_polars FOLDER OUT.csv`: the standings of every event, by polars.

Ordinary brackets alone (M1 to M4), awards and points by A1 to A6 and A9, ties by T1 and T2. Nothing is checked and
nothing is kept: no row is refused, no reason is given.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import polars as pl

from benchmarks.rivals import sport
from benchmarks.rivals.sport import DIVISION, KEY, RESULT

AWARD = ["event", "award"]


def main(arguments: Sequence[str]) -> int:
    """Reads what it needs of the files and writes one row per academy with points."""
    folder, target = (Path(argument) for argument in arguments)
    events = pl.DataFrame(sport.events(folder))
    places = _places(_read(folder, "bouts"), entries := _read(folder, "entries"))
    places, categories = pl.collect_all([places, _categories(entries)])
    places = pl.concat([places, _alone(categories)])
    covered = _covered(categories, places, events)
    _standings(covered, places).write_csv(target)
    return 0


def _read(folder: Path, table: str) -> pl.LazyFrame:
    frames = []
    for file in sorted(folder.glob(f"*/{table}.csv")):
        frame = pl.scan_csv(file, infer_schema=False)
        frames.append(frame.with_columns(event=pl.lit(file.parent.name)))
    return pl.concat(frames, how="diagonal")


def _person(name: str, academy: str, number: str) -> pl.Expr:
    """The identifier, else name and academy."""
    return pl.coalesce(pl.col(number), pl.concat_str(pl.col(name), pl.col(academy), separator="|", ignore_nulls=True))


def _places(bouts: pl.LazyFrame, entries: pl.LazyFrame) -> pl.LazyFrame:
    """The finals' two athletes, and who lost a semifinal without having come to the final (M1, M3, M4)."""
    fought = bouts.filter(pl.col("round").is_in(["final", "semifinal"]) & (pl.col("decision") != "bye"))
    red, blue = (
        [
            _person(f"{side}_athlete", f"{side}_academy", f"{side}_athlete_id").alias(f"{side}_key"),
            pl.col(f"{side}_academy"),
        ]
        for side in ("red", "blue")
    )
    fought = fought.select(*KEY, "round", "winner", *red, *blue)
    won = pl.col("winner") == "red"
    fought = fought.select(
        *KEY,
        "round",
        winner=pl.when(won).then("red_key").otherwise("blue_key"),
        winner_academy=pl.when(won).then("red_academy").otherwise("blue_academy"),
        loser=pl.when(won).then("blue_key").otherwise("red_key"),
        loser_academy=pl.when(won).then("blue_academy").otherwise("red_academy"),
    )
    final = fought.filter(pl.col("round") == "final")
    gold = final.select(*KEY, place=1, athlete="winner", academy="winner_academy")
    silver = final.select(*KEY, place=2, athlete="loser", academy="loser_academy")
    bronze = fought.filter(pl.col("round") == "semifinal").select(
        *KEY, place=3, athlete="loser", academy="loser_academy"
    )
    bronze = bronze.unique([*KEY, "athlete"]).join(pl.concat([gold, silver]), on=[*KEY, "athlete"], how="anti")
    return pl.concat([gold, silver, bronze]).select(*KEY, "place", "academy")


def _categories(entries: pl.LazyFrame) -> pl.LazyFrame:
    """How many are registered, and whether all of one academy (A3, A4)."""
    return entries.group_by(KEY).agg(
        registered=_person("athlete", "academy", "athlete_id").n_unique(),
        one_academy=(pl.col("academy").n_unique() == 1) & pl.col("academy").is_not_null().all(),
        academy=pl.col("academy").first(),
    )


def _alone(categories: pl.DataFrame) -> pl.DataFrame:
    """M2."""
    return categories.filter(pl.col("registered") == 1).select(*KEY, place=1, academy="academy")


def _covered(categories: pl.DataFrame, places: pl.DataFrame, events: pl.DataFrame) -> pl.DataFrame:
    """One row per category with places and award it belongs to."""
    held = categories.join(places.select(KEY).unique(), on=KEY, how="semi").join(events, on="event")
    divisions = held.select(DIVISION).unique()
    belts = sport.belts(divisions["belt"].unique().to_list())
    classes = ["uniform", "gender", "age_division", "weight_class"]
    ranks = pl.DataFrame(
        sport.weights(held.select(classes).unique().rows()), schema=[*classes, "weight_rank"], orient="row"
    )
    awards = pl.DataFrame(sport.memberships(divisions.rows()), schema=["awards", "award", *DIVISION], orient="row")
    one_academy = pl.col("one_academy") & (pl.col("registered") > 1)
    return (
        held.with_columns(
            counted=(pl.col("registered") > 1) & ~one_academy,
            belt_rank=pl.col("belt").replace_strict(belts, return_dtype=pl.Int32),
        )
        .join(ranks, on=classes)
        .join(awards, on=["awards", *DIVISION])
    )


def _standings(covered: pl.DataFrame, places: pl.DataFrame) -> pl.DataFrame:
    """Points and medals by academy, the levels of the chain as columns, and the rank they give."""
    several = covered.filter("counted").group_by(AWARD).agg(several=pl.col("age_division").n_unique() > 1)
    top = covered.group_by(AWARD).agg(top_belt=pl.col("belt_rank").max())
    heaviest = (
        covered.join(top, on=AWARD)
        .filter(pl.col("belt_rank") == pl.col("top_belt"))
        .group_by(AWARD)
        .agg(top_weight=pl.col("weight_rank").max())
    )
    of_age = covered.group_by([*AWARD, "age_division"]).agg(age_belt=pl.col("belt_rank").max())
    medals = (
        places.filter(pl.col("academy").is_not_null())
        .join(covered, on=KEY)
        .join(several, on=AWARD)
        .join(top, on=AWARD)
        .join(heaviest, on=AWARD)
        .join(of_age, on=[*AWARD, "age_division"])
    )
    gold = pl.col("place") == 1
    at_top = gold & (pl.col("belt_rank") == pl.col("top_belt")) & ~pl.col("several")
    levels = {
        "highest_belt": at_top,
        "heaviest": at_top & (pl.col("weight_rank") == pl.col("top_weight")),
    }
    marks = {"black": pl.col("belt_rank") == sport.BLACK, "top_belt": pl.col("belt_rank") == pl.col("age_belt")}
    for name, kind, age, rulesets in sport.levels():
        here = (pl.col("age_division") == age) & pl.col("ruleset").is_in(rulesets)
        levels[name] = gold & pl.col("several") & here & marks[kind]
    points = pl.col("place").replace_strict(sport.POINTS, return_dtype=pl.Int32) * pl.col("counted")
    table = medals.group_by([*AWARD, "academy"]).agg(
        points=points.sum(),
        gold=gold.sum(),
        silver=(pl.col("place") == 2).sum(),
        bronze=(pl.col("place") == 3).sum(),
        **{name: mark.fill_null(value=False).sum() for name, mark in levels.items()},
    )
    compared = pl.struct("points", "gold", "silver", *levels)
    table = table.filter(pl.col("points") > 0)
    ranked = table.with_columns(rank=compared.rank("min", descending=True).over(AWARD))
    return ranked.select(RESULT).sort("event", "award", "rank", "academy")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
