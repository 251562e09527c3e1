/** QR codes: `qr(text)` draws one. Rooms have a copy of this script, because their links must work without a network. */
import { encode } from "uqr";

/** The width of the quiet zone that scanners need around a code, in modules (ISO/IEC 18004). */
const QUIET = 4;

/** Returns the size of a text's QR code in modules, a space, and SVG path data; nothing if the text is too long. */
export function qr(text) {
  for (const ecc of ["M", "L"]) {
    try {
      const { size, data } = encode(text, { ecc, border: QUIET });
      const squares = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")));
      return `${size} ${squares.join("")}`;
    } catch {
      // too long
    }
  }
  return "";
}
