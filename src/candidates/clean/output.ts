/** The content of a file that is being written, outside the heap. */

const PART_BYTES = 1024 * 1024;

/** Collects what is written as parts of about 1 MiB; the whole is never one string or one buffer. */
export class BlobOutput {
  private readonly parts: Blob[] = [];
  private pending: (string | Uint8Array<ArrayBuffer>)[] = [];
  private size = 0;
  private readonly gzip: WritableStreamDefaultWriter<BufferSource> | null = null;
  private readonly packed: Promise<Blob> | null = null;

  /** @param gzip pack what is written */
  constructor(gzip: boolean) {
    if (!gzip) return;
    const { writable, readable } = new CompressionStream('gzip');
    this.gzip = writable.getWriter();
    this.packed = new Response(readable).blob();
    // `write` and `close` report a failure; until then it must not count as unhandled.
    for (const end of [this.gzip.closed, this.packed]) end.catch(() => undefined);
  }

  /** @param content text, or bytes that do not change afterwards */
  async write(content: string | Uint8Array): Promise<void> {
    this.pending.push(content as string | Uint8Array<ArrayBuffer>);
    this.size += content.length;
    if (this.size >= PART_BYTES) await this.flush();
  }

  /** The whole content; nothing can be written afterwards. */
  async close(type: string): Promise<Blob> {
    await this.flush();
    await this.gzip?.close();
    return new Blob(this.packed === null ? this.parts : [await this.packed], { type });
  }

  /** Gives the output up. */
  async abandon(): Promise<void> {
    await this.gzip?.abort().catch(() => undefined);
  }

  private async flush(): Promise<void> {
    const part = new Blob(this.pending);
    this.pending = [];
    this.size = 0;
    if (this.gzip === null) this.parts.push(part);
    else await this.gzip.write(new Uint8Array(await part.arrayBuffer()));
  }
}
