import { JsonArrayReader, type ArrayPiece } from '../files/json-array';
import { parseRecord } from '../files/json';
import { cutEntry } from './entry-cutter';
import type { Job } from './job';

const COMMA = 0x2c;

/** Writes a JSON array, or an object that holds one: all that stays, and all around the array, byte for byte. */
export async function cleanArray(job: Job): Promise<void> {
  const reader = new JsonArrayReader(job.opened.container === 'JSON object');
  const elements = new Elements(job);
  for await (const chunk of job.content()) {
    elements.bytes.add(chunk);
    for (const piece of reader.push(chunk)) await elements.take(piece);
  }
  for (const piece of reader.finish()) await elements.take(piece);
  await elements.finish();
}

/** Writes elements with what stands between them; an element that goes takes a comma with it. */
class Elements {
  readonly bytes = new Window();
  readonly #encoder = new TextEncoder();
  /** What stands before each element since the last one that stayed. */
  #gaps: Uint8Array[] = [];
  /** Whether an element was written: what stands before the next one parts it from that. */
  #begun = false;

  constructor(private readonly job: Job) {}

  async take({ place, text, fault, start, end }: ArrayPiece): Promise<void> {
    if (start === end) return;
    this.#gaps.push(this.bytes.take(start));
    const element = this.bytes.take(end);
    const left = this.job.rewritten<Uint8Array>(
      place,
      element,
      () => fault ?? parseRecord(text),
      (draft, removed) => {
        const cut = cutEntry(text, draft, removed);
        return cut === null ? null : this.#encoder.encode(cut);
      },
    );
    if (left === null) return;
    await this.job.output.write(this.#separator());
    await this.job.output.write(left);
    this.#gaps = [];
    this.#begun = true;
  }

  async finish(): Promise<void> {
    const [opening] = this.#gaps;
    if (!this.#begun && opening !== undefined) await this.job.output.write(opening);
    await this.job.output.write(this.bytes.rest());
  }

  /**
   * The opening of the array before the first element; before another one what stood before it. A broken element that
   * went may have held the comma: then it comes from an earlier place.
   */
  #separator(): Uint8Array {
    const last = this.#gaps.at(-1) as Uint8Array;
    if (!this.#begun) return this.#gaps[0] as Uint8Array;
    if (this.#gaps.length === 1) return last;
    return this.#gaps.findLast((gap) => gap.includes(COMMA)) ?? this.#encoder.encode(',');
  }
}

/** Bytes of a stream that have not gone out, by their offsets in it. */
class Window {
  #parts: Uint8Array[] = [];
  /** Offset of the first byte held. */
  #begin = 0;

  add(bytes: Uint8Array): void {
    if (bytes.length > 0) this.#parts.push(bytes.slice());
  }

  /** All bytes up to an offset; they are held no longer. */
  take(end: number): Uint8Array {
    const taken = new Uint8Array(end - this.#begin);
    let at = 0;
    while (at < taken.length) {
      const part = this.#parts[0] as Uint8Array;
      const used = Math.min(part.length, taken.length - at);
      taken.set(part.subarray(0, used), at);
      at += used;
      if (used === part.length) this.#parts.shift();
      else this.#parts[0] = part.subarray(used);
    }
    this.#begin = end;
    return taken;
  }

  rest(): Uint8Array {
    return this.take(this.#begin + this.#parts.reduce((sum, { length }) => sum + length, 0));
  }
}
