"""`tatame methods`: how bouts are won, with the uncertainty of every figure."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tatame import api, bout_output, method_output, options, output

if TYPE_CHECKING:
    from rich.console import RenderableType

_RIGHT = ("count", "of", "%", "95 %", "joint")


def methods(
    *,
    event: options.AnyEvent = None,
    by: Annotated[
        str,
        typer.Option(metavar="FIELD,…", help="Groups: event, season, uniform, ruleset, gender, age_division, belt, "
                     "weight_class, open_class, round, academy, athlete, outcome; several by commas."),
    ] = "",
    of: Annotated[str, typer.Option(metavar="KIND", help="decision, family or technique.")] = "decision",
    where: Annotated[
        list[str] | None,
        typer.Option(metavar="FIELD=VALUE", help="Only these bouts; may be given again.", show_default=False),
    ] = None,
    compare: Annotated[
        tuple[str, str] | None,
        typer.Option(metavar="A B", help="Two groups of --by side by side.", show_default=False),
    ] = None,
    each: Annotated[bool, typer.Option("--each", help="Each group of --by against all the others.")] = False,
    trend: Annotated[bool, typer.Option("--trend", help="Over seasons, the mix of belts and ages held fixed.")] = False,
    cluster: Annotated[
        str | None,
        typer.Option(metavar="KIND", help="Intervals that let bouts go together: event, athlete, or bootstrap "
                     "(events drawn anew; no trends).", show_default=False),
    ] = None,
    limit: Annotated[
        int | None,
        typer.Option(min=1, metavar="N", help="So many groups: the first, or those after --after; in a table 1000, "
                     "elsewhere all.", show_default=False),
    ] = None,
    after: Annotated[
        str | None,
        typer.Option(metavar="PLACE", help="Only groups after this one: what an earlier part calls next.",
                     show_default=False),
    ] = None,
    every: Annotated[bool, typer.Option("--all", help="Every group, in a table too.")] = False,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write the table to a .csv, .parquet or .json file.", show_default=False),
    ] = None,
    privacy: options.Privacy = None,
    as_of: options.AsOf = None,
    format: options.AsFormat = None,
    store: options.Store = options.DEFAULT_STORE,
) -> None:  # fmt: skip
    """Show how bouts are won: shares with count, n, coverage and intervals; comparisons; trends."""
    from publishing import method_answer

    if sum((compare is not None, each, trend)) > 1:
        raise typer.BadParameter("choose one of --compare, --each and --trend")
    if sum((compare is not None, each, trend, limit is not None or after is not None or every)) > 1:
        raise typer.BadParameter("--limit, --after and --all are of shares: a comparison or trend has all its rows")
    if every and limit is not None:
        raise typer.BadParameter("choose one of --all and --limit")
    fields = bout_output.fields(by)
    if trend and set(fields) - {"season"}:
        raise typer.BadParameter("a trend runs over seasons: leave out --by, and choose bouts with --where")
    asked: dict[str, Any] = {"event": event, "of": of, "where": dict(_pair(text) for text in where or [])}
    asked |= {"cluster": cluster, "as_of": as_of, "privacy": privacy}
    with api.open(store) as opened:
        if compare is not None:
            answer = opened.compare_methods(*compare, by=fields, **asked)
        elif each:
            answer = opened.compare_each_method(fields, **asked)
        elif trend:
            answer = opened.method_trend(**asked)
        else:
            _of_shares(opened, {**asked, "by": fields, "after": method_output.place(after)}, limit, every, out, format)
            return
    if out is not None:
        _write(out, answer)
        return
    output.show(answer, lambda: method_answer.rows(answer), lambda: _tables(answer), format)


def _of_shares(
    opened: api.Tatame,
    asked: dict[str, Any],
    limit: int | None,
    every: bool,
    out: Path | None,
    format: output.Format | None,
) -> None:
    """A part to look at, and everything where the answer is for a program or a file, unless less is asked for."""
    from publishing import method_answer, method_parts

    wanted = output.chosen(format)
    if limit is None and (out is not None or wanted is not output.Format.TABLE):
        parts = opened.method_parts(**asked)
        if out is not None:
            method_output.write(out, parts)
        else:
            method_output.show(parts, wanted)
        return
    answer = opened.methods(**asked, limit=None if every else limit or method_parts.PART)
    if out is not None:
        method_output.write(out, iter([answer]))
    else:
        output.show(answer, lambda: method_answer.rows(answer), lambda: _tables(answer), format)
    onward = method_output.onward(answer)
    if onward is not None and (out is not None or wanted is output.Format.CSV):  # a table and JSON say it themselves
        output.tell(onward)


def _pair(text: str) -> tuple[str, str]:
    name, given, value = text.partition("=")
    if not given or not name.strip() or not value.strip():
        raise typer.BadParameter(f"{text!r} is not FIELD=VALUE, such as belt=black", param_hint="--where")
    return name.strip(), value.strip()


def _write(path: Path, answer: api.Answer) -> None:
    from publishing import method_answer
    from tatame import table_file

    found = method_answer.rows(answer)
    for file in table_file.write(path, *found, method_answer.columns(answer), answer["data"]):
        output.done(f"{file}: {len(found.rows)} rows" if file == path else f"{file}: what the columns say")


def _tables(answer: api.Answer) -> Iterator[RenderableType]:
    from publishing.wording import method_sentences

    if "groups" in answer:
        yield from _shares(answer)
    elif "comparisons" in answer:
        yield output.cell(f"Methods: {answer['a'] or 'each'} against {answer['b'] or 'all others'}", "bold")
        for row in answer["comparisons"]:
            yield output.cell(row["sentence"])
    else:
        yield from _seasons(answer)
    onward = method_output.onward(answer)
    for remark in (*answer["notes"], method_sentences.of_data(answer["data"]), *([onward] if onward else [])):
        yield output.note(remark)


def _shares(answer: api.Answer) -> Iterator[RenderableType]:
    """Methods nobody won by are left out here; --format json and csv have them with their interval."""
    from publishing.wording.method_sentences import method_name

    robust = "robust" if answer["cluster"] else None
    columns = {**dict.fromkeys((*answer["by"], "method"), "left"), **dict.fromkeys(_RIGHT, "right")}
    columns |= dict.fromkeys([robust] if robust else [], "right") | {"known %": "right"}
    found = []
    for group in answer["groups"]:
        fields = [group[name] for name in answer["by"]]
        n = group["bouts"] - group["unknown"]
        for row in group["methods"]:
            if row["count"] or len(group["methods"]) == 1:
                cells = [*fields, method_name(row["method"]), row["count"], n, _number(row["share"])]
                cells += [_interval(row, "low", "high"), _interval(row, "joint_low", "joint_high")]
                cells += [_interval(row, "robust_low", "robust_high")] if robust else []
                found.append([*cells, _number(group["coverage"])])
        if not n:
            empty = [""] * (len(columns) - len(fields) - 3)
            found.append([*fields, "not known", group["unknown"], *empty, _number(group["coverage"])])
    what = {"decision": "Decisions", "family": "Technique families", "technique": "Techniques"}[answer["of"]]
    yield output.grid(f"{what}{' of ' + answer['event'] if answer['event'] else ''}", columns, found)


def _number(share: float | None) -> str:
    return "" if share is None else f"{100 * share:.1f}"


def _interval(row: api.Answer, low: str, high: str) -> str:
    return "" if row[low] is None else f"{_number(row[low])}-{_number(row[high])}"


def _seasons(answer: api.Answer) -> Iterator[RenderableType]:
    from publishing.wording.method_sentences import method_name

    columns = {
        "season": "left",
        "method": "left",
        **dict.fromkeys(("count", "of", "crude %", "%", "95 %", "mix %"), "right"),
    }
    yield output.grid(
        "Methods over the seasons",
        columns,
        (
            (
                row["season"], method_name(row["method"]), row["count"], row["n"], _number(row["crude"]),
                _number(row["share"]), _interval(row, "low", "high"), _number(row["standard"]),
            )
            for row in answer["seasons"]
        ),
    )  # fmt: skip
    for row in answer["slopes"]:
        yield output.cell(row["sentence"])
