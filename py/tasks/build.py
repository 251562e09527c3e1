"""Assemble the whole site in ``_site/``: plain files for any folder of a web server.

The name of every file that startup fetches contains a hash of its content. Browsers may cache such files forever, and
two versions of the game never mix. A file is published after all files that it names. index.html lists the files that
startup fetches, with their uncompressed sizes and the sizes that a compressing server sends. The page's script fetches
them early, and the loading panel counts their bytes.

The styles and drawings of the first screen are in index.html. Every other look is a file with styles and drawings.
"""

import base64
import hashlib
import json
import os
import re
import shutil
import tempfile
from collections.abc import Collection, Iterator, Mapping
from datetime import UTC, datetime
from functools import cache
from html import escape
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

from app.page.parts import PART_OF
from app.prerendered import facts, screens
from runtime import make
from runtime.make import Parts, Without
from tasks import keep, preview, program
from tasks.delivery import FIRST_LOOKS, NEXT_LOOKS, PARTS, said_by_python
from tasks.installed import MODULES, install_npm_packages
from tasks.made import made
from tasks.steps import ROOT, SITE, WEB, filled, run, step
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
    parts = make.make(MODULES, program.program(), without, counting=counting)
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
        #: The published names of files, by their own.
        self.names: dict[str, str] = {}
        #: The files that startup fetches, in their order.
        self.start_up: list[Path] = []
        #: The attributes of the links to other files that scripts fetch.
        self.links: dict[Path, str] = {}
        #: The page's tags for link previews.
        self.tags: list[str] = []

    def write_page(self, name: str, template: Path, contents: Mapping[str, str]) -> Path:
        """Write a page whose template has a comment in place of each content.

        The page's Content-Security-Policy allows its own scripts and styles by their hashes. The page has only ASCII
        characters, which are the same in any encoding that a server claims.
        """
        marked = {f"<!-- {marker} -->": content for marker, content in contents.items()}
        text = self.renamed(filled(template.read_text("utf-8"), marked, template.name))
        for tag in ("script", "style"):
            inline = re.findall(rf'<{tag}(?: type="importmap")?>(.*?)</{tag}>', text, re.DOTALL)
            text = text.replace(f"<!-- {tag}s -->", " ".join(map(source_of, inline)))
        return self.write(name, text.encode("ascii", "xmlcharrefreplace"))

    def write(self, name: str, content: bytes) -> Path:
        """Write a file under its own name."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        return path

    def publish(self, name: str, content: bytes, link: str | None = None, *, at_start: bool = False) -> Path:
        """Write a file under a name with the hash of its content, and return its path.

        All files that it names must be published already. Startup's files are published in reverse order. The page
        has a link with the given attributes to any other file, or none. Modules get the suffix ``.js``, because nginx
        doesn't know ``.mjs`` by default, and browsers run modules only with a script's media type.
        """
        path = Path(name)
        if path.suffix in {".js", ".mjs"}:
            content, path = self.renamed(content.decode()).encode(), path.with_suffix(".js")
        new = path.with_name(f"{path.stem}.{digest(content)}{path.suffix}")
        self.names[Path(name).name] = new.name
        written = self.write(new.as_posix(), content)
        if at_start:
            self.start_up.insert(0, written)
        elif link is not None:
            self.links[written] = link
        return written

    def address(self, path: Path) -> str:
        """Return the address of a file relative to the site's folder; that of a folder's index.html is the folder."""
        return path.relative_to(self.folder).as_posix().removesuffix("index.html")

    def path(self, name: str) -> Path:
        """Return the path of a published file of the folder ``web``, by its original name."""
        return self.folder / "web" / self.names[name]

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
    site, small = Site(folder), minified()
    publish_fonts(site)
    for icon in sorted((WEB / "icons").glob("*.*")):
        site.publish(f"web/icons/{icon.name}", icon.read_bytes())
    publish_texts(site)
    # One compressed archive is smaller than one of compressed files. It isn't named .gz, because servers might then
    # tell the browser to decompress it in transit.
    python, *more = made("compress.mjs", [parts.python, *(parts.more[part] for part in PARTS)], "gzip")
    for (part, delivery), its_python in zip(PARTS.items(), more, strict=True):
        site.publish(f"web/{part}.html", site.look(*delivery.looks).html.encode(), f'data-later="{part}" ')
        site.publish(f"web/{part}.bin", its_python, f'data-later="{part}" ')
    for name, script in small.items():
        if name in (*BUNDLED, *ON_DEMAND):
            site.publish(f"web/{name}", script.encode(), "")
    site.publish("web/embedded.js", small["embedded.js"].encode())
    site.publish("web/boot.js", joined(small, "able", "files", "text-size", "boot").encode())
    site.publish("web/python.bin", python, at_start=True)
    for name, content in parts.pyodide.items():
        site.publish(f"web/vendor/pyodide/{name}", content, "", at_start=name not in parts.deferred)
    for name, content in parts.modules.items():
        site.publish(f"web/{name}", content, at_start=name not in parts.deferred)
    pyscript = f"web/vendor/pyscript.{digest(b''.join(parts.pyscript.values()))}"
    site.start_up[:0] = [site.write(f"{pyscript}/{name}", content) for name, content in parts.pyscript.items()]
    for name, looks in reversed(NEXT_LOOKS.items()):
        site.publish(f"web/{name}.html", site.look(*looks).html.encode(), at_start=True)
    site.write("web/licenses.txt", (WEB / "licenses.txt").read_bytes())
    for language in LANGUAGES:
        site.write(manifest_file(language), site.renamed(manifest(language)).encode())
    pictures = [write_preview(site, language) for language in LANGUAGES]
    write_404(site)
    index, worker = write_index(site, parts), (WEB / "sw.js").read_text("utf-8")
    files = [path for path in sorted(folder.rglob("*.*")) if path.is_file() and path not in {index, *pictures}]
    known = {site.address(path): checksums(path.read_bytes()) for path in files}
    on_use, others = (
        {name: known.pop(name) for name in list(known) if Path(name).name.startswith(some)} for some in (ON_USE, OTHERS)
    )
    text = index.read_text("ascii")
    version = digest(json.dumps([text, worker, known, others]).encode())
    index.write_text(filled(text, {"VERSION": version}, index.name), "ascii")
    in_game = {"./": checksums(index.read_bytes())} | known
    listed = {"version": version, "files": in_game, "others": others, "onUse": on_use}
    site.write("sw.js", filled(worker, {"SITE": json.dumps(listed)}, "sw.js").encode())
    shutil.copy(WEB / "embed.js", folder)


def publish_fonts(site: Site) -> None:
    """Publish the fonts: some complete, some with only the usual letters, and one with the catalog's Korean syllables.

    Other syllables get the system's font.
    """
    fonts = {path.name: path.read_bytes() for face in FACES for path in sorted(FONTS.glob(face))}
    for name in USUAL:
        latin = fonts[name.replace("usual", "latin")]
        [fonts[name]] = made("subset.mjs", [latin], "".join(sorted(usual_letters(name))), *USUAL_FEATURES)
    syllables = {sign for text in catalog("ko").values() for sign in text if "\uac00" <= sign <= "\ud7a3"}
    [fonts["hangul-700.woff2"]] = made("subset.mjs", [(FONTS / HANGUL).read_bytes()], "".join(sorted(syllables)))
    for name, font in fonts.items():
        site.publish(f"web/vendor/fonts/{name}", font)


def publish_texts(site: Site) -> None:
    """Publish the words for Python in all languages but the first, and the first screens of embeds."""
    for language, part in product(LANGUAGES[1:], ("", *PARTS)):
        name = f"{part}-words" if part else "words"
        texts = json.dumps(said_by_python(language, part), ensure_ascii=False, separators=(",", ":"))
        link = f'data-language="{language}" ' + (f'data-later="{part}" ' if part else "")
        site.publish(f"web/{name}-{language}.json", texts.encode(), link)
    for language in LANGUAGES:
        # Embeds show these screens before Python is ready.
        for side, screen in screens.embed_screens(catalog(language)).items():
            name = f"{language}-{side.lower()}"
            site.publish(f"web/embed-{name}.html", screen.encode(), f'data-embed="{name}" ')


def usual_letters(name: str) -> set[str]:
    """Return the letters that base.css lists for a font."""
    [ranges] = re.findall(rf"{re.escape(name)}\W[^}}]*unicode-range: ([^;]+);", (LOOKS / "base.css").read_text("utf-8"))
    ends = [[int(end, 16) for end in span.split("-")] for span in ranges.replace("U+", "").split(", ")]
    return {chr(code) for span in ends for code in range(span[0], span[-1] + 1)}


def esbuild(folder: Path, names: Collection[str], *options: str, target: str = "es2022") -> dict[str, str]:
    """Return the files of a folder as esbuild minifies them, by name."""
    program = shutil.which("esbuild", path=MODULES / ".bin") or "esbuild"
    with tempfile.TemporaryDirectory() as out:
        files = [folder / name for name in names]
        run([program, *files, *options, "--minify", f"--target={target}", f"--outdir={out}"], "esbuild failed.")
        return {name: (Path(out) / name.replace(".mjs", ".js")).read_text("utf-8").rstrip() for name in names}


@cache
def minified() -> dict[str, str]:
    """Return the styles and the page's scripts, by file name, minified; able.js for browsers of any age."""
    with tempfile.TemporaryDirectory() as folder:
        styles = sorted(LOOKS.glob("*.css"))
        for path in styles:
            style = in_text_units(without_custom_media(path.read_text("utf-8")))
            (Path(folder) / path.name).write_text(style, "utf-8")
        return {
            **esbuild(Path(folder), [path.name for path in styles]),
            **esbuild(WEB, sorted({*ON_DEMAND, *(path.name for path in WEB.glob("*.js"))})),
            **esbuild(WEB, ["able.js"], target="es5"),
            **esbuild(WEB, BUNDLED, "--bundle", "--format=esm", "--legal-comments=none"),
        }


