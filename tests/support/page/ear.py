"""The ear of a player who uses a screen reader and a keyboard."""

from playwright.sync_api import Page

from support.page.scripts import call, settle


class Ear:
    """Records the speech of a screen reader after each key on an open page."""

    def __init__(self, page: Page) -> None:
        """Start listening."""
        self._page = page
        #: All sentences so far.
        self.heard: list[str] = []
        call(page, "ear", "listen")

    def press(self, *keys: str) -> list[str]:
        """Press keys, and return the sentences after the last one."""
        said: list[str] = []
        for key in keys:
            self._page.keyboard.press(key)
            said = self.listen()
        return said

    def listen(self) -> list[str]:
        """Return the sentences since the last call; the focus comes first, by its role and name."""
        settle(self._page)
        found = call(self._page, "ear", "takeAnnouncements")
        said = [text for text in found if text != "focus"]
        if len(said) < len(found):
            said.insert(0, self.focused)
        self.heard += said
        return said

    @property
    def focused(self) -> str:
        """The role and the name of the focused element."""
        snapshot = self._page.locator(":focus").aria_snapshot()
        return snapshot.splitlines()[0].removeprefix("- ").removesuffix(":") if snapshot else "nothing"

    @property
    def title(self) -> str:
        """The title of the document."""
        return str(call(self._page, "ear", "getTitle"))
