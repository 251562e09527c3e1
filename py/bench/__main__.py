"""Measure the engine, the page, its start, the cost of bots and rooms on a phone, and the strength of the bots.

`python3 py bench engine`, `bench page`, `bench start`, `bench bots`, `bench rooms`, `bench soak`, and `bench arena`
each print a report, and write it next to this module. `bench` alone runs all but the soak and the arena, which take
hours. `bench page` and `bench start` can also compare this site with others (`--beside`); that writes no files.
"""

from __future__ import annotations

import argparse
import sys
from importlib import import_module
from pathlib import Path

from playwright.sync_api import expect

from bench.phone import PATIENCE
from bench.report import TITLES, write
from tasks import browser, build, installed, steps

#: The benches that run only if the command names them.
LONG = {"arena", "soak"}


def main() -> None:
    """Run the benches that the command line asks for."""
    parser = argparse.ArgumentParser(prog="python3 py bench", description="Measure this project on this machine.")
    left_out = "left out: all but the arena and the soak"
    parser.add_argument("what", nargs="?", choices=[*TITLES], help=left_out)
    parser.add_argument(
        "--beside",
        action="append",
        default=[],
        metavar="SITE",
        help="compare page or start with a commit, or with the built site in a folder, and print the ratios. The name "
        "may end in a query: _site?lang=es",
    )
    parser.add_argument("--rounds", type=int, help="the number of rounds of visits or games")
    parser.add_argument("--games", type=int, help="the number of the arena's games on map A, or of the soak's games")
    parser.add_argument("--records", type=int, help="the number of the soak's records")
    options = parser.parse_args()
    if (options.beside or options.rounds) and options.what not in {"page", "start"}:
        parser.error("--beside and --rounds need page or start")
    expect.set_options(timeout=1000 * PATIENCE)
    try:
        if options.what != "arena":
            installed.install_npm_packages(checks=True)
        if options.what not in {"arena", "engine"}:
            build.build()
            browser.prepare(Path(sys.executable))
        for name in [options.what] if options.what else [name for name in TITLES if name not in LONG]:
            bench = import_module(f"bench.{name}")
            write(bench, *bench.bench(options), printing_only=bool(options.beside))
    except steps.Problem as problem:
        sys.exit(f"\n{problem}")


if __name__ == "__main__":
    main()
