"""Assemble the whole site in ``_site/``: plain files for any folder of a web server.

The name of every file that startup fetches contains a hash of its content. Browsers may cache such files forever, and
two versions of the game never mix. A file is published after all files that it names. index.html lists the files that
startup fetches, with their uncompressed sizes and the sizes that a compressing server sends. The page's script fetches
them early, and the loading panel counts their bytes.

The styles and drawings of the first screen are in index.html. Every other look is a file with styles and drawings.
"""

import base64
import hashlib
import importlib
import json
import os
import re
import tempfile
from collections.abc import Collection, Iterator, Sequence
from datetime import UTC, datetime
from functools import cache
from html import escape
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

from app.parts import PART_OF
from runtime import make
from runtime.make import Parts, Without
from tasks import keep, preview, program
from tasks.build_cache import cached
from tasks.catalogs import said_by_python
from tasks.compress import compressed
from tasks.delivery import FIRST_LOOKS, NEXT_LOOKS, PARTS
from tasks.installed import MODULES, NODE_ADVICE, install_npm_packages
from tasks.steps import ROOT, SITE, WEB, filled, run, step, tool
from words import LANGUAGES, Catalog
from words.files import catalog, said_by_scripts

#: The styles and drawings. Each file is named after the part of the page that it draws.
LOOKS = WEB / "looks"
FONTS = MODULES / "@fontsource"
#: The fonts: one for titles, names, and numbers, and one for text.
FACES = ("alegreya/files/alegreya-latin*-700-*.woff2", "alegreya-sans/files/alegreya-sans-latin*-[57]00-normal.woff2")
HANGUL = "gowun-batang/files/gowun-batang-korean-700-normal.woff2"
#: The fonts with only the letters of most texts, and their features: kerning, ligatures, lining and tabular figures.
USUAL = ("alegreya-usual-700-normal.woff2", "alegreya-usual-700-italic.woff2")
USUAL_FEATURES = ("kern", "liga", "lnum", "tnum")
#: Scripts that boot.js loads on demand: those with imports, which the build bundles, and those without.
BUNDLED, ON_DEMAND = ("rooms.mjs", "qr.mjs", "fault.mjs", "share.mjs"), ("offline.js", "flights.mjs", "later.mjs")
#: Prefixes of files that only some visitors need; the service worker saves them after their first use.
ON_USE = ("hangul-700.", "rooms", "qr.")
#: Prefixes of files that the game itself doesn't need. The worker saves them in advance, unless the browser saves data.
OTHERS = (
    *("later", "puzzles", "words-", "share.", "embed", "manifest", "icon-", "apple-touch-icon", "licenses", "404"),
    *("alegreya-latin", "alegreya-sans-latin-ext", *LANGUAGES[1:]),
)
#: The keys of texts that the build writes into the page and no script needs.
PRINTED = {"about", "picture", "note", "app", "app.about", "no-script", "lost"}
#: The keys of the scripts' texts that may be needed before the page has arrived as a whole.
AT_ONCE = {"title", "wait", "fetching", "again", "opening", "slow"}
#: Two scripts in pages: one completes the first screen, and one leads from a preview page to the game.
PRINT = "window.cartographers && cartographers.print()"
TO_THE_GAME = (
    r'location.replace(location.origin + location.pathname.replace(/[^/]+\/?(index\.html)?$/, "")'
    " + location.search + location.hash)"
)
#: The Content-Security-Policy; the README explains it. Hashes allow the script in the page and all styles.
POLICY = {
    "default-src": "'none'",
    "script-src": "{scripts}",
    "style-src": "{styles}",
    "img-src": "'self' blob:",
    "font-src": "'self'",
    "connect-src": "'self' {relays}",
    "worker-src": "'self'",
    "manifest-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'none'",
}
#: The page's scripts without imports.
SCRIPTS = (
    *("first.js", "taps.js", "doors.js", "able.js", "address.js", "second.js"),
    *("files.js", "text-size.js", "boot.js", "embedded.js", *ON_DEMAND),
)
#: The size of text in browsers whose visitors have chosen no other, in px.
USUAL_SIZE = 16
#: The hash in the name of a published file.
HASHED = re.compile(r"\.[0-9a-f]{8}(?=\.\w+$)")


