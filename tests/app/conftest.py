"""What the tests of this folder share is ``app.playing``: the folder is a second place of the package that it tests."""

from pathlib import Path

import app

app.__path__.append(str(Path(__file__).parent))
