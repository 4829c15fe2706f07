"""`python -m benchmarks.flat_load [ROWS] [RUNS]`: loading a flat table against DuckDB's bare CREATE TABLE AS SELECT.

Both read the same CSV file into a database file of their own, in turn; printed are the medians and the ratio of each
pair, of wall-clock and of processor time: where others use the machine too, the second says more. `load` is extract,
transform and insert, as `tatame ingest` does them; the answers that ingest computes afterwards are no loading.
"""

from __future__ import annotations

import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import duckdb

from etl import pipeline
from etl.extract import EventOptions

ROWS, RUNS, MOST = 1_000_000, 3, 3.0
OPTIONS = EventOptions(event_id="flat", name="Flat", start="2026-05-02", uniform="gi")


def places(path: Path, rows: int) -> None:
    """One row per medal, headings and words in Portuguese."""
    chance = random.Random(20260502)
    with path.open("w", encoding="utf-8", newline="") as file:
        file.write("Colocação,Atleta,Equipe,Sexo,Idade,Faixa,Peso\n")
        for number in range(rows):
            file.write(
                f"{number % 3 + 1}º,Atleta {_name(chance)} {number},Equipe {chance.randrange(300)},"
                f"{chance.choice(('Masculino', 'Feminino'))},{chance.choice(('Adulto', 'Master 1', 'Master 2'))},"
                f"{chance.choice(('Azul', 'Roxa', 'Marrom', 'Preta'))},{chance.choice(('Pena', 'Leve', 'Médio'))}\n"
            )


def bouts(path: Path, rows: int) -> None:
    """One row per bout: winner, loser and how it ended in one text."""
    chance = random.Random(20260503)
    methods = ("Pts: 7x2", '"Pts: 2x2, Adv"', "Armbar", "RNC", "Referee decision", "Triangle", "DQ")
    with path.open("w", encoding="utf-8", newline="") as file:
        file.write("Match number,Winner,Winner team,Loser,Loser team,Method,Round,Gender,Age,Belt,Weight class\n")
        for number in range(rows):
            file.write(
                f"{number + 1},Athlete {_name(chance)} {number},Team {chance.randrange(300)},"
                f"Athlete {_name(chance)},Team {chance.randrange(300)},{chance.choice(methods)},"
                f"{chance.choice(('F', 'SF', '4F'))},{chance.choice('MF')},{chance.choice(('Adult', 'Master 1'))},"
                f"{chance.choice(('Blue', 'Purple', 'Black'))},{chance.choice(('Light', 'Middle', 'Heavy'))}\n"
            )


def _name(chance: random.Random) -> str:
    return f"{chance.choice('ABCDEFGH')}{chance.randrange(10**6)}"


def bare(source: Path, target: Path) -> None:
    """What DuckDB needs alone."""
    con = duckdb.connect(str(target))
    con.execute(f"CREATE TABLE flat AS SELECT * FROM read_csv('{source}')")
    con.execute("CHECKPOINT")
    con.close()


def load(source: Path, target: Path) -> None:
    """What `tatame ingest` needs before it computes anything."""
    pipeline.ingest(target, [source], OPTIONS, lambda con, versions: None)


def timed(work: Callable[[Path, Path], None], source: Path, target: Path) -> tuple[float, float]:
    """Wall-clock and processor time of one run into a new file."""
    target.unlink(missing_ok=True)
    wall, cpu = time.perf_counter(), time.process_time()
    work(source, target)
    return time.perf_counter() - wall, time.process_time() - cpu


def main(rows: int = ROWS, runs: int = RUNS) -> int:
    """Print a line per table; 1 where loading takes more than three times as long."""
    worst = 0.0
    with tempfile.TemporaryDirectory() as folder:
        for write in (places, bouts):
            source = Path(folder) / f"{write.__name__}.csv"
            write(source, rows)
            pairs = [
                [timed(work, source, Path(folder) / f"{work.__name__}.duckdb") for work in (bare, load)]
                for _ in range(runs)
            ]
            ratios = [statistics.median(own[n] / other[n] for other, own in pairs) for n in range(2)]
            base, own = (statistics.median(run[n][0] for run in pairs) for n in range(2))
            worst = max(worst, ratios[0])
            print(
                f"{write.__name__}: {rows:,} rows; bare {base:.2f} s, load {own:.2f} s; ratio {ratios[0]:.2f} "
                f"(at most {MOST}), of processor time {ratios[1]:.2f}"
            )
    return int(worst > MOST)


if __name__ == "__main__":
    sys.exit(main(*(int(argument) for argument in sys.argv[1:3])))
