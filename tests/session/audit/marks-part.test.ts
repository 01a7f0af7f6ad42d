/** The marks as they are kept over a reload. */

import '../runes';

import { beforeEach, describe, expect, it } from 'vitest';

import type { KeyedMarks } from '../../../src/candidates/marks/marks';
import { MarksPart } from '../../../src/session/audit/marks-part';
import { MarksState } from '../../../src/session/audit/marks.svelte';

const workers = { phase: 'ready', ready: () => Promise.reject(new Error('There are no workers.')) } as const;

const GIVEN: KeyedMarks = {
  words: Uint32Array.of(1, 2, 3, 4, 5, 6, 7, 0xffffffff),
  marks: Uint8Array.of(2, 0),
  notes: [[1, 'why, “so”']],
};

describe('MarksPart', () => {
  let part: MarksPart;
  let state: MarksState;

  beforeEach(() => {
    state = new MarksState({ workers });
    part = new MarksPart(state);
  });

  /** What would be written, and a file as it would come back. */
  function kept() {
    const snapshot = part.snapshot();
    const [file] = snapshot?.files ?? [];
    if (!snapshot || !file) throw new Error('Nothing is kept.');
    return { record: snapshot.content(() => 'stored'), file };
  }

  it('comes back as it was', async () => {
    await state.takeBack(GIVEN);
    const { record, file } = kept();
    expect(record).toEqual({ bytes: 'stored', pairs: 2, notes: [[1, 'why, “so”']] });
    const later = new MarksState({ workers });
    await new MarksPart(later).restore(record, (name) => Promise.resolve(name === 'stored' ? file : null));
    expect(later.all()).toEqual(GIVEN);
  });

  it('is nothing, and no work, while there is no mark', async () => {
    expect([part.snapshot(), part.work()]).toEqual([null, 'none']);
    await state.takeBack(GIVEN);
    expect(part.work()).toBe('keepable');
  });

  it('is made anew only where marks changed', async () => {
    await state.takeBack(GIVEN);
    const first = part.snapshot();
    expect(part.snapshot()).toBe(first);
    await state.takeBack({ ...GIVEN, marks: Uint8Array.of(1, 1) });
    expect(part.snapshot()).not.toBe(first);
  });

  it('refuses a file that is gone, cut, or of something else', async () => {
    await state.takeBack(GIVEN);
    const { record, file } = kept();
    const whole = new Uint8Array(await file.arrayBuffer());
    const refused: [Uint8Array<ArrayBuffer> | null, RegExp][] = [
      [null, /not whole/],
      [whole.slice(1), /not whole/],
      [whole.map((byte, i) => (i === 32 ? 9 : byte)), /something else/],
    ];
    for (const [bytes, words] of refused) {
      const later = new MarksState({ workers });
      const restored = new MarksPart(later).restore(record, () =>
        Promise.resolve(bytes && new File([bytes], 'marks')),
      );
      await expect(restored).rejects.toThrow(words);
      expect(later.all().marks).toHaveLength(0);
    }
  });
});
