"""The ledger of academies: what a name stands for on a day, which rows cannot stand together, and the file."""

from datetime import date
from pathlib import Path

import pytest

from etl import academies, alias_file, aliases
from etl.aliases import REJECTED, Alias, Ledger
from etl.errors import UnusableInput

DAY = date(2022, 6, 2)
# vocabulary-seen, section 6: "NOT to merge automatically (official rankings list them apart)"
APART = (
    ("Alliance", "Alliance International"),
    (
        "PSLPB Cicero Costha",
        "PSLPB Cicero Costha B",
        "Cicero Costha Internacional",
        "Cicero Costha Mexico",
        "Cicero Costha Canada",
    ),
    ("Gracie Barra", "Gracie Barra JJ", "Gracie Barra João Pessoa-PB"),
    ("Ryan Gracie Team", "Ryan Gracie Team B"),
    ("Gracie Humaita", "Gracie Humaita Las Vegas"),
    ("Nova União", "Kimura/Nova União"),
)


def stands_for(ledger: Ledger, name: str, day: date = DAY) -> str:
    return ledger.academy(aliases.named(name), day)


def test_a_chain_is_followed_and_validity_is_by_the_day() -> None:
    ledger = Ledger(
        [Alias("Old", "New", valid_from=date(2021, 1, 1)), Alias("New", "Newest", valid_from=date(2022, 6, 2))]
    )
    assert stands_for(ledger, "OLD", date(2020, 12, 31)) == "old"
    assert stands_for(ledger, "old", date(2021, 1, 1)) == "new"
    assert stands_for(ledger, "Old", date(2022, 6, 1)) == "new"
    assert stands_for(ledger, "Old") == "newest"
    assert stands_for(Ledger([Alias("Old", "New", valid_to=DAY)]), "Old") == "new"
    assert stands_for(Ledger([Alias("Old", "New", valid_to=date(2022, 6, 1))]), "Old") == "old"


def test_an_alias_means_every_spelling_of_it_and_a_rejected_row_merges_nothing() -> None:
    ledger = Ledger([Alias("Art of Jiu-Jitsu", "AOJ"), Alias("Alliance International", "Alliance", status=REJECTED)])
    assert stands_for(ledger, "ART OF JJ") == stands_for(ledger, "AOJ") == "aoj"
    assert stands_for(ledger, "Alliance International") != stands_for(ledger, "Alliance")


def test_the_association_is_that_of_the_academy_at_the_end_of_the_chain() -> None:
    ledger = Ledger([Alias("AJJ", "Alpha"), Alias("Alpha", "Alpha", "Union"), Alias("B", "Beta", valid_to=DAY)])
    assert ledger.association("ajj", DAY) == ("union", "Union") == ledger.association("alpha", DAY)
    assert ledger.association("beta", DAY) is None


def test_rows_that_cannot_stand_together_are_refused() -> None:
    standing = [Alias("A", "B", valid_to=date(2020, 12, 31)), Alias("B", "C")]
    aliases.refuse_conflicts(standing, Alias("A", "C", valid_from=date(2021, 1, 1)))
    with pytest.raises(UnusableInput, match="already stands for B"):
        aliases.refuse_conflicts(standing, Alias("A", "D", valid_from=date(2020, 12, 31)))
    with pytest.raises(UnusableInput, match="undo that first"):
        aliases.refuse_conflicts(standing, Alias("C", "A"))


def test_a_ledger_survives_its_file(tmp_path: Path) -> None:
    rows = [
        Alias("=Evil", "North", "Union", date(2020, 1, 1), date(2021, 12, 31), 'it says "so", twice'),
        Alias("North", "North", "Union"),
        Alias("+1 Team", "North B", status=REJECTED),
    ]
    file = tmp_path / "ledger.csv"
    alias_file.write(file, rows)
    assert "'=Evil" in file.read_text(encoding="utf-8"), "no spreadsheet runs it"
    assert alias_file.read(file) == rows


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("alias\nA\n", "no column academy"),
        ("alias,academy,asociation\nA,B,C\n", "association"),
        ("alias,academy\nA,\n", "row 2"),
        ("alias,academy\n---,B\n", "no academy's name"),
        ("alias,academy\nA,a\n", "the same academy already"),
        ("alias,academy,valid_from\nA,B,2.5.2026\n", "2026-05-02"),
        ("alias,academy,valid_from,valid_to\nA,B,2026-01-02,2026-01-01\n", "before"),
        ("alias,academy,status\nA,B,maybe\n", "neither accepted nor rejected"),
    ],
)
def test_a_file_that_cannot_be_read_says_where(tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "wrong.csv"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(UnusableInput) as caught:
        alias_file.read(file)
    assert said in str(caught.value)


def test_headings_may_have_blanks_and_a_semicolon_may_part_them(tmp_path: Path) -> None:
    file = tmp_path / "ledger.csv"
    file.write_text("Alias;Academy;Valid from;Valid to\nA;B;2020-01-01;\n\n", encoding="utf-8-sig")
    assert alias_file.read(file) == [Alias("A", "B", valid_from=date(2020, 1, 1))]


# ---- what ships ----


@pytest.mark.parametrize("day", [date(1998, 1, 1), DAY, date(2025, 3, 1)])
def test_what_official_rankings_list_apart_is_never_merged_by_default(day: date) -> None:
    rows = alias_file.defaults()
    ledger, rejected = Ledger(rows), {row.pair for row in rows if row.status == REJECTED}
    for names in APART:
        assert len({stands_for(ledger, name, day) for name in names}) == len(names)
    for names in APART[:1] + APART[3:]:
        assert frozenset(map(aliases.named, names)) in rejected, "and is not suggested either"


def test_the_renames_that_ship() -> None:
    ledger = Ledger(alias_file.defaults())
    assert stands_for(ledger, "Art of Jiu-Jitsu") == stands_for(ledger, "AOJ")
    assert stands_for(ledger, "Grappling Fight Team") == stands_for(ledger, "GF TEAM")
    assert academies.key("Dream Art") == academies.key("DreamArt"), "equal without any alias"
    # The published Pan 2025 ranking lists AOJ without the two bronzes of Art of Jiu-Jitsu.
    pan = date(2025, 3, 19)
    assert stands_for(ledger, "Art of Jiu-Jitsu", pan) != stands_for(ledger, "AOJ", pan)
    for row in alias_file.defaults():
        aliases.refuse_conflicts([other for other in alias_file.defaults() if other != row], row)
