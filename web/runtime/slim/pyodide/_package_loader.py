"""The folder for Pyodide's packages. Pyodide asks for it at the start, but the page installs none."""

from site import getsitepackages

from pyodide_js import loadedPackages  # noqa: F401 - Pyodide looks for it here when it makes a snapshot


class Folder:
    """A folder that converts to its name, like a ``Path``."""

    def __init__(self, name: str) -> None:
        """Remember the name."""
        self.name = name

    def __str__(self) -> str:
        """Return the name."""
        return self.name


SITE_PACKAGES = Folder(getsitepackages()[0])
DSO_DIR = Folder("/usr/lib")


def init_loaded_packages() -> None:
    """Do nothing, because there are no packages."""