def build(without: Without = frozenset(), *, counting: bool = False) -> None:
    """Build the site next to the old one, then replace the old one.

    If the environment variable ``SITE_URL`` has the address where the site will be published, the new site keeps the
    files of the version that is there now.
    """
    install_npm_packages()
    parts = program.parts(without, counting=counting)
    with tempfile.TemporaryDirectory(prefix="_site.", dir=ROOT) as folder:
        new, old = Path(folder) / "new", Path(folder) / "old"
        with step("Building the site in _site"):
            assemble(new, parts)
        if address := os.environ.get("SITE_URL"):
            keep.keep_files(new, f"{address.rstrip('/')}/", datetime.now(UTC).date())
        keep.write_hashes(new)
        if SITE.exists():
            SITE.rename(old)
        new.rename(SITE)


class Styles(NamedTuple):
    """The styles of some screens, and the drawings that they use."""

    style: str
    drawings: str

    @property
    def html(self) -> str:
        """Styles and drawings as HTML. The drawings are invisible, but other pictures can use their parts."""
        drawings = f'<svg class="art" width="0" height="0" aria-hidden="true">{self.drawings}</svg>'
        return f"<style>{self.style}</style>{drawings}"


class Site:
    """The files of the site, in a folder that doesn't exist yet."""

    def __init__(self, folder: Path) -> None:
        """Begin without files."""
        self.folder = folder
        self.names: dict[str, str] = {}
        self.start_up: list[Path] = []
        self.later: list[tuple[str, Path]] = []
        self.words: list[tuple[str, str, Path]] = []
        self.on_demand: list[tuple[str, Path]] = []
        self.tags: list[str] = []

    def write_page(self, name: str, content: str) -> Path:
        """Write a page with only ASCII characters, which are the same in any encoding that a server claims."""
        return self.write(name, content.encode("ascii", "xmlcharrefreplace"))

    def write(self, name: str, content: bytes) -> Path:
        """Write a file under its own name."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        return path

    def publish(self, name: str, content: bytes, *, at_start: bool = True) -> Path:
        """Write a file under a name with the hash of its content, and return its path.

        All files that it names must be published already. Modules get the suffix ``.js``, because nginx doesn't know
        ``.mjs`` by default, and browsers run modules only with a script's media type.
        """
        path = Path(name)
        if path.suffix in {".js", ".mjs"}:
            content, path = self.renamed(content.decode()).encode(), path.with_suffix(".js")
        new = path.with_name(f"{path.stem}.{digest(content)}{path.suffix}")
        self.names[Path(name).name] = new.name
        written = self.write(new.as_posix(), content)
        if at_start:
            self.start_up.insert(0, written)
        return written

    def address(self, path: Path) -> str:
        """Return the address of a published file, relative to the site's folder."""
        return path.relative_to(self.folder).as_posix()

    def path(self, name: str) -> Path:
        """Return the path of a published file of the folder ``web``, by its original name."""
        return self.folder / "web" / self.names[name]

    def publish_together(self, folder: str, files: dict[str, bytes]) -> str:
        """Write files that name each other into a folder with their hash, and return the folder.

        The files that are needed first must come first.
        """
        new = f"{folder}.{digest(b''.join(files.values()))}"
        self.start_up[:0] = [self.write(f"{new}/{name}", content) for name, content in files.items()]
        return new

    def renamed(self, text: str) -> str:
        """Return text with the new names of all published files."""
        names = "|".join(map(re.escape, self.names))
        return re.sub(rf"(?<![\w.-])(?:{names})(?![\w-])", lambda found: self.names[found[0]], text) if names else text

    def look(self, *names: str) -> Styles:
        """Return looks for the page, which is one folder above the files that the styles name."""
        style, drawings = look(*names)
        return Styles(self.renamed(style.replace("url(vendor/", "url(web/vendor/")), drawings)


