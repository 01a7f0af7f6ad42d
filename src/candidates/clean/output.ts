/** The content of a file that is written, outside the heap. */

/** A part of it: a text, or bytes that do not change afterwards. */
export type Piece = string | Uint8Array;

const PART_BYTES = 1024 * 1024;

/** Collects pieces as parts of about 1 MiB; the whole is never one string or one buffer. @param gzip pack them */
export async function blobOf(
  pieces: Iterable<Piece> | AsyncIterable<Piece>,
  type: string,
  gzip = false,
): Promise<Blob> {
  const parts: Blob[] = [];
  let pending: BlobPart[] = [];
  let size = 0;
  for await (const piece of pieces) {
    pending.push(piece as BlobPart);
    size += piece.length;
    if (size < PART_BYTES) continue;
    parts.push(new Blob(pending));
    pending = [];
    size = 0;
  }
  parts.push(new Blob(pending));
  return new Blob(gzip ? [await packed(parts)] : parts, { type });
}

async function packed(parts: readonly Blob[]): Promise<Blob> {
  const { readable, writable } = new CompressionStream('gzip');
  const write = async () => {
    const writer = writable.getWriter();
    for (const part of parts) await writer.write(new Uint8Array(await part.arrayBuffer()));
    await writer.close();
  };
  const [content] = await Promise.all([new Response(readable).blob(), write()]);
  return content;
}
