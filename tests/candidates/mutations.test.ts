/**
 * Damaged files: reading never hangs or breaks, nothing is lost without being counted, and every message says where.
 * `npm run fuzz -- --n 10000` runs more than the 300 mutations of each file here.
 */

import { basename } from 'node:path';

import { describe, expect, it } from 'vitest';

import { Companions } from '../../src/candidates/records/companions';
import { loadFile } from '../../src/candidates/loader';
import { planFile } from '../../src/candidates/formats/plan';
import type { LoadOutcome } from '../../src/candidates/outcomes';
import { defaultLoadOptions, type Container, type LoadOptions } from '../../src/candidates/reading';
import { seededRandom } from '../../src/scoring/random';
import { fixtureBytes, fixtures, optionsFor, type Fixture } from './fixtures';
import { MemoryStore } from './memory-store';
import { mutationsOf, type Mutation } from './mutations';
import { parquetFixtures } from './parquet-fixtures';
import { fileOf } from './support';

const COUNT = Number(process.env['NEGSCOPE_MUTATIONS'] ?? 300);
const SEED = Number(process.env['NEGSCOPE_SEED'] ?? 1);
/** Longest time that one small file may take, in milliseconds: far above what a busy machine needs. */
const LONGEST_MS = 10_000;

interface Subject {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly options: LoadOptions;
  /** What must be loaded first. */
  readonly fixture: Fixture | null;
}

const subjects: Subject[] = [
  ...fixtures.flatMap((fixture) => [
    ...fixture.files.map((expected) => ({
      name: `${fixture.name}/${expected.file}`,
      bytes: fixtureBytes(fixture, expected.file),
      options: optionsFor(expected),
      fixture,
    })),
    ...fixture.companions.map(({ file }) => ({
      name: `${fixture.name}/${file}`,
      bytes: fixtureBytes(fixture, file),
      options: defaultLoadOptions(file),
      fixture: null,
    })),
  ]),
  ...fixtures
    .filter(({ name }) => ['beir', 'tevatron-ids', 'flag-embedding', 'tuples'].includes(name))
    .flatMap((fixture) =>
      fixture.files.slice(0, 1).map((expected) => ({
        name: `sample of ${fixture.name}/${expected.file}`,
        bytes: fixtureBytes(fixture, expected.file),
        options: { ...optionsFor(expected), sample: { records: 2, seed: 7 } },
        fixture,
      })),
    ),
  ...parquetFixtures().map(({ name, bytes }) => ({
    name: `parquet/${name}`,
    bytes,
    options: defaultLoadOptions(name),
    fixture: null,
  })),
];

describe.each(subjects)('$name', ({ name, bytes, options, fixture }) => {
  it(`survives ${COUNT} mutations`, { timeout: COUNT * 400 }, async () => {
    const file = basename(name);
    const store = new MemoryStore();
    const companions = new Companions();
    const load = (content: Uint8Array, how: LoadOptions): Promise<LoadOutcome> =>
      loadFile(
        { store: store.store, companions, signal: new AbortController().signal, onProgress: () => undefined },
        fileOf(basename(how.path), content),
        how,
      );
    for (const { file: companion } of fixture?.companions ?? []) {
      await load(fixtureBytes(fixture as Fixture, companion), defaultLoadOptions(companion));
    }
    const kinds = mutationsOf(await containerOf(file, bytes, options));
    const random = seededRandom(SEED);
    const statuses = new Map<string, number>();
    for (let i = 0; i < COUNT; i += 1) {
      const mutation = kinds[i % kinds.length] as Mutation;
      const damaged = mutation.apply(bytes, random);
      const start = performance.now();
      const outcome = await load(damaged, options);
      const took = performance.now() - start;
      const what = `mutation ${i}, ${mutation.name}`;
      expect(took, what).toBeLessThan(LONGEST_MS);
      expectSound(outcome, basename(options.path), store, what);
      expectEveryLine(outcome, damaged, what);
      statuses.set(outcome.status, (statuses.get(outcome.status) ?? 0) + 1);
      if (outcome.status === 'companion') companions.remove(outcome.id);
    }
    // Damage was done, and not to everything.
    expect(statuses.size, JSON.stringify([...statuses])).toBeGreaterThan(1);
  });
});

async function containerOf(name: string, bytes: Uint8Array, options: LoadOptions): Promise<Container> {
  const { open } = await planFile(fileOf(name, bytes), options, new AbortController().signal);
  return open.container;
}

/** That the lines of a file are its entries and its blank lines. */
function expectEveryLine(outcome: LoadOutcome, bytes: Uint8Array, what: string): void {
  const packed = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const counted =
    outcome.status === 'companion'
      ? { ...outcome.companion, placeKind: outcome.companion.placeKind }
      : outcome.status === 'loaded'
        ? { ...outcome.loaded.sources[0]?.counts, placeKind: outcome.loaded.sources[0]?.placeKind }
        : null;
  if (packed || counted?.placeKind !== 'line') return;
  const { read = 0, blankLines = 0 } = counted;
  const lineEnds = bytes.reduce((count, byte) => count + (byte === 0x0a ? 1 : 0), 0);
  expect(read + blankLines, what).toBe(lineEnds + (bytes.at(-1) === 0x0a ? 0 : 1));
}

/** That the counts of an outcome add up and its messages say which file, and where. */
function expectSound(outcome: LoadOutcome, file: string, store: MemoryStore, what: string): void {
  const rejects = store.kept.get(outcome.id) ?? [];
  for (const reject of rejects) {
    expect(reject.file, what).toBe(file);
    expect(reject.place, what).toBeGreaterThan(0);
    expect(reject.message, what).toMatch(/^.{20,}\.$/su);
    expect(reject.excerpt.length, what).toBeLessThanOrEqual(200);
  }
  if (outcome.status === 'loaded') {
    const { sources } = outcome.loaded;
    expect(sources.length, what).toBeGreaterThan(0);
    for (const { id, counts } of sources) {
      expect(counts.read, what).toBe(counts.loaded + counts.merged + counts.leftOut + counts.rejected);
      expect(counts.rejected, what).toBe(rejects.length);
      expect(store.written.get(id), what).toBe(counts.records);
    }
  } else if (outcome.status === 'companion') {
    const { read, entries, rejected } = outcome.companion;
    expect(read, what).toBe(entries + rejected);
    expect(rejected, what).toBe(rejects.length);
  } else if (outcome.status === 'waiting') {
    expect(outcome.waiting.message, what).toContain(file);
    expect(outcome.waiting.needs.length, what).toBeGreaterThan(0);
  } else {
    expect(outcome.refused.message, what).toContain(file);
    expect(outcome.refused.rejected, what).toBe(rejects.length);
    expect(outcome.refused.read, what).toBeGreaterThanOrEqual(rejects.length);
    const all = /all (\d+) (?:records|entries) were rejected/.exec(outcome.refused.message)?.[1];
    if (all !== undefined)
      expect([outcome.refused.read, rejects.length > 0], what).toEqual([Number(all), true]);
  }
  store.kept.delete(outcome.id);
}