def assemble(folder: Path, parts: Parts) -> None:
    """Write every file of the site."""
    site = Site(folder)
    publish_others(site)
    # One compressed archive is smaller than one of compressed files. It isn't named .gz, because servers might then
    # tell the browser to decompress it in transit.
    python, *more = compressed([parts.python, *(parts.more[part] for part in PARTS)])
    site.publish("web/python.bin", python)
    for name, content in parts.pyodide.items():
        at_start = name not in parts.deferred
        path = site.publish(f"web/vendor/pyodide/{name}", content, at_start=at_start)
        if not at_start:
            site.on_demand.append(("", path))
    for name, content in parts.modules.items():
        site.publish(f"web/{name}", content, at_start=name not in parts.deferred)
    core = f"{site.publish_together('web/vendor/pyscript', parts.pyscript)}/{next(iter(parts.pyscript))}"
    for name, looks in reversed(NEXT_LOOKS.items()):
        site.publish(f"web/{name}.html", site.look(*looks).html.encode())
    for (part, delivery), its_python in zip(PARTS.items(), more, strict=True):
        its_look = site.look(*delivery.looks).html.encode()
        site.later.append((part, site.publish(f"web/{part}.html", its_look, at_start=False)))
        site.later.append((part, site.publish(f"web/{part}.bin", its_python, at_start=False)))
    site.write("web/licenses.txt", (WEB / "licenses.txt").read_bytes())
    pictures = [previews(site, language) for language in LANGUAGES]
    site.write_page("404.html", missing(site))
    text, worker = page(site, core, parts.scripts), (WEB / "sw.js").read_text("utf-8")
    files = [path for path in sorted(folder.rglob("*.*")) if path.is_file() and path not in pictures]
    known = {address_of(path.relative_to(folder)): checksums(path.read_bytes()) for path in files}
    on_use, others = (
        {name: known.pop(name) for name in list(known) if Path(name).name.startswith(some)} for some in (ON_USE, OTHERS)
    )
    version = digest(json.dumps([text, worker, known, others]).encode())
    index = site.write_page("index.html", filled(text, {"VERSION": version}, "index.html"))
    in_game = {"./": checksums(index.read_bytes())} | known
    listed = {"version": version, "files": in_game, "others": others, "onUse": on_use}
    site.write("sw.js", filled(worker, {"SITE": json.dumps(listed)}, "sw.js").encode())
    site.write("embed.js", (WEB / "embed.js").read_bytes())


def hangul() -> bytes:
    """Return a font for Korean titles with the catalog's syllables; other syllables get the system's font."""
    letters = {sign for text in catalog("ko").values() for sign in text if "\uac00" <= sign <= "\ud7a3"}
    return subset(FONTS / HANGUL, letters)


def usual(name: str) -> bytes:
    """Return a font with only its usual letters, and only the OpenType features that the page uses."""
    return subset(FONTS / "alegreya/files" / name.replace("usual", "latin"), usual_letters(name), USUAL_FEATURES)


def usual_letters(name: str) -> set[str]:
    """Return the letters that base.css lists for a font."""
    [ranges] = re.findall(rf"{re.escape(name)}\W[^}}]*unicode-range: ([^;]+);", (LOOKS / "base.css").read_text("utf-8"))
    ends = [[int(end, 16) for end in span.split("-")] for span in ranges.replace("U+", "").split(", ")]
    return {chr(code) for span in ends for code in range(span[0], span[-1] + 1)}


def subset(font: Path, letters: Collection[str], features: Sequence[str] = ()) -> bytes:
    """Return a font with only some letters, and only some OpenType features unless none are given."""
    text, script = "".join(sorted(letters)), Path(__file__).with_name("subset.mjs")

    def make(folder: Path) -> bytes:
        wanted, found = folder / "letters", folder / "font"
        wanted.write_text(text, encoding="utf-8")
        run([tool("node", NODE_ADVICE), script, font, wanted, found, *features], f"{font.name} could not be reduced.")
        return found.read_bytes()

    return cached((text.encode(), font.read_bytes(), script.read_bytes(), *map(str.encode, features)), make)


