"""``fuzz``: let a fuzzer search for texts that break a parser.

Atheris changes each text that has reached new code, again and again. It runs only on Linux and with some versions of
Python; elsewhere, this command says so and does nothing. It writes a text that breaks a parser to a file in
.hypothesis/fuzz/; a test should then try this text.
"""

import argparse
import subprocess
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path

from tasks.steps import ROOT, passes

_LOCK = Path(__file__).parents[1] / "requirements-fuzz.txt"
#: The packages whose code is measured.
_MEASURED = ["app", "cartographers", "rooms"]
#: Maximum length of a text in bytes, seconds for a text, and megabytes of memory.
_LIMITS = ("-max_len=20000", "-timeout=60", "-rss_limit_mb=2048")
_RESULTS = ROOT / ".hypothesis/fuzz"
#: The output: only failures, and the number of tried texts.
_OUTPUT = ("-verbosity=0", "-print_final_stats=1", f"-artifact_prefix={_RESULTS}/")


def main() -> int:
    """Fuzz some or all parsers and return the exit code."""
    arguments = argparse.ArgumentParser(prog="python3 py fuzz", description=__doc__)
    arguments.add_argument("parsers", nargs="*", help="names of parsers in tests/support/hostile.py (default: all)")
    arguments.add_argument("--seconds", type=int, default=60, help="seconds for each parser (default 60)")
    arguments.add_argument("--corpus", help=argparse.SUPPRESS)
    options = arguments.parse_args()
    if not _has_atheris():
        print("Nothing was fuzzed, because Atheris can't be installed here. It needs Linux and Python 3.11 to 3.13.")
        return 0
    if options.corpus:
        _fuzz(options.parsers[0], options.seconds, options.corpus)
    from support.hostile import PARSERS  # noqa: PLC0415 - a process that measures code must import it later

    unknown = [name for name in options.parsers if name not in PARSERS]
    if unknown:
        arguments.error(f"There is no parser {unknown[0]!r}; the parsers are {', '.join(PARSERS)}.")
    failed = []
    for name in options.parsers or PARSERS:
        print(f"--- {name}", flush=True)
        with tempfile.TemporaryDirectory() as corpus:
            command = [sys.executable, "-m", "support.fuzz", name, f"--seconds={options.seconds}", f"--corpus={corpus}"]
            failed += [] if passes(command) else [name]
    print(f"Failed: {', '.join(failed)}." if failed else "No parser failed.")
    return 1 if failed else 0


def _has_atheris() -> bool:
    """Return whether Atheris is installed, after trying to install it."""
    if not find_spec("atheris"):
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--only-binary=:all:", "--require-hashes"]
        subprocess.run([*pip, "-r", _LOCK], check=False)  # noqa: S603 - the project's own lock file
    return find_spec("atheris") is not None


def _fuzz(name: str, seconds: int, corpus: str) -> None:
    """Fuzz a parser in this process, which Atheris then ends; the new texts are saved in a folder."""
    import atheris  # noqa: PLC0415 - exists only where it could be installed

    with atheris.instrument_imports(include=_MEASURED):
        from support.hostile import PARSERS  # noqa: PLC0415 - imported with measurements
    parser = PARSERS[name]

    def check(content: bytes) -> None:
        parser.check(content.decode("utf-8", "replace"))

    _RESULTS.mkdir(parents=True, exist_ok=True)
    for number, text in enumerate(parser.texts):
        (Path(corpus) / str(number)).write_text(text, "utf-8")
    atheris.Setup([sys.argv[0], f"-max_total_time={seconds}", *_OUTPUT, *_LIMITS, corpus], check)
    atheris.Fuzz()


if __name__ == "__main__":
    sys.exit(main())
