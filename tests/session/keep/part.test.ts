import * as v from 'valibot';
import { describe, expect, it } from 'vitest';

import { packPart, unpackPart, type PartKind } from '../../../src/session/keep/part';

const MARKS: PartKind<{ texts: string[] }> = {
  name: 'marks',
  words: 'the marks',
  version: 2,
  schema: v.strictObject({ texts: v.array(v.string()) }),
};

const content = { texts: ['a "quoted"\nline', 'ł \u{1f9ca}'] };

describe('a part', () => {
  it('comes back as it was written', async () => {
    expect(await unpackPart(MARKS, await packPart(MARKS, content))).toEqual({ status: 'read', content });
  });

  it('is damaged wherever one character is another one', async () => {
    const text = await packPart(MARKS, content);
    for (let at = 0; at < text.length; at++) {
      const other = text[at] === 'x' ? 'y' : 'x';
      const read = await unpackPart(MARKS, text.slice(0, at) + other + text.slice(at + 1));
      expect(read.status, `character ${at}`).toBe('unusable');
    }
  });

  it('is damaged wherever it is cut', async () => {
    const text = await packPart(MARKS, content);
    for (let length = 0; length < text.length; length++) {
      expect(await unpackPart(MARKS, text.slice(0, length))).toMatchObject({ why: 'damaged' });
    }
  });

  it.each([
    [1, 'older', 'an older version'],
    [3, 'newer', 'a newer version'],
  ])('of version %i is said to be %s', async (version, why, words) => {
    const read = await unpackPart(MARKS, await packPart({ ...MARKS, version }, content));
    expect(read).toMatchObject({ status: 'unusable', why });
    expect(read.status === 'unusable' && read.says).toContain(`of the marks is of ${words} of this page`);
  });

  it('of another shape or another name is not taken', async () => {
    const loose: PartKind<unknown> = { ...MARKS, schema: v.unknown() };
    for (const wrong of [{ texts: [1] }, { texts: [], more: 1 }, null, []]) {
      expect(await unpackPart(MARKS, await packPart(loose, wrong))).toMatchObject({ why: 'damaged' });
    }
    const other = await packPart({ ...MARKS, name: 'session' }, content);
    expect(await unpackPart(MARKS, other)).toMatchObject({ why: 'damaged' });
  });
});