def bundled(name: str) -> bytes:
    """Return a script bundled with all its imports, including those from npm packages."""
    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder) / name
        command = (tool("node", NODE_ADVICE), Path(__file__).with_name("bundle.mjs"), WEB / name, script)
        run(command, f"The script {name} could not be bundled.")
        return script.read_bytes()


@cache
def minified() -> dict[str, str]:
    """Return the styles and the page's scripts without imports, by file name, minified."""
    script = Path(__file__).with_name("minify.mjs")
    texts = {name: (WEB / name).read_text("utf-8") for name in SCRIPTS} | {
        path.name: in_text_units(without_custom_media(path.read_text("utf-8"))) for path in LOOKS.glob("*.css")
    }
    content = json.dumps(texts)

    def make(folder: Path) -> bytes:
        readable, small = folder / "readable", folder / "small"
        readable.write_text(content, encoding="utf-8")
        run([tool("node", NODE_ADVICE), script, readable, small], "Styles and scripts could not be minified.")
        return small.read_bytes()

    result: dict[str, str] = json.loads(cached((content.encode(), script.read_bytes()), make))
    return result


def words(language: str, part: str) -> str:
    """Return the content of a file with a language's words for Python, for a part of the page or for the start."""
    return json.dumps(said_by_python(language, part), ensure_ascii=False, separators=(",", ":"))


def words_file(language: str, part: str) -> str:
    """Return the name of the file of :func:`words`."""
    return f"web/{part}-words-{language}.json" if part else f"web/words-{language}.json"


def embed_screen(language: str, side: str) -> str:
    """Return the name of the file with an embed's first screen, which is shown before Python is ready."""
    return f"embed-{language}-{side.lower()}.html"


def manifest_file(language: str) -> str:
    """Return the name of the app's manifest in the given language."""
    return "manifest.webmanifest" if language == LANGUAGES[0] else f"manifest-{language}.webmanifest"


def manifest(language: str) -> str:
    """Return the app's manifest, which describes the app to a device that installs it."""
    own = catalog(language)
    told = {
        "name": own["page.app"],
        "short_name": own["app.name"],
        "description": own["page.app.about"],
        "lang": language,
    }
    common = json.loads((WEB / "manifest.webmanifest").read_text("utf-8"))
    return json.dumps(told | common, ensure_ascii=False, indent=2)


def previews(site: Site, language: str) -> Path:
    """Draw a language's preview picture and return its path. Languages other than the first also get a page for links.

    Programs that make link previews run no scripts; they read this page's tags. A visitor's browser continues to the
    game, which speaks the visitor's language.
    """
    own, first = catalog(language), language == LANGUAGES[0]
    name = "preview" if first else f"preview-{language}"
    picture = site.publish(f"web/{name}.png", preview_picture(own), at_start=False)
    address = site.address(picture)
    tags = preview.tags(own, address, "" if first else "../")
    if first:
        site.tags = tags
    else:
        contents = {
            "<!-- language -->": language,
            "<!-- tags -->": "\n    ".join(tags),
            "<!-- policy -->": f"default-src 'none'; script-src {source_of(TO_THE_GAME)}",
            "<!-- script -->": TO_THE_GAME,
        }
        text = filled((WEB / "linked.html").read_text("utf-8"), contents, "linked.html")
        site.write_page(f"{language}/index.html", text)
    return picture


def address_of(path: Path) -> str:
    """Return the address of a file; the address of a folder's index.html is the folder."""
    return path.as_posix().removesuffix("index.html")


