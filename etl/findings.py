"""Findings: what was rejected and what is doubtful, with stable codes (docs/findings.md)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Finding:
    """Severity `rejected` = the row is not used; `row` counts the heading as 1, None in documents and for a file."""

    severity: str
    code: str
    file: str
    reason: str
    row: int | None = None
    path: str | None = None
    column: str | None = None
    value: str | None = None
    rule: str | None = None


CODES: dict[str, str] = {
    # the file
    "broken_quotes": "a quote ends before its cell does; a quote inside a cell is written twice",
    "wrong_number_of_fields": "another number of cells than the heading has; a delimiter inside a cell needs quotes",
    "wrong_shape": "not what a results page has in this place",
    "unknown_column": "no such column in this table; it is left out",
    "unknown_file": "no such table in a bundle; it is left out",
    "encoding_chosen": "it is not UTF-8; read in the encoding in which most of its headings and values are recognised",
    "bout_told_otherwise": "rows with this match number do not tell one bout",
    "unknown_outcome": "neither won, lost nor drawn; who won is not known",
    # the event
    "event_missing": "the row names no event; the row is not used",
    "start_day_unknown": "only the year is known; its first day stands for the first day of the event",
    "uniform_unknown": 'the event says neither gi nor no-gi; add uniform = "gi" or "no-gi"',
    "unknown_key": "no such key in event.toml; it is left out",
    "option_overrides_file": "an option of the command stands instead of what the file says",
    # the category
    "unknown_gender": "no known gender; the category is kept apart, gender unknown",
    "unknown_age_division": "no known age division; the category is kept apart, age division unknown",
    "unknown_belt": "no known belt; the category is kept apart, belt unknown",
    "unknown_weight_class": "no known weight class; the category is kept apart, weight class unknown",
    "unread_category": "all four parts are read, but something more stands there; the category is kept apart",
    "category_disagrees": "the category's text says otherwise; the category is kept apart, this part unknown",
    "category_twice": "the category stands above",
    # people and academies
    "athlete_missing": "no athlete is named",
    "athlete_not_known": "no name that says who it is",
    "academy_not_known": "no academy, only signs; read as not known",
    "damaged_text": "letters were lost or control characters put in; correct the text in the source",
    "athlete_twice": "the athlete is entered in this category above with other particulars",
    "identifier_shared": "several people share this identifier; in this load it identifies nobody",
    "athlete_not_entered": "no entry of this name and academy in this category",
    "bad_birth_year": "no year from 1900 to 2100; read as not known",
    "unknown_status": "no known status of an entry",
    # bouts
    "unknown_side": "neither red nor blue",
    "unknown_decision": "no known decision",
    "unknown_disqualification": "no known kind of disqualification",
    "unknown_round": "no known round; it is inferred from who meets whom",
    "unknown_technique": "no known technique; read as not known",
    # texts of how a bout ended
    "unknown_method": "no known way of winning; decision and technique are read as not known",
    "several_methods": "the text names several; what they do not share is read as not known",
    "other_decision": "decided in a way that the rules do not have; the decision is read as not known",
    "broken_score": "one side of the score is missing; the score is read as not known",
    "score_undecided": "level points, and nothing says what decided; the decision is read as not known",
    "score_contradiction": "the score does not fit the winner or what is said to have decided; kept as it stands",
    "method_disagrees": "the text says otherwise than decision or board; the cells of their own columns stand",
    "perhaps_close_out": "perhaps a close-out, the text says; the decision is read as not known",
    "winner_not_recorded": "the source says that it has no winner",
    "winner_without_athlete": "the side that won has no athlete",
    "decided_without_winner": "the decision gives a winner, and none is named",
    "draw_with_winner": "a draw has no winner, and one is named",
    "bye_with_opponent": "a bye, and both sides have an athlete",
    "athlete_on_both_sides": "the same athlete on both sides",
    "bout_number_twice": "another bout above has this number",
    "bout_without_number": "no number though other bouts have one; it is put after them",
    "bad_time": "no time in seconds or m:ss; read as not known",
    "bad_start_time": "no date and time as 2026-05-02T10:30; read as not known",
    # numbers
    "not_a_number": "no whole number; read as not known",
    "negative_number": "a negative number is no score; read as not known, not as 0",
    # places
    "unknown_place": "no place; 1, 2 and 3 are",
    "athlete_placed_twice": "the athlete has a place in this category above; where they differ, it needs a ruling",
    "place_beyond_third": "only places 1, 2 and 3 count (A2)",
    "no_place": "athletes listed without a place: no result is made of that",
    # other tables
    "cell_missing": "the cell must not be empty",
    "unknown_yes_no": "neither yes nor no",
    "unknown_action": "no known scoring action",
    "no_such_bout": "no bout has this number",
    "unknown_award": "the event has no such award",
    "unknown_list": "the event has no award for this published list; it is kept under a name of its own",
    "points_not_given": "0 points published for a ranked academy; read as not given",
    "draw_disagrees": "seed and academy give another order than the one recorded",
    # bouts and entries against the rules of the event's rule set (none under rule set none)
    "score_against_decision": "decision, winner and board contradict each other",
    "impossible_score": "no actions and penalties of the rule set add up to this score",
    "penalties_against_ladder": "more penalties than the ladder has, or its last one without a disqualification",
    "penalties_without_effect": "the opponent's board lacks what the penalties gave him",
    "elapsed_beyond_match_time": "the bout lasted longer than its match time",
    "score_before_time": "decided by score more than a little before the match time was over",
    "short_rest": "less rest between two bouts of an athlete than is due",
    "decision_not_in_rules": "the rule set knows no such decision",
    "random_pick_round": "a random pick in a round in which the rule set allows none",
    "illegal_technique": "won by a technique that is illegal in the category",
    "bout_after_head_trauma": "a bout of an athlete whom a blow left unconscious earlier in the event",
    "athlete_twice_in_round": "two bouts of one athlete in one round of a category",
    "too_many_of_academy": "more athletes of one academy in a category than may enter",
    "two_belts": "one athlete in categories of two belts",
    "two_academies": "one athlete, by identifier, under two academies",
    "minor_in_open": "under-18s in an open class that the rule set does not provide for them",
    "identity_unknown": "a name without academy, disqualified in one category and found in another; perhaps two people",
    "age_against_birth_year": "the birth year does not fit the age division; it is not repeated here",
    "juvenile_belt": "a juvenile category at a belt at which juveniles do not compete",
    "two_golds": "the list names more than one gold in a category; each counts as listed",
    "two_silvers": "the list names more than one silver in a category; each counts as listed",
    "official_places_differ": "the bouts give the athlete another place than the one listed; the listed one counts",
    "draw_without_tie": "a recorded draw that decides no tie",
    # the store
    "event_seen_before": "another event of the store is probably this one from another source",
    # decisions recorded in the store
    "correction_without_subject": "a correction in force names a category or athlete that the newest load lacks",
    "ruling_without_subject": "a ruling in force names a category the event's newest load does not have",
    "decision_ambiguous": "several categories of the newest load read as the one of a decision in force; no change",
    "ruled_athlete_struck": "a ruling gives a place to somebody struck out by a disciplinary or doping case",
    "ruled_athlete_not_listed": "a ruling gives a place to somebody the event's newest load does not list there",
}
