"""asyncio without its parts for sockets, processes, and threads; a page has none.

Pyodide still sets a policy for event loops, which Python 3.14 would warn about.
"""

from asyncio import events
from asyncio.coroutines import *  # noqa: F403 - as the whole package does
from asyncio.events import *  # noqa: F403
from asyncio.events import _get_running_loop, _set_running_loop  # noqa: F401 - Pyodide looks for them here
from asyncio.exceptions import *  # noqa: F403
from asyncio.futures import *  # noqa: F403
from asyncio.tasks import *  # noqa: F403

DefaultEventLoopPolicy = events._BaseDefaultEventLoopPolicy  # noqa: SLF001
set_event_loop_policy = events._set_event_loop_policy  # noqa: SLF001


def run(*_: object) -> None:
    """Refuse to run a loop, because the page uses the browser's. Pyodide wraps this function."""
    message = "A page cannot wait for a coroutine."
    raise RuntimeError(message)
