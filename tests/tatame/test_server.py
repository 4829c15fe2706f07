"""The dashboard as a process: local, silent about its use, up when its address is named, gone after."""

import errno
import os
import signal
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

import tatame
from dashboard import unserved
from etl.errors import UserError
from tatame import cli, port, server

from . import bundles

LOCAL = urllib.request.build_opener(urllib.request.ProxyHandler({}))


def occupied() -> socket.socket:
    """Return a socket that holds a free port of this machine."""
    holder = socket.socket()
    holder.bind(("127.0.0.1", 0))
    holder.listen()
    return holder


def test_it_serves_this_machine_alone_and_tells_nobody_of_its_use() -> None:
    said = server.options(8599)
    assert said["server.address"] == "127.0.0.1"
    assert said["browser.gatherUsageStats"] is False
    assert said["server.headless"] is True, "else Streamlit asks for an e-mail address"
    assert said["server.port"] == 8599
    assert said["server.enableXsrfProtection"] is True
    assert said["server.enableCORS"] is True, "other sites' pages may not open a session"
    assert said["server.maxUploadSize"] == 0, "nobody sends a file to a public dashboard"


def test_another_address_and_files_from_staff_are_asked_for(tmp_path: Path) -> None:
    asked = server.Settings(address="0.0.0.0", staff=tmp_path / "secrets.toml")
    said = server.options(8599, asked)
    assert said["server.address"] == "0.0.0.0"
    assert said["server.maxUploadSize"] == server.UPLOAD_MEGABYTES
    assert said["secrets.files"] == [str(tmp_path / "secrets.toml")]
    assert asked.reached_at == "127.0.0.1"
    with pytest.raises(UserError, match="no address of this machine"):
        port.opened(None, "192.0.2.1")


