"""What lasts from event to event: the academies and the athletes, by category and, where ages are exact, by year."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from benchmarks.generate.names import LANGUAGES, academy_names, athlete_names, spellings
from benchmarks.generate.sport import Ints, Key, catalogue

EVENTS_A_YEAR = 50
LAST_YEAR = 2026
AT_HOME = 0.85  # of the athletes have a name in the language of their academy


@dataclass(frozen=True)
class World:
    """Athletes are numbers: `key_at[key] + year_step[key] * year` + place in the pool; 2n, 2n + 1 share an academy."""

    keys: tuple[Key, ...]
    first_year: int
    pool: int  # athletes per category and, where ages are exact, per year; a power of two
    key_at: Ints
    year_step: Ints
    academy_of: Ints  # athlete -> academy
    name: Any  # pyarrow strings, athlete -> name
    identifier: Any
    birth_year: Ints
    academy: Any  # pyarrow strings
    variants: Any  # pyarrow strings: three spellings of each academy
    country: Any
    languages: tuple[str, ...]


def _academies(languages: tuple[str, ...], count: int) -> list[str]:
    """Return the academies, the languages in turn."""
    each = {language: iter(academy_names(language, count)) for language in languages}
    return [next(each[languages[n % len(languages)]]) for n in range(count)]


def _countries(languages: tuple[str, ...], count: int) -> list[str]:
    """Return academy -> country, the countries of each language in turn."""
    here = [LANGUAGES[language].countries.split() for language in languages]
    ways = len(languages)
    return [here[n % ways][n // ways % len(here[n % ways])] for n in range(count)]


def _pools(rng: np.random.Generator, keys: int, academies: int, pairs: int) -> Ints:
    """Return (key, pair) -> academy: all different within a key (B6), the big ones in nearly every key."""
    weight = -0.8 * np.log(np.arange(academies) + 4.0)
    drawn = weight + rng.gumbel(size=(keys, academies))
    return np.argsort(-drawn, axis=1)[:, :pairs].astype(np.int64)


def _names(language_of: Ints, languages: tuple[str, ...]) -> Any:
    order = np.argsort(language_of, kind="stable")
    counts = np.bincount(language_of, minlength=len(languages))
    named = [athlete_names(language, np.arange(counts[n])) for n, language in enumerate(languages)]
    back = np.empty_like(order)
    back[order] = np.arange(len(order))
    return pa.chunked_array(named).combine_chunks().take(pa.array(back))


def world(seed: int, events: int, academies: int, languages: tuple[str, ...], pool: int) -> World:
    """Populate the world: the same from the same arguments."""
    rng = np.random.default_rng([seed, 0])
    keys = tuple(catalogue())
    years = -(-events // EVENTS_A_YEAR)
    first_year = LAST_YEAR - years + 1
    exact = np.array([key.spread == 0 for key in keys])
    blocks = np.where(exact, years, 1)
    key_at = np.concatenate([[0], np.cumsum(blocks * pool)[:-1]])
    key_of = np.repeat(np.arange(len(keys)), blocks * pool)
    within = np.arange(len(key_of)) - key_at[key_of]
    academy_of = _pools(rng, len(keys), academies, pool // 2)[key_of, (within % pool) // 2]
    language_of = np.where(
        rng.random(len(key_of)) < AT_HOME, academy_of % len(languages), rng.integers(0, len(languages), len(key_of))
    )
    youngest = np.array([key.youngest for key in keys])[key_of]
    spread = np.array([key.spread for key in keys])[key_of]
    older = np.where(spread > 0, rng.integers(0, 1 << 30, len(key_of)) % np.maximum(spread, 1), 0)
    birth_year = first_year + np.where(spread > 0, 0, within // pool) - youngest - older
    spelled = _academies(languages, academies)
    digits = pa.array(np.arange(len(key_of)) + 100_000).cast(pa.string())
    return World(
        keys=keys,
        first_year=first_year,
        pool=pool,
        key_at=key_at,
        year_step=np.where(exact, pool, 0),
        academy_of=academy_of,
        name=_names(language_of, languages),
        identifier=pc.binary_join_element_wise(pa.scalar("A"), digits, ""),
        birth_year=birth_year,
        academy=pa.array(spelled),
        variants=pa.array([variant for academy in spelled for variant in spellings(academy)]),
        country=pa.array(_countries(languages, academies)),
        languages=languages,
    )
