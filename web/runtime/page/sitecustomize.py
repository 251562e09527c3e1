"""Python's first module: it makes imports fast, and turns off garbage collection, since imports make no garbage."""

import gc
import marshal
import sys
from _frozen_importlib import ModuleSpec
from zipimport import zipimporter

ARCHIVE = __file__.partition("/sitecustomize.")[0]


class Bundle:
    """Importer of the modules in one file of the archive, made by ``bundled`` in pack.py.

    Python alone would look for each module in the archive and read it separately, which takes longer.
    """

    def __init__(self) -> None:
        """Read the file: each module's file name and code, and the code that dataclasses generate."""
        self.modules, self.generated = marshal.loads(zipimporter(ARCHIVE).get_data("modules"))  # noqa: S302 - as .pyc files are read

    def add(self, modules: dict, generated: dict) -> None:
        """Add a later part of the program."""
        self.modules.update(modules)
        self.generated.update(generated)

    def find_spec(self, name: str, *_: object) -> ModuleSpec | None:
        """Return the specification of a module in the bundle; None for other modules."""
        if name not in self.modules:
            return None
        file, _ = self.modules[name]
        spec = ModuleSpec(name, self, origin=f"{ARCHIVE}/{file}", is_package=file.endswith("/__init__.pyc"))
        spec.has_location = True
        return spec

    def create_module(self, spec: ModuleSpec) -> None:
        """Return None to let Python make an ordinary module."""

    def exec_module(self, module: object) -> None:
        """Run the code of a module, and forget its bytes, because it runs only once."""
        _, code = self.modules.pop(module.__name__)
        if module.__name__ == "dataclasses":
            module.exec = self.generate
        exec(marshal.loads(code), vars(module))  # noqa: S102, S302 - as .pyc files are run

    def generate(self, text: str, *namespaces: dict | None) -> None:
        """Run a generated method's code from the bundle, or its text if another program's class generates it."""
        exec(self.generated.get(text, text), *namespaces)  # noqa: S102 - dataclasses do the same


gc.disable()
sys.meta_path.insert(0, Bundle())
