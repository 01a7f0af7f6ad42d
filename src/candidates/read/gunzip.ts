/** Unpacks gzip. */

import { Gunzip as Inflating } from 'fflate';
import { createCRC32, type IHasher } from 'hash-wasm';

/** Checksum and length at the end of each part. */
const TRAILER_BYTES = 8;

/** Bytes that are kept of what was pushed before: the trailer of a part stands before the header of the next one. */
const KEPT_BYTES = 4096;

/**
 * Unpacks a gzip file of one part or of several, as `cat a.gz b.gz`, bgzip and appending write them. Browsers' own
 * `DecompressionStream` refuses the second part. Each part is held to its checksum.
 */
export class Gunzip {
  private readonly inflating = new Inflating((bytes) => this.take(bytes));
  private unpacked: Uint8Array[] = [];
  /** The last bytes that were pushed. */
  private recent = new Uint8Array(0);
  private pushed = 0;
  /** Of the part that is being unpacked. */
  private length = 0;

  /** @param crc of the same part */
  private constructor(private readonly crc: IHasher) {
    this.inflating.onmember = (start) => this.checkPart(start);
  }

  static async start(): Promise<Gunzip> {
    return new Gunzip((await createCRC32()).init());
  }

  /**
   * What these bytes unpack to: up to a thousand times as many.
   * @throws Error where they are damaged
   */
  push(packed: Uint8Array): Uint8Array[] {
    const recent = new Uint8Array(Math.min(this.recent.length, KEPT_BYTES) + packed.length);
    recent.set(this.recent.subarray(-KEPT_BYTES));
    recent.set(packed, recent.length - packed.length);
    this.recent = recent;
    this.pushed += packed.length;
    this.inflating.push(packed);
    const { unpacked } = this;
    this.unpacked = [];
    return unpacked;
  }

  /** @throws Error where the file is cut off, or something stands behind its last part */
  finish(): void {
    this.checkPart(this.pushed);
  }

  private take(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    this.unpacked.push(bytes);
    this.crc.update(bytes);
    this.length += bytes.length;
  }

  /** @param end of the part, in the packed bytes */
  private checkPart(end: number): void {
    const at = end - TRAILER_BYTES - (this.pushed - this.recent.length);
    const trailer = new DataView(this.recent.buffer);
    const isWhole =
      at >= 0 &&
      trailer.getUint32(at, true) === parseInt(this.crc.digest(), 16) &&
      trailer.getUint32(at + 4, true) === this.length % 2 ** 32;
    if (!isWhole) throw new Error('A part of the gzip file does not have its checksum.');
    this.crc.init();
    this.length = 0;
  }
}
