"""The screen on which players draw custom maps, save them, send them, and choose one for the next game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import ClassVar, NamedTuple

from app import effects as e
from app import messages as m
from app.board.map_view import describe_space
from app.drawing.announcements import Announcement
from app.drawing.code import code_picture
from app.drawing.controls import back_header, button, choice, icon, status
from app.drawing.element import Element, h
from app.drawing.land import UNIT
from app.drawing.map_art import miniature
from app.game.custom_maps import MAX_MAPS, maps_in, typed_name
from app.page.outgoing import Outgoing, Text
from app.saved_names import DRAFT, MAP_NAMES
from app.screens.editor.drawing import BLANK, ERASE, TOOLS, Symmetry, drawn, erases, read_draft, write_draft
from app.screens.editor.hardness import DEALS, MapMeasured, MapTrial, hardness
from app.screens.editor.saved_maps import NAME, DeleteMap, LoadMap, deleting_map, naming_map, saved_maps, saving_map
from app.screens.parts.canvas import Canvas, ClearMap, UseTool, canvas_keys, canvas_view, moved_cursor
from app.screens.parts.share_controls import BY_HAND, copy_button, outcome, short_outcome, text_by_hand
from app.screens.parts.sharing import link_start
from app.visit import ESCAPE, Controls, Needs, Next, Screen, Traits, Visit
from cartographers.custom_map import custom_side
from cartographers.errors import InvalidRecord, Sentence
from cartographers.maps import blank_sheet
from cartographers.sheet import Sheet
from words import Words, capital, number

_SYMBOLS = {"mountain": "mountain-0", "ruins": "ruins-open"}
#: The canvas on which nothing is drawn.
_EMPTY = Canvas(BLANK)


class UseSymmetry(m.Message):
    """The player chooses the symmetry of the drawing."""

    symmetry: Symmetry


class SaveMap(m.Message):
    """The player saves the map on the device."""


class ShowMapCode(m.Message):
    """The player shows or hides the QR code of the map's link."""

    on: bool


class PlayOnMap(m.Message):
    """The player chooses the map for the next game."""


class _Code(NamedTuple):
    """The QR code that the player asks for."""

    #: The link in the code; empty if the player doesn't ask for a code.
    link: str = ""
    #: The drawing of the code; empty until the browser has made it.
    drawing: str = ""
    #: True if the script that draws codes didn't arrive.
    is_missing: bool = False


_NO_CODE = _Code()


