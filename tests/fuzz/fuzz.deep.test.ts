/**
 * Hostile files of every format, a few of each: reading never breaks, nothing is lost without being counted, every message
 * says where in our own words, no record mixes rows, and Cancel is heard. `npm run fuzz` reads as many as you like.
 */

import { describe, expect, it } from 'vitest';

import { FORMAT_NAMES, inputOf } from './grammar';
import { judge } from './reading';

/** `npm run fuzz` sets them: how many inputs, of which seed, or which one alone. */
const ASKED = Number(process.env['NEGSCOPE_FUZZ'] ?? 0);
const SEED = Number(process.env['NEGSCOPE_SEED'] ?? 1);
const ALONE = process.env['NEGSCOPE_FUZZ_INPUT'] ?? '';

const ROUNDS = Math.max(12, Math.ceil(ASKED / FORMAT_NAMES.length));
/** Of the processor, in milliseconds. */
const LONGEST_READING = 10_000;
const LONGEST_CANCEL = 1_000;

async function read(number: number) {
  const input = inputOf(number, SEED);
  if (ASKED > 0) process.stderr.write(`\r\x1b[K${number}: ${input.name}`);
  const { milliseconds, cancelled, ...result } = await judge(input, number).catch((error: unknown) => {
    throw new Error(`${input.name}\n  npm run fuzz -- --seed ${SEED} --input ${number}`, { cause: error });
  });
  if (ASKED > 0) {
    expect(milliseconds, `npm run fuzz -- --seed ${SEED} --input ${number}`).toBeLessThan(LONGEST_READING);
    expect(cancelled ?? 0, `Cancel of input ${number}`).toBeLessThan(LONGEST_CANCEL);
  }
  return result;
}

if (ALONE === '') {
  describe.each(FORMAT_NAMES.map((name, at) => ({ name, at })))('$name', ({ at }) => {
    it('is read, asked about or refused, whatever was done to it', { timeout: 3_600_000 }, async () => {
      const statuses = new Map<string, number>();
      for (let round = 0; round < ROUNDS; round += 1) {
        const { status, name } = await read(at + round * FORMAT_NAMES.length);
        if (!name.endsWith('whole')) statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
      // Something was done, and not so much that nothing is read.
      expect([...statuses.values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThan(ROUNDS / 2);
      expect(statuses.get('loaded') ?? 0, JSON.stringify([...statuses])).toBeGreaterThan(0);
    });
  });
} else {
  it(`input ${ALONE} alone`, { timeout: 3_600_000 }, () => read(Number(ALONE)));
}
