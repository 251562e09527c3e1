/** Texts as few bytes, and back. Who made those bytes may want to fill the memory. */

/** The most signs of a text that bytes may hold (py/rooms/peer.py). */
const LONGEST = 64_000;
/** A byte can become a thousand, and the browser unpacks all that it is given: it gets so many at a time. */
const AT_ONCE = 512;

export async function deflate(text) {
  const packed = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(packed).arrayBuffer());
}

/** The text of some bytes. It fails if they hold none, or one that is too long. */
export async function inflate(bytes) {
  let given = 0;
  const source = new ReadableStream(
    {
      pull(stream) {
        if (given < bytes.length) stream.enqueue(bytes.slice(given, given + AT_ONCE));
        else stream.close();
        given += AT_ONCE;
      },
    },
    { highWaterMark: 0 },
  );
  const unpacked = source
    .pipeThrough(new DecompressionStream("deflate-raw"))
    .pipeThrough(new TextDecoderStream("utf-8", { fatal: true }))
    .getReader();
  let text = "";
  for (;;) {
    const { done, value } = await unpacked.read();
    if (done) return text;
    text += value;
    if (text.length > LONGEST) {
      unpacked.cancel().catch(() => {});
      throw new Error("this text is too long");
    }
  }
}
