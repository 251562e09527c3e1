"""The control: the built site, started as PyScript's documentation shows (https://docs.pyscript.net).

The control has the site's scripts, looks, and files. Only its start is different: there is no first screen before
Python runs, PyScript and Pyodide are the unchanged packages, Python's modules are one archive of sources, and there are
no snapshots, later parts, or service worker. ``python3 py bench start`` makes it from the site that it has just built.
"""

from __future__ import annotations

import io
import json
import marshal
import re
import zipfile
from pathlib import Path

from bench.shaped import Files, files
from browser.before_start import ENGLISH
from tasks.delivery import NEXT_LOOKS, PARTS
from tasks.installed import MODULES
from tasks.program import PACKAGES
from tasks.steps import ROOT, SITE, Problem
from words.files import catalog

#: The lines of PyScript's documentation, with its packages on the same server.
HEAD = """<link rel="stylesheet" href="pyscript/core.css">
    <script type="module" src="pyscript/core.js"></script>"""
BODY = '<script type="py" src="main.py" config="pyscript.json"></script>'
CONFIGURATION = {"interpreter": "./pyodide/pyodide.mjs", "files": {"./app.zip": "./app.zip"}}
MAIN = """
import sys

sys.path.append("app.zip")  # not unpacked: the page reads its words from its archive

from browser.page import start

start()
"""
#: A later part without modules and words, as ``browser/part_loader.py`` reads it.
NOTHING = marshal.dumps((({}, {}), {}))
#: The script after the site's own: its parts have arrived with the page, and nothing is stored for the next visit.
ARRIVED = f"""<script>
      Object.assign(cartographers, {{
        later: (part, arrived) =>
          setTimeout(() => arrived({{ part, bytes: new Uint8Array({[*NOTHING]}), language: "en", words: "" }})),
        snapshot: {{ ready() {{}}, used: false, made: false }},
        offline: {{ start() {{}}, reload() {{}} }},
      }});
    </script>"""
#: The elements of the site's page that belong to its start, and their replacements.
REPLACEMENTS = {
    r'<meta http-equiv="Content-Security-Policy"[^>]*>': "",
    r'(?:<link rel="preload"[^>]*>\s*)+': HEAD,
    r'(?<=<div id="app">).*(?=</div>\s*<section id="boot")': "",
    r'(?<=<section id="boot")': " hidden",
    r"<script>[^<]*cartographers\.print\(\)</script>": "",
    r'<script type="importmap">.*?</script>': "",
    r'(?:<script type="module"[^>]*></script>\s*)+(?=</template>)': "",
    r"<mpy-config.*?</mpy-config>": "",
    r'<script type="py".*?</script>': "",
    r'<script src="web/boot\.[^>]*></script>': rf"\g<0>{ARRIVED}{BODY}",
}
#: A link of the template to a file of the start or of a later part. Words of other languages stay.
LINK = re.compile(r"<link (?!data-language)[^>]*data-(?:bytes|later)=[^>]*>\s*")


def control() -> Files:
    """Return the files of the control."""
    return files(SITE) | {
        "index.html": page((SITE / "index.html").read_text("utf-8"), looks(SITE)).encode(),
        "main.py": MAIN.encode(),
        "pyscript.json": json.dumps(CONFIGURATION).encode(),
        "app.zip": archive(),
        **files(MODULES / "pyodide", "pyodide/"),
        **files(MODULES / "@pyscript/core/dist", "pyscript/"),
    }


def page(ours: str, looks: str) -> str:
    """Return the control's page, which has all looks from the start."""
    text, links = LINK.subn("", ours)
    for pattern, replacement in REPLACEMENTS.items():
        text, count = re.subn(pattern, replacement, text, flags=re.DOTALL)
        if count != 1:
            message = f"The page should have one place like {pattern}, but has {count}. bench/control.py lists them."
            raise Problem(message)
    if not links:
        message = "The page's template lists no files of the start. bench/control.py removes them."
        raise Problem(message)
    return text.replace('<div id="app">', f'{looks}\n    <div id="app">')


def looks(site: Path) -> str:
    """Return the styles and drawings that the site's page fetches after its first paint."""
    return "".join(
        path.read_text("utf-8") for name in (*NEXT_LOOKS, *PARTS) for path in site.glob(f"web/{name}.????????.html")
    )


def archive() -> bytes:
    """Return the archive of the game's modules, as sources, and its English words."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as writing:
        for package in PACKAGES:
            for path in sorted((ROOT / "py" / package).rglob("*.py")):
                writing.write(path, path.relative_to(ROOT / "py"))
        writing.writestr(ENGLISH, marshal.dumps(catalog("en")))
    return packed.getvalue()
