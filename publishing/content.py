"""What a release says: every answer read once, from one state of the store, nobody in it who is not to be shown."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from pathlib import PurePath
from typing import TYPE_CHECKING

from analytics import awarded, draws, points, queries
from etl.errors import UnknownName, UserError
from publishing import answers, privacy, season_answer, shapes, status
from publishing.privacy import Level
from publishing.shapes import Answer, moment
from publishing.wording import DEFAULT, languages, notes
from rulebook import ruleset as rulesets

if TYPE_CHECKING:
    import duckdb

    from analytics.store import Store
    from analytics.versions import Version
    from publishing.privacy import Shield

# Names of pages, which an event must not take.
_TAKEN = re.compile(r"index|changes|season-.*|.*-(results|podiums)")
_BARS = ("gold_points", "silver_points", "bronze_points")


@dataclass(frozen=True)
class Order:
    """What is to be published; empty = everything there is. `logo` is a file's content and its media type."""

    events: Sequence[str] = ()
    awards: Sequence[str] = ()
    seasons: Sequence[tuple[str, int | None]] = ()  # scheme and year, None = the newest season
    languages: Sequence[str] = (DEFAULT,)
    formats: Sequence[str] = ("csv", "html", "json", "parquet", "xlsx")
    level: Level = Level.PUBLISHED
    as_of: datetime | None = None
    federation: str | None = None
    logo: tuple[bytes, str] | None = None
    appeal_deadline: date | None = None
    published_on: date | None = None
    podium: bool = False


@dataclass(frozen=True)
class EventContent:
    """An event's answers; `placements` and `draws` by language, `bars`: points by gold, silver, bronze of each row."""

    slug: str
    facts: Answer
    standings: Sequence[Answer]
    bars: Mapping[str, Sequence[tuple[int, int, int]]]
    medals: Answer
    placements: Mapping[str, Answer]
    draws: Sequence[Answer]

    @property
    def data(self) -> Answer:
        """The event as one document, in the default language."""
        placed = self.placements[DEFAULT]
        return {
            "release": 1,
            "event": self.facts,
            "standings": list(self.standings),
            "medals": self.medals["medals"],
            "medals_without_academy": self.medals["without_academy"],
            "placements": placed["placements"],
            "unresolved": placed["unresolved"],
            "draws": list(self.draws),
        }


@dataclass(frozen=True)
class SeasonContent:
    """A ranking over several events, with the lines behind every total; names as the release shows them."""

    slug: str
    answer: Answer

    def title(self, lang: str) -> str:
        """Scheme and year."""
        return f"{notes.scheme_title(self.answer, lang)} · {self.answer['season']}"

    @property
    def data(self) -> Answer:
        """The ranking as one document."""
        return {"release": 1, **self.answer}


@dataclass(frozen=True)
class Content:
    """A release before it is written; `cut_off`: the newest thing recorded that it knows of, UTC."""

    order: Order
    cut_off: str | None
    events: Sequence[EventContent]
    seasons: Sequence[SeasonContent] = ()
    changes: Mapping[str, Answer] = field(default_factory=dict)  # by language; empty without an earlier release


def slug(name: str) -> str:
    """A name as part of a file name, the same on every system; what had to be replaced is told apart by a digest."""
    plain = re.sub(r"[^a-z0-9_-]+", "-", name.casefold()).strip("-") or "event"
    if plain == name and not _TAKEN.fullmatch(name):
        return plain
    return f"{plain}-{hashlib.sha256(name.encode()).hexdigest()[:8]}"


def gather(store: Store, order: Order) -> Content:
    """Reads everything the order names; UserError where it names what is not there, or the store changed meanwhile."""
    if unknown := [lang for lang in order.languages if lang not in languages()]:
        raise UnknownName("language", unknown[0], languages())
    with store.cursor() as cur:  # holds the file: a load meanwhile changes nothing of what is read here
        chosen = _chosen(cur, order)
        for award in order.awards:
            _known(cur, chosen, award)
        cut_off = _cut_off(cur, order.as_of)
        found = [_event(store, cur, version, order, cut_off) for version in chosen]
        seasons = [_season(store, *one, order) for one in order.seasons]
    if not found:
        raise UserError("the store holds no event to publish; load one with tatame ingest")
    return Content(order, moment(cut_off), found, seasons)


def _chosen(cur: duckdb.DuckDBPyConnection, order: Order) -> list[Version]:
    if order.events:
        meant = [queries.resolve(cur, event, order.as_of) for event in dict.fromkeys(order.events)]
    else:
        names = [name for (name,) in cur.execute(_IN_STORE, [order.as_of]).fetchall()]
        meant = [queries.resolve(cur, event, order.as_of) for event in names]
    return sorted(meant, key=lambda version: (version.start_date, version.event_id))


def _known(cur: duckdb.DuckDBPyConnection, chosen: Sequence[Version], award: str) -> None:
    """An award must be one of some event's; each event shows those of them that it has."""
    listed = [str(one) for version in chosen for one in queries.awards(cur, version)["award"]]
    if award not in listed:
        raise UnknownName("award", award, sorted(set(listed)))


