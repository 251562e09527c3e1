"""Link previews: the page's tags name a picture that suits messaging apps and that no visitor downloads."""

import json
import re
import struct
import zlib

import pytest

from tasks import build, made, preview
from tasks.delivery import FIRST_LOOKS
from tasks.steps import SITE
from words import LANGUAGES
from words.files import catalog

pytestmark = pytest.mark.native

INDEX = (SITE / "index.html").read_text("utf-8")
#: The maximum size in bytes, because some messaging apps refuse larger pictures.
LIMIT = 300_000
#: The position of the title: left, top, right, and bottom.
TITLE = (250, 330, 950, 440)


def tagged(text: str) -> dict[str, str]:
    """Return the Open Graph properties in a page's head."""
    return dict(re.findall(r'<meta [^>]*property="og:([^"]+)" content="([^"]+)">', text))


#: The path of the picture within the site.
NAME = re.sub(r"^https?://.*?/(?=web/)", "", tagged(INDEX)["image"])


def test_tags_state_title_description_and_picture() -> None:
    """The page's tags state the title, the description, and a large picture of less than 300 kB with its size."""
    assert tagged(INDEX) | {"title": "Cartographers", "type": "website"} == tagged(INDEX)
    assert '<meta name="description" property="og:description"' in INDEX
    assert '<meta name="twitter:card" content="summary_large_image">' in INDEX
    assert tagged(INDEX)["image:alt"] == catalog("en")["page.picture"]
    content = (SITE / NAME).read_bytes()
    size = struct.unpack(">4sII", content[12:24])
    assert size == (b"IHDR", 1200, 630)
    assert size[1:] == (int(tagged(INDEX)["image:width"]), int(tagged(INDEX)["image:height"]))
    assert len(content) < LIMIT
    assert f".{build.digest(content)}." in NAME


def test_title_is_visible_on_the_picture() -> None:
    """The title is visible on the picture. A renderer without the font would silently leave it out."""
    [packed] = re.findall(rb"IDAT(.*)....\0{4}IEND", (SITE / NAME).read_bytes(), re.DOTALL)
    rows = zlib.decompress(packed)
    ink = bytes.fromhex(re.findall(r"--text: #(\w{6});", build.look(*FIRST_LOOKS).style)[0])
    left, top, right, bottom = TITLE
    width = 1 + 3 * preview.WIDTH
    lines = [rows[width * y + 1 + 3 * left : width * y + 1 + 3 * right] for y in range(top, bottom)]
    inked = sum(line[at : at + 3] == ink for line in lines for at in range(0, len(line), 3))
    assert 0.15 < inked / ((right - left) * (bottom - top)) < 0.4


def test_only_the_tag_refers_to_the_picture() -> None:
    """Only the tag refers to the picture, and the service worker doesn't store it."""
    worker = (SITE / "sw.js").read_text("utf-8")
    [site] = re.findall(r"onUse \} = (\{.*\});", worker)
    stored = json.loads(site)["files"] | json.loads(site)["others"]
    assert set(re.findall(r'href="(web/icons/[^"]+)"', INDEX)) < set(stored)
    assert NAME not in stored
    assert "preview" not in worker
    assert INDEX.count("preview") == 1


def test_full_address_begins_with_site_url(monkeypatch: pytest.MonkeyPatch) -> None:
    """The picture's address begins with the environment variable SITE_URL; without it, the address is relative."""
    for address in ("https://example.org/maps", "https://example.org/maps/"):
        monkeypatch.setenv("SITE_URL", address)
        found = tagged("".join(preview.tags(catalog("en"), "web/preview.png")))
        assert found["image"] == "https://example.org/maps/web/preview.png"
    monkeypatch.delenv("SITE_URL")
    found = tagged("".join(preview.tags(catalog("en"), "web/preview.png")))
    assert found["image"] == "web/preview.png"
    assert "url" not in found  # messaging apps would replace a link to a game by the link to the start screen


@pytest.mark.parametrize(
    ("address", "shown"),
    {
        "https://example.org/maps": "example.org/maps",
        "https://example.org/maps/": "example.org/maps",
        f"https://{'x' * 100}.example/": f"{'x' * 100}.example",
    }.items(),
)
def test_picture_has_the_sites_address(monkeypatch: pytest.MonkeyPatch, address: str, shown: str) -> None:
    """The picture has the site's address, which people can type. A long address is in smaller letters."""
    monkeypatch.setattr(preview, "picture", lambda *parts: preview.drawing(*parts).encode())
    monkeypatch.setenv("SITE_URL", address)
    for language in LANGUAGES:
        drawing = build.preview_picture(catalog(language)).decode()
        [size] = re.findall(rf'<text [^>]*font-size="(\d+)"[^>]*>{re.escape(shown)}</text>', drawing)
        assert 10 < int(size) <= 1500 / len(shown)
    monkeypatch.delenv("SITE_URL")
    assert shown not in build.preview_picture(catalog("en")).decode()


def test_drawing_contains_its_colors_and_symbols(monkeypatch: pytest.MonkeyPatch) -> None:
    """The preview's drawing contains all its colors and all symbols that it refers to."""
    monkeypatch.setattr(preview, "picture", lambda *parts: preview.drawing(*parts).encode())
    drawing = build.preview_picture(catalog("en")).decode()
    assert "var(" not in drawing
    named = set(re.findall(r'(?:href="|url\()#([^")]+)', drawing))
    assert {"emblem", "mountain-0-marker", "village-texture"} < named
    assert named <= set(re.findall(r' id="([^"]+)"', drawing))


def test_unchanged_picture_is_reused(monkeypatch: pytest.MonkeyPatch) -> None:
    """An unchanged picture is reused from the last build."""
    monkeypatch.delattr(made, "run")
    assert build.preview_picture(catalog("en")) == (SITE / NAME).read_bytes()
