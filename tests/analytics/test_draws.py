"""Ties, the drawn order, and the check the docs give; digests by coreutils' sha256sum, not by the product."""

from __future__ import annotations

import csv
import re
import subprocess
import sys
import unicodedata
from pathlib import Path

import pytest

from analytics import draws, queries
from etl.errors import UserError
from tests.analytics.podium import Podium, compute, won

ROOT = Path(__file__).resolve().parents[2]
SEED = "Gazette, 5 May 2026"
# printf 'Gazette, 5 May 2026\nNAME' | sha256sum
BY_SHA256SUM = {
    "Alpha": "b120bd30c2b22292a427f6fb287f913357781b687cf1eb363377cc37d439dd6b",
    "Bravo": "ac7a0430e588071de88e100694bbb4a6155de6944f8045c6c433f61481a103a1",
    "Equipe Ação": "0f476a307eab96624fa07e789f95db7c1db949430fe41d120002212dac9f6f5d",
}
TWO_TIES = (
    won("Delta Echo"),
    won("Bravo - Alpha Carlos", weight="open"),
    won("Alpha - Bravo Carlos", weight="open"),
)


def test_the_order_is_that_of_the_digests() -> None:
    assert draws.order(SEED, BY_SHA256SUM) == ["Equipe Ação", "Bravo", "Alpha"]


def test_seed_and_name_count_in_their_composed_form() -> None:
    names = [unicodedata.normalize("NFD", name) for name in BY_SHA256SUM]
    composed = [unicodedata.normalize("NFC", name) for name in draws.order(unicodedata.normalize("NFD", SEED), names)]
    assert composed == draws.order(SEED, BY_SHA256SUM)


def test_the_first_tie_is_the_best_rank_in_code_point_order() -> None:
    con = compute(Podium(TWO_TIES))
    version = queries.resolve(con)
    assert draws.ties(con, version, "overall") == [[("Alpha", "alpha"), ("Bravo", "bravo")]]
    assert draws.first_tie(con, version, "overall") == [("Alpha", "alpha"), ("Bravo", "bravo")]
    assert draws.first_tie(con, version, "overall", ["bravo", "ALPHA"]) == [("Alpha", "alpha"), ("Bravo", "bravo")]


def test_a_tie_must_be_named_exactly() -> None:
    con = compute(Podium(TWO_TIES))
    with pytest.raises(UserError, match=r"Alpha \| Bravo"):
        draws.first_tie(con, queries.resolve(con), "overall", ["Alpha", "Bravo", "Carlos"])


def test_without_a_tie_there_is_nothing_to_draw() -> None:
    con = compute(Podium((won("Alpha Bravo"),)))
    with pytest.raises(UserError, match="no tie of overall needs a draw"):
        draws.first_tie(con, queries.resolve(con), "overall")


def test_a_drawn_tie_needs_no_draw_and_a_made_up_order_does_not_hold() -> None:
    """The harness writes a false digest: the order may be right, the record is not."""
    con = compute(Podium(TWO_TIES, draws=(("overall", ("Bravo", "Alpha")),)))
    version = queries.resolve(con)
    assert draws.ties(con, version, "overall") == []
    (drawn,) = draws.recorded(con, version)
    assert (drawn.academies, drawn.separates, drawn.holds) == (("Bravo", "Alpha"), True, False)


def test_the_check_in_the_docs_agrees_and_notices_an_exchange(tmp_path: Path) -> None:
    (code,) = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "draws.md").read_text(encoding="utf-8"), re.DOTALL)
    assert sum(bool(line.strip()) for line in code.splitlines()) <= 10
    (tmp_path / "check_draws.py").write_text(code, encoding="utf-8")
    right = ["Equipe Ação", "Bravo", "Alpha"]
    for order, verdict in ((right, "agrees"), (right[::-1], "DIFFERS")):
        with (tmp_path / "draws.csv").open("w", encoding="utf-8-sig", newline="") as out:
            rows = csv.writer(out)
            rows.writerow(["award", "tie", "position", "academy", "seed", "drawn_at", "recorded_by"])
            for position, academy in enumerate(order, start=1):
                rows.writerow(
                    ["overall", "|".join(sorted(right)), position, academy, SEED, "2026-05-03T12:00:00Z", "desk"]
                )
        done = subprocess.run(
            [sys.executable, "check_draws.py", "draws.csv"], cwd=tmp_path, capture_output=True, text=True, check=True
        )
        assert done.stdout.split("\t")[0] == verdict
