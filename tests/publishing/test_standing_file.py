"""The standing of one award as a PDF: its rows are in it, no minor is, and the same bytes come again."""

import io
import re
import shutil
import subprocess
from pathlib import Path

import pytest

import tatame
from analytics.store import Store
from etl.errors import UserError
from publishing import standing_file
from publishing.wording import text
from tests.publishing import released

ROOT = Path(__file__).resolve().parents[2]

pytestmark = pytest.mark.skipif(not released.has_pdf(), reason="weasyprint or Pango is not installed (tatame[pdf])")


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    store = tmp_path_factory.mktemp("pdf") / "s.duckdb"
    tatame.ingest(store, ROOT / "data" / "sample" / "worlds-2024")
    return store


def test_it_holds_the_award_asked_for_and_the_same_bytes_come_again(store: Path, tmp_path: Path) -> None:
    with Store.open(store) as opened:
        made = standing_file.as_pdf(opened, "worlds-2024", "adult-male", "pt")
        assert made.startswith(b"%PDF-")
        assert standing_file.as_pdf(opened, "worlds-2024", "adult-male", "pt") == made
    program = shutil.which("pdftotext")
    if program is None:
        pytest.skip("pdftotext (poppler-utils) is not installed")
    (tmp_path / "s.pdf").write_bytes(made)
    said = subprocess.run([program, "-layout", tmp_path / "s.pdf", "-"], capture_output=True, text=True, check=True)
    assert text("page.standing.rank", "pt") in said.stdout
    # The published team ranking (official_standings.csv) has Alliance first with 120 points.
    assert re.search(r"^\s*1\s+Alliance\s+120\b", said.stdout, re.MULTILINE)
    assert "World IBJJF Jiu-Jitsu Championship 2024" in said.stdout


def test_another_hour_gives_the_same_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    from fontTools.ttLib.tables import _h_e_a_d

    from publishing.exports import pdf_file

    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    page = "<html><head><title>t</title></head><body><p>Souza</p></body></html>"
    made = pdf_file.printed(page)
    times = iter(range(1, 1000))
    now = _h_e_a_d.timestampNow
    monkeypatch.setattr("fontTools.misc.timeTools.time.time", lambda: 4e9 + next(times))
    first = now()
    assert now() != first  # so the clock of fontTools is the one that was set
    assert pdf_file.printed(page) == made


def test_a_process_of_its_own_prints_the_same_bytes() -> None:
    from publishing import pdf_process
    from publishing.exports import pdf_file

    page = "<html><head><title>t</title></head><body><p>Souza</p></body></html>"
    assert pdf_process.printed(page) == pdf_file.printed(page)


@pytest.mark.parametrize(
    ("happens", "said"),
    [
        ("raise SystemExit(3)", "status 3"),
        ("print(end='.', flush=True); raise SystemExit(3)", "status 3"),
        ("print(end='!there is no font for it')", "there is no font for it"),
        ("import time; time.sleep(60)", "not made within 1 seconds"),
    ],
)
def test_what_goes_wrong_in_that_process_is_said(happens: str, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from publishing import pdf_process

    monkeypatch.setattr(pdf_process, "_START", pdf_process._START.replace("of.main()", happens))
    monkeypatch.setattr(pdf_process, "SECONDS", 1.0 if "sleep" in happens else 60.0)
    with pytest.raises(UserError, match=said):
        pdf_process.printed("<p>x</p>")


def test_that_process_hands_on_what_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    from publishing import pdf_process
    from publishing.exports import pdf_file

    def refuses(_: str) -> bytes:
        raise UserError("no font")

    monkeypatch.setattr(pdf_file, "printed", refuses)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"<p>x</p>")))
    monkeypatch.setattr("sys.stdout", io.TextIOWrapper(out := io.BytesIO()))
    monkeypatch.setattr("os.nice", lambda _: 0)
    pdf_process.main()
    assert out.getvalue() == b"!no font"


def test_no_pdf_is_offered_of_letters_that_would_be_boxes(monkeypatch: pytest.MonkeyPatch) -> None:
    assert standing_file.possible(["Souza"])
    monkeypatch.setattr(shutil, "which", lambda name: "true" if name == "fc-list" else None)
    assert standing_file.possible(["Souza"])
    assert not standing_file.possible(["Souza", "柔術"])


def test_an_unknown_award_is_refused(store: Path) -> None:
    with Store.open(store) as opened, pytest.raises(tatame.UserError):
        standing_file.as_pdf(opened, "worlds-2024", "no-such", "en")