def publish_others(site: Site) -> None:
    """Publish all files that no other step needs: fonts, icons, prerendered screens, scripts, words, and manifests."""
    for font in sorted(path for face in FACES for path in FONTS.glob(face)):
        site.publish(f"web/vendor/fonts/{font.name}", font.read_bytes(), at_start=False)
    for name in USUAL:
        site.publish(f"web/vendor/fonts/{name}", usual(name), at_start=False)
    site.publish("web/vendor/fonts/hangul-700.woff2", hangul(), at_start=False)
    for icon in sorted((WEB / "icons").glob("*.*")):
        site.publish(f"web/icons/{icon.name}", icon.read_bytes(), at_start=False)
    for language in LANGUAGES:
        for side, screen in importlib.import_module("app.prerendered").embed_screens(catalog(language)).items():
            path = site.publish(f"web/{embed_screen(language, side)}", screen.encode(), at_start=False)
            site.on_demand.append((f"{language}-{side.lower()}", path))
    small = minified()
    scripts = {name: bundled(name) for name in BUNDLED} | {name: small[name].encode() for name in ON_DEMAND}
    for name, script in scripts.items():
        site.on_demand.append(("", site.publish(f"web/{name}", script, at_start=False)))
    site.publish("web/embedded.js", small["embedded.js"].encode(), at_start=False)
    boot = "".join(small[f"{name}.js"] for name in ("able", "files", "text-size", "boot"))
    site.publish("web/boot.js", boot.encode(), at_start=False)
    for language in LANGUAGES:
        site.write(manifest_file(language), site.renamed(manifest(language)).encode())
    for language, part in product(LANGUAGES[1:], ("", *PARTS)):
        path = site.publish(words_file(language, part), words(language, part).encode(), at_start=False)
        site.words.append((language, part, path))


def digest(content: bytes) -> str:
    """Return the first digits of a hash, enough to tell versions apart."""
    return hashlib.sha256(content).hexdigest()[:8]


def sha256(content: bytes) -> str:
    """Return a hash in the form that browsers expect."""
    return base64.b64encode(hashlib.sha256(content).digest()).decode()


def integrity(path: Path) -> str:
    """Return the value of ``integrity`` for a file, which makes browsers reject any other content."""
    return f"sha256-{sha256(path.read_bytes())}"


def checksums(content: bytes) -> dict[str, str | int]:
    """Return the size and hash with which the service worker checks a file."""
    return {"hash": sha256(content), "size": len(content)}


def page(site: Site, core: str, scripts: str) -> str:
    """Return index.html with its placeholders filled: the whole first screen, and the list of startup's files."""
    first, english = site.look(*FIRST_LOOKS), catalog(LANGUAGES[0])
    small = {name: site.renamed(text) for name, text in minified().items()}
    first_script = "".join(small[f"{name}.js"] for name in ("first", "taps", "doors"))
    able, second_script = small["able.js"], small["address.js"] + small["second.js"]
    looks = (FIRST_LOOKS, *NEXT_LOOKS.values(), *(delivery.looks for delivery in PARTS.values()))
    styles = " ".join(source_of(site.look(*names).style) for names in looks)
    policy = "; ".join(f"{directive} {sources}" for directive, sources in POLICY.items())
    modules = [path for path in site.start_up if path.suffix == ".js"]
    hashes = {f"./{site.address(path)}": integrity(path) for path in modules}
    import_map = json.dumps({"integrity": hashes}, indent=1)
    inlined = (first_script, PRINT, able, second_script, import_map)
    scripts = " ".join([scripts, *map(source_of, inlined)])
    contents = {
        "<!-- policy -->": policy.format(scripts=scripts, styles=styles, relays=" ".join(relays())),
        "<!-- title -->": escape(english["page.title"]),
        "<!-- preview -->": "\n    ".join(site.tags),
        "<!-- style -->": first.style,
        "<!-- facts -->": packed(first_facts()),
        "<!-- first script -->": first_script,
        "<!-- drawings -->": first.drawings,
        "<!-- first screen -->": importlib.import_module("app.prerendered").first_screen(english),
        "<!-- print -->": PRINT,
        "<!-- more facts -->": packed(more_facts(site)),
        "<!-- able script -->": able,
        "<!-- second script -->": second_script,
        "<!-- import map -->": import_map,
        "<!-- wait -->": escape(english["page.wait"]),
        "<!-- progress -->": escape(english["page.wait"]),
        "<!-- fetching -->": escape(english["page.fetching"]),
        "<!-- again -->": escape(english["page.again"]),
        "<!-- no script -->": "".join(
            f'<p lang="{language}">{escape(catalog(language)["page.no-script"])}</p>' for language in LANGUAGES
        ),
        "<!-- start-up -->": "\n      ".join(hints(site)),
        "<!-- no plugins -->": json.dumps(make.NO_PLUGINS),
        "<!-- configuration -->": json.dumps({"interpreter": "web/interpreter.mjs"} | make.NO_PLUGINS),
        "<!-- core -->": core,
        "<!-- boot's hash -->": integrity(site.path("boot.js")),
    }
    return site.renamed(filled((ROOT / "index.html").read_text(encoding="utf-8"), contents, "index.html"))


