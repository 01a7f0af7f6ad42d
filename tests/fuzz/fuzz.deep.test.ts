/**
 * Damaged files, a few of each: reading never hangs or breaks, nothing is lost without being counted, every message says
 * where in our own words, and no accepted record mixes rows. `npm run fuzz` reads as many as you like.
 */

import { describe, expect, it } from 'vitest';

import { Campaign } from './campaign';
import { subjects } from './subjects';

/** Rounds through all ways of damage. */
const ROUNDS = 2;
const SEED = 1;
/** Longest time that one small file may take, in milliseconds: far above what a busy machine needs. */
const LONGEST_MS = 20_000;

describe.each(await subjects())('$name', (subject) => {
  it('is read, asked about or refused, however it is damaged', { timeout: 120_000 }, async () => {
    const campaign = await Campaign.start(subject);
    const statuses = new Map<string, number>();
    for (let index = 0; index < ROUNDS * campaign.ways; index += 1) {
      const { status, milliseconds } = await campaign.input(index, SEED).catch((error: unknown) => {
        throw new Error(`input ${index}, ${campaign.wayOf(index)}`, { cause: error });
      });
      expect(milliseconds, `input ${index}`).toBeLessThan(LONGEST_MS);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    // Damage was done, and not to everything.
    statuses.delete('nothing');
    expect(statuses.size, JSON.stringify([...statuses])).toBeGreaterThan(1);
  });
});
