"""Who may enter the staff area: whom an OpenID provider signed in, and the operator's list names.

One TOML file says both: `[auth]` as Streamlit reads it, `[staff]` with the list of e-mails (docs/dashboard.md).
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import util
from pathlib import Path
from typing import Any

from etl.errors import UserError

_AUTH = ("redirect_uri", "cookie_secret", "client_id", "client_secret", "server_metadata_url")
_SHORTEST = 32  # characters of the secret that signs the cookies
_NEEDED = ("authlib", "httpx")
_SEE = "docs/dashboard.md has an example"


class NotConfigured(UserError):
    """There is no staff area: what is missing, and where it belongs."""


@dataclass(frozen=True)
class Staff:
    """`emails`: address as `folded` has it -> the name that is recorded with what its owner does."""

    emails: Mapping[str, str]
    unverified: bool = False  # whether an address counts of which the provider does not say that it was checked

    def who(self, user: Mapping[str, Any]) -> str | None:
        """The name to record for a signed-in user; None for everybody else."""
        email = user.get("email")
        if user.get("is_logged_in") is not True or not isinstance(email, str):
            return None
        checked = user.get("email_verified")
        if checked is not True and not (self.unverified and checked is None):
            return None
        return self.emails.get(folded(email))


def folded(email: str) -> str:
    """As addresses are compared: ASCII in lower case; others exactly, for "ß" folds to "ss", another's address."""
    bare = email.strip()
    return bare.lower() if bare.isascii() else bare


def file() -> Path | None:
    """What `tatame dashboard --staff` was given; None = no staff area."""
    named = os.environ.get("TATAME_STAFF")
    return Path(named) if named else None


def require(secrets: Path) -> Staff:
    """The list, once everything is there that signing in needs; NotConfigured says what is not."""
    staff = read(secrets)
    if missing := [name for name in _NEEDED if util.find_spec(name) is None]:
        raise NotConfigured(f"the staff area needs {' and '.join(missing)}: pip install 'tatame[staff]'")
    return staff


def read(secrets: Path) -> Staff:
    """The list as the file has it now: who is taken off it is out with his next click."""
    said = _tables(secrets)
    auth = _table(said, "auth", secrets)
    if missing := [name for name in _AUTH if not isinstance(auth.get(name), str) or not auth[name].strip()]:
        raise NotConfigured(f"{secrets}: [auth] has no {', '.join(missing)}; {_SEE}")
    if len(auth["cookie_secret"]) < _SHORTEST:
        raise NotConfigured(f"{secrets}: cookie_secret is shorter than {_SHORTEST} characters; make a random one")
    staff = _table(said, "staff", secrets)
    return Staff(_emails(staff, secrets), staff.get("unverified") is True)


def _tables(secrets: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(secrets.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise NotConfigured(
            f"--staff needs {secrets} with [auth] (who signs people in) and [staff] (who may); {_SEE}"
        ) from None
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise NotConfigured(f"{secrets} cannot be read: {error}") from None


def _table(said: Mapping[str, Any], name: str, secrets: Path) -> Mapping[str, Any]:
    found = said.get(name)
    if not isinstance(found, dict):
        raise NotConfigured(f"{secrets} has no [{name}]; {_SEE}")
    return found


def _emails(staff: Mapping[str, Any], secrets: Path) -> dict[str, str]:
    """`emails` is a list of addresses; `[staff.names]` may give some of them another name to be recorded."""
    listed, names = staff.get("emails"), staff.get("names", {})
    plain = isinstance(listed, list) and all(isinstance(one, str) and "@" in one for one in listed)
    if not plain or not listed or not isinstance(names, dict):
        raise NotConfigured(f'{secrets}: [staff] needs emails = ["ann@example.org"]; {_SEE}')
    called = {folded(str(email)): str(name) for email, name in names.items() if str(name).strip()}
    return {folded(one): called.get(folded(one), one.strip()) for one in listed}
