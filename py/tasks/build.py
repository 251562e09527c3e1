"""Assemble the whole site in ``_site/``: plain files that any web server can hand out, from any folder.

What start-up fetches is listed once, in :func:`start_up_files`; the list becomes the hints in index.html, each with the
file's size, so that the browser starts early and the loading panel can count real bytes.
"""

import importlib
import json
import re
import shutil
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

from tasks.installed import npm_packages
from tasks.steps import ROOT, SITE, WEB, Problem, step

MODULES = WEB / "node_modules"
PYODIDE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
FONTS = "alegreya-latin*-700-*.woff2"
PLAIN = ("*.css", "*.js", "*.mjs", "*.py", "licences.txt", "pyscript.json")
PACKAGES = ("cartographers", "app", "browser")
LONG_AGO = (1980, 1, 1, 0, 0, 0)
"""The oldest date a zip can hold: equal sources give an equal archive."""


def build() -> None:
    """Build the site beside the old one, then put it in its place."""
    npm_packages()
    with step("Building the site in _site"), tempfile.TemporaryDirectory(prefix="_site.", dir=ROOT) as folder:
        new, old = Path(folder) / "new", Path(folder) / "old"
        assemble(new)
        if SITE.exists():
            SITE.rename(old)
        new.rename(SITE)


def assemble(site: Path) -> None:
    """Write every file of the site into a folder that does not exist yet."""
    for pattern in PLAIN:
        for source in WEB.glob(pattern):
            copy(source, site / source.relative_to(ROOT))
    pyodide, pyscript = site / "web/vendor/pyodide", site / "web/vendor/pyscript"
    for name in PYODIDE:
        copy(MODULES / "pyodide" / name, pyodide / name)
    for source in pyscript_files(MODULES / "@pyscript/core/dist"):
        copy(source, pyscript / source.name)
    for source in (MODULES / "@fontsource/alegreya/files").glob(FONTS):
        copy(source, site / "web/vendor/fonts" / source.name)
    write_archive(site / "web/app.zip")
    (site / "index.html").write_text(page(site), encoding="utf-8")


def pyscript_files(folder: Path) -> list[Path]:
    """Return what a page without plugins needs of PyScript: its core, and the error plugin, fetched even when off.

    Their names hold a hash. (The package's ``core.js`` only leads to the core, and would cost a round trip.)
    """
    files = [path for pattern in ("core-*.js", "error-*.js") for path in folder.glob(pattern)]
    if len(files) != len(("core", "error")):
        message = f"One core-*.js and one error-*.js were expected in {folder}, and these are there: {files}"
        raise Problem(message)
    return files


def copy(source: Path, target: Path) -> None:
    """Copy one file, making the folders above it."""
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)


def write_archive(target: Path) -> None:
    """Pack the game's own Python and its words, so that the browser fetches one file; equal sources, equal bytes."""
    modules = [path for package in PACKAGES for path in (ROOT / "py" / package).rglob("*.py")]
    names = {path.relative_to(ROOT / "py").as_posix(): path for path in modules}
    names |= {path.relative_to(WEB).as_posix(): path for path in WEB.glob("catalogue/*.json")}
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, source in sorted(names.items()):
            archive.writestr(zipfile.ZipInfo(name, LONG_AGO), source.read_bytes(), zipfile.ZIP_DEFLATED)


def page(site: Path) -> str:
    """Fill the markers of index.html: the art, the first screen, and what start-up needs."""
    app_page = importlib.import_module("app.page")
    catalogue = json.loads((WEB / "catalogue/en.json").read_text(encoding="utf-8"))
    core, _ = pyscript_files(site / "web/vendor/pyscript")
    plugins = json.loads((WEB / "pyscript.json").read_text(encoding="utf-8"))["plugins"]
    text = (ROOT / "index.html").read_text(encoding="utf-8")
    for marker, content in (
        ("<!-- art -->", art()),
        ("<!-- first screen -->", app_page.first_screen(catalogue)),
        ("<!-- start-up -->", "\n    ".join(hints(site))),
        ("<!-- no plugins -->", json.dumps({"plugins": plugins})),
        ("<!-- core -->", core.relative_to(site).as_posix()),
    ):
        if text.count(marker) != 1:
            message = f"index.html must hold {marker} exactly once."
            raise Problem(message)
        text = text.replace(marker, content)
    return text


def art() -> str:
    """Return all drawings as one picture without a size: not shown, yet its symbols and patterns can be used."""
    drawings = "\n".join(
        re.sub(r"<\?xml.*?\?>\s*", "", drawing.read_text(encoding="utf-8"))
        for drawing in sorted((WEB / "art").glob("*.svg"))
    )
    markers = importlib.import_module("app.page").markers()
    return f'<svg class="art" width="0" height="0" aria-hidden="true">\n{drawings}\n{markers}</svg>'


def start_up_files(site: Path) -> Iterator[Path]:
    """Yield what start-up fetches after index.html and its styles, in order of need."""
    web = site / "web"
    yield from pyscript_files(web / "vendor/pyscript")
    for name in ("pyscript.json", "runtime.mjs"):
        yield web / name
    for name in PYODIDE:
        yield web / "vendor/pyodide" / name
    for name in ("app.zip", "main.py"):
        yield web / name


def hints(site: Path) -> Iterator[str]:
    """Yield a link for each file of start-up; the loading panel reads the sizes from them."""
    for path in start_up_files(site):
        kind = 'rel="modulepreload"' if path.suffix in {".js", ".mjs"} else 'rel="preload" as="fetch" crossorigin'
        yield f'<link {kind} href="{path.relative_to(site).as_posix()}" data-bytes="{path.stat().st_size}">'
