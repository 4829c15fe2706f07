"""A folder is there whole or not at all, whatever happens while it is made."""

from pathlib import Path

import pytest

from analytics.engines.folders import ANSWERS, DONE, FACTS, OURS, Local, refuse_overlap, replaced
from etl.errors import UnusableInput


class Broken(Exception):
    """Raised in the middle of the work."""


def make(target: Path, text: str, holds: str = ANSWERS, *, force: bool = False) -> None:
    with replaced(Local(), str(target), holds, force=force) as work:
        (Path(work.answers) / "text").write_text(text)
        (Path(work.steps) / "scratch").write_text(text)


def test_a_folder_comes_with_its_mark_and_without_the_steps(tmp_path: Path) -> None:
    make(tmp_path / "deep" / "out", "one")
    assert sorted(file.name for file in (tmp_path / "deep").rglob("*")) == [DONE, OURS, "out", "text"]


def test_a_failure_leaves_nothing_where_nothing_was(tmp_path: Path) -> None:
    with pytest.raises(Broken), replaced(Local(), str(tmp_path / "out"), ANSWERS, force=False) as work:
        (Path(work.answers) / "text").write_text("half")
        raise Broken
    assert list(tmp_path.iterdir()) == []


def test_a_failure_leaves_what_was_there(tmp_path: Path) -> None:
    make(tmp_path / "out", "one")
    with pytest.raises(Broken), replaced(Local(), str(tmp_path / "out"), ANSWERS, force=True):
        raise Broken
    assert (tmp_path / "out" / "text").read_text() == "one"
    assert [file.name for file in tmp_path.iterdir()] == ["out"]


def test_a_failure_to_take_the_place_gives_the_old_one_back(tmp_path: Path) -> None:
    class Failing(Local):
        def rename(self, path: str, target: str) -> None:
            if path.endswith("answers"):
                raise Broken
            super().rename(path, target)

    make(tmp_path / "out", "one")
    with pytest.raises(Broken), replaced(Failing(), str(tmp_path / "out"), ANSWERS, force=True):
        pass
    assert (tmp_path / "out" / "text").read_text() == "one"
    assert [file.name for file in tmp_path.iterdir()] == ["out"]


def test_what_is_there_stays_unless_told_otherwise(tmp_path: Path) -> None:
    make(tmp_path / "out", "one")
    with pytest.raises(UnusableInput, match="is there already"):
        make(tmp_path / "out", "two")
    make(tmp_path / "out", "two", force=True)
    assert (tmp_path / "out" / "text").read_text() == "two"
    assert [file.name for file in tmp_path.iterdir()] == ["out"]


def test_what_was_not_written_here_is_never_replaced(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "thesis.txt").write_text("years of work")
    with pytest.raises(UnusableInput, match="was not written by tatame"):
        make(tmp_path / "out", "two", force=True)
    assert (tmp_path / "out" / "thesis.txt").read_text() == "years of work"


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(UnusableInput, match="cannot be written to"):
        make(tmp_path / "file" / "out", "one")


def test_what_another_program_of_hadoop_wrote_is_not_replaced(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    for name in (DONE, "part-0.parquet"):  # as every job of Spark leaves them
        (tmp_path / "out" / name).touch()
    with pytest.raises(UnusableInput, match="not written by tatame"):
        make(tmp_path / "out", "two", force=True)
    assert sorted(file.name for file in (tmp_path / "out").iterdir()) == [DONE, "part-0.parquet"]


@pytest.mark.parametrize(("there", "new"), [(FACTS, ANSWERS), (ANSWERS, FACTS)])
def test_facts_are_not_replaced_by_answers_nor_answers_by_facts(there: str, new: str, tmp_path: Path) -> None:
    make(tmp_path / "out", "one", there)
    with pytest.raises(UnusableInput, match=f"holds {there}"):
        make(tmp_path / "out", "two", new, force=True)
    assert (tmp_path / "out" / "text").read_text() == "one"
    make(tmp_path / "out", "two", there, force=True)
    assert (tmp_path / "out" / "text").read_text() == "two"


def test_a_mark_that_does_not_say_what_is_marked_protects_it(tmp_path: Path) -> None:
    make(tmp_path / "out", "one")
    (tmp_path / "out" / OURS).write_text("")
    with pytest.raises(UnusableInput, match="does not say"):
        make(tmp_path / "out", "two", force=True)


def test_what_is_read_is_not_written_over_under_whatever_name(tmp_path: Path) -> None:
    facts = tmp_path / "facts"
    facts.mkdir()
    (tmp_path / "link").symlink_to(facts)
    for one in (facts, f"{facts}/", tmp_path / "link", tmp_path / "x" / ".." / "facts", facts / "in" / "it", tmp_path):
        with pytest.raises(UnusableInput, match="write to another folder"):
            refuse_overlap(Local(), str(facts), str(one))
    for other in (tmp_path / "answers", tmp_path / "facts-2", tmp_path / "fact"):
        refuse_overlap(Local(), str(facts), str(other))