def look(*names: str) -> Styles:
    """Read looks from web/looks; the markers of the map and of beasts come from Python.

    A screen may have no look of its own. Raises ``ValueError`` for any other name without files.
    """
    if missing := [name for name in names if name not in PART_OF and not any(LOOKS.glob(f"{name}.*"))]:
        message = f"web/looks has no style and no drawings for {', '.join(missing)}."
        raise ValueError(message)
    drawn = [path.read_text("utf-8") for name in names if (path := LOOKS / f"{name}.svg").exists()]
    style = "".join(minified().get(f"{name}.css", "") for name in names)
    return Styles(style, "".join([*drawn, *map(screens.drawings_of, names)]))


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


def manifest(language: str) -> str:
    """Return the app's manifest, which describes the app to a device that installs it."""
    own = catalog(language)
    told = {"name": own["page.app"], "short_name": own["app.name"], "description": own["page.app.about"]}
    common = json.loads((WEB / "manifest.webmanifest").read_text("utf-8"))
    return json.dumps(told | {"lang": language} | common, ensure_ascii=False, indent=2)


def manifest_file(language: str) -> str:
    """Return the name of the app's manifest in the given language."""
    return "manifest.webmanifest" if language == LANGUAGES[0] else f"manifest-{language}.webmanifest"


