"""``play``: build the page, serve it on this machine, and open it."""

import re
import webbrowser
from contextlib import suppress
from pathlib import Path

from runtime.make import Without
from tasks import build, installed, program, serve, steps

TRIES = 20
#: The sentence about cuts that take too long for a first game.
LATER = "`python3 py build` makes the missing cuts in half a minute, and `play` uses them from then on."


def play(port: int, without: Without, *, open_page: bool) -> None:
    """Build the game without some cuts, and serve it until Ctrl-C.

    Cuts whose results aren't saved are left out, because a new player shouldn't wait for them.
    """
    installed.install_npm_packages()
    slow = program.slow_cuts() - without
    without |= slow
    build.build(without)
    with first_free(port) as serving:
        address = f"http://{serve.HOST}:{serving.server_port}/"
        if serving.server_port != port:
            print(f"Port {port} is taken; using {serving.server_port}.")
        print(description(without))
        if slow:
            print(LATER)
        print(f"Play at {address} (Ctrl-C ends)", flush=True)
        if open_page:
            webbrowser.open(address)
        try:
            serving.serve_forever()
        except KeyboardInterrupt:
            print()


def description(without: Without) -> str:
    """Return a sentence with the version, the commit, and the cuts of the built page."""
    cuts = f"without {', '.join(sorted(without))}" if without else "with all cuts of Pyodide and PyScript"
    return f"This is version {version_of(steps.SITE)}, built from commit {steps.current_commit()} {cuts}."


def version_of(site: Path) -> str:
    """Return the version that the build wrote into a site's page."""
    found, *_ = re.findall(r'"version": ?"(\w+)"', (site / "index.html").read_text("utf-8"))
    return str(found)


def first_free(port: int) -> serve.Server:
    """Return a server on the first free port, starting with ``port``."""
    for candidate in range(port, port + TRIES):
        with suppress(OSError, OverflowError):
            return serve.server(steps.SITE, candidate)
    message = f"No port from {port} to {port + TRIES - 1} is free. Choose another one with --port."
    raise steps.Problem(message)
