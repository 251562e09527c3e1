"""Assemble the whole site in ``_site/``: plain files that any web server can hand out, from any folder.

Every file that start-up fetches has a name that holds a hash of its content: a browser may keep it for ever, and no two
versions of the game ever mix. Files are published in order of need, last needed first, for a later one may name an
earlier one. What start-up fetches is listed in index.html, each file with its size, and what of it a server sends that
compresses, so that the page's script fetches it early and the loading panel can count.
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

from tasks import KINDS
from tasks.installed import MODULES, NODE_ADVICE, npm_packages
from tasks.runtime import PYODIDE, pyodide
from tasks.steps import ROOT, SITE, WEB, Problem, run, step, tool

PYSCRIPT = MODULES / "@pyscript/core/dist"
FONTS = MODULES / "@fontsource/alegreya/files"
STYLES = ("map.css", "style.css", "boot.css")
#: Plugins that the page has no use for; PyScript loads each unless it is told not to.
PLUGINS = ("codemirror", "deprecations-manager", "donkey", "error", "py-editor", "py-game", "py-terminal")
#: What the page may load and do; the README says why. What stands in the page itself is allowed by its hash.
POLICY = {
    "default-src": "'none'",
    "script-src": "'self' 'wasm-unsafe-eval' {script}",
    "style-src": "{style}",
    "img-src": "'self'",
    "font-src": "'self'",
    "connect-src": "'self'",
    "worker-src": "'self'",
    "manifest-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'none'",
}
#: Where PyScript makes a function from text, which the policy forbids: for workers, of which the page has none.
FROM_TEXT = "return Function(`return(w,x)=>(${r})(w,x,...[${s}])`)()"
#: Where PyScript writes its Python into the file system, to be compiled there; the archive has it compiled.
ITS_PYTHON = re.compile(r'wo\("\.",\{pyscript:\{.*?\}\}\),(?=ho\.push\("import pyscript)')
ITS_PATHS = '"from pathlib import Path as _Path","_path = None"'
SYMBOL = re.compile(r'<symbol id="([\w-]+)".*?</symbol>\s*', re.DOTALL)
HASHED = re.compile(r"\.[0-9a-f]{8}(?=\.\w+$)")
"""What publishing adds to a file's name."""


def build(kind: str = KINDS[0]) -> None:
    """Build the site with a kind of Pyodide, beside the old one, then put it in its place."""
    npm_packages()
    runtime = pyodide(kind)
    with step("Building the site in _site"), tempfile.TemporaryDirectory(prefix="_site.", dir=ROOT) as folder:
        new, old = Path(folder) / "new", Path(folder) / "old"
        assemble(new, runtime, archive(Path(folder) / "python.zip"))
        if SITE.exists():
            SITE.rename(old)
        new.rename(SITE)


def archive(target: Path, *, whole_library: bool = False) -> bytes:
    """Return the Python of the page, compiled by the Python that will run it, with the library that it needs."""
    node = tool("node", NODE_ADVICE)
    library = "whole" if whole_library else "needed"
    command: list[str | Path] = [node, "py/tasks/inside.mjs", "-", "tasks.archive", target, library]
    run(command, "The Python of the page could not be compiled.", env=os.environ | {"PYTHONPATH": str(ROOT / "py")})
    return target.read_bytes()


