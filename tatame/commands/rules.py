"""`tatame rules`: the rule sets, their values with their sources, and where two differ."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tatame import api, options, output

if TYPE_CHECKING:
    from rich.console import RenderableType


def rules(
    name: Annotated[str | None, typer.Argument(metavar="NAME", help="Show every value of this rule set.")] = None,
    diff: Annotated[
        tuple[str, str] | None, typer.Option(metavar="A B", help="Show where two rule sets differ.", show_default=False)
    ] = None,
    format: options.AsFormat = None,
    store: options.Store = options.DEFAULT_STORE,
) -> None:
    """List the rule sets; show every value of one with its source, or where two differ."""
    from publishing import rows, shapes
    from rulebook import ruleset

    if diff is not None:
        if name is not None:
            raise typer.BadParameter("name a rule set to show, or two after --diff, not both")
        left, right = (ruleset.load(one) for one in diff)
        answer = shapes.rule_differences(left, right)
        output.show(answer, lambda: rows.rule_differences(answer), lambda: _differences(answer), format)
    elif name is not None:
        answer = shapes.rule_values(ruleset.load(name))
        output.show(answer, lambda: rows.rule_values(answer), lambda: _values(answer), format)
    else:
        answer = shapes.rule_sets([ruleset.load(one) for one in [*ruleset.names(), ruleset.NONE]])
        output.show(answer, lambda: rows.rule_sets(answer), lambda: _list(answer), format)


def _list(answer: api.Answer) -> Iterator[RenderableType]:
    columns = {"rule set": "left", "title": "left", "values": "right", "inherited": "right"}
    yield output.grid(
        "Rule sets",
        columns,
        (
            (row["name"] + (" (default)" if row["default"] else ""), row["title"], row["values"], row["inherited"])
            for row in answer["rulesets"]
        ),
    )
    yield output.note("Every value of one: tatame rules NAME. Where two differ: tatame rules --diff A B")


def _values(answer: api.Answer) -> Iterator[RenderableType]:
    yield output.grid(
        f"{answer['name']}: {answer['title']}",
        {"value": "left", "source": "left"},
        ((f"{row['key']} = {_said(row['value'])}", _source(row)) for row in answer["values"]),
    )


def _source(row: api.Answer) -> str:
    return (
        row["source"] if row["inherited_from"] is None else f"{row['source']}; inherited from {row['inherited_from']}"
    )


def _differences(answer: api.Answer) -> Iterator[RenderableType]:
    if not answer["differences"]:
        yield output.note(f"{answer['a']} and {answer['b']} do not differ.")
        return
    yield output.grid(
        f"Where {answer['a']} and {answer['b']} differ",
        {"value": "left", answer["a"]: "left", answer["b"]: "left"},
        ((row["key"], *map(_said, _apart(row["a"], row["b"]))) for row in answer["differences"]),
    )
    yield output.note("Of lists and tables only what differs is shown; --format json has all of them.")


def _apart(a: Any, b: Any) -> tuple[Any, Any]:
    """Of two lists what only one has, of two tables what differs; lists that differ in order alone stay whole."""
    if isinstance(a, dict) and isinstance(b, dict):
        return {k: v for k, v in a.items() if b.get(k) != v}, {k: v for k, v in b.items() if a.get(k) != v}
    if isinstance(a, list) and isinstance(b, list) and set(a) != set(b):
        return [each for each in a if each not in b], [each for each in b if each not in a]
    return a, b


def _said(value: Any) -> str:
    """A value as a rule set file writes it; nothing where a set has none."""
    match value:
        case None:
            return "-"
        case bool():
            return "true" if value else "false"
        case list():
            return ", ".join(map(str, value)) or "none"
        case dict():
            return ", ".join(f"{name}: {_said(part)}" for name, part in value.items()) or "none"
    return str(value)
