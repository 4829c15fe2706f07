"""Which questions of the pages rest on one event alone, which may take long, and which are worked on elsewhere."""

# Questions whose first value is an event, and whose answer rests on that event alone.
OF_ONE_EVENT = frozenset(
    f"publishing.{name}"
    for name in (
        "academy_page.academy",
        "academy_page.bouts",
        "academy_page.names",
        "bout_page.scores",
        "bout_page.times",
        "bracket_page.bracket",
        "bracket_page.categories",
        "compare_page.compared",
        "gap_page.above",
        "medal_page.parts",
        "medal_page.table",
        "method_page.comparison",
        "method_page.filters",
        "method_page.groups",
        "method_page.shares",
        "official_page.official",
        "quality_page.codes",
        "quality_page.counts",
        "quality_page.coverage",
        "quality_page.findings",
        "rules_page.chain",
        "standing_file.as_pdf",
        "standing_page.awards",
        "standing_page.behind",
        "standing_page.standing",
        "standing_page.versions",
    )
)
# Questions that may look through a whole store: whoever asks one first sees that it is being worked on.
LONG = frozenset(
    f"publishing.{name}"
    for name in (
        "academy_page.academy",
        "athlete_page.athlete",
        "athlete_page.found",
        "compare_page.compared",
        "quality_page.coverage",
        "season_page.lines",
        "season_page.ranking",
        "standing_page.standing",
    )
)
# What a process of its own works on, one at a time: whoever waits for that takes nobody's turn here.
ELSEWHERE = frozenset({"publishing.standing_file.as_pdf"})
