/** The content of a file that is written, outside the heap. */

/** A part of it: a text, or bytes that do not change afterwards. */
export type Piece = string | Uint8Array;

const PART_BYTES = 1024 * 1024;

/**
 * Collects pieces as parts of about 1 MiB; the whole is never one string or one buffer.
 * @param gzip pack each part as soon as it is there
 */
export async function blobOf(
  pieces: Iterable<Piece> | AsyncIterable<Piece>,
  type: string,
  gzip = false,
): Promise<Blob> {
  const packing = gzip ? new Packing() : null;
  const parts: Blob[] = [];
  let pending: BlobPart[] = [];
  let size = 0;
  const flush = async () => {
    const part = new Blob(pending);
    pending = [];
    size = 0;
    if (packing === null) parts.push(part);
    else await packing.write(part);
  };
  try {
    for await (const piece of pieces) {
      pending.push(piece as BlobPart);
      size += piece.length;
      if (size >= PART_BYTES) await flush();
    }
    await flush();
    return new Blob(packing === null ? parts : [await packing.close()], { type });
  } catch (error) {
    await packing?.abandon();
    throw error;
  }
}

class Packing {
  private readonly stream = new CompressionStream('gzip');
  private readonly writer = this.stream.writable.getWriter();
  private readonly content = new Response(this.stream.readable).blob();

  constructor() {
    // `write` and `close` report a failure; until then it must not count as unhandled.
    for (const end of [this.writer.closed, this.content]) end.catch(() => undefined);
  }

  async write(part: Blob): Promise<void> {
    await this.writer.write(new Uint8Array(await part.arrayBuffer()));
  }

  /** The whole content; nothing can be written afterwards. */
  async close(): Promise<Blob> {
    await this.writer.close();
    return this.content;
  }

  async abandon(): Promise<void> {
    await this.writer.abort().catch(() => undefined);
  }
}
