"""Python runs this first. From then on it imports modules quickly, and collects no garbage: imports make none."""

import gc
import marshal
import sys
from _frozen_importlib import ModuleSpec
from zipimport import zipimporter

ARCHIVE = __file__.partition("/sitecustomize.")[0]


class Bundle:
    """Imports the modules that one file of the archive holds (``bundled`` in tasks/archive.py).

    Python would look for each module in the archive, and read it from there by itself, which takes longer.
    """

    def __init__(self) -> None:
        """Read the file: for each module the name of its own file, and its code."""
        self.modules = marshal.loads(zipimporter(ARCHIVE).get_data("modules"))  # noqa: S302 - as .pyc files are read

    def find_spec(self, name: str, *_: object) -> ModuleSpec | None:
        """Return where a module comes from, if it is here."""
        if name not in self.modules:
            return None
        file, _ = self.modules[name]
        spec = ModuleSpec(name, self, origin=f"{ARCHIVE}/{file}", is_package=file.endswith("/__init__.pyc"))
        spec.has_location = True
        return spec

    def create_module(self, spec: ModuleSpec) -> None:
        """Let Python make an ordinary module."""

    def exec_module(self, module: object) -> None:
        """Run the code of a module. It is run once, so its bytes are then forgotten."""
        _, code = self.modules.pop(module.__name__)
        exec(marshal.loads(code), vars(module))  # noqa: S102, S302 - as .pyc files are run


gc.disable()
sys.meta_path.insert(0, Bundle())
