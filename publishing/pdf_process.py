"""A document printed by a process of its own: it is seconds of Python, in which no other page would be computed."""

from __future__ import annotations

import json
import os
import subprocess
import sys

from etl.errors import UserError
from publishing.exports import pdf_file

SECONDS = 120.0
_START = "import json, sys; sys.path[:] = json.loads(sys.argv[1]); from publishing import pdf_process as of; of.main()"
_MADE, _REFUSED = b".", b"!"


def printed(text: str) -> bytes:
    """What `pdf_file.printed` gives, made beside; UserError also where the process ended or took too long."""
    command = [sys.executable, "-P", "-c", _START, json.dumps(sys.path)]
    try:
        done = subprocess.run(  # noqa: S603
            command,
            input=text.encode(),
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            check=False,
            timeout=SECONDS,
            start_new_session=True,  # Ctrl-C is this program's to answer
        )
    except subprocess.TimeoutExpired:
        raise UserError(f"the PDF was not made within {SECONDS:g} seconds; try again where less is to do") from None
    kind, said = done.stdout[:1], done.stdout[1:]
    if kind == _REFUSED:
        raise UserError(said.decode())
    if kind != _MADE or done.returncode:
        raise UserError(f"the PDF could not be made: the process for it ended (status {done.returncode})")
    return said


def main() -> None:
    """Reads an HTML document from standard input and writes one byte, then the PDF or what stands in its way."""
    if hasattr(os, "nice"):
        os.nice(5)  # whoever waits for a page comes first
    try:
        answer = _MADE + pdf_file.printed(sys.stdin.buffer.read().decode())
    except UserError as error:
        answer = _REFUSED + str(error).encode()
    sys.stdout.buffer.write(answer)
    sys.stdout.buffer.flush()
