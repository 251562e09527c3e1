/** Compressed texts. Unpacking is limited, because a hostile sender may try to fill the receiver's memory. */

/** Maximum number of characters of an unpacked text (py/rooms/peer.py). */
const LONGEST = 64_000;
/** The number of bytes to unpack at a time, because one byte can become a thousand. */
const AT_ONCE = 512;

export async function deflate(text) {
  const packed = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(packed).arrayBuffer());
}

/** Returns the text of some bytes. Throws if they hold none, or one that is too long. */
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
