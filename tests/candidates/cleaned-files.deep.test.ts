/** Cleaned files read again: the same records without what was removed, by the real store, for every format. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { RemovedPairs } from '../../src/candidates/api';
import { cleanFile, type CleanedFile } from '../../src/candidates/clean/cleaner';
import type { LoadedFile, LoadedSource, LoadOutcome } from '../../src/candidates/outcomes';
import { Bench, fixtureFile, fixtures, loadedOf, optionsFor, type ExpectedRecord } from './fixtures';

type ReadRecord = Omit<ExpectedRecord, 'embeddings'>;

let bench: Bench;

beforeAll(async () => {
  bench = await Bench.start();
});

afterAll(() => bench.store.close());

/** The pairs to remove from a source: the first of its first record that has two, and all of its last record. */
function choose(source: LoadedSource, records: readonly ReadRecord[]): RemovedPairs {
  const chosen: [number, number][] = [];
  const first = records.findIndex(({ negatives }) => negatives.length > 1);
  const last = records.length - 1;
  if (first !== -1 && (first !== last || records.length === 1)) chosen.push([first, 0]);
  if (records.length > 1) {
    for (const position of records[last]?.negatives.keys() ?? []) chosen.push([last, position]);
  }
  const zeros = new Float64Array(chosen.length);
  return {
    source: source.id,
    records: Int32Array.from(chosen, ([record]) => record),
    positions: Int32Array.from(chosen, ([, position]) => position),
    reasons: new Int32Array(chosen.length),
    rho: zeros,
    eta: zeros,
    psi: zeros,
  };
}

/** What is left of the records of a source, without their places. */
function without(records: readonly ReadRecord[], removed: RemovedPairs): Omit<ReadRecord, 'place'>[] {
  const gone = new Set(
    Array.from(removed.records, (record, i) => `${record} ${removed.positions[i] as number}`),
  );
  return records
    .map(({ place: _, ...record }, index) => ({
      ...record,
      negatives: record.negatives.filter((__, position) => !gone.has(`${index} ${position}`)),
    }))
    .filter(({ negatives }) => negatives.length > 0);
}

function clean(loaded: LoadedFile, removed: readonly RemovedPairs[]): Promise<CleanedFile> {
  const request = {
    fileId: loaded.id,
    removed,
    reasons: [{ reason: 'chosen', markedBy: '', note: '' }],
    withoutRejects: false,
  };
  return cleanFile(bench.store, request, () => undefined, new AbortController().signal);
}

type Known = Omit<ReadRecord, 'place'>;

/** All records of a loaded file, without their places. */
async function recordsIn(outcome: LoadOutcome): Promise<Known[]> {
  const records: Known[] = [];
  for (const source of loadedOf(outcome).sources) {
    records.push(...(await bench.recordsOf(source)).map(({ place: _, ...record }) => record));
  }
  return records;
}

const byQuery = (a: { query: string; source: string | null }, b: typeof a): number =>
  `${a.source ?? ''} ${a.query}` < `${b.source ?? ''} ${b.query}` ? -1 : 1;

describe.each(fixtures)('$name', (fixture) => {
  it.each([...fixture.files])('$file comes back without what was removed', async (expected) => {
    const companions = await bench.loadCompanions(fixture);
    const options = optionsFor(expected);
    const outcome = await bench.load(fixtureFile(fixture, expected.file), options);
    const loaded = loadedOf(outcome);
    const removed: RemovedPairs[] = [];
    const left: Omit<ReadRecord, 'place'>[] = [];
    for (const source of loaded.sources) {
      const records = await bench.recordsOf(source);
      const chosen = choose(source, records);
      removed.push(chosen);
      left.push(...without(records, chosen));
    }
    const pairs = removed.reduce((sum, { records }) => sum + records.length, 0);
    expect(pairs).toBeGreaterThan(0);

    const cleaned = await clean(loaded, removed);
    expect(cleaned.pairsRemoved).toBe(pairs);
    expect((await cleaned.reasons.text()).trimEnd().split('\n').length).toBeGreaterThan(pairs);
    const again = await bench.load(new File([cleaned.content], cleaned.name), {
      ...options,
      path: cleaned.name,
    });
    expect(loadedOf(again).interpretation.format).toBe(fixture.format);
    expect((await recordsIn(again)).sort(byQuery)).toEqual(left.sort(byQuery));
    for (const { counts } of loadedOf(again).sources) expect(counts.rejected).toBe(0);

    await bench.clear([again, outcome, ...companions]);
  });
});

describe('a file from which nothing is removed', () => {
  it('comes back byte for byte', async () => {
    for (const fixture of fixtures.filter(({ format }) => format !== 'run')) {
      const companions = await bench.loadCompanions(fixture);
      for (const expected of fixture.files) {
        const file = fixtureFile(fixture, expected.file);
        const outcome = await bench.load(file, optionsFor(expected));
        const { content } = await clean(loadedOf(outcome), []);
        expect(new Uint8Array(await content.arrayBuffer()), expected.file).toEqual(
          new Uint8Array(await file.arrayBuffer()),
        );
        await bench.clear([outcome]);
      }
      await bench.clear(companions);
    }
  });
});
