"""Columns that more than one page shows."""

from __future__ import annotations

from dashboard import theme
from dashboard.tables import Column, number, percent
from dashboard.words import text


def standings() -> dict[str, Column]:
    """Event, award, rank, points and medals."""
    return {
        "rank": Column(text("page.standing.rank")),
        "points": number(text("page.standing.points")),
        "award": Column(text("page.standing.award")),
        "name": Column(text("page.standing.event"), theme.LONG),
        **medal_counts(),
    }


def medal_counts() -> dict[str, Column]:
    """Gold, silver, bronze."""
    return {
        "gold": number(text("page.standing.gold")),
        "silver": number(text("page.standing.silver")),
        "bronze": number(text("page.standing.bronze")),
    }


def medals() -> dict[str, Column]:
    """One medal a row, as an academy's page has it."""
    return {
        "place": Column(text("page.standing.place")),
        "athlete": Column(text("page.standing.athlete")),
        "category": Column(text("page.standing.category"), theme.LONG),
        "counted": Column(text("page.standing.counted")),
        "rule": Column(text("page.standing.rule")),
        "event": Column(text("page.standing.event"), theme.LONG),
    }


def outcomes() -> dict[str, Column]:
    """Won or lost, how, and the share of each with its interval."""
    return {"outcome": Column(text("page.academy.outcome")), **shares()}


def shares() -> dict[str, Column]:
    """How bouts ended, and the share of each way with its interval."""
    return {
        "method": Column(text("page.methods.method")),
        "share": percent(text("page.methods.share")),
        "low": percent(text("page.methods.low")),
        "high": percent(text("page.methods.high")),
        "count": number(text("page.methods.count")),
        "n": number("n"),
    }
