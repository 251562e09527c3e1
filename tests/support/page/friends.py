"""Friends in a room, each at their own page on their own device."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from support.page.player import SAVE, Player, record_of
from support.page.scripts import look

#: The maximum number of attempts to draw a shape, and of steps in a game.
TRIES, STEPS = 40, 400


class Friend(Player):
    """A friend at a page."""

    def __init__(self, page: Page, address: str) -> None:
        """Open the page for a friend."""
        super().__init__(page)
        self.address = address
        self.faults: list[str] = []
        page.on("pageerror", lambda error: self.faults.append(str(error)))

    def has(self, selector: str) -> bool:
        """Return whether the page now has an element."""
        return self.page.locator(selector).count() > 0

    @property
    def fits(self) -> bool:
        """Whether the shape is legal where it is."""
        return self.has("[data-do='confirm']:not([aria-disabled])")

    @property
    def waits(self) -> bool:
        """Whether only others still have to draw."""
        return self.has(".tray.together")

    @property
    def is_over(self) -> bool:
        """Whether the page shows the end of the game."""
        return self.has("[data-do='go sheet']")

    @property
    def kept_record(self) -> str:
        """The record saved on the device."""
        return record_of(look(self.page, "readStored", SAVE) or "")

    def do(self, command: str) -> None:
        """Press the control with this command, or with a command that begins with it."""
        self.page.locator(f"[data-do^='{command}']:not([inert] *)").first.click()
        self.settle()

    def wait_until_late(self) -> None:
        """Advance the device's clock until the page offers to replace a player who hasn't drawn for a long time.

        The clock advances in small steps, so the relays' answers keep up.
        """
        for _ in range(STEPS):
            if self.has("[data-do='open seat']"):
                return
            self.page.clock.run_for(5_000)
        raise AssertionError(self.page.inner_text("body"))

    def open_room(self, name: str) -> str:
        """Open a room under a name, and return its link."""
        self.open(self.address)
        self.do("go set-up")
        self.line(0).fill(name)
        self.do("go room")
        self.do("enter-room")
        return self.link

    @property
    def link(self) -> str:
        """The first link on the page."""
        return self.page.locator("output.link").first.inner_text()

    def follow(self, link: str, name: str) -> None:
        """Open a room's link, and type a name."""
        self.open(link)
        self.page.get_by_role("textbox", name="Your name").fill(name)

    def join(self, link: str, name: str) -> None:
        """Enter a link's room, and report being ready."""
        self.follow(link, name)
        self.do("enter-room")
        self.do("be-ready on")

    def wait_for_game(self) -> None:
        """Wait until the game is on the page."""
        expect(self.page.locator(".game")).to_be_visible()

    def wait_for_alert(self, text: str) -> None:
        """Wait until the page shows an alert with a text."""
        expect(self.page.get_by_role("alert").filter(has_text=text)).to_be_visible()

    def read_notices(self) -> None:
        """Close the explanation at the top of the page, if there is one."""
        while self.has(".notice button"):
            self.page.locator(".notice button").first.click()
            self.settle()

    def return_to_room(self) -> None:
        """Open the room's screen from the menu, which an explanation of the card may cover."""
        self.read_notices()
        self.do("open menu")
        self.do("go room")

    def draw(self) -> None:
        """Draw anywhere on the map."""
        for _ in range(TRIES):
            if self.fits:
                self.do("confirm")
                return
            for key in "ws":
                if not self.fits:
                    self.page.keyboard.press(key)
                    self.settle()
        raise AssertionError(self.page.inner_text("body"))

    def step(self) -> bool:
        """Take the next step on the page, and return whether there was one."""
        if self.has("[data-do='confirm']"):
            self.draw()
        elif self.has("[data-do='proceed']"):
            self.do("proceed")
        else:
            return False
        return True


def begin(friends: list[Friend], names: tuple[str, ...]) -> None:
    """Make the first friend begin the game once everyone has arrived."""
    for name in names:
        expect(friends[0].page.locator(".chairs")).to_contain_text(name)
    friends[0].do("begin-together")
    for friend in friends:
        friend.wait_for_game()
        friend.see_edicts()


def play(friends: list[Friend], until: Callable[[], bool], between: Callable[[], None] = lambda: None) -> None:
    """Make friends take steps in turn until a condition holds, and call a function after each step."""
    idle = 0
    for _ in range(STEPS):
        if until():
            return
        moved = False
        for friend in friends:
            moved |= friend.step()
            between()
        idle = 0 if moved else idle + 1
        if idle:
            friends[0].page.wait_for_timeout(20)
        assert idle < STEPS, [friend.page.inner_text("body") for friend in friends]
    raise AssertionError(until)