def write_preview(site: Site, language: str) -> Path:
    """Draw a language's preview picture and return its path. Languages other than the first also get a page for links.

    Programs that make link previews run no scripts; they read this page's tags. A visitor's browser continues to the
    game, which speaks the visitor's language.
    """
    own, first = catalog(language), language == LANGUAGES[0]
    picture = site.publish(f"web/{'preview' if first else f'preview-{language}'}.png", preview_picture(own))
    tags = preview.tags(own, site.address(picture), "" if first else "../")
    if first:
        site.tags = tags
    else:
        contents = {"language": language, "tags": "\n    ".join(tags)}
        site.write_page(f"{language}/index.html", WEB / "linked.html", contents)
    return picture


def preview_picture(words: Catalog) -> bytes:
    """Return the picture for link previews. No visitor needs it, so the service worker doesn't save it."""
    first, the_map = look(*FIRST_LOOKS), look(*NEXT_LOOKS["map"], "beasts")
    return preview.picture(f"{first.style}\n{the_map.style}", first.drawings + the_map.drawings, words)


def write_404(site: Site) -> None:
    """Write the page for unknown addresses, which GitHub Pages and many other servers find by its name."""
    home = os.environ.get("SITE_URL", "").rstrip("/") + "/"
    texts = [
        f'<main lang="{language}"><h1>{escape(own["app.name"])}</h1>'
        f'<p>{escape(own["page.lost"])}</p><a href="{escape(home)}">{escape(own["page.fault.home"])}</a></main>'
        for language in LANGUAGES
        for own in [catalog(language)]
    ]
    contents = {
        "title": escape(catalog(LANGUAGES[0])["page.title"]),
        "style": (WEB / "404.css").read_text("utf-8"),
        "texts": "\n    ".join(texts),
        "script": "".join((WEB / name).read_text("utf-8") for name in ("address.js", "404.js")),
    }
    site.write_page("404.html", WEB / "404.html", contents)


