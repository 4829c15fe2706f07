"""Whatever a file holds, it loads, is reported or refused: cases of every format, mutated (TATAME_FUZZ = examples)."""

from __future__ import annotations

import io
import os
import shutil
import tempfile
import zipfile
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

import duckdb
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from etl import extract, load, schema, transform
from etl.errors import UserError
from etl.extract import EventOptions
from tests.etl.formats import seeds

pytestmark = pytest.mark.long

EXAMPLES = int(os.environ.get("TATAME_FUZZ", "25"))
OPTIONS = EventOptions(event_id="open-2026", name="Open", start="2026-05-02", uniform="gi")
TOKENS = [
    b"\0", b'"', b"'", b"\n", b"\r", b"\r\n\r\n", b",", b";", b"\t", b"\xff", b"\xfe\xff", b"\xef\xbf\xbd", b"\x1b[31m",
    b"-1", b"9" * 30, b"1e999", b"NaN", b"=1+1", b"<", b"&", b"&#0;", b"]]>", b"<!--", b"<td rowspan=99999999>", b"[[[",
    b"{", b"}", b"null", b"true", b"0", "é".encode(), "é".encode("cp1252"), "金".encode("cp932"), "\u202e".encode(),
    b"Pts: x6", b"Pts: 2x2, Adv", b"N/A", b"--", b"Enum_WeightDivision_Absoluto_Label", b"x" * 5_000, b"red", b"blue",
]  # fmt: skip


class Mutation(NamedTuple):
    """Where (as a share of the bytes), how much of what stands there goes, and what comes in its place."""

    where: float
    length: int
    token: bytes
    inside: int | None  # member of an archive to be changed; None = the bytes as they stand


MUTATION = st.builds(
    Mutation,
    st.floats(0, 1),
    st.sampled_from([0, 0, 1, 2, 5, 20, 200, 10**9]),
    st.one_of(st.just(b""), st.sampled_from(TOKENS), st.binary(max_size=8)),
    st.one_of(st.none(), st.integers(0, 30), st.integers(0, 30)),
)


def mutated(content: bytes, mutation: Mutation) -> bytes:
    place = int(mutation.where * len(content))
    return content[:place] + mutation.token + content[place + mutation.length :]


def changed(content: bytes, mutation: Mutation) -> bytes:
    """The bytes changed; of an archive, where the mutation says so, those of a member, packed again."""
    if mutation.inside is None or not content.startswith(b"PK"):
        return mutated(content, mutation)
    out = io.BytesIO()
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
            for number, info in enumerate(old.infolist()):
                inner = old.read(info)
                is_it = number == mutation.inside % len(old.infolist())
                new.writestr(info.filename, mutated(inner, mutation) if is_it else inner)
    except Exception:  # an archive that an earlier mutation spoilt
        return mutated(content, mutation)
    return out.getvalue()


@cache
def store() -> duckdb.DuckDBPyConnection:
    con = duckdb.connect()
    schema.create(con)
    return con


def come_of(path: Path) -> bool:
    """Whether it loads, with every row accounted for, into tables that check their columns; False = refused."""
    con = store()
    try:
        for source in extract.read(path, OPTIONS):
            con.begin()
            try:
                staged = transform.stage(con, source)
                for file, *counts in con.execute("FROM staged_file").fetchall():
                    _, read, used, duplicate, rejected = counts
                    assert read == used + duplicate + rejected, file
                    assert min(read, used, duplicate, rejected) >= 0, file
                load.insert(con, staged)
            finally:
                con.rollback()
    except UserError as refused:
        assert 0 < len(str(refused).splitlines()) <= 2
        assert len(str(refused)) < 2_000
        return False
    return True


def write(folder: Path, files: seeds.Files) -> Path:
    """The files written; one file alone is the input, several are a bundle's folder."""
    for name, content in files.items():
        (folder / name).write_bytes(content)
    return folder if len(files) > 1 else folder / next(iter(files))


def test_every_format_has_a_seed_that_loads(tmp_path: Path) -> None:
    read_by = set()
    for number, files in enumerate(files for of_kind in seeds.all_of().values() for files in of_kind):
        folder = tmp_path / str(number)
        folder.mkdir()
        path = write(folder, files)
        assert come_of(path), path.name
        read_by.add(next(form.NAME for form in extract.formats() if form.recognises(path)))
    assert read_by == {form.NAME for form in extract.formats()}


@pytest.mark.parametrize("kind", sorted(seeds.all_of()))
@given(data=st.data())
@settings(max_examples=EXAMPLES, suppress_health_check=[HealthCheck.too_slow])
def test_mutated_it_loads_or_is_refused(kind: str, data: st.DataObject) -> None:
    files = dict(data.draw(st.sampled_from(seeds.all_of()[kind])))
    mutations: Sequence[Mutation] = data.draw(st.lists(MUTATION, min_size=1, max_size=4))
    for mutation in mutations:
        name = data.draw(st.sampled_from(sorted(files)))
        files[name] = changed(files[name], mutation)
    folder = Path(tempfile.mkdtemp(prefix="fuzz-"))
    try:
        come_of(write(folder, files))
    finally:
        shutil.rmtree(folder)
