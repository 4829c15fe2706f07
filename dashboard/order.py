"""What a process of the dashboard is told when it is started; imports nothing of Streamlit."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True)
class Order:
    """File descriptors that are handed down, what all processes of the run share, and Streamlit's own options."""

    listener: int  # the socket to accept from
    ready: int  # takes a byte once this process serves
    lifeline: int  # at its end once the program is gone
    folder: str  # of this run, its owner's alone
    number: int  # of this process, from 0
    many: int
    options: dict[str, Any]

    def written(self) -> str:
        """As it stands on the command line."""
        return json.dumps(asdict(self))

    @staticmethod
    def read(text: str) -> Order:
        """The same again."""
        return Order(**json.loads(text))
