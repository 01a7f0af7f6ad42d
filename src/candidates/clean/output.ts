/** The content of a file that is being written, outside the heap. */

const PART_BYTES = 1024 * 1024;

/** Collects what is written as parts of about 1 MiB; the whole is never one string or one buffer. */
export class BlobOutput {
  private readonly parts: Blob[] = [];
  private readonly encoder = new TextEncoder();
  private readonly written = new PartBuffer();
  private readonly packing: GzipPacking | null;

  /** @param gzip pack what is written */
  constructor(gzip: boolean) {
    this.packing = gzip ? new GzipPacking((part) => this.parts.push(new Blob([part]))) : null;
  }

  /** Takes text or bytes; the bytes may be reused afterwards. */
  async write(content: string | Uint8Array): Promise<void> {
    const bytes = typeof content === 'string' ? this.encoder.encode(content) : content;
    for (const part of this.written.add(bytes)) await this.keep(part);
  }

  /** The whole content; nothing can be written afterwards. */
  async close(type: string): Promise<Blob> {
    await this.keep(this.written.rest());
    await this.packing?.end();
    return new Blob(this.parts, { type });
  }

  /** Gives the output up. */
  async abandon(): Promise<void> {
    await this.packing?.abandon();
  }

  private async keep(part: Uint8Array<ArrayBuffer>): Promise<void> {
    if (this.packing === null) this.parts.push(new Blob([part]));
    else await this.packing.write(part);
  }
}

/** Gathers bytes into parts of one size. */
class PartBuffer {
  private readonly buffer = new Uint8Array(PART_BYTES);
  private filled = 0;

  /** Returns the parts that these bytes filled. */
  add(bytes: Uint8Array): Uint8Array<ArrayBuffer>[] {
    const full: Uint8Array<ArrayBuffer>[] = [];
    let from = 0;
    while (bytes.length - from >= PART_BYTES - this.filled) {
      const room = PART_BYTES - this.filled;
      this.buffer.set(bytes.subarray(from, from + room), this.filled);
      full.push(this.buffer.slice());
      this.filled = 0;
      from += room;
    }
    this.buffer.set(bytes.subarray(from), this.filled);
    this.filled += bytes.length - from;
    return full;
  }

  /** The bytes that filled no part. */
  rest(): Uint8Array<ArrayBuffer> {
    const rest = this.buffer.slice(0, this.filled);
    this.filled = 0;
    return rest;
  }
}

/** A gzip stream, read while it is written. */
class GzipPacking {
  private readonly writer: WritableStreamDefaultWriter<BufferSource>;
  private readonly drained: Promise<void>;

  constructor(onPart: (part: Uint8Array<ArrayBuffer>) => void) {
    const stream = new CompressionStream('gzip');
    this.writer = stream.writable.getWriter();
    this.drained = drain(stream.readable, onPart);
    // `write` and `end` report a failure; until then it must not count as unhandled.
    this.drained.catch(() => undefined);
    this.writer.closed.catch(() => undefined);
  }

  async write(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    await this.writer.ready;
    await this.writer.write(bytes);
  }

  async end(): Promise<void> {
    await this.writer.close();
    await this.drained;
  }

  async abandon(): Promise<void> {
    await this.writer.abort().catch(() => undefined);
    await this.drained.catch(() => undefined);
  }
}

async function drain(
  readable: ReadableStream<Uint8Array<ArrayBuffer>>,
  onPart: (part: Uint8Array<ArrayBuffer>) => void,
): Promise<void> {
  const reader = readable.getReader();
  const packed = new PartBuffer();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    for (const part of packed.add(next.value)) onPart(part);
  }
  onPart(packed.rest());
}
