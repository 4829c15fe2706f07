"""Invented names in five languages: syllables put together, so that nobody real is meant.

The n-th name of a language is always the same; one in a million may meet a namesake.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from benchmarks.generate.sport import Ints

_STRIDE = 1_000_003  # prime, and no divisor of any number of names: walks through all of them in a scattered order


@dataclass(frozen=True)
class Language:
    """Syllables of given names, of family names and of academies, and how an academy is called."""

    given: tuple[str, str]
    family: tuple[str, str, str]
    academy: tuple[str, ...]
    towns: str
    countries: str
    family_first: bool = False


LANGUAGES = {
    "en": Language(
        ("Dar Kel Tor Bren Wil Har Mar Ged Lan Cor Fen Sel Jar Ald Eth Ros Vin Tam Per Nor Os Bry Cal Del",
         "rin wick vas ton lan dor ric mond la wen bert ley sa ra na dith gar fin mer nell"),
        ("Kel Thorn Ash Brack Wend Stan Hol Mar Pen Cold Wex Hath Lang Rud Fair Oak Ster Dun Graf Whit Yar Elm Bur Nev",
         "ing er en al es ow ar in om el", "brook ford worth by wick shaw field dale ridge combe mere stow"),
        ("{} BJJ", "{} Academy", "Team {}", "{} Jiu-Jitsu", "{} Grappling, Inc.", "The {} Mat"),
        "Northport|Ashvale|Kingsmere|Lakeford", "US GB AU IE CA",
    ),
    "pt": Language(
        ("Jo Mar Raf Luc Ed Car Gui Ren Thi And Fab Leo Vin Bru Dani Rod Otá Cé Hé Jú Sid Alu Wel Nil",
         "zion celino uardo íssio iano berto valdo nélio son ilda ísia elma ânia ilson ário érico enor úlio"),
        ("Bar Cas Mon Fer Al Oli Ser Pin San Tei Nog Vil Rib Cor Lim Fon Mat Gal Per Sar Ton Bra Qui Car",
         "an el im ov ur as es ad ont ir", "ção eira ado inho ães ões al enço ura ato ém ijo"),
        ("Equipe {}", "{} Jiu-Jitsu", "Academia {}", "Escola {} de Jiu-Jitsu", "{} Team", "CT {}/RJ"),
        "São Bento do Mar|Vila Nova|Porto Claro|Serra Alta", "BR PT AO MZ",
    ),
    "it": Language(
        ("Gia Lu Mar Ales Fab Lor Ric Dav Sim Van Cris Ele Mat Fed Gab Ser Ott Tul Bea Ros Cam Dar Ern Vit",
         "cenzo dro uccio elio andra etta iano ella uele enza ardo isa olfo inda ero ilia osto ana etto ino"),
        ("Bel Mon Tar Cas Ferr Val Gal Ross Mar Pell Sant Bran Cor Lom Ven Rav Sal Tod Zan Mor Lup Gard Pin Fior",
         "an el in ol er ar et ent ic ur", "etti ini oni acci ucci ello ato ese illo ari azzi ola"),
        ("Accademia {}", "{} Jiu-Jitsu Brasiliano", "Scuola {}", "{} BJJ", "Palestra {}", "Centro L'{}"),
        "Montechiaro|Porto Sereno|Castelvecchio|Valfiorita", "IT CH SM",
    ),
    "ja": Language(
        ("蒼 颯 凛 悠 陽 結 律 湊 奏 朔 暁 澪 楓 灯 環 諒 碧 旭 櫂 絃 詩 慧 雫 暖",
         "真 斗 介 生 志 都 希 音 乃 花 葉 月 羽 海 空 臣 吾 也 良 紀"),
        ("霧 鷺 蔦 鵜 榛 樫 檜 蓬 葛 菱 椋 柊 楢 茜 藍 萩 蕗 欅 杏 桐 朱 紺 鳶 雁",
         "白 黒 青 赤 高 遠 深 浅 長 広", "瀬 沢 野 谷 崎 浦 岳 峰 淵 原 丘 磯"),
        ("{}柔術", "{}道場", "{}柔術アカデミー", "チーム{}", "{}ブラジリアン柔術", "{}ジム"),
        "霧浦市|白瀬町|青峰市|遠野原", "JP", family_first=True,
    ),
    "zh": Language(
        ("曉 雲 嵐 岑 澄 霽 靖 翊 翎 昀 珩 穎 瀚 煜 璟 旻 澍 芷 筠 蔚 屹 淳 瑀 棠",
         "川 岳 書 恆 庭 寧 安 遠 平 若 宇 華 青 凡 言 行 思 之 衡 晴"),
        ("霜 霞 嶺 岫 汀 沅 澗 渚 峨 岱 崑 嵩 滄 溟 瀟 湘 濤 瀾 璃 琅 瑤 瓊 蘅 蘺",
         "東 西 南 北 中 上 下 前 後 內", "石 松 竹 梅 蘭 柏 楓 桂 荷 泉 雪 鶴"),
        ("{}柔術館", "{}巴西柔術", "{}武道館", "{}柔術學院", "{}格鬥", "{}柔術隊"),
        "霞石市|松嶺區|竹汀鎮|梅渚市", "TW HK", family_first=True,
    ),
}  # fmt: skip


def _joined(*syllables: str) -> list[str]:
    """Return every combination, the last part varying fastest."""
    words = [""]
    for part in syllables:
        words = [word + syllable for word in words for syllable in part.split()]
    return words


def athlete_names(language: str, numbers: Ints) -> Any:
    """Return a pyarrow string array: one full name per number."""
    kind = LANGUAGES[language]
    given, family = pa.array(_joined(*kind.given)), pa.array(_joined(*kind.family))
    pairs = len(given) * len(family)
    place, again = (numbers * _STRIDE) % pairs, numbers // pairs
    first, last = given.take(pa.array(place % len(given))), family.take(pa.array(place // len(given)))
    # Beyond all pairs a second family name keeps the names apart.
    second = family.take(pa.array(np.maximum(again - 1, 0) * 7 % len(family)))
    more = pa.array(again > 0)
    gap = "" if language == "zh" else " "
    last = pc.if_else(more, pc.binary_join_element_wise(last, second, "・" if kind.family_first else " "), last)
    parts = (last, first) if kind.family_first else (first, last)
    return pc.binary_join_element_wise(*parts, gap)


def academy_names(language: str, count: int) -> list[str]:
    """Return so many academies of a language, all different."""
    kind = LANGUAGES[language]
    words = _joined(*kind.family)
    return [kind.academy[n % len(kind.academy)].format(words[n * 1009 % len(words)]) for n in range(count)]


def _unaccented(name: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFD", name) if not unicodedata.combining(c))


def spellings(academy: str) -> tuple[str, str, str]:
    """Return three ways in which sources write an academy: capitals, short, unaccented, spaces gone wrong."""
    ways = (
        academy.upper(),
        academy.replace("Jiu-Jitsu", "JJ"),
        _unaccented(academy),
        academy.replace("柔術", "柔 術"),
        f"{academy.replace(' ', '  ')} ",
        f" {academy}",
        f"{academy}  ",
    )
    first, second, third, *_ = dict.fromkeys(way for way in ways if way != academy)
    return first, second, third
