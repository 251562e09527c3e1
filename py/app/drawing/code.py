"""The QR code of a link, as the editor of maps and rooms show it."""

from __future__ import annotations

from app.drawing.element import Element, h


def code_picture(drawing: str, label: str) -> Element:
    """Return a QR code, given the drawing of ``web/qr.mjs`` and the text for screen readers."""
    size, _, path = drawing.partition(" ")
    return h(
        "svg", h("path", d=path), class_="code", viewBox=f"0 0 {size} {size}", role="img", aria_label=label, key="code"
    )
