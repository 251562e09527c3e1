"""Commands that write files of this repository. They need the packages in .venv."""
