"""event.toml, the options over it, and what is refused."""

import re
from datetime import date
from pathlib import Path

import pytest

from etl.errors import UnusableInput
from tests.etl.bundles import EVENT, PLACE, Stage, folder


def test_everything_an_event_may_say(tmp_path: Path) -> None:
    event = """
[event]
id = "taipei-open-2026"
name = "Taipei  Open 2026"
start = 2026-05-02
end = "2026-05-03"
federation = "CTJJF"
city = "Taipei"
country = "TPE"
level = "3"
status = "provisional"
ruleset = "ibjjf-v3"
uniform = "no-gi"

[[award]]
id = "adult-male"
name = "Adult male"
genders = ["masculino"]
ages = ["adult"]
belts = ["preta", "brown"]
chain = "T3"

[[award]]
id = "all"

[rules]
tiebreak_counts = "counted"
"""
    staged = Stage(folder(tmp_path, event, placements=[PLACE]))
    of = staged.event
    assert (of.event_id, of.name, of.start_date, of.end_date) == (
        "taipei-open-2026",
        "Taipei Open 2026",
        date(2026, 5, 2),
        date(2026, 5, 3),
    )
    assert (of.federation, of.city, of.country, of.level) == ("CTJJF", "Taipei", "TPE", "3")
    assert (of.status, of.ruleset, of.uniform) == ("provisional", "ibjjf-v3", "no-gi")
    assert of.rule_overrides == '{"tiebreak_counts": "counted"}'
    assert staged.rows("award") == [
        ("adult-male", 1, "Adult male", ["male"], ["adult"], ["black", "brown"], "T3", False),
        ("all", 2, "all", [], [], [], "auto", False),
    ]
    assert staged.findings() == []


def test_what_an_event_need_not_say(tmp_path: Path) -> None:
    staged = Stage(folder(tmp_path, EVENT.replace('uniform = "gi"\n', ""), placements=[PLACE]))
    of = staged.event
    assert (of.status, of.ruleset, of.uniform, of.end_date, of.city) == ("unknown", "ibjjf-2024", "unknown", None, None)
    assert staged.rows("award") == [("overall", 1, "Overall", [], [], [], "auto", True)]
    assert [code for code, *_ in staged.findings()] == ["uniform_unknown"]


def test_a_preset_stands_beside_awards_of_its_own(tmp_path: Path) -> None:
    event = EVENT + 'awards = "ibjjf-championship"\n[[award]]\nid = "kids-cup"\n'
    staged = Stage(folder(tmp_path, event, placements=[PLACE]))
    ids = staged.rows("award", "award_id")
    assert {"adult-male", "adult-female", "juvenile", "master", "novice", "kids-cup"} <= set(ids)
    assert ids[-1] == "kids-cup"
    assert not any(staged.rows("award", "is_default"))


@pytest.mark.parametrize(
    ("event", "what"),
    [
        ('name = "Open"\nstart = 2026-05-02', "the event has no id"),
        ('id = "Open 2026"\nname = "Open"\nstart = 2026-05-02', "use lower-case letters, digits and hyphens"),
        ('id = "open"\nstart = 2026-05-02', "the event has no name"),
        ('id = "open"\nname = "Open"', "the event has no start; give it in event.toml, with --event-file or --start"),
        (
            'id = "open"\nname = " "',
            "no name, no start; give them in event.toml, with --event-file or --event-name --start",
        ),
        ('id = "open"\nname = "Open"\nstart = "May"', "write a date as 2026-05-02"),
        ('id = "open"\nname = "Open"\nstart = 2026-05-02\nend = 2026-05-01', "before it starts"),
        ('id = "open"\nname = ["Open"]\nstart = 2026-05-02', "write a text"),
        ('id = "open"\nname = "Open"\nstart = 2026-05-02\nruleset = "ibjf-2024"', "Did you mean ibjjf-2024"),
        ('id = "open"\nname = "Open"\nstart = 2026-05-02\nuniform = "kimonos?"', "event uniform is"),
        ('id = "open"\nname = "Open"\nstart = 2026-05-02\nstatus = "oficial"', "official"),
        ('id = "open"\nname = "Open"\nstart = 2026-05-02\nawards = "ibjjf-champs"', "ibjjf-championship"),
        ('id = "open"\nname = "Open"\nstart = 2026-05-02\n[rules]\ntiebreak_count = "all"', "tiebreak_counts"),
        ('id = "open"\nname = "Open"\nstart = 2026-05-02\n[rules]\ntiebreak_counts = 7', "expected"),
        ('id = "open"\nname = "Open"\nstart = 2026-05-02\n[[award]]\nname = "A"', "award id ''"),
        (
            'id = "open"\nname = "Open"\nstart = 2026-05-02\n[[award]]\nid = "a"\n[[award]]\nid = "a"',
            "two awards are called 'a'",
        ),
        ('id = "open"\nname = "Open"\nstart = 2026-05-02\n[[award]]\nid = "a"\nages = ["adlt"]', "Did you mean adult"),
        ('id = "open"\nname = "Open"\nstart = 2026-05-02\n[[award]]\nid = "a"\nbelt = ["black"]', "Did you mean belts"),
        ('id = "open"\nname = "Open"\nstart = 2026-05-02\n[[award]]\nid = "a"\nchain = "T9"', "chain 'T9'"),
        ('id = "open"\nname = "Open"\nstart = 2026-05-02\n[award]\nid = "a"', "double brackets"),
        ("id = = 3", "not TOML"),
    ],
)
def test_an_event_that_cannot_stand_is_refused_in_at_most_two_lines(tmp_path: Path, event: str, what: str) -> None:
    with pytest.raises(UnusableInput) as refused:
        Stage(folder(tmp_path, f"[event]\n{event}\n", placements=[PLACE]))
    assert what in str(refused.value)
    assert len(str(refused.value).splitlines()) <= 2


