"""Where Pyodide would install packages, which it asks at the start; the page installs none."""

from site import getsitepackages

from pyodide_js import loadedPackages  # noqa: F401 - Pyodide expects it to be here when a snapshot is taken


class Folder:
    """A folder that says its name, as a ``Path`` does."""

    def __init__(self, name: str) -> None:
        """Remember the name."""
        self.name = name

    def __str__(self) -> str:
        """Return the name."""
        return self.name


SITE_PACKAGES = Folder(getsitepackages()[0])
DSO_DIR = Folder("/usr/lib")


def init_loaded_packages() -> None:
    """Find no packages that are there already."""
