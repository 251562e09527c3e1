"""Tools that write files of the repository by command. They need the packages in .venv."""
