"""Assemble the whole site in ``_site/``: plain files that any web server can hand out, from any folder.

The name of every file that start-up fetches holds a hash of its content: a browser may keep the file for ever, and two
versions of the game never mix. A file may name others, so what is needed last is published first. index.html lists
what start-up fetches, with the size of each file as it is and as a server that compresses sends it. The page's script
fetches these files early, and the loading panel counts them.

What the first screen looks like stands in index.html. Every other look is one file, with styles and drawings.
"""

import base64
import gzip
import hashlib
import importlib
import json
import os
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from tasks import preview, runtime
from tasks.installed import MODULES, npm_packages
from tasks.runtime import Parts, Without
from tasks.steps import ROOT, SITE, WEB, filled, step

FONTS = MODULES / "@fontsource"
#: The faces: one for titles, names and numbers, and one for what is read.
FACES = ("alegreya/files/alegreya-latin*-700-*.woff2", "alegreya-sans/files/alegreya-sans-latin*-[57]00-normal.woff2")
#: The folders of web/looks: the first stands in the page, the next ones come beside Python, in this order, and the
#: last one comes when there is time.
FIRST_LOOK, NEXT_LOOKS, LATER_LOOK = "first", ("map", "game"), "later"
#: Plugins that the page has no use for; PyScript loads each unless it is told not to.
PLUGINS = ("codemirror", "deprecations-manager", "donkey", "error", "py-editor", "py-game", "py-terminal")
#: What the page may load and do; the README says why. The script in it and the styles of all looks are allowed by hash.
POLICY = {
    "default-src": "'none'",
    "script-src": "{scripts}",
    "style-src": "{styles}",
    "img-src": "'self' blob:",
    "font-src": "'self'",
    "connect-src": "'self'",
    "worker-src": "'self'",
    "manifest-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'none'",
}
HASHED = re.compile(r"\.[0-9a-f]{8}(?=\.\w+$)")
"""What publishing adds to a file's name."""


def build(without: Without = frozenset(), *, counting: bool = False) -> None:
    """Build the site beside the old one, then put it in its place."""
    npm_packages()
    parts = runtime.parts(without, counting=counting)
    with step("Building the site in _site"), tempfile.TemporaryDirectory(prefix="_site.", dir=ROOT) as folder:
        new, old = Path(folder) / "new", Path(folder) / "old"
        assemble(new, parts)
        if SITE.exists():
            SITE.rename(old)
        new.rename(SITE)


class Look(NamedTuple):
    """What some screens look like: their styles, and the drawings that they take their pictures from."""

    style: str
    drawings: str

    @property
    def html(self) -> str:
        """Both as HTML. The drawings have no size: nobody sees them, but other pictures can use their parts."""
        drawings = f'<svg class="art" width="0" height="0" aria-hidden="true">{self.drawings}</svg>'
        return f"<style>{self.style}</style>{drawings}"