def write_index(site: Site, parts: Parts) -> Path:
    """Write index.html with the whole first screen and the list of startup's files, and return its path."""
    first, small, english = site.look(*FIRST_LOOKS), minified(), catalog(LANGUAGES[0])
    modules = [path for path in site.start_up if path.suffix == ".js"]
    hashes = {f"./{site.address(path)}": integrity(path.read_bytes()) for path in modules}
    looks = (*NEXT_LOOKS.values(), *(delivery.looks for delivery in PARTS.values()))
    contents = {
        "sources": parts.scripts,
        "later styles": " ".join(source_of(site.look(*names).style) for names in looks),
        "relays": " ".join(relays()),
        **{name: escape(english[f"page.{name}"]) for name in ("title", "wait", "fetching", "again")},
        "progress": escape(english["page.wait"]),
        "preview": "\n    ".join(site.tags),
        "style": first.style,
        "facts": compact(first_facts()),
        "first script": joined(small, "first", "taps", "doors"),
        "drawings": first.drawings,
        "first screen": screens.first_screen(english),
        "more facts": compact(more_facts(site)),
        "able script": small["able.js"],
        "second script": joined(small, "address", "second"),
        "import map": json.dumps({"integrity": hashes}, indent=1),
        "no script": "".join(
            f'<p lang="{language}">{escape(catalog(language)["page.no-script"])}</p>' for language in LANGUAGES
        ),
        "start-up": "\n      ".join(hints(site)),
        "no plugins": json.dumps(make.NO_PLUGINS),
        "configuration": json.dumps({"interpreter": "web/interpreter.mjs"} | make.NO_PLUGINS),
        "core": next(site.address(path) for path in site.start_up if path.name in parts.pyscript),
        "boot's hash": integrity(site.path("boot.js").read_bytes()),
    }
    return site.write_page("index.html", ROOT / "index.html", contents)


def first_facts() -> dict[str, Any]:
    """Return the facts that the first paint needs, with its words and the file names of each language."""
    english = catalog(LANGUAGES[0])
    languages = {
        language: {
            "decimal": own["cldr.decimal"],
            "words": scripts_words(language, at_once=True),
            "screen": screens.translated_texts(own, english),
            "manifest": manifest_file(language),
        }
        for language in LANGUAGES
        for own in [catalog(language)]
    }
    return {**facts.facts(), "languages": languages}