def missing(site: Site) -> str:
    """Return the page for unknown addresses, which GitHub Pages and many other servers find by its name."""
    style, *scripts = (site.renamed((WEB / name).read_text("utf-8")) for name in ("404.css", "address.js", "404.js"))
    script = "".join(scripts)
    home = os.environ.get("SITE_URL", "").rstrip("/") + "/"
    texts = [
        f'<main lang="{language}"><h1>{escape(own["app.name"])}</h1>'
        f'<p>{escape(own["page.lost"])}</p><a href="{escape(home)}">{escape(own["page.fault.home"])}</a></main>'
        for language in LANGUAGES
        for own in [catalog(language)]
    ]
    contents = {
        "<!-- policy -->": f"default-src 'none'; style-src {source_of(style)}; script-src {source_of(script)}; "
        "connect-src 'self'; base-uri 'none'; form-action 'none'",
        "<!-- title -->": escape(catalog(LANGUAGES[0])["page.title"]),
        "<!-- style -->": style,
        "<!-- texts -->": "\n    ".join(texts),
        "<!-- script -->": script,
    }
    return filled((WEB / "404.html").read_text("utf-8"), contents, "404.html")


def preview_picture(words: Catalog) -> bytes:
    """Return the picture for link previews. No visitor needs it, so the service worker doesn't save it."""
    first, the_map = look(*FIRST_LOOKS), look(*NEXT_LOOKS["map"], "beasts")
    style, drawings = f"{first.style}\n{the_map.style}", first.drawings + the_map.drawings
    return preview.picture(style, drawings, words)


def packed(facts: dict[str, Any]) -> str:
    """Return facts as JSON without unnecessary spaces."""
    return json.dumps(facts, separators=(",", ":"))


def first_facts() -> dict[str, Any]:
    """Return the facts that the first paint needs."""
    return {**importlib.import_module("app.facts").facts(), "languages": languages()}


def more_facts(site: Site) -> dict[str, Any]:
    """Return the other facts and words that the page's scripts need before Python runs."""
    repository = os.environ.get("GITHUB_REPOSITORY")  # set in a workflow
    source = f"https://github.com/{repository}" if repository else ""
    path = site.path("embedded.js")
    return {
        **importlib.import_module("app.facts").more_facts(source),
        "python": f"Python {make.pyodide_info(MODULES)['python']}, Pyodide {make.MADE_FOR['pyodide']}",
        "relays": relays(),
        "words": {language: scripts_words(language, at_once=False) for language in LANGUAGES},
        "embedded": {
            "src": site.address(path),
            "integrity": integrity(path),
            "crossOrigin": "anonymous",  # because a frame may have its own origin
        },
    }


def relays() -> list[str]:
    """Return the addresses of the rooms' relays; the page's policy allows no others."""
    return [relay["url"] for relay in json.loads((WEB / "relays.json").read_text("utf-8"))]


def languages() -> dict[str, dict[str, Any]]:
    """Return the words that the first paint needs, and the file names of each language."""
    english, found = catalog(LANGUAGES[0]), {}
    for language in LANGUAGES:
        found[language] = {
            "decimal": catalog(language)["cldr.decimal"],
            "words": scripts_words(language, at_once=True),
            "screen": importlib.import_module("app.prerendered").translated_texts(catalog(language), english),
            "manifest": manifest_file(language),
        }
    return found