def test_unknown_keys_are_findings(tmp_path: Path) -> None:
    staged = Stage(folder(tmp_path, EVENT + 'organiser = "A"\n[extra]\nx = 1\n', placements=[PLACE]))
    assert sorted((code, column) for code, _, column, _ in staged.findings()) == [
        ("unknown_key", "extra"),
        ("unknown_key", "organiser"),
    ]


def test_options_stand_over_the_file_with_a_warning(tmp_path: Path) -> None:
    staged = Stage(
        folder(tmp_path, placements=[PLACE]), event_id="other", start="2026-05-02", uniform="gi", ruleset="none"
    )
    assert (staged.event.event_id, staged.event.ruleset) == ("other", "none")
    assert staged.findings() == [("option_overrides_file", None, "id", "open-2026")]


def test_an_event_file_describes_a_bundle_without_one(tmp_path: Path) -> None:
    bundle = folder(tmp_path / "bundle", None, placements=[PLACE])
    event_file = tmp_path / "event.toml"
    event_file.write_text("\ufeff" + EVENT, encoding="utf-8")
    assert Stage(bundle, event_file=event_file).event.event_id == "open-2026"
    with pytest.raises(UnusableInput, match="the event has no id"):
        Stage(bundle)
    with pytest.raises(UnusableInput, match="no such file"):
        Stage(bundle, event_file=tmp_path / "missing.toml")


def test_the_hash_follows_contents_and_options_and_nothing_else(tmp_path: Path) -> None:
    plain = Stage(folder(tmp_path / "a", placements=[PLACE])).event.sha256
    assert Stage(folder(tmp_path / "b", placements=[PLACE])).event.sha256 == plain
    (tmp_path / "b" / "notes.txt").write_text("nothing", encoding="utf-8")
    assert Stage(tmp_path / "b").event.sha256 == plain
    assert Stage(tmp_path / "b", uniform="no-gi").event.sha256 != plain
    assert Stage(folder(tmp_path / "c", placements=[{**PLACE, "place": "2"}])).event.sha256 != plain
    assert Stage(folder(tmp_path / "d", EVENT.replace("Open", "Cup"), placements=[PLACE])).event.sha256 != plain


def test_a_folder_of_one_table_names_the_file_in_it(tmp_path: Path) -> None:
    table = tmp_path / "pt" / "resultados 1.csv"
    table.parent.mkdir()
    (tmp_path / "pt" / "leia-me.md").write_text("results", encoding="utf-8")
    with pytest.raises(UnusableInput, match="this folder holds no table of a bundle"):
        Stage(table.parent)
    table.write_text(
        "Sexo,Idade,Faixa,Peso,Colocação,Atleta,Equipe\nMasculino,Adulto,Preta,Leve,1,Ari,North\n", encoding="utf-8"
    )
    with pytest.raises(UnusableInput, match=f"name the file in it: tatame ingest '{re.escape(str(table))}'$"):
        Stage(table.parent)
    with pytest.raises(UnusableInput, match="no id, no name, no start; give them with --event-file or --event-id"):
        Stage(table)
