"""Small bundles written by hand, and what the rules make of them."""

from pathlib import Path

HEAD = "gender,age_division,belt,weight_class"
SIDES = "red_athlete,red_academy,blue_athlete,blue_academy"
BOUTS = f"{HEAD},bout,round,{SIDES},winner,decision,red_points,blue_points,red_dq,blue_dq"
LIGHT = "male,adult,black,light"
HEAVY = "male,adult,black,heavy"

# Light: M1. North 9, East 3, South and West 1 each with a bronze, level on everything: a draw (T).
# Heavy: both finalists disqualified technically and no new final: M12 needs a ruling.
BOUT_ROWS = (
    f"{LIGHT},1,semifinal,Ari Alho,North,Ben Brito,South,red,points,4,2,,",
    f"{LIGHT},2,semifinal,Cal Costa,East,Dov Dias,West,red,points,2,0,,",
    f"{LIGHT},3,final,Ari Alho,North,Cal Costa,East,red,points,6,0,,",
    f"{HEAVY},4,semifinal,Eno Eça,North,Fil Faria,South,red,points,2,0,,",
    f"{HEAVY},5,semifinal,Gil Góis,East,Hal Horta,West,red,points,2,0,,",
    f"{HEAVY},6,final,Eno Eça,North,Gil Góis,East,,disqualification,,,technical,technical",
)
OFFICIAL = ("overall,1,North,9", "overall,2,East,4")


def write(folder: Path, event: str = "open-2026", bouts: tuple[str, ...] = BOUT_ROWS) -> Path:
    """Write the bundle of one event and return its folder."""
    bundle = folder / event
    bundle.mkdir(parents=True)
    year = event[-4:] if event[-4:].isdigit() else "2026"  # one name in one year would be one event from two sources
    toml = f'[event]\nid = "{event}"\nname = "Open {year}"\nstart = {year}-05-02\nruleset = "ibjjf-2024"\n'
    toml += 'uniform = "gi"\n'
    (bundle / "event.toml").write_text(toml, encoding="utf-8")
    (bundle / "bouts.csv").write_text("\n".join((BOUTS, *bouts)) + "\n", encoding="utf-8")
    rows = "\n".join(("award,rank,academy,points", *OFFICIAL)) + "\n"
    (bundle / "official_standings.csv").write_text(rows, encoding="utf-8")
    return bundle
