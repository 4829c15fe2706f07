"""Every reason that analytics can give is a template of the catalogue, and is told in the language of the page."""

import ast
import itertools
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from publishing.wording import languages, unsettled
from publishing.wording.catalogue import entries
from tests.oracle import product
from tests.oracle.events import random_event, write_bundle
from tests.sizes import drawn

ROOT = Path(__file__).resolve().parents[3]
OTHERS = [lang for lang in languages() if lang != "en"]
# What stands for a value, by the words that make it in the source; a name for all else.
SAMPLES = (
    ("_listed", "bouts 7, 9"),
    ("numbers", "7, 9"),
    ("between", "Ana Silva and Bea Rocha"),
    ("names", "Ana Silva and Bea Rocha"),
    ("bout.round", "semifinal"),
    ("_TITLES", "the champion"),
    ("name", "Ana Silva"),
    ("number", "7"),
    ("len(", "7"),
    ("place.place", "2"),
    ("registered", "7"),
    ("waiting", "7"),
)


def sentences() -> Iterator[str]:
    """Every text, values filled in, that a module of brackets could give as a reason or note."""
    for file in sorted((ROOT / "analytics" / "brackets").glob("*.py")):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        for function in [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]:
            given: dict[str, list[ast.expr]] = {}
            for node in ast.walk(function):
                if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                    given.setdefault(node.targets[0].id, []).append(node.value)
            for node in ast.walk(function):
                if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("NeedsRuling", "StillOpen"):
                    yield from texts(node.args[2], given)


def texts(node: ast.expr, given: dict[str, list[ast.expr]]) -> list[str]:
    """The sentences that an expression can be."""
    match node:
        case ast.Constant(value=str(said)):
            return [said]
        case ast.Name(id=name) if name in given:
            return [said for one in given[name] for said in texts(one, given)]
        case ast.IfExp(body=one, orelse=other):
            return [*texts(one, given), *texts(other, given)]
        case ast.JoinedStr(values=parts):
            return ["".join(each) for each in itertools.product(*(texts(part, given) for part in parts))]
        case ast.FormattedValue(value=ast.Name(id=name)) if name in given and name in ("who", "waiting"):
            found = [
                said for one in given[name] if isinstance(one, ast.JoinedStr | ast.IfExp) for said in texts(one, given)
            ]
            return found or [sample(node)]
        case ast.FormattedValue(value=ast.IfExp() as choice):
            return texts(choice, given)
    return (
        ["technical", "defeat"]
        if isinstance(node, ast.FormattedValue) and ast.unparse(node.value) == "kind"
        else [sample(node)]
    )


def sample(node: ast.expr) -> str:
    source = ast.unparse(node)
    return next((value for words, value in SAMPLES if words in source), "Ana Silva")


def sql_reasons() -> list[str]:
    found = []
    for name in ("category_result", "bout_result"):
        text = (ROOT / "analytics" / "sql" / f"{name}.sql").read_text(encoding="utf-8")
        found += [f"7{said}" if said.startswith(" ") else said for said in re.findall(r"'([ \w:,]+ [\w :,]+\.)'", text)]
    return found


def test_there_are_reasons_to_look_at() -> None:
    assert len(set(sentences())) > 60
    assert len(sql_reasons()) == 3


def test_every_reason_is_of_one_template() -> None:
    assert [said for said in [*sentences(), *sql_reasons()] if unsettled.key(said) is None] == []


def test_no_template_is_left_over() -> None:
    found = {unsettled.key(said) for said in [*sentences(), *sql_reasons()]}
    assert {key for key in entries() if key.startswith("unsettled.")} - found == set()


@pytest.mark.parametrize("lang", OTHERS)
def test_no_reason_stays_english(lang: str) -> None:
    for said in set(sentences()) | set(sql_reasons()):
        told = unsettled.reason(said, lang)
        assert told != said
        # Names and numbers are kept, and no English word but names, rules and the words of the program.
        plain = re.sub(r"Ana Silva|Bea Rocha|[MD]\d+|none|bye", "", told)
        assert not re.search(r"\b(the|is|are|was|bouts?|athletes?|and)\b", plain), told
        if "Ana Silva" in said:
            assert "Ana Silva" in told


@pytest.mark.parametrize("lang", languages())
def test_the_words_of_a_person_stand(lang: str) -> None:
    said = "The board met on 3 May and decided so."
    assert unsettled.reason(said, lang) == unsettled.note(said, lang) == said


def test_values_are_told_as_the_language_does() -> None:
    said = "The final is not recorded yet (won by Ana Silva and Bea Rocha in the semifinals; 2 bouts so far)."
    assert unsettled.reason(said, "pt") == (
        "A final ainda não está registrada (Ana Silva e Bea Rocha venceram as semifinais; 2 lutas até agora)."
    )
    assert unsettled.reason("Bout 3 (semifinal) has no winner.", "ja") == "第3試合（準決勝）に勝者がない。"
    assert unsettled.reason(said, "en") == said


def test_what_stands_beside_a_place() -> None:
    assert unsettled.note("moved up: the champion was struck out", "it") == "salito: il campione è stato escluso"
    assert unsettled.note("ruling: the board met", "pt") == "decisão oficial: the board met"
    source = "".join(file.read_text(encoding="utf-8") for file in (ROOT / "analytics" / "brackets").glob("*.py"))
    notes = re.findall(r'"(absent from the \w+ after having fought)"', source)
    notes += re.findall(r'"(double_disciplinary_final = [^"]+)"', source)
    notes += [f"moved up: {who} was struck out" for who in ("the champion", "the runner-up", "a third")]
    notes += ["both technical in bout 7; the draw sent the other to the final", "ruling"]
    assert len(notes) == 9
    assert [note for note in notes if unsettled.key(note, "placed.") is None] == []


@pytest.mark.long
def test_every_reason_of_random_events_is_of_one_template(tmp_path: Path) -> None:
    bundles = [
        write_bundle(random_event(Random(seed), f"e{seed}"), tmp_path / f"e{seed}")
        for seed in range(3000, 3000 + drawn(20, 80))
    ]
    found = [row["reason"] for row in product.unresolved(bundles)]
    assert len(found) > drawn(5, 20)
    assert [said for said in found if unsettled.key(said) is None] == []
