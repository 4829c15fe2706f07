"""`tatame request`: a form that asks for the correction of one result."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from etl import whole_file
from tatame import options, output, streams
from tatame.commands.rule import placed


def request(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where to write: FILE.json and FILE.txt.")],
    *,
    reason: Annotated[str, typer.Option(metavar="TEXT", help="Why; stands in the form.")],
    by: Annotated[str, typer.Option(metavar="NAME", help="Who asks; stands in the form.")],
    event: options.Event = None,
    bout: Annotated[int | None, typer.Option(metavar="N", help="The bout, by its number.")] = None,
    winner: Annotated[str | None, typer.Option(metavar="red|blue|none", help="Who should have won the bout.")] = None,
    decision: Annotated[
        str | None, typer.Option(metavar="DECISION", help="How it should have been decided, if otherwise.")
    ] = None,
    dq: Annotated[
        str | None,
        typer.Option(
            "--dq", metavar="KIND", help="Kind of the other side's disqualification, where that is the decision."
        ),
    ] = None,
    category: Annotated[
        str | None, typer.Option(metavar="TEXT", help="Or a category, in any order and spelling.")
    ] = None,
    place: Annotated[
        list[str] | None, typer.Option(metavar="N=NAME", help='With --category: who should have which place, "1=NAME".')
    ] = None,
    lang: Annotated[str, typer.Option(metavar="LANG", help="Language of the text.")] = "en",
    as_of: options.AsOf = None,
    privacy: options.Privacy = None,
    store: options.Store = options.DEFAULT_STORE,
) -> None:
    """Write a request to correct one result: what is, what should be, and the points and ranks it would change.

    Computed through the same rules as the standings; nothing is recorded. Whoever decides uses tatame correct or rule.
    """
    if not file.name:
        raise typer.BadParameter(f"{str(file)!r} is no name of a file; write for example appeal-17")
    if (bout is None) == (category is None):
        raise typer.BadParameter("say either --bout N and --winner, or --category TEXT and --place N=NAME")
    if bout is not None and (winner is None or place):
        raise typer.BadParameter("a bout takes --winner red, blue or none, and no --place")
    if category is not None and (not place or winner or decision or dq):
        raise typer.BadParameter('a category takes --place "1=NAME", and no --winner, --decision or --dq')
    from analytics.appeal import BoutClaim, Claim, PlacesClaim
    from analytics.store import Store
    from etl.errors import UnknownName
    from publishing import privacy as levels
    from publishing import request_form
    from publishing.wording import languages

    if lang not in languages():
        raise UnknownName("language", lang, languages())

    claim: Claim
    if bout is not None:
        claim = BoutClaim(bout, winner or "none", decision, dq)
    else:
        claim = PlacesClaim(category or "", [placed(text) for text in place or []])
    files = [file.with_name(f"{file.name}{suffix}") for suffix in (".json", ".txt")]
    whole_file.require_free(*files)
    with Store.open(store) as opened:
        form = request_form.form(opened, event, claim, reason, by, as_of, levels.named(privacy))
    text = request_form.as_text(form, lang)
    document = json.dumps(form, ensure_ascii=False, indent=1) + "\n"
    whole_file.together(dict(zip(files, (document.encode(), text.encode()), strict=True)))
    with streams.after(f"{files[0]}, {files[1]}"):
        output.line(text.rstrip())
    output.tell(f"written: {files[0]}, {files[1]}")