class Editor(Screen):
    """The map that is being drawn, and the maps on this device."""

    traits: ClassVar[Traits] = Traits("editor.title")

    #: The map, which may be too empty or too full for a game.
    canvas: Canvas = _EMPTY
    tool: str = TOOLS[0]
    symmetry: Symmetry = Symmetry.NONE
    #: The space at which the keyboard draws; None until a key has moved it.
    cursor: int | None = None
    #: The text in the field for the name, perhaps with spaces that the name lacks; None until the player types.
    typed: str | None = None
    #: The outcome of sending the map.
    shared: str = ""
    #: The QR code of the map's link.
    code: _Code = _NO_CODE
    #: The last report on the hardness of a map.
    measured: MapMeasured | None = None

    def needs(self, visit: Visit) -> Needs:
        """Return the bot's games on the map, until all are played, and the QR code."""
        done = self.hardness and self.hardness.games == DEALS
        return Needs(MapTrial(self.side) if self.side and not done else None, code=self.code.drawing)

    def controls(self, visit: Visit) -> Controls:
        """Return the shortcuts: arrows and Enter or Space to draw, digits for the tools, U and Y for Undo and Redo."""
        return Controls({**canvas_keys(TOOLS), **ESCAPE}, paints=True)

    @property
    def sheet(self) -> Sheet:
        """The map."""
        return self.canvas.sheet

    @property
    def side(self) -> str:
        """The side of the map in a game id; empty if the map isn't ready."""
        return "" if self.objection else custom_side(self.sheet)

    @property
    def objection(self) -> Sentence | None:
        """The reason why nobody can play on the map; None if it is ready."""
        try:
            custom_side(self.sheet)
        except InvalidRecord as error:
            return error.sentence
        return None

    # ------------------------------------------------------------------- messages

    def update(self, visit: Visit, message: m.Message) -> Visit | Next:
        """Return the visit after the player has drawn, undone, chosen, saved, or sent something."""
        match message:
            case m.Tap(space):
                return self._painting(visit, space, self.tool)
            case m.Paint(space, continued, erases_all):
                return self._painting(visit, space, ERASE if erases_all else self.tool, continued=continued)
            case m.Move(rows, columns):
                return replace(visit, screen=replace(self, cursor=moved_cursor(self.cursor, rows, columns)))
            case m.Confirm():
                return visit if self.cursor is None else self._painting(visit, self.cursor, self.tool)
            case m.CancelPaint():
                return self._with(visit, self.canvas.cancelled, self.cursor)
            case m.Undo():
                return self._with(visit, self.canvas.undone, self.cursor)
            case m.Redo():
                return self._with(visit, self.canvas.redone, self.cursor)
            case ClearMap():
                return self._with(visit, self.canvas.changed(BLANK), self.cursor)
            case LoadMap(side) if side in maps_in(visit.memory.notes).sides:
                return self._with(visit, self.canvas.changed(blank_sheet(side)), self.cursor)
            case UseTool(tool) if tool in TOOLS:
                return replace(visit, screen=replace(self, tool=tool))
            case UseSymmetry(symmetry):
                return replace(visit, screen=replace(self, symmetry=symmetry))
            case SaveMap() if self.side and maps_in(visit.memory.notes).has_room_for(self.side):
                return Next(replace(visit, screen=replace(self, typed=None)), (saving_map(self.side),))
            case DeleteMap() if self.side:
                return Next(replace(visit, screen=replace(self, typed=None)), (deleting_map(self.side),))
            case m.TypeText(field, text) if field == NAME and self.side in maps_in(visit.memory.notes).sides:
                effects = naming_map(self.side, typed_name(text), visit.memory.notes[MAP_NAMES])
                return Next(replace(visit, screen=replace(self, typed=text, shared="")), effects)
            case ShowMapCode(on) if self.side:
                return self._with_code(visit, is_shown=on)
            case m.CodeDrawn(link, drawing) if link == self.code.link:
                return replace(visit, screen=replace(self, code=_Code(link, drawing)))
            case m.CodeMissing() if self.code.link and not self.code.drawing:
                return replace(visit, screen=replace(self, code=_Code(is_missing=True)))
            case PlayOnMap() if self.side:
                return self._chosen(visit)
            case MapMeasured():
                return replace(visit, screen=replace(self, measured=message))
            case m.Shared("map", how):
                return replace(visit, screen=replace(self, shared=how))
            case _:
                return super().update(visit, message)

    def _painting(self, visit: Visit, space: int, tool: str, *, continued: bool = False) -> Visit | Next:
        """Return the visit after a tool has touched a space, perhaps in a swipe that has come from another one."""
        canvas = self.canvas
        if not continued:
            canvas = canvas.touched(erases=erases(canvas.sheet, space, tool))
        sheet = drawn(canvas.sheet, space, tool, self.symmetry, erasing=canvas.erases)
        return self._with(visit, canvas.swiped(sheet), None if self.cursor is None else space)

    def _with(self, visit: Visit, canvas: Canvas, cursor: int | None) -> Visit | Next:
        """Return the visit with another state of the canvas; the device saves a changed map."""
        if canvas.sheet == self.sheet:
            return replace(visit, screen=replace(self, canvas=canvas, cursor=cursor))
        draft = write_draft(canvas.sheet)
        screen = replace(self, canvas=canvas, cursor=cursor, typed=None, shared="", code=_NO_CODE)
        return replace(visit, screen=screen).saving_note(DRAFT, draft)

    def _with_code(self, visit: Visit, *, is_shown: bool) -> Visit | Next:
        """Return the visit after the player has asked for the QR code of the map's link, or has hidden it."""
        if not is_shown:
            return replace(visit, screen=replace(self, code=_NO_CODE))
        link = self._link(visit)
        return Next(replace(visit, screen=replace(self, code=_Code(link))), (e.DrawCode(link),))

    def _chosen(self, visit: Visit) -> Next:
        """Return the visit in the setup of the next game, on this map, which the device saves if it has room."""
        effects = (saving_map(self.side),) if maps_in(visit.memory.notes).has_room_for(self.side) else ()
        after = replace(visit, setup=visit.setup.with_side(self.side))
        return Next(after.back(), effects, then=m.Go("set-up"))

    @property
    def hardness(self) -> MapMeasured | None:
        """The last report on this map, if any."""
        return self.measured if self.measured and self.measured.side == self.side else None

    def outgoing(self, words: Words, visit: Visit, what: str) -> Outgoing | None:
        """Return the text with a link to a game on the map."""
        if what != "map" or not self.side:
            return None
        name = maps_in(visit.memory.notes).names.get(self.side)
        said = words("share.map.named", name=name) if name else words("share.map.text")
        return Text(f"{said}\n{self._link(visit)}")

    def _link(self, visit: Visit) -> str:
        """Return the link to a solo game on the map, with the cards of the setup."""
        try:
            game_id = replace(visit.setup.game_id(), side=self.side, players=1)
        except InvalidRecord:
            game_id = replace(visit.setup.game, side=self.side, players=1)
        return f"{link_start(visit, self.side)}id={game_id}"

    # ------------------------------------------------------------------- view

    def announcements(self, words: Words, visit: Visit) -> Iterator[Announcement]:
        """Yield the content of the keyboard's space, and the note on the map."""
        if self.cursor is not None:
            yield Announcement("place", describe_space(words, self.sheet, self.cursor), len(self.canvas.past))
        if self.canvas.past:
            yield Announcement("news", self._note(words))

    def view(self, words: Words, visit: Visit) -> Element:
        """Return the map, the tools, the note on the map, and the buttons for a finished map."""
        off = None if self.side else "true"
        return h(
            "main",
            back_header(words, self.title(words)),
            h(
                "div",
                canvas_view(words, "spring", self.sheet, self.cursor),
                h(
                    "section",
                    _tools(words, self.sheet, self.tool),
                    h("p", self._note(words), class_="note", id="map-note", key="note"),
                    hardness(words, self.hardness) if self.side else None,
                    h("div", class_="thought", aria_hidden="true", key="thought") if self.needs(visit).job else None,
                    choice(
                        words,
                        "editor.symmetry",
                        tuple(Symmetry),
                        self.symmetry,
                        words("editor.symmetry"),
                        lambda value: UseSymmetry(Symmetry(value)),
                    ),
                    h(
                        "div",
                        button(
                            m.Undo(),
                            icon("icon-undo"),
                            h("span", words("undo")),
                            class_="wide",
                            aria_disabled=None if self.canvas.past else "true",
                        ),
                        button(
                            m.Redo(),
                            icon("icon-undo", "icon redo"),
                            h("span", words("editor.redo")),
                            class_="wide",
                            aria_disabled=None if self.canvas.future else "true",
                        ),
                        button(
                            ClearMap(),
                            icon("icon-cross"),
                            h("span", words("editor.clear")),
                            class_="wide",
                            aria_disabled=None if self.sheet != BLANK else "true",
                        ),
                        class_="ways",
                    ),
                    class_="part tools",
                    key="tools",
                ),
                self._sharing(words, visit),
                saved_maps(words, maps_in(visit.memory.notes), self.side, self.typed),
                class_="form",
            ),
            h(
                "div",
                button(
                    PlayOnMap(),
                    h("b", words("editor.play")),
                    class_="confirm",
                    aria_disabled=off,
                    aria_describedby="map-note",
                ),
                class_="thumb",
            ),
            class_="setup editor",
            key="editor",
        )

    def _note(self, words: Words) -> str:
        """Return the reason why the map isn't ready, or a note that it is."""
        return f"{capital(words.say(self.objection))}." if self.objection else words("editor.ready")

    def _sharing(self, words: Words, visit: Visit) -> Element:
        """Return the buttons that save, send, and print the map."""
        off = None if self.side else "true"
        is_saved = self.side in maps_in(visit.memory.notes).sides
        is_full = self.side and not maps_in(visit.memory.notes).has_room_for(self.side)
        way = "share" if visit.page.edition.shares else "copy"
        out = self.outgoing(words, visit, "map") if self.shared in BY_HAND else None
        return h(
            "section",
            button(
                SaveMap(),
                icon("icon-check"),
                h("span", words("editor.saved" if is_saved else "editor.save")),
                class_="wide",
                aria_disabled="true" if is_saved or is_full else off,
                key="keep",
            ),
            h("p", words("editor.keep.full", most=MAX_MAPS), class_="note", key="full") if is_full else None,
            h(
                "div",
                h(
                    "div",
                    button(
                        m.Share("map", way),
                        icon("icon-share"),
                        h("span", words("share.map"), h("small", short_outcome(words, self.shared))),
                        class_="wide",
                        aria_disabled=off,
                    ),
                    copy_button(words, "map") if way == "share" and self.side else None,
                    _code_button(words, self.code, off),
                    class_="way",
                ),
                outcome(words, "map", self.shared, in_button=True),
                text_by_hand(words, out.text) if isinstance(out, Text) else None,
                _code_view(words, self.code),
                class_="handing",
                key="handing",
            ),
            button(
                m.Go("printout", self.side or "none"),
                icon("icon-maps"),
                h("span", words("editor.print")),
                class_="wide",
                aria_disabled=off,
                key="print",
            ),
            class_="part sharing",
            key="sharing",
        )


