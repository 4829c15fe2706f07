"""What staff do: load a file, decide on names, draw, correct, rule, undo; each recorded under their name.

Every form ends in a function of `etl`, which writes a copy of the store and swaps it in: the reader stays read-only.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import streamlit as st

from analytics import relations
from analytics.store import Store
from dashboard import choices, source
from dashboard.source import Events, Reader
from dashboard.words import chosen, text
from etl import decisions, pipeline, reviews
from etl.aliases import Alias
from etl.errors import UserError
from etl.extract import EventOptions
from etl.pipeline import EventReport
from publishing import bracket_page, staff_answer
from publishing.wording import term
from rulebook import ruleset
from rulebook.vocabulary import EntryStatus, Uniform

MEGABYTES = 50
TYPES = ("zip", "xlsx", "csv", "tsv", "txt", "json", "html", "htm")
_LONGEST = 200  # bytes of a file's name, of which a folder takes 255
_SAID = "staff-said"


@dataclass(frozen=True)
class Desk:
    """The store that is written, and under whose name."""

    file: Path
    by: str


def told() -> None:
    """What came of the last thing recorded."""
    if said := st.session_state.pop(_SAID, None):
        st.success(text("page.staff.done"), icon=":material/check:")
        st.text(said)


@contextmanager
def _recording(desk: Desk) -> Iterator[list[str]]:
    """Lines to say afterwards; what is refused is said at once and changes nothing."""
    said: list[str] = []
    try:
        with st.spinner(text("page.staff.working")):
            yield said
    except source.BROKEN as error:
        st.error(text("page.staff.refused"), icon=":material/error:")
        st.text(str(error))
        return
    Store.open(desk.file).close()  # looks at the file anew: the page shows what was recorded
    st.session_state[_SAID] = "\n".join(said)
    st.rerun()


def load(desk: Desk) -> None:
    """A file of results, up to a size; the event's data where the file names none."""
    with st.form("load", border=False):
        label = text("page.staff.file", megabytes=MEGABYTES)
        given = st.file_uploader(label, type=list(TYPES), max_upload_size=MEGABYTES)
        with st.expander(text("page.staff.options")):
            options = _options()
        if st.form_submit_button(text("page.staff.load")) and given is not None:
            with _recording(desk) as said, tempfile.TemporaryDirectory() as folder:
                said.extend(_loaded(desk, Path(folder) / _plain(given.name), given.getvalue(), options))


def _options() -> EventOptions:
    left, right = st.columns(2, gap="medium")
    event_id = left.text_input(text("page.staff.event_id"))
    name = right.text_input(text("page.standing.event"))
    start = left.text_input(text("page.staff.start"), placeholder="2026-05-02")
    uniform = right.selectbox(text("page.staff.uniform"), ["", *Uniform])
    rules = left.selectbox(text("page.standing.ruleset"), ["", *ruleset.names()])
    return EventOptions(
        event_id=event_id.strip() or None,
        name=name.strip() or None,
        start=start.strip() or None,
        uniform=str(uniform) or None,
        ruleset=rules or None,
    )


def _plain(name: str) -> str:
    """The last part of a file's name, whatever system it came from."""
    last = name.replace("\\", "/").rpartition("/")[2].replace("\0", "").lstrip(".")
    return last.encode("utf-8", "ignore")[-_LONGEST:].decode("utf-8", "ignore") or "results"


def _loaded(desk: Desk, path: Path, data: bytes, options: EventOptions) -> list[str]:
    if len(data) > MEGABYTES * 1024 * 1024:
        raise UserError(text("page.staff.file", megabytes=MEGABYTES))
    path.write_bytes(data)
    report = pipeline.ingest(desk.file, [path], options, relations.build, by=desk.by)
    return [_summary(event) for event in report.events]


def _summary(event: EventReport) -> str:
    if event.already_loaded:
        return text("page.staff.nothing_new", event=event.event_id, version=event.version)
    return text(
        "page.staff.loaded",
        event=event.event_id,
        version=event.version,
        used=event.rows_used,
        duplicate=event.rows_duplicate,
        rejected=event.rows_rejected,
        ruling=event.needs_ruling,
    )


