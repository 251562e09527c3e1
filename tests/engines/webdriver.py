"""Browsers that Playwright can't drive: this machine's Firefox, and WebKitGTK's small browser.

Both understand WebDriver's commands, so a client of a few lines replaces a library with a dozen dependencies and
Firefox's separate driver, which Debian doesn't have.
"""

import json
import os
import signal
import socket
import subprocess
import time
from abc import ABC, abstractmethod
from contextlib import ExitStack
from http.client import HTTPConnection
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tasks.browser import WEBKIT_DRIVER

HOST = "127.0.0.1"
#: Seconds for a browser to start, and for the answer to a command.
PATIENCE = 120
#: The size of the windows, which are as narrow as these browsers allow.
WINDOW = {"width": 500, "height": 900}
#: The keys that a text may contain, as WebDriver writes them.
KEYS = {"\n": "\ue007"}


class Driver(ABC):
    """A connection to a browser with one window."""

    @abstractmethod
    def send(self, command: str, **parameters: object) -> Any:  # noqa: ANN401 - each command returns another type
        """Carry out one of WebDriver's commands, and return its result. Raises RuntimeError if it fails."""

    def set_up(self) -> None:
        """Set the time limits and the size of the window."""
        self.send("SetTimeouts", script=1000 * PATIENCE, pageLoad=1000 * PATIENCE)
        self.send("SetWindowRect", **WINDOW)


class Firefox(Driver):
    """Firefox, through its own connection for drivers: each message is JSON after its length."""

    def __init__(self, stack: ExitStack, program: str) -> None:
        """Start Firefox with a new profile."""
        profile = Path(stack.enter_context(TemporaryDirectory(ignore_cleanup_errors=True)))
        port = free_port()
        preferences = {"marionette.port": port, "ui.prefersReducedMotion": 1}
        lines = [f"user_pref({json.dumps(name)}, {value});\n" for name, value in preferences.items()]
        (profile / "user.js").write_text("".join(lines), "utf-8")
        start(stack, program, "--marionette", "--headless", "--no-remote", "--profile", str(profile))
        self._socket = stack.enter_context(connect(port))
        self._stream = stack.enter_context(self._socket.makefile("rb"))
        self._number = 0
        self._read()  # the greeting
        self.send("NewSession")
        self.set_up()

    def send(self, command: str, **parameters: object) -> Any:  # noqa: ANN401 - see the base class
        """Carry out a command. Scripts share their global variables, as in other browsers."""
        self._number += 1
        if command == "ExecuteAsyncScript":
            parameters["newSandbox"] = False
        content = json.dumps([0, self._number, f"WebDriver:{command}", parameters]).encode()
        self._socket.sendall(b"%d:%s" % (len(content), content))
        _, _, error, result = self._read()
        if error:
            msg = f"{command}: {error['message']}"
            raise RuntimeError(msg)
        return result["value"] if isinstance(result, dict) and "value" in result else result

    def _read(self) -> Any:  # noqa: ANN401 - a message
        length = b""
        while not length.endswith(b":"):
            digit = self._stream.read(1)
            if not digit:
                msg = "Firefox has closed its connection"
                raise RuntimeError(msg)
            length += digit
        return json.loads(self._stream.read(int(length[:-1])))


class WebKit(Driver):
    """WebKitGTK's small browser, through its driver, on a virtual screen if the machine has no screen."""

    #: The commands' places on the driver.
    PLACES = {  # noqa: RUF012 - a constant
        "ExecuteAsyncScript": "execute/async",
        "Navigate": "url",
        "PerformActions": "actions",
        "SetTimeouts": "timeouts",
        "SetWindowRect": "window/rect",
    }

    def __init__(self, stack: ExitStack, program: str) -> None:
        """Start the driver and the browser."""
        port = free_port()
        settings = Path(stack.enter_context(TemporaryDirectory(ignore_cleanup_errors=True)))
        (settings / "gtk-3.0").mkdir()
        (settings / "gtk-3.0/settings.ini").write_text("[Settings]\ngtk-enable-animations=0\n", "utf-8")
        screen = [] if os.environ.get("DISPLAY") else ["xvfb-run", "--auto-servernum"]
        start(stack, *screen, WEBKIT_DRIVER, f"--port={port}", f"--host={HOST}", XDG_CONFIG_HOME=str(settings))
        connect(port).close()
        self._connection = HTTPConnection(HOST, port, timeout=PATIENCE)
        stack.callback(self._connection.close)
        options = {"webkitgtk:browserOptions": {"binary": program, "args": ["--automation"]}}
        self._session = "/session"
        session = self._post("", {"capabilities": {"alwaysMatch": options}})
        self._session = f"/session/{session['sessionId']}"
        self.set_up()

    def send(self, command: str, **parameters: object) -> Any:  # noqa: ANN401 - see the base class
        """Carry out a command."""
        return self._post(f"/{self.PLACES[command]}", parameters)

    def _post(self, place: str, parameters: dict[str, Any]) -> Any:  # noqa: ANN401 - the answer to a command
        head = {"Content-Type": "application/json"}
        self._connection.request("POST", self._session + place, json.dumps(parameters), head)
        answer = json.loads(self._connection.getresponse().read())["value"]
        if isinstance(answer, dict) and "error" in answer:
            msg = f"{place}: {answer['error']}: {answer['message']}"
            raise RuntimeError(msg)
        return answer


def start(stack: ExitStack, *command: str, **variables: str) -> None:
    """Start a program with environment variables. Closing the stack ends it and all programs that it has started."""
    silence = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    options: dict[str, Any] = {"env": os.environ | variables, "start_new_session": True, **silence}
    program = stack.enter_context(subprocess.Popen(command, **options))  # noqa: S603 - a browser
    stack.callback(os.killpg, program.pid, signal.SIGTERM)


def free_port() -> int:
    """Return a free port of this machine."""
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


def connect(port: int) -> socket.socket:
    """Return a connection to a port as soon as a program listens on it."""
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            return socket.create_connection((HOST, port), timeout=PATIENCE)
        except ConnectionRefusedError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.05)
