"""The staff area: shut to everybody but whom the list names, and what they record stands under their name."""

import shutil
from collections.abc import Callable
from pathlib import Path

import duckdb
import pytest
from streamlit.testing.v1 import AppTest

import tatame
from dashboard import pagelist, signing_in, staff_forms
from dashboard.views import staff as view
from publishing.wording import languages, text
from tests.dashboard.running import HEADING, bundle, ingest, opened, words

SECRETS = """
[auth]
redirect_uri = "http://localhost:8501/oauth2callback"
cookie_secret = "0123456789abcdef0123456789abcdef"
client_id = "tatame"
client_secret = "s"
server_metadata_url = "http://localhost:9/.well-known/openid-configuration"

[staff]
emails = ["Ann@example.org", "bo@example.org"]

[staff.names]
"ann@example.org" = "Ann Lee, results"
"""
ANN = {"is_logged_in": True, "email": "ann@example.org", "email_verified": True}
CATEGORY = "male,adult,black,light"
Sign = Callable[[dict[str, object]], None]


@pytest.fixture
def secrets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    file = tmp_path / "secrets.toml"
    file.write_text(SECRETS)
    monkeypatch.setenv("TATAME_STAFF", str(file))
    return file


@pytest.fixture
def sign_in(secrets: Path, monkeypatch: pytest.MonkeyPatch) -> Sign:
    """Stands for the provider: what it says of whoever uses the page."""
    return lambda user: monkeypatch.setattr(view, "signed_in", lambda: user)