def names(desk: Desk, reader: Reader, _events: Events) -> None:
    """Two names that may be one academy: one, or two."""
    found = reader.ask(staff_answer.alike)
    if not found:
        st.text(text("page.quality.no_doubles"))
        return
    pair = st.selectbox(text("page.quality.doubles"), found, format_func=lambda two: f"{two[0]}  =  {two[1]} ?")
    alias, academy = pair
    one, two = st.columns(2, gap="medium")
    if one.button(text("page.staff.one_academy"), key="one"):
        with _recording(desk) as said:
            reviews.accept(desk.file, Alias(alias, academy), desk.by, relations.build)
            said.append(f"{alias} = {academy}")
    if two.button(text("page.staff.two_academies"), key="two"):
        with _recording(desk) as said:
            reviews.reject(desk.file, alias, academy, desk.by, relations.build)
            said.append(f"{alias} <> {academy}")


def draw(desk: Desk, reader: Reader, events: Events) -> None:
    """The first tie of an award that only a draw can separate (section T)."""
    event = _event(events)
    award = choices.award(events[event][1])
    found = reader.ask(staff_answer.ties, event, award)
    if not found:
        st.text(text("page.staff.no_tie"))
        return
    tie = found[0]
    st.text(text("page.staff.tie", academies=" | ".join(academy for academy, _ in tie)))
    with st.form("draw", border=False):
        seed = st.text_input(text("page.staff.seed"))
        if st.form_submit_button(text("page.staff.record")):
            with _recording(desk) as said:
                made = decisions.draw(desk.file, event, award, tie, seed, desk.by, None, relations.build)
                said.append(_recorded("changes.kind.draw", made.version, event))


def correct(desk: Desk, reader: Reader, events: Events) -> None:
    """Another status of an athlete, such as a disqualification after the event (M24)."""
    event, category = _category(reader, events)
    who = st.selectbox(text("page.standing.athlete"), reader.ask(staff_answer.athletes, event, category))
    with st.form("correct", border=False):
        named = {str(one): term("status", one, chosen()) for one in EntryStatus}
        status = st.selectbox(text("page.staff.status"), list(named), format_func=named.__getitem__)
        reason = st.text_input(text("page.staff.reason"))
        if st.form_submit_button(text("page.staff.record")) and who is not None:
            with _recording(desk) as said:
                made = decisions.correct(desk.file, event, category, who, status, reason, desk.by, relations.build)
                said.append(_recorded("changes.kind.correction", made.version, event))


def rule(desk: Desk, reader: Reader, events: Events) -> None:
    """The places that an official ruling gives a category, perhaps none."""
    event, category = _category(reader, events)
    known = reader.ask(staff_answer.athletes, event, category)
    with st.form("rule", border=False):
        given = [
            (place, who)
            for place in (1, 2, 3)
            for who in st.multiselect(
                term("place", str(place), chosen()), known, key=f"place-{place}", placeholder=text("page.any.choose")
            )
        ]
        nobody = st.checkbox(text("page.staff.no_place"))
        reason = st.text_input(text("page.staff.reason"))
        if st.form_submit_button(text("page.staff.record")):
            with _recording(desk) as said:
                if bool(given) == nobody:
                    raise UserError(text("page.staff.say_places"))
                made = decisions.rule(desk.file, event, category, given, reason or None, desk.by, relations.build)
                said.append(_recorded("changes.kind.ruling", made.version, event))


def undo(desk: Desk, reader: Reader, events: Events) -> None:
    """A decision that is in force ends; what the source says stands again."""
    event = _event(events)
    found = reader.ask(staff_answer.in_force, event, chosen())
    if not found:
        st.text(text("page.staff.none_in_force"))
        return
    kind, number = st.selectbox(text("page.staff.decision"), list(found), format_func=found.__getitem__)
    with st.form("undo", border=False):
        reason = st.text_input(text("page.staff.reason"))
        if st.form_submit_button(text("page.staff.undo")):
            with _recording(desk) as said:
                made = decisions.undo(desk.file, event, number, reason, desk.by, relations.build, what=kind)
                said.append(_recorded("page.staff.undone", made.version, event))


def _event(events: Events) -> str:
    return choices.event({key: name for key, (name, _) in events.items()})


def _category(reader: Reader, events: Events) -> tuple[str, str]:
    event = _event(events)
    return event, choices.category(reader.ask(bracket_page.categories, event, chosen()))


def _recorded(what: str, version: int, event: str) -> str:
    return text("page.staff.recorded", what=text(what), version=version, event=event)


Form = Callable[[Desk, Reader, Events], None]
# What needs an event that is loaded; the names stand in the address.
FORMS: dict[str, tuple[str, Form]] = {
    "names": ("page.staff.names", names),
    "draw": ("page.staff.draw", draw),
    "correct": ("page.staff.correct", correct),
    "rule": ("page.staff.rule", rule),
    "undo": ("page.staff.undo", undo),
}
