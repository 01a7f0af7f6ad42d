/**
 * Hostile files of every format, a few of each: reading never breaks, nothing is lost without being counted, every message
 * says where in our own words, no record mixes rows, and Cancel is heard. `npm run fuzz` reads as many as you like.
 */

import { describe, expect, it } from 'vitest';

import { FORMAT_NAMES, inputOf } from './grammar';
import { judge } from './reading';

const SEED = 1;
const ROUNDS = 12;

describe.each(FORMAT_NAMES.map((name, at) => ({ name, at })))('$name', ({ at }) => {
  it('is read, asked about or refused, whatever was done to it', { timeout: 300_000 }, async () => {
    const statuses = new Map<string, number>();
    for (let round = 0; round < ROUNDS; round += 1) {
      const number = at + round * FORMAT_NAMES.length;
      const { status, name } = await judge(inputOf(number, SEED), number).catch((error: unknown) => {
        throw new Error(`input ${number}, ${inputOf(number, SEED).name}`, { cause: error });
      });
      if (!name.endsWith('whole')) statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    // Something was done, and not so much that nothing is read.
    expect([...statuses.values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThan(ROUNDS / 2);
    expect(statuses.get('loaded') ?? 0, JSON.stringify([...statuses])).toBeGreaterThan(0);
  });
});
