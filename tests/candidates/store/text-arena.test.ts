import { describe, expect, it } from 'vitest';

import { TextArena } from '../../../src/candidates/store/text-arena';

describe('TextArena', () => {
  it('gives texts back in any order, and their memory when all of a block were taken', () => {
    const arena = new TextArena();
    const texts = Array.from({ length: 20_000 }, (_, i) =>
      i % 100 === 0 ? null : `${i} é東😀`.repeat(i % 13),
    );
    texts.push('x'.repeat(3_000_000), '');
    const places = texts.map((text) => arena.put(text));
    const least = texts.reduce((sum, text) => sum + new TextEncoder().encode(text ?? '').length, 0);
    expect(arena.bytes).toBeGreaterThan(least);
    for (let i = 0; i < texts.length; i += 2) expect(arena.take(places[i] as number)).toBe(texts[i]);
    for (let i = 1; i < texts.length; i += 2) expect(arena.take(places[i] as number)).toBe(texts[i]);
    expect(arena.bytes).toBe(0);
    expect(arena.take(arena.put('again'))).toBe('again');
  });

  it('says so when a text is taken twice', () => {
    const arena = new TextArena();
    const place = arena.put('once');
    arena.take(place);
    expect(() => arena.take(place)).toThrow('taken before');
  });
});
