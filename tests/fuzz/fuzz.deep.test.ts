/**
 * The fixtures of every format, damaged: nothing is lost without being counted, every message says where in our own words,
 * and what was read comes back from a cleaned file without what left it. `NEGSCOPE_FUZZ=200` damages each file 200 times,
 * `NEGSCOPE_SEED=5` by other seeds than those from 1 on.
 */

import { basename } from 'node:path';

import { describe, expect, it } from 'vitest';

import { seededRandom } from '../../src/scoring/random';
import {
  cleanedAgain,
  read,
  recordsOf,
  rejectsOf,
  storedFile,
  withStore,
  type Again,
  type Loading,
  type StoredFile,
} from '../candidates/clean/support';
import { fixtureBytes, fixtures, optionsFor } from '../candidates/fixtures';
import { fileOf } from '../candidates/support';
import { damaged, type Bytes } from './damage';
import { expectCounted, expectEveryLine } from './judge';

const ROUNDS = Number(process.env['NEGSCOPE_FUZZ'] ?? 12);
const SEED = Number(process.env['NEGSCOPE_SEED'] ?? 1);

withStore();

const byText = (a: Again, b: Again): number => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);

/** Takes a negative out of every record that has several, in the middle of three, and what was rejected; reads what is left. */
async function clean(file: StoredFile, [first = []]: Again[][], loading: Loading): Promise<void> {
  const removed = first.flatMap(({ negatives }, record) =>
    negatives.length > 1 ? [[record, negatives.length >> 1] as const] : [],
  );
  const { again, left } = await cleanedAgain(file, removed, loading, {
    without: { rejects: 'all', blanks: false, repeats: false },
  });
  expect(again.toSorted(byText)).toEqual(left.toSorted(byText));
}

describe.each(fixtures)('$name', { timeout: 600_000 + ROUNDS * 10_000 }, (fixture) => {
  const decode = (bytes: Bytes) => new TextDecoder().decode(bytes);
  const companions = Object.fromEntries(
    fixture.companions.map(({ file }) => [basename(file), decode(fixtureBytes(fixture, file))]),
  );

  it.each(fixture.files)('$file', async (expected) => {
    const name = basename(expected.file);
    const loading = { ...optionsFor(expected), companions };
    let loaded = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const random = seededRandom(SEED + Math.imul(round, 0x9e3779b1));
      const { done, bytes } = damaged(fixtureBytes(fixture, expected.file), (count) =>
        Math.floor(random() * count),
      );
      try {
        const file = fileOf(name, bytes);
        const outcome = await read(file, loading);
        const records = outcome.status === 'loaded' ? await recordsOf(outcome.loaded) : [];
        const kept = records.map(({ length }) => length);
        expectCounted(outcome, name, await rejectsOf(outcome.id), kept);
        expectEveryLine(outcome, bytes);
        if (outcome.status !== 'loaded') continue;
        loaded += 1;
        await clean(storedFile(file, outcome.loaded), records, loading);
      } catch (error) {
        throw new Error(`${expected.file}, round ${round} of seed ${SEED}: ${done}`, { cause: error });
      }
    }
    expect(loaded).toBeGreaterThan(0);
  });
});