class Site:
    """The files of the site, in a folder that does not exist yet."""

    def __init__(self, folder: Path) -> None:
        """Begin with nothing."""
        self.folder = folder
        self.names: dict[str, str] = {}
        self.start_up: list[Path] = []

    def write(self, name: str, content: bytes) -> Path:
        """Write a file under its own name."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        return path

    def publish(self, name: str, content: bytes, *, at_start: bool = True) -> None:
        """Write a file under a name that holds the hash of its content; what it names has been published before."""
        if name.endswith((".css", ".js", ".mjs")):
            content = self.renamed(content.decode()).encode()
        path = Path(name)
        new = path.with_name(f"{path.stem}.{digest(content)}{path.suffix}")
        self.names[path.name] = new.name
        written = self.write(new.as_posix(), content)
        if at_start:
            self.start_up.insert(0, written)

    def publish_together(self, folder: str, files: dict[str, bytes]) -> str:
        """Write files that name each other, first needed first, into a folder that holds their hash; return that."""
        new = f"{folder}.{digest(b''.join(files.values()))}"
        self.start_up[:0] = [self.write(f"{new}/{name}", content) for name, content in files.items()]
        return new

    def renamed(self, text: str) -> str:
        """Return a text in which every file that has been published has its new name."""
        names = "|".join(map(re.escape, self.names))
        return re.sub(rf"(?<![\w.-])(?:{names})(?![\w-])", lambda found: self.names[found[0]], text) if names else text


def assemble(folder: Path, runtime: Path, python: bytes) -> None:
    """Write every file of the site, of Pyodide those in a folder."""
    site = Site(folder)
    for font in sorted(FONTS.glob("alegreya-latin*-700-*.woff2")):
        site.publish(f"web/vendor/fonts/{font.name}", font.read_bytes(), at_start=False)
    for icon in sorted((WEB / "icons").glob("*.*")):
        site.publish(f"web/icons/{icon.name}", icon.read_bytes(), at_start=False)
    for side, screen in importlib.import_module("app.page").embed_screens(catalogue()).items():
        site.publish(f"web/embed-{side.lower()}.html", screen.encode(), at_start=False)
    for name in ("embedded.js", "boot.js", "offline.js"):
        site.publish(f"web/{name}", (WEB / name).read_bytes(), at_start=False)
    site.write("manifest.webmanifest", site.renamed((WEB / "manifest.webmanifest").read_text("utf-8")).encode())
    # Packed as a whole, which is smaller than file by file, and unpacked by the browser; not named as what it is, for a
    # server might tell the browser to unpack it on the way.
    site.publish("web/python.bin", gzip.compress(python, mtime=0))
    cold = runtime / "pyodide.cold.wasm"
    if cold.exists():
        site.publish(f"web/vendor/pyodide/{cold.name}", cold.read_bytes(), at_start=False)
    for name in ("pyodide.asm.wasm", "pyodide.asm.mjs", "pyodide.mjs"):
        site.publish(f"web/vendor/pyodide/{name}", (runtime / name).read_bytes())
    info = json.loads((PYODIDE / "pyodide-lock.json").read_text("utf-8"))["info"]
    for name, at_start in (("snapshot-worker.mjs", False), ("snapshot.mjs", True)):
        site.publish(f"web/{name}", (WEB / name).read_bytes(), at_start=at_start)
    interpreter = filled((WEB / "runtime.mjs").read_text("utf-8"), {"LOCK_INFO": json.dumps(info)}, "runtime.mjs")
    site.publish("web/runtime.mjs", interpreter.encode())
    pyscript = pyscript_files(PYSCRIPT)
    core = f"{site.publish_together('web/vendor/pyscript', pyscript)}/{next(iter(pyscript))}"
    site.write("web/licences.txt", (WEB / "licences.txt").read_bytes())
    text = page(site, core)
    version = digest(text.encode())
    kept = [path.relative_to(folder).as_posix() for path in sorted(folder.rglob("*.*")) if path.is_file()]
    site.write("embed.js", (WEB / "embed.js").read_bytes())
    worker = {"version": version, "files": ["./", *kept]}
    site.write("sw.js", filled((WEB / "sw.js").read_text("utf-8"), {"SITE": json.dumps(worker)}, "sw.js").encode())
    site.write("index.html", filled(text, {"VERSION": version}, "index.html").encode())


def digest(content: bytes) -> str:
    """Return as much of a hash as tells versions apart."""
    return hashlib.sha256(content).hexdigest()[:8]


def pyscript_files(folder: Path) -> dict[str, bytes]:
    """Return what the page needs of PyScript: its core, without its Python, and a plugin that is fetched even when off.

    (The package's ``core.js`` only leads to the core, and would cost a round trip.)
    """
    files = [path for pattern in ("core-*.js", "error-*.js") for path in folder.glob(pattern)]
    if len(files) != len(("core", "error")):
        message = f"One core-*.js and one error-*.js were expected in {folder}, and these are there: {files}"
        raise Problem(message)
    core, error = files
    text = core.read_text("utf-8")
    found = ITS_PYTHON.search(text)
    its_python = found[0] if found else ITS_PYTHON.pattern
    text = filled(text, {FROM_TEXT: "return", ITS_PATHS: '"_Path = _path = None"', its_python: ""}, core.name)
    return {core.name: text.encode(), error.name: error.read_bytes()}


def page(site: Site, core: str) -> str:
    """Fill the markers of index.html: the first screen with all that it takes to paint it, and what start-up needs.

    A browser paints before it has read to the end, so what the first screen has no use for comes last.
    """
    styles = "\n".join((WEB / name).read_text("utf-8") for name in STYLES)
    style = site.renamed(styles.replace('url("', 'url("web/'))
    script = site.renamed((WEB / "first.js").read_text("utf-8"))
    policy = "; ".join(f"{directive} {sources}" for directive, sources in POLICY.items())
    first_screen = importlib.import_module("app.page").first_screen(catalogue())
    its_art, other_art = art(first_screen)
    off = {"plugins": [f"!{plugin}" for plugin in PLUGINS]}
    contents = {
        "<!-- policy -->": policy.format(script=source_of(script), style=source_of(style)),
        "<!-- style -->": style,
        "<!-- first script -->": script,
        "<!-- art of the first screen -->": its_art,
        "<!-- first screen -->": first_screen,
        "<!-- other art -->": other_art,
        "<!-- start-up -->": "\n      ".join(hints(site)),
        "<!-- no plugins -->": json.dumps(off),
        "<!-- configuration -->": json.dumps({"interpreter": "web/runtime.mjs"} | off),
        "<!-- core -->": core,
    }
    return site.renamed(filled((ROOT / "index.html").read_text(encoding="utf-8"), contents, "index.html"))


def catalogue() -> dict[str, str]:
    """Return the words that the page is printed with."""
    return dict(json.loads((WEB / "catalogue/en.json").read_text(encoding="utf-8")))


def filled(text: str, contents: dict[str, str], name: str) -> str:
    """Return a text with each marker, which it must hold exactly once, replaced; Problem if it does not."""
    for marker, content in contents.items():
        if text.count(marker) != 1:
            message = f"{name} must hold {marker} exactly once."
            raise Problem(message)
        text = text.replace(marker, content)
    return text


def source_of(text: str) -> str:
    """Return what allows a script or a style that stands in the page, in its policy."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def art(screen: str = "") -> tuple[str, str]:
    """Return the drawings that a screen uses, and all others.

    Each is one picture without a size: it is not shown, yet its symbols and patterns can be used.
    """
    drawings = "\n".join(
        re.sub(r"<\?xml.*?\?>\s*", "", drawing.read_text(encoding="utf-8"))
        for drawing in sorted((WEB / "art").glob("*.svg"))
    )
    used = "".join(symbol[0] for symbol in SYMBOL.finditer(drawings) if f'href="#{symbol[1]}"' in screen)
    others = SYMBOL.sub(lambda symbol: "" if symbol[0] in used else symbol[0], drawings)
    parts = used, f"{others}\n{importlib.import_module('app.page').markers()}"
    first, rest = (f'<svg class="art" width="0" height="0" aria-hidden="true">\n{part}</svg>' for part in parts)
    return first, rest


def hints(site: Site) -> Iterator[str]:
    """Yield a link for each file of start-up, first needed first; the loading panel reads the sizes from them.

    Modules are the browser's to fetch; a link without ``rel`` does nothing, and names what the page's script fetches.
    """
    for path in site.start_up:
        kind = 'rel="modulepreload" ' if path.suffix in {".js", ".mjs"} else ""
        content = path.read_bytes()
        sizes = f'data-bytes="{len(content)}" data-sent="{min(len(content), len(gzip.compress(content)))}"'
        yield f'<link {kind}href="{path.relative_to(site.folder).as_posix()}" {sizes}>'
