"""The site names the licenses of all software and fonts from others, and the project's tools have known licenses."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tasks.build import BUNDLED
from tasks.installed import MODULES
from tasks.steps import SITE, WEB

pytestmark = pytest.mark.native
VENDOR = SITE / "web/vendor"
TEXT = (SITE / "web/licenses.txt").read_text("utf-8")
#: The licenses of our npm packages, shipped or not. A package with another license needs a decision.
KNOWN = {
    *(
        "0BSD",
        "Apache-2.0",
        "APACHE-2.0",
        "BSD-2-Clause",
        "BSD-3-Clause",
        "BlueOak-1.0.0",
        "ISC",
        "MIT",
        "MIT OR Apache-2.0",
        "MPL-2.0",
    ),
    *("(MIT AND Zlib)", "OFL-1.1", "Python-2.0"),
}
#: The names of licenses in the text.
NAMES = {"MIT": "MIT License", "ISC": "ISC\\s+License", "APACHE-2.0": "Apache License 2.0"}
#: The names of the fonts' files, which begin with the name of the font or of its script.
FONTS = {"alegreya-sans": "Alegreya Sans", "alegreya": "Alegreya", "hangul": "Gowun Batang"}


def packages_in(source_map: Path) -> Iterator[str]:
    """Yield the names of the npm packages whose code is in a bundled script."""
    for source in json.loads(source_map.read_text("utf-8"))["sources"]:
        _, folder, path = source.rpartition("node_modules/")
        if folder:
            yield re.match(r"(?:@[^/]+/)?[^/]+", path)[0]  # type: ignore[index]


def shipped_packages() -> set[str]:
    """Return the names of the npm packages whose scripts are in the site, except Pyodide and PyScript."""
    found = set[str]()
    for script in VENDOR.glob("pyscript.*/*.js"):
        found |= {*packages_in(MODULES / "@pyscript/core/dist" / f"{script.name}.map")}
    for bundled in (*(WEB / name for name in BUNDLED), *WEB.glob("rooms/*.mjs")):
        imported = re.findall(r"from \"([^.\"][^\"]*)\"", bundled.read_text("utf-8"))
        found |= {re.match(r"(?:@[^/]+/)?[^/]+", name)[0] for name in imported}  # type: ignore[index]
    return found


def test_every_shipped_package_is_named_with_its_license() -> None:
    """Each npm package in the site's scripts is in a paragraph or an item of licenses.txt that names its license."""
    packages = shipped_packages()
    assert {"polyscript", "@noble/hashes", "uqr"} <= packages
    parts = re.split(r"\n\n|\n- ", TEXT)
    for name in sorted(packages):
        license_name = json.loads((MODULES / name / "package.json").read_text("utf-8"))["license"]
        named = [part for part in parts if re.search(rf"(?<![\w/-]){re.escape(name)}(?![\w/-])", part)]
        assert any(re.search(NAMES[license_name], part) for part in named), name


def test_every_shipped_folder_is_named() -> None:
    """Files from others are only in the folders of Pyodide, PyScript, and the fonts, and the text names each."""
    folders = {path.name.partition(".")[0] for path in VENDOR.iterdir()}
    assert folders == {"fonts", "pyodide", "pyscript"}
    assert {"Pyodide, under the Mozilla Public License 2.0", "PyScript, under the Apache License 2.0"} <= {
        line.partition(" (")[0] for line in TEXT.splitlines()
    }
    fonts = {re.match("|".join(FONTS), path.name)[0] for path in (VENDOR / "fonts").iterdir()}  # type: ignore[index]
    assert fonts == {*FONTS}
    assert [name for name in FONTS.values() if not re.search(rf"fonts? [^(]*{name}[^(]*SIL Open Font", TEXT)] == []


def test_every_package_has_a_known_license() -> None:
    """Each npm package, also of the tools for the build and the checks, has a license that the project has accepted."""
    packages = json.loads((WEB / "package-lock.json").read_text("utf-8"))["packages"]
    licenses = {name: package.get("license") for name, package in packages.items() if name}
    assert len(licenses) > 50
    assert {name: one for name, one in licenses.items() if one not in KNOWN} == {}
