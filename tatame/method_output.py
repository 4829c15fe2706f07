"""Shares of methods as they leave the program: a part, or all of them, made and written part by part."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from tatame import json_stream, output, streams
from tatame.output import Format

if TYPE_CHECKING:
    from publishing.method_parts import After
    from tatame.api import Answer


def place(text: str | None) -> After | None:
    """What --after names: a number of groups, or the last group as a part before told it."""
    if text is None:
        return None
    try:
        found: After = json.loads(text)
    except ValueError:
        found = text
    if isinstance(found, bool) or not isinstance(found, int | list):
        raise typer.BadParameter(
            f'{text!r} is neither a number of groups nor a list such as \'["blue", "light"]\'', param_hint="--after"
        )
    return found


def show(parts: Iterator[Answer], wanted: Format) -> None:
    """All groups as JSON or CSV, each part written before the next is made."""
    first = next(parts)  # what is wrong with the question is said before a word of the answer is
    found = chain([first], parts)
    streams.write_each(_json(first, found) if wanted is Format.JSON else _csv(found))


def _json(first: Answer, parts: Iterator[Answer]) -> Iterator[str]:
    """The bytes of an answer with all groups, or with all after one, which are a part and say so."""
    from publishing.wording import method_sentences

    head = {name: value for name, value in first.items() if name not in ("groups", "notes", "part")}
    totals = {"bouts": 0, "unknown": 0}
    which = {**first["part"], "groups": 0}

    def groups() -> Iterator[Answer]:
        for part in parts:
            for group in part["groups"]:
                for name in totals:
                    totals[name] += group[name]
                yield group
            which["groups"] += part["part"]["groups"]
            which.update({name: part["part"][name] for name in ("groups_in_all", "next")})

    def tail() -> Answer:
        told = {} if which["after"] is None else {"part": which}
        return {"notes": method_sentences.of_shares({**head, "groups": [totals], **told}), **told}

    yield from json_stream.document(head, "groups", groups(), tail)


def _csv(parts: Iterator[Answer]) -> Iterator[str]:
    from publishing import method_answer

    for number, part in enumerate(parts):
        text = output.as_csv(*method_answer.rows(part))
        yield text.partition("\r\n")[2] if number else text


def write(path: Path, parts: Iterator[Answer]) -> None:
    """The table as a file, and what its columns say."""
    from publishing import method_answer
    from tatame import table_file

    first = next(parts)
    count = 0

    def batches() -> Iterator[list[Answer]]:
        nonlocal count
        for part in chain([first], parts):
            rows = method_answer.rows(part).rows
            count += len(rows)
            yield rows

    kinds = method_answer.kinds(first)
    for file in table_file.write_each(path, kinds, batches(), method_answer.columns(first), first["data"]):
        output.done(f"{file}: {count} rows" if file == path else f"{file}: what the columns say")


def onward(answer: Answer) -> str | None:
    """How the next part is asked for; None where there is none, or no part."""
    part = answer.get("part")
    if part is None or part["next"] is None:
        return None
    place = shlex.quote(json.dumps(part["next"], ensure_ascii=False))
    return f"The next part: the same with --after {place}. Every group: --all, or --out FILE."
