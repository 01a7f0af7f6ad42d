/** The marks as a part of what is kept in this browser: their keys and codes as the bytes of a file, their notes as JSON. */

import * as v from 'valibot';

import { KEY_WORDS, MARKS } from '../../candidates/marks/marks';
import type { KeptFileOf, KeptPart, Snapshot } from '../keep/kept-part';
import type { PartKind } from '../keep/part';
import type { MarksState } from './marks.svelte';

const Record = v.strictObject({
  /** Name of the file: `pairs` keys of 16 bytes, then as many codes of one byte. */
  bytes: v.string(),
  pairs: v.pipe(v.number(), v.integer(), v.minValue(0)),
  /** Notes of some of them, by place. */
  notes: v.array(v.tuple([v.number(), v.string()])),
});

type MarksRecord = v.InferOutput<typeof Record>;

const KIND: PartKind<MarksRecord> = { name: 'marks', words: 'the marks', version: 1, schema: Record };

const KEY_BYTES = KEY_WORDS * Uint32Array.BYTES_PER_ELEMENT;

export class MarksPart implements KeptPart<MarksRecord> {
  readonly kind = KIND;
  private taken: { readonly version: number; readonly snapshot: Snapshot<MarksRecord> | null } | null = null;

  constructor(private readonly marks: MarksState) {}

  /** Made anew only where the marks changed: there may be hundreds of thousands. */
  snapshot(): Snapshot<MarksRecord> | null {
    const { version } = this.marks;
    if (this.taken?.version !== version) this.taken = { version, snapshot: this.take() };
    return this.taken.snapshot;
  }

  /** @throws RangeError where the file is not whole, or holds no marks */
  async restore({ bytes, pairs, notes }: MarksRecord, fileOf: KeptFileOf): Promise<void> {
    const buffer = await (await fileOf(bytes, 'marks'))?.arrayBuffer();
    if (buffer?.byteLength !== pairs * (KEY_BYTES + 1)) throw new RangeError('Their file is not whole.');
    const words = new Uint32Array(buffer, 0, pairs * KEY_WORDS);
    const marks = new Uint8Array(buffer, pairs * KEY_BYTES);
    if (marks.some((code) => code > MARKS.length) || notes.some(([place]) => !(place < pairs))) {
      throw new RangeError('Their file holds something else.');
    }
    await this.marks.takeBack({ words, marks, notes });
  }

  work(): 'none' | 'keepable' {
    return this.snapshot() === null ? 'none' : 'keepable';
  }

  private take(): Snapshot<MarksRecord> | null {
    const { words, marks, notes } = this.marks.all();
    if (marks.length === 0) return null;
    const file = new File([words.slice(), marks.slice()], 'marks');
    const others = {
      pairs: marks.length,
      notes: notes.map(([place, note]): [number, string] => [place, note]),
    };
    return { files: [file], content: (keptName) => ({ bytes: keptName(file), ...others }) };
  }
}
