"""Events that come in while pages are open, and pages that ask about answers which are too big to be held."""

import random
from pathlib import Path
from typing import Any

from analytics.store import Store
from dashboard import source
from dashboard.source import Reader
from tests.dashboard.running import bundle

LIGHT, HEAVY, YOUNG = "male,adult,black,light", "male,adult,black,heavy", "male,juvenile-1,blue,light"
EVENTS = ("one", "two", "three")
# Invented; whoever is under 18 in one event may be an adult in another, which hides the name in both.
PEOPLE = (
    ("Ana Invented", "A Team"),
    ("Ben Invented", "B Team"),
    ("Cem Invented", "C Team"),
    ("Dan Invented", "A Team Jiu-Jitsu"),
)


def event(folder: Path, name: str, chance: random.Random, year: int = 2026) -> Path:
    """Four people in the order of chance; some of the time one of them is a juvenile here."""
    people = chance.sample(PEOPLE, 4)
    division = chance.choice([HEAVY, HEAVY, YOUNG])
    sides = [(LIGHT, people[0], people[1]), (division, people[2], people[3])]
    entries = "".join(f"{category},{who},{club}\n" for category, *both in sides for who, club in both)
    places = "".join(
        f"{category},{n},{who},{club}\n" for category, *both in sides for n, (who, club) in enumerate(both, start=1)
    )
    head = "gender,age_division,belt,weight_class,bout,round,red_athlete,red_academy,blue_athlete,blue_academy,winner,"
    bouts = head + "decision,elapsed\n"
    for number, (category, (a, club), (b, other)) in enumerate(sides, start=1):
        how = chance.choice(["submission", "points", "referee_decision"])
        bouts += f"{category},{number},final,{a},{club},{b},{other},red,{how},{chance.randint(60, 290)}\n"
    made = bundle(folder, entries=entries, places=places, bouts=bouts, name=name.title())
    text = (made / "event.toml").read_text()
    (made / "event.toml").write_text(text.replace('id = "cup"', f'id = "{name}"').replace("2026-", f"{year}-"))
    return made


def reader(store: Path) -> Reader:
    """As the next page to run has it."""
    Store.open(store).close()  # looks at the file anew
    found = Reader(*source.current(store))
    source._forget_old(found)
    return found


def changes(page: Any, store: Path) -> bool:
    """Whether that page would run again now."""
    return source._changes(page.session_state["looking"], reader(store))


def first(store: Path) -> str:
    """Whoever is first of the light category in event one."""
    with Store.open(store) as opened_, opened_.cursor() as cur:
        row = cur.execute(
            "select p.athlete from place as p join current_version as v on v.version_id = p.version_id "
            "join category as c on c.category_id = p.category_id "
            "where v.event_id = 'one' and c.weight_class = 'light' and p.place = 1"
        ).fetchone()
    assert row is not None
    return str(row[0])


class Big:
    """Something that somebody keeps elsewhere."""

    def __init__(self, said: str) -> None:
        self.said = said

    def __reduce__(self) -> tuple[Any, ...]:
        return Big, (self.said,)


def long_one(_store: Store) -> Big:
    return Big("a")


def asked_of(_store: Store, big: Big, lang: str) -> list[str]:
    return [big.said, lang]


def shown(file: str) -> None:
    """A page that asks about an answer."""
    from pathlib import Path

    from dashboard import looking, source
    from tests.dashboard.arriving import asked_of, long_one

    looking.begin()
    reader = source.Reader(*source.current(Path(file)))
    big, _ = reader.lately(long_one)
    reader.ask(asked_of, big, "en")
