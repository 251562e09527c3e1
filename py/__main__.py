"""The project's one command: ``python3 py``, followed by one of the verbs in :func:`parser`.

It needs Python 3.11 and Node 20, and sets up everything else. Older versions of Python must be able to parse this file
to report what is missing, so the work is in :mod:`tasks`.
"""

import argparse
import sys
from pathlib import Path

sys.path.insert(1, str(Path(__file__).resolve().parents[1] / "web"))

from runtime import CUTS, REPAIRS
from tasks import COMMANDS, ENGINES


def parser() -> argparse.ArgumentParser:
    """Return the parser for the verbs and their options."""
    top = argparse.ArgumentParser(prog="python3 py", description="Cartographers, in your browser.")
    verbs = top.add_subparsers(dest="verb", required=True, metavar="|".join(["play", "test", "build", *COMMANDS]))
    play = verbs.add_parser("play", help="build the page, serve it on this machine and open it")
    play.add_argument("--port", type=int, default=8000, help="where to serve (default 8000, or the next free one)")
    play.add_argument("--no-open", action="store_true", help="only print the address")
    test = verbs.add_parser("test", help="check and test everything; pytest gets all other options", add_help=False)
    test.add_argument("--all", action="store_true", help="run every test, not only the quick ones")
    test.add_argument(
        "--engines",
        nargs="?",
        const="all",
        choices=["all", *ENGINES],
        help="instead, only play short journeys, in one engine or in all that are on this machine",
    )
    build = verbs.add_parser("build", help="build the site in _site/")
    for command, (_, text) in COMMANDS.items():
        verbs.add_parser(command, help=text, add_help=False)
    for verb in (play, test, build):
        verb.add_argument(
            "--without",
            action="append",
            default=[],
            choices=["all", *CUTS, *REPAIRS],
            metavar="CUT",
            help="leave out a cut of Pyodide or PyScript, or all; web/runtime/README.md lists them",
        )
    return top


def main() -> int:
    """Run one verb and return the process's exit code."""
    if sys.version_info < (3, 11):  # noqa: UP036 - this check is for an older Python
        sys.stderr.write("Python 3.11 or newer is needed, and this is %d.%d.\n" % sys.version_info[:2])  # noqa: UP031
        return 2
    args, rest = parser().parse_known_args()
    if rest and args.verb in {"play", "build", "cldr"}:
        parser().error("unknown: " + " ".join(rest))
    if rest[:1] == ["--"]:
        rest = rest[1:]

    from runtime.make import left_out  # noqa: PLC0415 - an older Python can't parse these
    from tasks import build, check, installed, play, steps  # noqa: PLC0415

    try:
        if args.verb == "play":
            play.play(args.port, left_out(args.without), open_page=not args.no_open)
        elif args.verb == "build":
            build.build(left_out(args.without))
        elif args.verb == "test":
            engines = ENGINES if args.engines == "all" else (args.engines,)
            without = left_out(args.without)
            return (
                check.check_engines(without, engines, rest)
                if args.engines
                else check.check(without, rest, everything=args.all)
            )
        else:
            return installed.run_module(COMMANDS[args.verb][0], rest)
    except steps.Problem as problem:
        sys.stderr.write(f"\n{problem}\n")
        return 1
    except KeyboardInterrupt:
        sys.stderr.write("\nStopped.\n")
        return 130
    return 0


sys.exit(main())