def scripts_words(language: str, *, at_once: bool) -> Catalog:
    """Return the scripts' texts that are needed at once, or all others."""
    return {
        key: text
        for key, text in said_by_scripts(language).items()
        if key not in PRINTED and (key in AT_ONCE) == at_once
    }


def source_of(text: str) -> str:
    """Return the source expression that allows this script or style in the page's policy."""
    return f"'sha256-{sha256(text.encode())}'"


def look(*names: str) -> Styles:
    """Read looks from web/looks; the markers of the map and of beasts come from Python.

    A screen may have no look of its own. Raises ``ValueError`` for any other name without files.
    """
    missing = [name for name in names if name not in PART_OF and not any(LOOKS.glob(f"{name}.*"))]
    if missing:
        message = f"web/looks has no style and no drawings for {', '.join(missing)}."
        raise ValueError(message)
    small = minified()
    style = "".join(small.get(f"{name}.css", "") for name in names)
    drawings = "".join(path.read_text("utf-8") for name in names for path in [LOOKS / f"{name}.svg"] if path.exists())
    drawings += "".join(map(importlib.import_module("app.prerendered").drawings_of, names))
    return Styles(style, drawings)


def without_custom_media(style: str) -> str:
    """Return a style with its custom media queries, such as ``(--desk)``, replaced by their definitions.

    Browsers don't support them yet. A definition may list several queries; an ``and`` after the name then applies to
    each of them. Raises ``KeyError`` for a name that web/looks/media.css doesn't define.
    """
    definitions = (LOOKS / "media.css").read_text("utf-8")
    defined = {name: text.split(", ") for name, text in re.findall(r"@custom-media (--\w+) ([^;]+);", definitions)}
    return re.sub(
        r"(?:(?<=@media )|(?<=, ))\((--\w+)\)((?: and \([^()]*\))*)",
        lambda found: ", ".join(query + found[2] for query in defined[found[1]]),
        style,
    )


def in_text_units(style: str) -> str:
    """Return a style in which everything grows with the text size that visitors choose in their browser.

    The looks measure in px, for the browsers' usual size of 16 px. Each px becomes a sixteenth of ``1rem``, in queries,
    too. So large text gets the layout of a smaller window. Drawings have scales of their own, in pt.
    """
    return re.sub(r"([\d.]+)px", lambda found: f"{float(found[1]) / USUAL_SIZE:.8g}rem", style)


def hints(site: Site) -> Iterator[str]:
    """Yield a link with a hash for each file that a script may fetch, beginning with startup's files in their order.

    Startup's files also have their sizes. The browser itself fetches the modules among them, with the hashes of the
    import map, because it ignores the hashes of links when it imports a module. A link without ``rel`` does nothing:
    boot.js fetches its file on demand.
    """
    sizes_of = sizes([*site.start_up, *(path for _, part, path in site.words if not part)])
    for path in site.start_up:
        if path.suffix == ".js":
            yield f'<link rel="modulepreload" href="{site.address(path)}"{sizes_of[path]}>'
        else:
            look = f'data-look="{path.name.partition(".")[0]}" ' if path.suffix == ".html" else ""
            yield hint(site, path, look, sizes_of[path])
    for language, part, path in site.words:
        yield hint(site, path, f'data-language="{language}" ', f' data-later="{part}"' if part else sizes_of[path])
    for part, path in site.later:
        yield hint(site, path, f'data-later="{part}" ')
    for screen, path in site.on_demand:
        yield hint(site, path, f'data-embed="{screen}" ' if screen else "")


def hint(site: Site, path: Path, before: str = "", after: str = "") -> str:
    """Return the link to a file with its hash, and with other attributes before its address and after its hash."""
    return f'<link {before}href="{site.address(path)}" integrity="{integrity(path)}"{after}>'


def sizes(paths: Sequence[Path]) -> dict[Path, str]:
    """Return attributes with each file's size in bytes, uncompressed and as a compressing server sends it."""
    contents = [path.read_bytes() for path in paths]
    return {
        path: f' data-bytes="{len(content)}" data-sent="{min(len(content), len(sent))}"'
        for path, content, sent in zip(paths, contents, compressed(contents), strict=True)
    }