def _cut_off(cur: duckdb.DuckDBPyConnection, as_of: datetime | None) -> datetime | None:
    row = cur.execute(
        "select max(recorded_at) from event_version where recorded_at <= coalesce(?, timestamp '9999-12-31')", [as_of]
    ).fetchone()
    return None if row is None else row[0]


def _event(
    store: Store, cur: duckdb.DuckDBPyConnection, version: Version, order: Order, cut_off: datetime | None
) -> EventContent:
    event = version.event_id
    as_of = version.recorded_at if order.as_of is not None else None
    wanted = [str(one) for one in queries.awards(cur, version)["award"] if not order.awards or one in order.awards]
    standings = [answers.standings(store, event, award, as_of) for award in wanted]
    bars = {award: _bars(cur, version, award) for award in wanted}
    raw = answers.placements(store, event, as_of)
    shield = privacy.shield(cur, [version], order.level)
    spoken = {lang: shield.answer(raw, lang) for lang in dict.fromkeys((DEFAULT, *order.languages))}
    drawn = [
        _draw(shapes.parts(each, "draw_id", "award", "academies", "seed", "digests", "drawn_at", "recorded_by"), shield)
        for each in draws.recorded(cur, version)
        if each.award in wanted
    ]
    facts = _facts(cur, version, order, cut_off)
    facts["source"] = _source(facts["source"], shield)
    medals = answers.medals(store, event, as_of)
    return EventContent(slug(event), facts, [*map(_one, standings)], bars, medals, spoken, drawn)


def _draw(draw: Answer, to: Shield) -> Answer:
    """A seed or an official that names somebody hidden is not shown; the digests stay."""
    return {**draw, **{key: "–" for key in ("seed", "recorded_by") if to.names(draw[key])}}


def _source(source: Answer, to: Shield) -> Answer:
    """Files may be called after who is in them: those stand by their digest, in any language."""
    files = [{**one, "file": _file(one["file"], one["sha256"], to)} for one in source["files"]]
    return {**source, "name": _file(source["name"], source["sha256"], to), "files": files}


def _file(name: str, sha256: str, to: Shield) -> str:
    return f"{sha256[:12]}{PurePath(name).suffix}" if to.names(name) else name


def _season(store: Store, scheme: str, year: int | None, order: Order) -> SeasonContent:
    answer = season_answer.season(store, scheme, year, None, order.level, order.as_of)
    return SeasonContent(f"season-{slug(answer['scheme'])}-{answer['season']}", answer)


def _one(answer: Answer | list[Answer]) -> Answer:
    assert isinstance(answer, dict)  # noqa: S101 - one award asked, one answer
    return answer


def _bars(cur: duckdb.DuckDBPyConnection, version: Version, award: str) -> list[tuple[int, int, int]]:
    frame = points.by_place(queries.standings(cur, version, award), awarded.places(cur, version, award))
    return [(int(g), int(s), int(b)) for g, s, b in zip(*(frame[name] for name in _BARS), strict=True)]


def _facts(cur: duckdb.DuckDBPyConnection, version: Version, order: Order, cut_off: datetime | None) -> Answer:
    """What the manifest and every page say of an event: dates, rules and edition, version, status, source."""
    row = cur.execute(_FACTS, {"version": version.version_id}).fetchone()
    assert row is not None  # noqa: S101 - every version has a load
    end, federation, city, country, fingerprint, source, sha256, program = row
    decided = status.decide(version.status, order.appeal_deadline, order.published_on, cut_off)
    files = cur.execute(
        "select file, sha256, rows_read, rows_used, rows_duplicate, rows_rejected from source_file where load_id = ? "
        "order by file",
        [version.load_id],
    ).df()
    return {
        **shapes.about(version),
        "start_date": version.start_date.isoformat(),
        "end_date": shapes.plain(end),
        "federation": federation,
        "city": city,
        "country": country,
        "uniform": version.uniform,
        "kind": version.kind,
        "ruleset_title": rulesets.load(version.ruleset).title,
        "ruleset_fingerprint": fingerprint,
        "status": decided.name,
        "status_because": decided.because,
        "appeal_deadline": shapes.plain(decided.appeal_deadline),
        "reckoned_on": shapes.plain(decided.reckoned_on),
        "source": {"name": source, "sha256": sha256, "loaded_by": program, "files": shapes.records(files)},
    }


_FACTS = """
select l.end_date, l.federation, l.city, l.country, v.ruleset_fingerprint, l.source, l.sha256, l.program_version
from event_version as v join source_load as l on l.load_id = v.load_id
where v.version_id = $version
"""
_IN_STORE = """
select event_id from event_version where recorded_at <= coalesce(?, timestamp '9999-12-31')
group by event_id having arg_max(kind, version) <> 'removal' order by event_id
"""
