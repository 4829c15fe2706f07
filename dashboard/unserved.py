"""What Streamlit can be set to and this dashboard does not do: refused, for who set it would take it for done."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path

from etl.errors import UserError

_TLS = "the dashboard speaks HTTP: let a web server in front of it do the TLS"
# Option of Streamlit's section [server] -> its variable, and what does it instead.
_OPTIONS = {
    "sslCertFile": ("STREAMLIT_SERVER_SSL_CERT_FILE", _TLS),
    "sslKeyFile": ("STREAMLIT_SERVER_SSL_KEY_FILE", _TLS),
    "baseUrlPath": (
        "STREAMLIT_SERVER_BASE_URL_PATH",
        "the dashboard is served at /: let a web server in front of it give it a host name of its own",
    ),
}


def refuse(environment: Mapping[str, str] = os.environ) -> None:
    """UserError if the environment or one of Streamlit's own files asks for it; an empty value asks for nothing."""
    files = dict(_files())
    for option, (variable, instead) in _OPTIONS.items():
        asked, where = files.get(option, ("", ""))
        if variable in environment:  # stands above every file
            asked, where = environment[variable], variable
        if str(asked).strip("/ "):
            raise UserError(f"{where} is set, which nothing here heeds; {instead}, and take the setting away")


def _files() -> Iterator[tuple[str, tuple[object, str]]]:
    """The options of each file, of the nearer one last; what is no TOML file Streamlit itself tells."""
    for folder in (Path("~").expanduser(), Path.cwd()):
        path = folder / ".streamlit" / "config.toml"
        with suppress(OSError, ValueError):
            said = tomllib.loads(path.read_text(encoding="utf-8")).get("server")
            for option, value in said.items() if isinstance(said, dict) else ():
                yield option, (value, f"server.{option} in {path}")
