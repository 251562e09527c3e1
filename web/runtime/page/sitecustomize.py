"""Python's first module: it makes imports fast, and turns off garbage collection, since imports make no garbage."""

import gc
import marshal
import sys
from _frozen_importlib import ModuleSpec
from zipimport import zipimporter

ARCHIVE = __file__.partition("/sitecustomize.")[0]


class Bundle:
    """Importer of the modules in one file of the archive, made by ``bundled`` in pack.py.

    Python alone would look for each module in the archive and read it separately, which takes longer. Modules of the
    program run when they are used, so that a module can import one that the start doesn't need, or one of a later part.
    """

    def __init__(self) -> None:
        """Read the file: each module's file name and code, dataclasses' methods, and the program's packages."""
        content = zipimporter(ARCHIVE).get_data("modules")
        self.modules, self.generated, self.program = marshal.loads(content)  # noqa: S302 - as .pyc files are read

    def add(self, modules: dict, generated: dict) -> None:
        """Add a later part of the program."""
        self.modules.update(modules)
        self.generated.update(generated)

    def find_spec(self, name: str, *_: object) -> ModuleSpec | None:
        """Return the specification of a module in the bundle, or in a later part; None for other modules."""
        if name not in self.modules and not self.is_ours(name):
            return None
        file, _ = self.modules.get(name, (f"{name.replace('.', '/')}.pyc", b""))
        spec = ModuleSpec(name, self, origin=f"{ARCHIVE}/{file}", is_package=file.endswith("/__init__.pyc"))
        spec.has_location = True
        return spec

    def is_ours(self, name: str) -> bool:
        """Return whether a module belongs to the program."""
        return name.partition(".")[0] in self.program

    def create_module(self, spec: ModuleSpec) -> None:
        """Return None to let Python make an ordinary module."""

    def exec_module(self, module: object) -> None:
        """Run a module of the library; one of the program waits."""
        if self.is_ours(module.__name__):
            module.__getattr__ = lambda name: self.first_use(module, name)
        else:
            self.run(module)

    def first_use(self, module: object, name: str) -> object:
        """Run a module, and return one of its attributes. A package needn't run to import its modules."""
        if name.startswith("__") or f"{module.__name__}.{name}" in self.modules:
            raise AttributeError(name)  # Python asks for names that a module may lack
        self.run(module)
        return getattr(module, name)

    def run(self, module: object) -> None:
        """Run the code of a module, and forget its bytes, because it runs only once.

        Raises ``ModuleNotFoundError`` if the module is in a part that hasn't arrived.
        """
        name = module.__name__
        if name not in self.modules:
            message = f"No module named {name!r} has arrived"
            raise ModuleNotFoundError(message, name=name)
        _, code = self.modules.pop(name)
        vars(module).pop("__getattr__", None)
        if name == "dataclasses":
            module.exec = self.generate
        exec(marshal.loads(code), vars(module))  # noqa: S102, S302 - as .pyc files are run

    def generate(self, text: str, *namespaces: dict | None) -> None:
        """Run a generated method's code from the bundle, or its text if another program's class generates it."""
        exec(self.generated.get(text, text), *namespaces)  # noqa: S102 - dataclasses do the same


gc.disable()
sys.meta_path.insert(0, Bundle())
