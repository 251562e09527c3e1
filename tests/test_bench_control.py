"""The control is made from the built page, and only its start is different."""

from __future__ import annotations

import io
import json
import re
import zipfile

import pytest

from bench import control
from bench.control import LINK, REPLACEMENTS
from tasks.steps import SITE, Problem

pytestmark = pytest.mark.native
#: The scripts in the page, each with its attributes and its text.
SCRIPT = re.compile(r"<script([^>]*)>(.*?)</script>", re.DOTALL)


def scripts(page: str) -> list[tuple[str, str]]:
    """Return the attributes and the text of each script in a page."""
    return SCRIPT.findall(page)


@pytest.fixture(scope="module")
def ours() -> str:
    """Return the built page."""
    return (SITE / "index.html").read_text("utf-8")


def test_control_has_the_scripts_of_the_page_and_the_start_of_the_documentation(ours: str) -> None:
    """The control has our facts and scripts unchanged; PyScript, Pyodide, and the modules are the stock ones."""
    files = control.control()
    page = files["index.html"].decode()
    its = scripts(page)
    shared = [one for one in scripts(ours) if one in its]
    assert [attributes.partition("=")[0].strip() for attributes, _ in shared] == ["type", "", "type", "", "", "src"]
    assert all(f'="{name}"' in page for name in ("pyscript/core.css", "pyscript/core.js", "main.py", "pyscript.json"))
    assert [attributes for attributes, _ in its if "py" in attributes] == [
        ' type="module" src="pyscript/core.js"',
        ' type="py" src="main.py" config="pyscript.json"',
    ]
    for wanted in ("pyscript/core.js", "pyscript/core.css", "pyodide/pyodide.asm.wasm", "pyodide/python_stdlib.zip"):
        assert files[wanted]
    assert json.loads(files["pyscript.json"])["interpreter"] == "./pyodide/pyodide.mjs"
    with zipfile.ZipFile(io.BytesIO(files["app.zip"])) as archive:
        names = archive.namelist()
    assert {"app/view.py", "browser/page.py", "cartographers/bots/rollouts.py", "rooms/peer.py"} <= {*names}
    assert not [name for name in names if name.endswith(".pyc")]


def test_control_has_all_looks_and_no_first_screen(ours: str) -> None:
    """The control has the styles and drawings of all screens from the start, but no screen before Python runs."""
    page = control.page(ours, control.looks(SITE))
    looks = [path for path in SITE.glob("web/*.html") if not path.name.startswith("embed-")]
    assert page.count("<style>") == 1 + len(looks)
    assert '<div id="app"></div>' in page
    assert re.search(r'<section id="boot" hidden', page)
    assert "Content-Security-Policy" not in page
    assert not LINK.search(page)
    assert re.search(r"<link [^>]*share\.\w{8}\.js", page)


@pytest.mark.parametrize("pattern", REPLACEMENTS)
def test_changed_page_is_reported(ours: str, pattern: str) -> None:
    """A page that lacks a replaced element stops the bench, because the control would differ from its description."""
    changed = re.sub(pattern, "", ours, flags=re.DOTALL) if "?<=" not in pattern else ours.replace("<section", "<p")
    with pytest.raises(Problem, match=r"bench/control\.py lists them"):
        control.page(changed, "")


def test_page_without_a_list_of_files_is_reported(ours: str) -> None:
    """A page whose template lists no files of the start stops the bench."""
    with pytest.raises(Problem, match="lists no files of the start"):
        control.page(LINK.sub("", ours), "")
