"""The command, loaded once: each call is a fork of this process, in the caller's folder, with its files and variables.

`python -m tests.docs.loaded_command SOCKET` serves until it is stopped. Loading takes longer than most calls do.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import sys
import traceback
from importlib import import_module
from pkgutil import iter_modules

import typer

import perron.cli
from perron.cli import app, main

CALL = """#!{python} -IS
import json, os, socket, sys
with socket.socket(socket.AF_UNIX) as line:
    line.connect({address!r})
    asked = json.dumps([sys.argv[1:], os.getcwd(), dict(os.environ)]).encode()
    socket.send_fds(line, [len(asked).to_bytes(4, "big") + asked], [0, 1, 2])
    sys.exit(int.from_bytes(line.recv(1) or bytes([70]), "big"))
"""
"""The program that calls it."""
ONLY_READ = ("join", "serve", "ladder")
"""Of these, flags and values are read as the command itself does."""


def run(words: list[str]) -> int:
    """The command's exit status."""
    sys.argv = ["perron", *words]
    try:
        if words[0] in ONLY_READ:
            typer.main.get_command(app).commands[words[0]].make_context(words[0], words[1:])  # type: ignore[attr-defined]
        elif words[0] != "--install-completion":
            main()
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:
        traceback.print_exc()
        return 1
    return 0


def answer(line: socket.socket) -> None:
    """Do what is asked for, in a process that ends with it."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    text, files, _, _ = socket.recv_fds(line, 1 << 20, 3)
    while len(text) < 4 + int.from_bytes(text[:4], "big"):
        text += line.recv(1 << 20)
    words, folder, variables = json.loads(text[4:])
    for number, file in enumerate(files):
        os.dup2(file, number)
    sys.stdin, sys.stdout, sys.stderr = (os.fdopen(i, mode, encoding="utf-8") for i, mode in enumerate("rww"))
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(variables)
    code = run(words)
    sys.stdout.flush()
    sys.stderr.flush()
    line.send(bytes([code]))
    os._exit(code)


def serve(address: str) -> None:
    """Load everything, then fork for every call."""
    for module in iter_modules(perron.cli.__path__, "perron.cli."):
        import_module(module.name)
    for name in ("perron.game", "perron.board", "perron.server.store.archive", "perron.playtest"):
        import_module(name)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for them here
    with socket.socket(socket.AF_UNIX) as place:
        place.bind(address)
        place.listen()
        while True:
            line, _ = place.accept()
            if os.fork() == 0:
                answer(line)
            line.close()


if __name__ == "__main__":
    serve(sys.argv[1])