@pytest.fixture(scope="module")
def loaded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two academies level on everything, a final won by each."""
    place = tmp_path_factory.mktemp("staff")
    bouts = (
        f"{HEADING}bout,round,red_athlete,red_academy,blue_athlete,blue_academy,winner,decision\n"
        f"{CATEGORY},1,final,Ana,A Team,Ben,B Team,red,submission\n"
        "female,adult,black,light,2,final,Eva,B Team,Dora,A Team,red,submission\n"
    )
    entries = f"{CATEGORY},Ana,A Team\n{CATEGORY},Ben,B Team\n"
    entries += "female,adult,black,light,Eva,B Team\nfemale,adult,black,light,Dora,A Team\n"
    return ingest(place / "s.duckdb", bundle(place / "cup", entries=entries, places="", bouts=bouts))


@pytest.fixture
def cup(loaded: Path, tmp_path: Path) -> Path:
    """A copy of it, to be changed."""
    return Path(shutil.copyfile(loaded, tmp_path / "s.duckdb"))


def versions(store: Path) -> list[tuple[int, str, str | None]]:
    """Version, kind and who recorded it."""
    with duckdb.connect(str(store), read_only=True) as con:
        return con.execute("select version, kind, recorded_by from event_version order by version_id").fetchall()


def widgets(page: AppTest) -> int:
    """Everything on the page that somebody could use."""
    kinds = ("selectbox", "multiselect", "text_input", "checkbox", "file_uploader", "download_button", "dataframe")
    return sum(len(page.get(kind)) for kind in kinds)


@pytest.mark.parametrize(
    "user",
    [
        {},
        {"is_logged_in": False},
        {"is_logged_in": False, "email": "ann@example.org", "email_verified": True},
        {"is_logged_in": "yes", "email": "ann@example.org", "email_verified": True},
        {"is_logged_in": True, "email": "eve@example.org", "email_verified": True},
        {"is_logged_in": True, "email": "ann@example.org.evil.example", "email_verified": True},
        {"is_logged_in": True, "email": "ann@example.org", "email_verified": False},
        {"is_logged_in": True, "email": "ann@example.org"},
        {"is_logged_in": True, "email": ["ann@example.org"], "email_verified": True},
        {"is_logged_in": True, "email_verified": True},
    ],
)
def test_nobody_else_gets_more_than_a_button(
    user: dict[str, object], cup: Path, sign_in: Sign, monkeypatch: pytest.MonkeyPatch
) -> None:
    sign_in(user)
    page = opened(cup, monkeypatch, "staff", do="correct", event="cup")
    assert widgets(page) == 0
    assert len(page.button) == 1
    assert versions(cup) == [(1, "load", None)]


@pytest.mark.parametrize("lang", languages())
def test_the_area_opens_in_every_language_to_whom_the_list_names(
    lang: str, cup: Path, sign_in: Sign, monkeypatch: pytest.MonkeyPatch
) -> None:
    sign_in(ANN | {"email": " ANN@Example.org "})
    for form in ("load", *staff_forms.FORMS):
        page = opened(cup, monkeypatch, "staff", lang=lang, do=form)
        assert text("page.staff.who", lang, name="Ann Lee, results") in words(page)
        assert not page.error


def test_whoever_is_taken_off_the_list_is_out_with_the_next_click(
    cup: Path, secrets: Path, sign_in: Sign, monkeypatch: pytest.MonkeyPatch
) -> None:
    sign_in(ANN)
    page = opened(cup, monkeypatch, "staff", do="load")
    assert widgets(page)
    secrets.write_text(SECRETS.replace("Ann@example.org", "carl@example.org"))
    page.run()
    assert widgets(page) == 0


def test_a_correction_is_recorded_under_the_name(cup: Path, sign_in: Sign, monkeypatch: pytest.MonkeyPatch) -> None:
    sign_in(ANN)
    page = opened(cup, monkeypatch, "staff", do="correct", event="cup", category="male / adult / black / light")
    page.selectbox[3].set_value("Ana @ A Team")
    page.selectbox[4].set_value("doping")
    page.text_input[0].set_value("sample B")
    page.button[0].click().run()
    assert not page.exception
    assert versions(cup)[-1] == (2, "correction", "Ann Lee, results")
    assert "version 2 of cup" in words(page)
    with tatame.open(cup) as store:
        places = [row for row in store.placements("cup")["placements"] if row["gender"] == "male"]
    assert [(row["place"], row["athlete"]) for row in places] == [(1, "Ben")]


def test_what_became_of_an_athlete_is_said_in_the_language(
    cup: Path, sign_in: Sign, monkeypatch: pytest.MonkeyPatch
) -> None:
    sign_in(ANN)
    asked = {"event": "cup", "category": "male / adult / black / light", "lang": "it"}
    page = opened(cup, monkeypatch, "staff", do="correct", **asked)
    assert page.selectbox[4].options[0] == text("term.status.registered", "it") != "registered"
    page.selectbox[4].set_value("disciplinary")
    page.text_input[0].set_value("comportamento")
    page.button[0].click().run()
    (decision,) = opened(cup, monkeypatch, "staff", do="undo", **asked).selectbox[2].options
    assert text("term.status.disciplinary", "it") in decision
    assert ": disciplinary" not in decision


def test_what_is_refused_is_said_and_changes_nothing(cup: Path, sign_in: Sign, monkeypatch: pytest.MonkeyPatch) -> None:
    sign_in(ANN)
    before = cup.read_bytes()
    page = opened(cup, monkeypatch, "staff", do="correct", event="cup")
    page.button[0].click().run()
    assert page.error[0].value == text("page.staff.refused")
    assert "reason is empty" in words(page)
    assert cup.read_bytes() == before


def test_a_ruling_gives_places_or_says_that_it_gives_none(
    cup: Path, sign_in: Sign, monkeypatch: pytest.MonkeyPatch
) -> None:
    sign_in({"is_logged_in": True, "email": "bo@example.org", "email_verified": True})
    page = opened(cup, monkeypatch, "staff", do="rule", event="cup", category="male / adult / black / light")
    page.button[0].click().run()
    assert "Say who gets a place" in words(page)
    page.multiselect(key="place-1").set_value(["Ben @ B Team"])
    page.multiselect(key="place-2").set_value(["Ana @ A Team"])
    page.button[0].click().run()
    assert not page.exception
    assert versions(cup)[-1] == (2, "ruling", "bo@example.org")


def test_a_draw_orders_the_tied_and_can_be_undone_with_a_reason(
    cup: Path, sign_in: Sign, monkeypatch: pytest.MonkeyPatch
) -> None:
    sign_in(ANN)
    page = opened(cup, monkeypatch, "staff", do="draw", event="cup")
    assert "A Team | B Team" in words(page)
    page.text_input[0].set_value("4 8 15")
    page.button[0].click().run()
    assert not page.exception
    assert versions(cup)[-1] == (2, "draw", "Ann Lee, results")
    page = opened(cup, monkeypatch, "staff", do="undo", event="cup")
    page.text_input[0].set_value("seed was not public")
    page.button[0].click().run()
    assert not page.exception
    assert [row[:2] for row in versions(cup)] == [(1, "load"), (2, "draw"), (3, "draw")]
    assert "A Team | B Team" in words(opened(cup, monkeypatch, "staff", do="draw", event="cup"))


@pytest.mark.parametrize(("button", "kinds"), [("one", ["load", "merge"]), ("two", ["load"])])
def test_two_names_become_one_academy_or_stay_two(
    button: str, kinds: list[str], tmp_path: Path, sign_in: Sign, monkeypatch: pytest.MonkeyPatch
) -> None:
    sign_in(ANN)
    entries = f"{CATEGORY},Ana,Cicero Costha\n{CATEGORY},Ben,Cicero Costa\n"
    places = f"{CATEGORY},1,Ana,Cicero Costha\n{CATEGORY},2,Ben,Cicero Costa\n"
    store = ingest(tmp_path / "n.duckdb", bundle(tmp_path / "cup", entries=entries, places=places))
    page = opened(store, monkeypatch, "staff", do="names")
    page.button(key=button).click().run()
    assert not page.exception
    assert [row[1] for row in versions(store)] == kinds
    with duckdb.connect(str(store), read_only=True) as con:
        said = con.execute("select status, recorded_by from academy_alias order by alias_id desc limit 1").fetchone()
    assert said == ("accepted" if button == "one" else "rejected", "Ann Lee, results")
    assert "No two" in words(page) or "no two" in words(page).casefold()


def test_a_file_is_loaded_under_the_name_and_only_up_to_its_size(
    tmp_path: Path, sign_in: Sign, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = tmp_path / "new.duckdb"
    desk = staff_forms.Desk(store, "Ann Lee, results")
    text_ = f"{HEADING}place,athlete,academy\n{CATEGORY},1,Ana,A Team\n{CATEGORY},2,Ben,B Team\n".encode()
    options = staff_forms.EventOptions(event_id="cup", name="Cup", start="2026-05-02", uniform="gi")
    said = staff_forms._loaded(desk, tmp_path / "placements.csv", text_, options)
    assert said == [text("page.staff.loaded", event="cup", version=1, used=2, duplicate=0, rejected=0, ruling=0)]
    assert versions(store) == [(1, "load", "Ann Lee, results")]
    with pytest.raises(tatame.UserError):
        staff_forms._loaded(desk, tmp_path / "big.csv", b" " * (staff_forms.MEGABYTES * 1024**2 + 1), options)
    sign_in(ANN)
    page = opened(tmp_path / "none.duckdb", monkeypatch, "staff")
    assert len(page.get("file_uploader")) == 1, "the first event may be loaded here"


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("a.csv", "a.csv"),
        ("../../etc/passwd", "passwd"),
        ("C:\\Users\\x\\b.zip", "b.zip"),
        ("..", "results"),
        ("", "results"),
        (".hidden.csv", "hidden.csv"),
        ("大" * 120 + ".xlsx", "大" * 65 + ".xlsx"),  # three bytes each, of 200; a folder takes 255
    ],
)
def test_the_name_of_a_file_leads_nowhere(name: str, kept: str) -> None:
    assert staff_forms._plain(name) == kept


def test_without_the_option_there_is_no_area(cup: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TATAME_STAFF", raising=False)
    monkeypatch.setattr(view, "signed_in", lambda: ANN)
    assert "staff" not in [each.ADDRESS for each in pagelist.views()]
    page = opened(cup, monkeypatch, "staff", do="load")
    assert (widgets(page), len(page.button)) == (0, 0)


def test_no_public_page_takes_a_file(cup: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TATAME_STAFF", raising=False)
    for each in pagelist.views():
        page = opened(cup, monkeypatch, each.ADDRESS)
        assert [*page.get("file_uploader"), *page.get("chat_input"), *page.get("camera_input")] == []


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("[auth]", "[other]", r"no \[auth\]"),
        ("[staff]\n", "[people]\n", r"emails"),
        ('client_secret = "s"', "", "client_secret"),
        ("0123456789abcdef0123456789abcdef", "short", "cookie_secret"),
        ('["Ann@example.org", "bo@example.org"]', "[]", "emails"),
        ('["Ann@example.org", "bo@example.org"]', '["*"]', "emails"),
        ("[auth]", "[auth", "cannot be read"),
    ],
)
def test_what_is_not_configured_is_refused_with_what_to_write(old: str, new: str, said: str, tmp_path: Path) -> None:
    file = tmp_path / "secrets.toml"
    file.write_text(SECRETS.replace(old, new))
    with pytest.raises(signing_in.NotConfigured, match=said):
        signing_in.require(file)


def test_an_address_that_no_provider_checked_counts_only_where_the_operator_says_so(tmp_path: Path) -> None:
    file = tmp_path / "secrets.toml"
    file.write_text(SECRETS.replace("[staff]\n", "[staff]\nunverified = true\n"))
    staff = signing_in.read(file)
    unsaid = {"is_logged_in": True, "email": "bo@example.org"}
    assert staff.who(unsaid) == "bo@example.org"
    assert staff.who(unsaid | {"email_verified": False}) is None


def test_the_program_refuses_with_status_2_and_says_what_goes_where(
    cup: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from tatame import cli, server

    monkeypatch.setattr(server, "serve", lambda *_, **__: pytest.fail("started"))
    monkeypatch.chdir(tmp_path)
    assert cli.main(["dashboard", "--staff", "--store", str(cup)]) == 2
    said = capsys.readouterr().err
    assert ".streamlit/secrets.toml" in said
    assert "[auth]" in said
    assert "docs/dashboard.md" in said


def test_without_authlib_the_program_names_what_to_install(secrets: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(signing_in, "_NEEDED", ("no_such_module",))
    with pytest.raises(signing_in.NotConfigured, match=r"tatame\[staff\]"):
        signing_in.require(secrets)