def more_facts(site: Site) -> dict[str, Any]:
    """Return the other facts and words that the page's scripts need before Python runs."""
    repository = os.environ.get("GITHUB_REPOSITORY")  # set in a workflow
    path = site.path("embedded.js")
    return {
        **facts.more_facts(f"https://github.com/{repository}" if repository else ""),
        "python": f"Python {make.pyodide_info(MODULES)['python']}, Pyodide {make.MADE_FOR['pyodide']}",
        "relays": relays(),
        "words": {language: scripts_words(language, at_once=False) for language in LANGUAGES},
        "embedded": {
            "src": site.address(path),
            "integrity": integrity(path.read_bytes()),
            "crossOrigin": "anonymous",  # because a frame may have its own origin
        },
    }


def scripts_words(language: str, *, at_once: bool) -> Catalog:
    """Return the scripts' texts that are needed at once, or all others."""
    texts = said_by_scripts(language).items()
    return {key: text for key, text in texts if key not in PRINTED and (key in AT_ONCE) == at_once}


def relays() -> list[str]:
    """Return the addresses of the rooms' relays; the page's policy allows no others."""
    return [relay["url"] for relay in json.loads((WEB / "relays.json").read_text("utf-8"))]


def hints(site: Site) -> Iterator[str]:
    """Yield a link with a hash for each file that a script may fetch, beginning with startup's files in their order.

    Startup's files and the words at the start also have their sizes in bytes, uncompressed and as a compressing server
    sends them. The browser itself fetches the modules among them, with the hashes of the import map, because it ignores
    the hashes of links when it imports a module. A link without ``rel`` does nothing: boot.js fetches its file on
    demand.
    """
    words = [path for path, link in site.links.items() if "data-language" in link and "data-later" not in link]
    files = [*site.start_up, *words]
    contents = [path.read_bytes() for path in files]
    sizes = {
        path: f' data-bytes="{len(content)}" data-sent="{min(len(content), len(sent))}"'
        for path, content, sent in zip(files, contents, made("compress.mjs", contents, "gzip"), strict=True)
    }
    looks = {path: f'data-look="{path.name.partition(".")[0]}" ' for path in site.start_up if path.suffix == ".html"}
    for path in (*site.start_up, *site.links):
        if path.suffix == ".js" and path in sizes:
            yield f'<link rel="modulepreload" href="{site.address(path)}"{sizes[path]}>'
        else:
            link, hashed = looks.get(path, "") + site.links.get(path, ""), integrity(path.read_bytes())
            yield f'<link {link}href="{site.address(path)}" integrity="{hashed}"{sizes.get(path, "")}>'


def joined(scripts: Mapping[str, str], *names: str) -> str:
    """Return scripts as one."""
    return "".join(scripts[f"{name}.js"] for name in names)


def compact(value: object) -> str:
    """Return a value as JSON without unnecessary spaces, in ASCII for index.html."""
    return json.dumps(value, separators=(",", ":"))


def digest(content: bytes) -> str:
    """Return the first digits of a hash, enough to tell versions apart."""
    return hashlib.sha256(content).hexdigest()[:8]


def integrity(content: bytes) -> str:
    """Return a hash in the form in which browsers compare it with a file."""
    return f"sha256-{base64.b64encode(hashlib.sha256(content).digest()).decode()}"


def source_of(text: str) -> str:
    """Return the source expression that allows this script or style in the page's policy."""
    return f"'{integrity(text.encode())}'"


def checksums(content: bytes) -> dict[str, str | int]:
    """Return the size and hash with which the service worker checks a file."""
    return {"hash": integrity(content).partition("-")[2], "size": len(content)}
