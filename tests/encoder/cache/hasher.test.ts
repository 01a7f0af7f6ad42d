import { beforeAll, describe, expect, it } from 'vitest';

import { KeyHasher } from '../../../src/encoder/cache/hasher';

let hasher: KeyHasher;
beforeAll(async () => {
  hasher = await KeyHasher.create();
});

const sequence = (...ids: number[]) => hasher.sequence(Int32Array.from(ids));

describe('KeyHasher', () => {
  it('gives equal keys to equal things only', () => {
    expect(hasher.text('rain')).toBe(hasher.text('rain'));
    expect(sequence(1, 70_000)).toBe(sequence(1, 70_000));
    const texts = ['', 'rain', 'Rain', 'rain ', 'query: rain', 'ra\u0131n', '\0'].map((text) =>
      hasher.text(text),
    );
    expect(new Set(texts).size).toBe(texts.length);
    const keys = [sequence(), sequence(0), sequence(0, 0), sequence(1, 0), sequence(65_536), sequence(1, 1)];
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('takes texts of any length, and forgets the longer one before', () => {
    const long = '雨'.repeat(20_000);
    const key = hasher.text('rain');
    expect(hasher.text(`${long}a`)).not.toBe(hasher.text(`${long}b`));
    expect(hasher.text('rain')).toBe(key);
  });
});
