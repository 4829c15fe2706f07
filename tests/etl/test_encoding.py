"""Encodings: what people of five countries save is read without being told, and can be told."""

from __future__ import annotations

import contextlib
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from etl import encoding
from etl.errors import UnusableInput

PORTUGUESE = (
    "Colocação;Atleta;Academia;Faixa\n1º;João da Conceição;Nova União;Roxa\n2º;Antônio Guimarães;São Bento;Roxa\n"
)
ITALIAN = "Posto,Atleta,Società,Età\n1,Niccolò Però,Libertà,Adulti\n"
JAPANESE = "順位,選手名,所属,帯,階級\n優勝,山田太郎,東京道場,黒帯,ライト級\n"
CHINESE = "名次,姓名,道館,帶色,量級\n冠軍,王小明,台北道館,黑帶,輕量級\n"


def chosen(content: bytes, wanted: str | None = None) -> encoding.Encoding:
    return encoding.of_stream(io.BytesIO(content), "results.csv", wanted)


@pytest.mark.parametrize(
    ("text", "saved", "title"),
    [
        (PORTUGUESE, "utf-8", "UTF-8"),
        (PORTUGUESE, "utf-8-sig", "UTF-8"),
        (PORTUGUESE, "utf-16", "UTF-16"),
        (PORTUGUESE, "utf-16-le", "UTF-16 little-endian"),
        (JAPANESE, "utf-16-be", "UTF-16 big-endian"),
        (PORTUGUESE, "cp1252", "Windows-1252"),
        (ITALIAN, "cp1252", "Windows-1252"),
        (JAPANESE, "cp932", "Shift-JIS"),
        (CHINESE, "cp950", "Big5"),
        ("place,athlete\n1,Ana\n", "ascii", "UTF-8"),
    ],
)
def test_what_is_saved_in_a_local_encoding_is_read_in_it(text: str, saved: str, title: str) -> None:
    found = chosen(text.encode(saved))
    assert found.title == title
    assert text.encode(saved).decode(found.name).removeprefix("\ufeff") == text


def test_a_choice_says_between_which() -> None:
    found = chosen(PORTUGUESE.encode("cp1252"))
    assert found.chosen
    assert found.why.startswith("headings and values recognised: Windows-1252 ")
    assert not chosen(PORTUGUESE.encode()).chosen


def test_the_user_can_say_which() -> None:
    assert chosen(JAPANESE.encode("cp932"), "Shift JIS").name == "cp932"
    with pytest.raises(UnusableInput, match="it is not UTF-8"):
        chosen(JAPANESE.encode("cp932"), "utf-8")
    with pytest.raises(UnusableInput, match="no encoding is called"):
        chosen(b"x", "klingon")


def test_bytes_of_no_encoding_known_are_refused() -> None:
    with pytest.raises(UnusableInput, match="save it as UTF-8"):
        chosen(b"place\x81\x00\xff\x81\x20\xff\xfd,athlete\n")


@given(st.binary(max_size=200))
def test_any_bytes_have_an_encoding_that_reads_them_or_are_refused(content: bytes) -> None:
    try:
        found = chosen(content)
    except UnusableInput:
        return
    content.decode(found.name)


@pytest.mark.parametrize("content", [b"\xef", b"\xef\xbb"])
def test_half_a_byte_order_mark_is_no_utf_8(content: bytes) -> None:
    with contextlib.suppress(UnusableInput):
        assert chosen(content).name != "utf-8-sig"


def test_the_choice_is_told_as_one_reading_with_its_reason() -> None:
    found = chosen(PORTUGUESE.encode("cp1252"))
    (finding,) = encoding.told(found, "results.csv")
    assert finding.reason.startswith("it is not UTF-8; read in the encoding in which most")
    assert f": {found.title} ({found.why}); --encoding says otherwise" in finding.reason