def _code_button(words: Words, code: _Code, off: str | None) -> Element:
    """Return the button that shows or hides the QR code of the map's link."""
    return button(
        ShowMapCode(not code.link),
        icon("icon-code"),
        h("small", words("editor.code")),
        class_="wide small",
        aria_expanded="true" if code.link else "false",
        aria_disabled=off,
        key="code-button",
    )


def _code_view(words: Words, code: _Code) -> Element:
    """Return the QR code of the map's link, or a note that it couldn't be loaded."""
    drawing = code.drawing
    return h(
        "div",
        status(h("p", words("editor.code.missing"), class_="note") if code.is_missing else None),
        code_picture(drawing, words("editor.code.label")) if drawing else None,
        class_="coded",
        key="code",
    )


def _tools(words: Words, sheet: Sheet, chosen: str) -> Element:
    """Return the tools, each with the number of its spaces on the map."""
    return h(
        "div",
        [
            button(
                UseTool(tool),
                _symbol(tool),
                h("span", words(f"editor.tool.{tool}")),
                h("b", number(getattr(sheet, tool).bit_count())) if tool in Sheet._fields else None,
                class_="choice",
                aria_pressed="true" if tool == chosen else "false",
                key=tool,
            )
            for tool in TOOLS
        ],
        class_="toolbox",
        role="group",
        aria_label=words("editor.tools"),
    )


def _symbol(tool: str) -> Element:
    """Return the picture of a tool."""
    match tool:
        case "wasteland":
            return miniature(tool)
        case "erase":
            return icon("icon-cross")
        case _:
            return h("svg", h("use", href=f"#{_SYMBOLS[tool]}"), viewBox=f"0 0 {UNIT} {UNIT}", aria_hidden="true")


def screen(visit: Visit, _: str) -> Editor:
    """Return the screen with the map that the player was drawing last."""
    return Editor(Canvas(read_draft(visit.memory.notes[DRAFT])))
