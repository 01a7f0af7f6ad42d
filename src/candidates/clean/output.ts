/** The content of a file that is written, outside the heap. */

/** A part of it: a text, or bytes that do not change afterwards. */
export type Piece = string | Uint8Array;

const PART_BYTES = 1024 * 1024;

/** Pieces as parts of about 1 MiB; the whole is never one string or one buffer. @param gzip packs each part as soon as it is there */
export async function blobOf(
  pieces: Iterable<Piece> | AsyncIterable<Piece>,
  type: string,
  gzip = false,
): Promise<Blob> {
  const parts = partsOf(pieces);
  if (!gzip) {
    const all: Blob[] = [];
    for await (const part of parts) all.push(part);
    return new Blob(all, { type });
  }
  const { readable, writable } = new CompressionStream('gzip');
  const packed = new Response(readable, { headers: { 'content-type': type } }).blob();
  const writer = writable.getWriter();
  const write = async (): Promise<void> => {
    try {
      for await (const part of parts) await writer.write(new Uint8Array(await part.arrayBuffer()));
      await writer.close();
    } catch (error) {
      void writer.abort(error).catch(() => undefined);
      throw error;
    }
  };
  const [content] = await Promise.all([packed, write()]);
  return content;
}

async function* partsOf(pieces: Iterable<Piece> | AsyncIterable<Piece>): AsyncGenerator<Blob> {
  let [pending, size] = [[] as BlobPart[], 0];
  for await (const piece of pieces) {
    pending.push(piece as BlobPart);
    size += piece.length;
    if (size < PART_BYTES) continue;
    yield new Blob(pending);
    [pending, size] = [[], 0];
  }
  yield new Blob(pending);
}
