/** Compressed texts. Unpacking is limited, because a hostile sender may try to fill the receiver's memory. */

/** Maximum number of characters of an unpacked text (py/rooms/message.py). */
const MAX_LENGTH = 64_000;
/** The number of bytes to unpack at a time, because one byte can become a thousand. */
const CHUNK_SIZE = 512;

export async function deflate(text) {
  const compressed = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(compressed).arrayBuffer());
}

/** Returns the text of some bytes. Throws if they hold none, or one that is too long. */
export async function inflate(bytes) {
  let offset = 0;
  const source = new ReadableStream(
    {
      pull(stream) {
        if (offset < bytes.length) stream.enqueue(bytes.slice(offset, offset + CHUNK_SIZE));
        else stream.close();
        offset += CHUNK_SIZE;
      },
    },
    { highWaterMark: 0 },
  );
  const reader = source
    .pipeThrough(new DecompressionStream("deflate-raw"))
    .pipeThrough(new TextDecoderStream("utf-8", { fatal: true }))
    .getReader();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text;
    text += value;
    if (text.length > MAX_LENGTH) {
      reader.cancel().catch(() => {});
      throw new Error("this text is too long");
    }
  }
}