class Site:
    """The files of the site, in a folder that does not exist yet."""

    def __init__(self, folder: Path) -> None:
        """Begin with nothing."""
        self.folder = folder
        self.names: dict[str, str] = {}
        self.start_up: list[Path] = []
        self.later: list[Path] = []

    def write(self, name: str, content: bytes) -> Path:
        """Write a file under its own name."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        return path

    def publish(self, name: str, content: bytes, *, at_start: bool = True) -> Path:
        """Write a file under a name that holds the hash of its content, and return it.

        What it names has been published before.
        """
        if name.endswith((".css", ".js", ".mjs")):
            content = self.renamed(content.decode()).encode()
        path = Path(name)
        new = path.with_name(f"{path.stem}.{digest(content)}{path.suffix}")
        self.names[path.name] = new.name
        written = self.write(new.as_posix(), content)
        if at_start:
            self.start_up.insert(0, written)
        return written

    def publish_together(self, folder: str, files: dict[str, bytes]) -> str:
        """Write files that name each other, first needed first, into a folder that holds their hash; return that."""
        new = f"{folder}.{digest(b''.join(files.values()))}"
        self.start_up[:0] = [self.write(f"{new}/{name}", content) for name, content in files.items()]
        return new

    def renamed(self, text: str) -> str:
        """Return a text in which every file that has been published has its new name."""
        names = "|".join(map(re.escape, self.names))
        return re.sub(rf"(?<![\w.-])(?:{names})(?![\w-])", lambda found: self.names[found[0]], text) if names else text

    def look(self, name: str) -> Look:
        """Return a look as the page takes it in, which lies one folder above the files that the style names."""
        style, drawings = look(name)
        return Look(self.renamed(style.replace('url("vendor/', 'url("web/vendor/')), drawings)


def assemble(folder: Path, parts: Parts) -> None:
    """Write every file of the site."""
    site = Site(folder)
    for font in sorted(path for face in FACES for path in FONTS.glob(face)):
        site.publish(f"web/vendor/fonts/{font.name}", font.read_bytes(), at_start=False)
    for icon in sorted((WEB / "icons").glob("*.*")):
        site.publish(f"web/icons/{icon.name}", icon.read_bytes(), at_start=False)
    sides = facts()["sides"]
    for side, screen in importlib.import_module("app.printed").embed_screens(catalogue()).items():
        site.publish(f"web/{sides[side.lower()]}", screen.encode(), at_start=False)
    for name in ("embedded.js", "offline.js", "fault.mjs", "flights.mjs", "share.mjs", "boot.js"):
        site.publish(f"web/{name}", (WEB / name).read_bytes(), at_start=False)
    site.write("manifest.webmanifest", site.renamed((WEB / "manifest.webmanifest").read_text("utf-8")).encode())
    # Packing the whole archive makes it smaller than packing file by file. It is not named .gz, because a server might
    # then tell the browser to unpack it on the way.
    site.publish("web/python.bin", gzip.compress(parts.python, mtime=0))
    cold = parts.pyodide / "pyodide.cold.wasm"
    if cold.exists():
        site.publish(f"web/vendor/pyodide/{cold.name}", cold.read_bytes(), at_start=False)
    for name in ("pyodide.asm.wasm", "pyodide.asm.mjs", "pyodide.mjs"):
        site.publish(f"web/vendor/pyodide/{name}", (parts.pyodide / name).read_bytes())
    for name, content in parts.modules.items():
        site.publish(f"web/{name}", content, at_start=name != "snapshot-worker.mjs")
    core = f"{site.publish_together('web/vendor/pyscript', parts.pyscript)}/{next(iter(parts.pyscript))}"
    for name in reversed(NEXT_LOOKS):
        site.publish(f"web/{name}.html", site.look(name).html.encode())
    site.later = [
        site.publish(f"web/{LATER_LOOK}.html", site.look(LATER_LOOK).html.encode(), at_start=False),
        site.publish("web/later.bin", gzip.compress(parts.later, mtime=0), at_start=False),
    ]
    site.write("web/licences.txt", (WEB / "licences.txt").read_bytes())
    picture = site.publish("web/preview.png", preview_picture(), at_start=False)
    tags = preview.tags(picture.relative_to(folder).as_posix())
    text, worker = page(site, core, parts.scripts, tags), (WEB / "sw.js").read_text("utf-8")
    files = [path for path in sorted(folder.rglob("*.*")) if path.is_file() and path != picture]
    known = {path.relative_to(folder).as_posix(): checksums(path.read_bytes()) for path in files}
    version = digest(json.dumps([text, worker, known]).encode())
    index = site.write("index.html", filled(text, {"VERSION": version}, "index.html").encode())
    kept = {"version": version, "files": {"./": checksums(index.read_bytes())} | known}
    site.write("sw.js", filled(worker, {"SITE": json.dumps(kept)}, "sw.js").encode())
    site.write("embed.js", (WEB / "embed.js").read_bytes())


def digest(content: bytes) -> str:
    """Return as much of a hash as tells versions apart."""
    return hashlib.sha256(content).hexdigest()[:8]


def sha256(content: bytes) -> str:
    """Return a hash as browsers write it."""
    return base64.b64encode(hashlib.sha256(content).digest()).decode()


def checksums(content: bytes) -> dict[str, str | int]:
    """Return what the service worker compares a file with."""
    return {"hash": sha256(content), "size": len(content)}


def page(site: Site, core: str, scripts: str, tags: list[str]) -> str:
    """Return index.html with its markers filled: all of the first screen, and the list of what start-up needs.

    The tags are about the picture for link previews.
    """
    first = site.look(FIRST_LOOK)
    script = site.renamed((WEB / "first.js").read_text("utf-8"))
    styles = " ".join(source_of(site.look(name).style) for name in (FIRST_LOOK, *NEXT_LOOKS, LATER_LOOK))
    policy = "; ".join(f"{directive} {sources}" for directive, sources in POLICY.items())
    off = {"plugins": [f"!{plugin}" for plugin in PLUGINS]}
    contents = {
        "<!-- policy -->": policy.format(scripts=f"{scripts} {source_of(script)}", styles=styles),
        "<!-- preview -->": "\n    ".join(tags),
        "<!-- style -->": first.style,
        "<!-- facts -->": json.dumps(facts()),
        "<!-- first script -->": script,
        "<!-- drawings -->": first.drawings,
        "<!-- first screen -->": importlib.import_module("app.printed").first_screen(catalogue()),
        "<!-- start-up -->": "\n      ".join(hints(site)),
        "<!-- no plugins -->": json.dumps(off),
        "<!-- configuration -->": json.dumps({"interpreter": "web/interpreter.mjs"} | off),
        "<!-- core -->": core,
    }
    return site.renamed(filled((ROOT / "index.html").read_text(encoding="utf-8"), contents, "index.html"))


def preview_picture() -> bytes:
    """Return the picture for link previews, which no visitor needs, and so no service worker keeps."""
    words, first, the_map = catalogue(), look(FIRST_LOOK), look("map")
    style, drawings = f"{first.style}\n{the_map.style}", first.drawings + the_map.drawings
    return preview.picture(style, drawings, words["app.name"], words["app.tagline"])


def facts() -> dict[str, Any]:
    """Return what the page's scripts need to know before Python runs: what Python knows, and which Python it is."""
    python = f"Python {runtime.pyodide_info()['python']}, Pyodide {runtime.MADE_FOR['pyodide']}"
    repository = os.environ.get("GITHUB_REPOSITORY")  # in a workflow
    source = f"https://github.com/{repository}" if repository else ""
    return {**importlib.import_module("app.facts").facts(source), "python": python}


