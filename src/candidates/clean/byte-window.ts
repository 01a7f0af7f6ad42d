/** Bytes of a file that were read and not yet written or left out. */

/** Bytes of a stream by their offsets, from {@link begin} on. */
export class ByteWindow {
  /** Offset of the first byte held. */
  begin = 0;
  private readonly parts: Uint8Array[] = [];
  private held = 0;

  /** Offset after the last byte held. */
  get end(): number {
    return this.begin + this.held;
  }

  /** @param bytes not to be changed while they are held */
  add(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    this.parts.push(bytes);
    this.held += bytes.length;
  }

  /** Takes all bytes before an offset, part by part; nothing if they were taken before. */
  take(end: number): Uint8Array[] {
    const taken: Uint8Array[] = [];
    for (let part = this.parts[0]; part !== undefined && this.begin < end; part = this.parts[0]) {
      const bytes = part.subarray(0, end - this.begin);
      taken.push(bytes);
      if (bytes.length === part.length) this.parts.shift();
      else this.parts[0] = part.subarray(bytes.length);
      this.begin += bytes.length;
      this.held -= bytes.length;
    }
    return taken;
  }
}
