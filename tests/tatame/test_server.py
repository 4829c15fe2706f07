"""The dashboard as a process: local, silent about its use, up when its address is named, gone after."""

import os
import signal
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

import tatame
from etl.errors import UserError
from tatame import cli, server

from . import bundles

LOCAL = urllib.request.build_opener(urllib.request.ProxyHandler({}))


def occupied() -> socket.socket:
    """Return a socket that holds a free port of this machine."""
    holder = socket.socket()
    holder.bind(("127.0.0.1", 0))
    holder.listen()
    return holder


def test_it_serves_this_machine_alone_and_tells_nobody_of_its_use() -> None:
    command = server.command(8599)
    assert "--server.address=127.0.0.1" in command
    assert "--browser.gatherUsageStats=false" in command
    assert "--server.headless=true" in command, "else Streamlit asks for an e-mail address"
    assert "--server.port=8599" in command
    assert "--server.enableXsrfProtection=true" in command
    assert "--server.enableCORS=true" in command, "other sites' pages may not open a session"
    assert "--server.maxUploadSize=0" in command, "nobody sends a file to a public dashboard"


def test_another_address_and_files_from_staff_are_asked_for(tmp_path: Path) -> None:
    asked = server.Settings(address="0.0.0.0", staff=tmp_path / "secrets.toml")
    command = server.command(8599, asked)
    assert "--server.address=0.0.0.0" in command
    assert f"--server.maxUploadSize={server.UPLOAD_MEGABYTES}" in command
    assert f"--secrets.files={tmp_path / 'secrets.toml'}" in command
    assert asked.reached_at == "127.0.0.1"
    with pytest.raises(UserError, match="no address of this machine"):
        server.free_port(None, "192.0.2.1")


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
        port = holder.getsockname()[1]
        with pytest.raises(UserError, match=f"port {port} is in use"):
            server.free_port(port)
        monkeypatch.setattr(server, "FIRST_PORT", port)
        assert port < server.free_port(None) < port + 20
    assert server.free_port(port) == port


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
        port = holder.getsockname()[1]
    command = [sys.executable, "-m", "tatame", "dashboard", "--headless", "--port", str(port), "--store", str(store)]
    environment = os.environ | {"HOME": str(tmp_path)}
    program = subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment)
    try:
        assert program.stderr is not None
        said = program.stderr.readline()
        assert f"http://localhost:{port}" in said
        with LOCAL.open(f"http://127.0.0.1:{port}/_stcore/health", timeout=5) as answer:
            assert answer.status == 200
        program.send_signal(stop)
        out, err = program.communicate(timeout=15)
    finally:
        program.kill()
    assert (program.returncode, out, err) == (0, "", "")
    with pytest.raises(OSError, match="refused"):
        LOCAL.open(f"http://127.0.0.1:{port}/_stcore/health", timeout=5)
