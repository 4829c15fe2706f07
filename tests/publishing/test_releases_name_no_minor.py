"""No file of any release names a minor, or whoever opted out, whatever the event: every format, drawn at random."""

import json
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

import tatame
from publishing.content import Order
from publishing.privacy import Level, initials
from tatame import cli
from tests.publishing import released, young_event
from tests.publishing.leaks import files_below, leaks
from tests.publishing.young_event import Entrant
from tests.sizes import drawn

pytestmark = pytest.mark.long

LEVELS = st.sampled_from((Level.INITIALS, Level.ACADEMY, Level.SUPPRESSED, Level.FULL))


def texts(folder: Path) -> dict[str, str]:
    """Every file as text; PDFs where there is a program to read them."""
    program = shutil.which("pdftotext")
    found = files_below(folder)
    for file in folder.rglob("*.pdf") if program else ():
        read = subprocess.run([str(program), file, "-"], capture_output=True, text=True, check=True)
        found[file.name] = read.stdout
    return found


def made(folder: Path, people: list[Entrant], out: list[Entrant], struck: Entrant) -> Path:
    """A store from a source called after its first athlete; some opt out, one is struck out, a draw is held."""
    store = folder / "t.duckdb"
    tatame.ingest(store, young_event.write(folder / people[0].name, people))
    where = ("--store", str(store))
    released.publish(store, folder / "before", Order(level=Level.SUPPRESSED))
    division = young_event.DIVISIONS[struck.division]
    named = ("--category", f"male {division} blue light", "--athlete", struck.name, "--by", people[0].name)
    cli.main(["correct", *named, "--status", "doping", "--reason", f"{struck.name} was tested", *where])
    cli.main(["draw", "--award", "overall", "--seed", f"as {people[0].name} said", "--by", people[-1].name, *where])
    for one in out:
        cli.main(["privacy", "add", one.name, "--by", "the office", *where])
    return store


def publish(store: Path, folder: Path, level: Level) -> dict[str, str]:
    formats = (*released.EVERYTHING, "pdf") if released.has_pdf() else released.EVERYTHING
    seasons = ((released.scheme(folder), 2026),)
    order = Order(level=level, podium=True, formats=formats, seasons=seasons, languages=("en", "ja"))
    released.publish(store, folder / "out", order, previous=folder / "before")
    return texts(folder / "out")


@settings(max_examples=drawn(3, 6), phases=(Phase.explicit, Phase.generate))  # shrinking publishes for minutes
@given(people=young_event.strategy, level=LEVELS, chosen=st.data())
def test_no_file_of_a_release_names_whom_it_must_not(
    people: list[Entrant], level: Level, chosen: st.DataObject
) -> None:
    out = chosen.draw(st.lists(st.sampled_from(people), max_size=3, unique=True))
    struck = chosen.draw(st.sampled_from(people))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        store = made(folder, people, out, struck)
        found = publish(store, folder, level)
        assert len(found) > 20
        if level is not Level.FULL:
            assert leaks(store, found) == []
        for one in out:
            assert [where for where, text in found.items() if one.name.casefold() in text.casefold()] == []
        if level in (Level.ACADEMY, Level.SUPPRESSED):
            young = [one for one in people if one.division in (1, 2, 4) and one.name.isascii()]
            shown = [(one.name, where) for one in young for where, text in found.items() if initials(one.name) in text]
            adults = {initials(one.name) for one in people if one not in young}
            assert [pair for pair in shown if initials(pair[0]) not in adults] == []


def test_it_would_be_found_out(tmp_path: Path) -> None:
    people = young_event.EXAMPLE
    store = made(tmp_path, people, [people[3]], people[4])
    found = publish(store, tmp_path, Level.FULL)
    assert leaks(store, found)
    assert any(people[4].name in text for text in found.values())  # the struck minor's name, at the level full
    assert not any(people[3].name in text for text in found.values())
    kinds = {Path(where.partition("!")[0]).suffix for _, where in leaks(store, found)}
    assert {".csv", ".html", ".json", ".parquet", ".xlsx"} <= kinds


def test_a_source_and_a_draw_that_name_a_minor_stand_without_the_name(tmp_path: Path) -> None:
    people = [young_event.EXAMPLE[2], *young_event.EXAMPLE[:2], *young_event.EXAMPLE[3:]]
    store = made(tmp_path, people, [], people[0])
    released.publish(store, tmp_path / "out", Order(formats=("html", "json")))
    found = files_below(tmp_path / "out")
    assert leaks(store, found) == []
    [event] = json.loads(found["manifest.json"])["events"]
    assert event["source"]["name"] == event["source"]["sha256"][:12]