def catalogue() -> dict[str, str]:
    """Return the words of the printed screens."""
    return dict(json.loads((WEB / "catalogue/en.json").read_text(encoding="utf-8")))


def source_of(text: str) -> str:
    """Return the source expression that allows this script or style in the page's policy."""
    return f"'sha256-{sha256(text.encode())}'"


def look(name: str) -> Look:
    """Read a look from its folder in web/looks; the map's markers come from Python."""
    style, drawings = (
        "\n".join(path.read_text("utf-8") for path in sorted((WEB / "looks" / name).glob(files)))
        for files in ("*.css", "*.svg")
    )
    return Look(style, drawings + (importlib.import_module("app.printed").markers() if name == "map" else ""))


def hints(site: Site) -> Iterator[str]:
    """Yield a link for each file of start-up, with its sizes, first what is needed first; then those of the later part.

    The browser itself fetches modules. A link without ``rel`` does nothing: it names a look, or a file that Python will
    ask for, and boot.js fetches it.
    """
    for path in site.start_up:
        name = path.name.partition(".")[0]
        kinds = {".js": 'rel="modulepreload" ', ".mjs": 'rel="modulepreload" ', ".html": f'data-look="{name}" '}
        content = path.read_bytes()
        sizes = f'data-bytes="{len(content)}" data-sent="{min(len(content), len(gzip.compress(content)))}"'
        yield f'<link {kinds.get(path.suffix, "")}href="{path.relative_to(site.folder).as_posix()}" {sizes}>'
    for path in site.later:
        yield f'<link data-later href="{path.relative_to(site.folder).as_posix()}">'
