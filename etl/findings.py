"""Findings: what was rejected and what is doubtful, with stable codes (docs/findings.md)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Finding:
    """`row` counts the heading as 1, None for documents (they give `path`) and for the file as a whole; severity rejected = row not used."""

    severity: str
    code: str
    file: str
    reason: str
    row: int | None = None
    path: str | None = None
    column: str | None = None
    value: str | None = None
    rule: str | None = None


CODES: dict[str, str] = {}
