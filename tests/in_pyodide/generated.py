"""Import the game from its archive, and report the generated code that was not compiled ahead."""

import dataclasses
import importlib
import json
from typing import Any

from browser.ahead import use_generated_code

codes = use_generated_code()
used, missing = set[str](), list[str]()
execute = vars(dataclasses)["exec"]


def watch(text: str, *namespaces: dict[str, Any] | None) -> None:
    """Note which code is asked for."""
    if text in codes:
        used.add(text)
    else:
        missing.append(text)
    execute(text, *namespaces)


vars(dataclasses)["exec"] = watch
for name in ("app.effects", "app.update", "app.view"):
    importlib.import_module(name)
print(json.dumps({"used": len(used), "missing": missing}))  # noqa: T201 - read by the test outside
