"""docs/findings.md and the codes in the code agree, both ways."""

import re
from pathlib import Path

from etl.findings import CODES

ROOT = Path(__file__).resolve().parents[2]
ROW = re.compile(r"^\| `([a-z_]+)` \|", re.MULTILINE)
IN_SQL = re.compile(r"(?:'([a-z_]+)'|case [^;]*? end) as code", re.IGNORECASE)


def documented() -> list[str]:
    return ROW.findall((ROOT / "docs" / "findings.md").read_text(encoding="utf-8"))


def found_by_the_rules() -> set[str]:
    codes = set()
    for path in (ROOT / "analytics" / "sql").glob("*.sql"):
        for found in IN_SQL.finditer(path.read_text(encoding="utf-8")):
            codes |= set(re.findall(r"(?:then|else) '([a-z_]+)'", found[0])) or {found[1]}
    return codes


def test_every_code_is_documented_once_and_none_besides() -> None:
    assert sorted(documented()) == sorted(CODES.keys() | found_by_the_rules())


def test_every_code_in_stage_sql_is_a_known_one() -> None:
    texts = [path.read_text(encoding="utf-8") for path in (ROOT / "etl" / "sql" / "stage").glob("*.sql")]
    used = {code for text in texts for code in re.findall(r"'(?:rejected|warning)', '([a-z_]+)'", text)}
    assert used
    assert used <= CODES.keys()


def test_every_code_is_used_somewhere() -> None:
    files = [*(ROOT / "etl").rglob("*"), *(ROOT / "analytics").rglob("*")]
    sources = [path for path in files if path.suffix in (".py", ".sql") and path != ROOT / "etl" / "findings.py"]
    text = "\n".join(path.read_text(encoding="utf-8") for path in sources)
    unused = {code for code in CODES if f'"{code}"' not in text and f"'{code}'" not in text}
    # Built of the name of a category's part or of a decision.
    built = {f"unknown_{part}" for part in ("gender", "age_division", "belt", "weight_class")}
    built |= {f"{what}_without_subject" for what in ("correction", "ruling")}
    assert unused <= built
