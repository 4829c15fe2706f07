"""The product and the oracle on random events: the same places, the same unresolved categories, the same standings.

`TATAME_ORACLE_EVENTS` says how many events, `TATAME_ORACLE_SEED` where to begin, `TATAME_ORACLE_KEEP` names a folder
that keeps the bundles on which the two differ.
"""

from __future__ import annotations

import os
from pathlib import Path
from random import Random

import pytest

from . import product
from .comparison import differences
from .events import random_event, write_bundle

pytestmark = pytest.mark.long

EVENTS = int(os.environ.get("TATAME_ORACLE_EVENTS", "20"))
FIRST = int(os.environ.get("TATAME_ORACLE_SEED", "0"))
KEEP = os.environ.get("TATAME_ORACLE_KEEP")
AT_ONCE = 100  # bundles to a store


@pytest.mark.parametrize("start", range(FIRST, FIRST + EVENTS, AT_ONCE))
def test_product_and_oracle_agree(start: int, tmp_path: Path) -> None:
    seeds = range(start, min(start + AT_ONCE, FIRST + EVENTS))
    events = {f"generated-{seed:06d}": random_event(Random(seed), f"generated-{seed:06d}") for seed in seeds}
    bundles = [write_bundle(event, tmp_path / name) for name, event in events.items()]
    got = product.answers(bundles)
    wrong = {name: found for name, event in events.items() if (found := differences(event, got[name]))}
    for name in wrong if KEEP else ():
        write_bundle(events[name], Path(str(KEEP)) / name)
    lines = [f"{name}: {line}" for name, found in wrong.items() for line in found]
    assert not wrong, f"{len(wrong)} of {len(events)} events differ\n" + "\n".join(lines[:60])