@pytest.mark.parametrize("address", ["", "0", "0x0", "00.0"])
def test_what_would_open_every_address_without_saying_so_is_refused(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    store = tmp_path / "t.duckdb"
    tatame.ingest(store, bundles.write(tmp_path))
    monkeypatch.setattr(server, "_start", lambda *_: pytest.fail("started"))
    assert cli.main(["dashboard", "--headless", "--store", str(store), "--address", address]) == 2
    assert f"--address {address!r} is no address" in capsys.readouterr().err


@pytest.mark.parametrize("address", [" ", "a..b", "no such name", "localhost:80", "x" * 70])
def test_what_is_no_address_is_told(address: str) -> None:
    with pytest.raises(UserError, match="is no address of this machine; name another with --address"):
        port.opened(None, address)


def test_a_name_is_served_where_it_stands_for() -> None:
    with port.opened(None, "localhost") as listener:
        assert listener.getsockname()[0] == "127.0.0.1"
    with port.opened(None, "0.0.0.0") as listener:
        assert listener.getsockname()[0] == "0.0.0.0"


@pytest.mark.parametrize(
    ("address", "shown"), [("127.0.0.1", "127.0.0.1"), ("0.0.0.0", "127.0.0.1"), ("::", "[::1]"), ("::1", "[::1]")]
)
def test_the_address_told_is_one_that_is_served(address: str, shown: str) -> None:
    assert server.Settings(address=address).shown == shown


@pytest.mark.parametrize("number", [errno.EAFNOSUPPORT, errno.EMFILE, errno.EACCES])
@pytest.mark.parametrize("wanted", [None, 8599])
def test_only_a_port_in_use_is_called_in_use(number: int, wanted: int | None, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(_host: str, _port: int) -> socket.socket:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(port, "_listening", refused)
    with pytest.raises(UserError, match=f"::1 cannot be served on port {wanted or 8501}: {os.strerror(number)}"):
        port.opened(wanted, "::1")


def test_as_many_processes_as_cores_four_at_most_and_one_where_staff_sign_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for cores, many in ((1, 1), (2, 2), (4, 4), (64, 4)):
        monkeypatch.setattr(server, "cores", lambda cores=cores: cores)
        assert server.Settings().many == many
    assert server.Settings(processes=9).many == 9
    assert server.Settings(staff=tmp_path / "secrets.toml").many == 1
    monkeypatch.undo()
    assert server.cores() >= 1


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["--processes", "0"], "greater than or equal to 1"),
        (["--processes", "-2"], "greater than or equal to 1"),
        (["--processes", "65"], "less than or equal to 64"),
        (["--processes", "two"], "'--processes'"),
        (["--processes", "2", "--staff"], "with --staff one process serves"),
    ],
)
def test_a_number_of_processes_that_cannot_be_is_refused(
    more: list[str], said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(server, "serve", lambda *_, **__: pytest.fail("started"))
    assert cli.main(["dashboard", *more]) == 2
    assert said in " ".join(capsys.readouterr().err.split())


def test_what_somebody_else_set_for_a_dashboard_is_not_taken_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TATAME_STAFF", "/somewhere/secrets.toml")
    monkeypatch.setenv("STREAMLIT_SERVER_COOKIE_SECRET", "known")
    found = server.environment(tmp_path / "t.duckdb", server.Settings(), "made")
    assert "TATAME_STAFF" not in found
    assert found["TATAME_STORE"] == str(tmp_path / "t.duckdb")
    assert found["STREAMLIT_SERVER_COOKIE_SECRET"] == "made"


def test_what_is_said_of_uploads_to_the_server_and_on_the_page_agrees() -> None:
    from dashboard import staff_forms

    assert staff_forms.MEGABYTES == server.UPLOAD_MEGABYTES


def test_a_folder_of_releases_that_is_not_there_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    store = tmp_path / "t.duckdb"
    tatame.ingest(store, bundles.write(tmp_path))
    monkeypatch.setattr(server, "serve", lambda *_, **__: pytest.fail("started"))
    assert cli.main(["dashboard", "--store", str(store), "--releases", str(tmp_path / "none")]) == 2
    assert "there is no folder" in capsys.readouterr().err


def test_a_port_in_use_is_told_or_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    with occupied() as holder:
        held = holder.getsockname()[1]
        with pytest.raises(UserError, match=f"port {held} is in use"):
            port.opened(held, server.LOCAL)
        monkeypatch.setattr(port, "FIRST", held)
        assert held < port.free(None, server.LOCAL) < held + 20
    assert port.free(held, server.LOCAL) == held
    assert port.free(held, server.LOCAL) == held, "it is free again"


TLS = "let a web server in front of it do the TLS"


@pytest.mark.parametrize(
    ("option", "variable", "value", "instead"),
    [
        ("sslCertFile", "STREAMLIT_SERVER_SSL_CERT_FILE", "cert.pem", TLS),
        ("sslKeyFile", "STREAMLIT_SERVER_SSL_KEY_FILE", "key.pem", TLS),
        ("baseUrlPath", "STREAMLIT_SERVER_BASE_URL_PATH", "/results", "the dashboard is served at /"),
    ],
)
def test_what_of_streamlit_is_not_done_here_is_refused(
    option: str, variable: str, value: str, instead: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home, here = tmp_path / "home", tmp_path / "here"
    for folder in (home, here):
        (folder / ".streamlit").mkdir(parents=True)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.chdir(here)
    monkeypatch.setattr(server, "_start", lambda *_: pytest.fail("started"))

    def refused() -> str:
        with pytest.raises(UserError, match=instead) as error:
            server.serve(tmp_path / "t.duckdb", None, browser=False)
        return str(error.value)

    unserved.refuse()
    for folder in (home, here):
        file = folder / ".streamlit" / "config.toml"
        file.write_text(f'[server]\n{option} = "{value}"\n')
        assert refused().startswith(f"server.{option} in {file} is set")
        file.write_text("[server")  # not read: Streamlit says so
        unserved.refuse()
        file.write_text("[server]\nport = 8600\n")
        unserved.refuse()
    monkeypatch.setenv(variable, value)
    assert refused().startswith(f"{variable} is set")
    monkeypatch.setenv(variable, "")
    file.write_text(f'[server]\n{option} = "{value}"\n')
    unserved.refuse()  # as in Streamlit, the environment stands above a file


def test_the_names_of_what_is_refused_are_streamlits() -> None:
    from streamlit import config

    for option, (variable, _) in unserved._OPTIONS.items():
        assert config._config_options_template[f"server.{option}"].env_var == variable


def test_a_server_that_does_not_start_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "command", lambda *_: [sys.executable, "-c", "raise SystemExit(3)"])
    with pytest.raises(UserError, match="did not start"):
        server.serve(tmp_path / "t.duckdb", None, browser=False)


def test_without_a_store_nothing_is_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(server, "serve", lambda *_, **__: pytest.fail("started"))
    assert cli.main(["dashboard", "--store", str(tmp_path / "none.duckdb")]) == 2
    assert "no store" in capsys.readouterr().err


@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM])
def test_it_answers_when_its_address_is_named_and_stops_clean(stop: signal.Signals, tmp_path: Path) -> None:
    store = tmp_path / "t.duckdb"
    tatame.ingest(store, bundles.write(tmp_path))
    with occupied() as holder:
        at = holder.getsockname()[1]
    command = [sys.executable, "-m", "tatame", "dashboard", "--headless", "--port", str(at), "--store", str(store)]
    environment = os.environ | {"HOME": str(tmp_path)}
    program = subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment)
    try:
        assert program.stderr is not None
        said = program.stderr.readline()
        assert f"http://127.0.0.1:{at} " in said, "localhost may be another program's"
        with LOCAL.open(f"http://127.0.0.1:{at}/_stcore/health", timeout=5) as answer:
            assert answer.status == 200
        program.send_signal(stop)
        out, err = program.communicate(timeout=15)
    finally:
        program.kill()
    assert (program.returncode, out, err) == (0, "", "")
    with pytest.raises(OSError, match="refused"):
        LOCAL.open(f"http://127.0.0.1:{at}/_stcore/health", timeout=5)
