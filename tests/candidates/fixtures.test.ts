import { describe, expect, it } from 'vitest';

import type { LoadedFile } from '../../src/candidates/outcomes';
import { defaultLoadOptions } from '../../src/candidates/reading';
import {
  openBench,
  fixtureFile,
  fixtures,
  loadedOf,
  optionsFor,
  type ExpectedFile,
  type ExpectedRecord,
  type Fixture,
} from './fixtures';

const bench = await openBench();

const sum = (
  loaded: LoadedFile,
  key: 'blankNegativesRemoved' | 'duplicateNegativesRemoved' | 'furtherPositivesIgnored' | 'missingScores',
): number => loaded.sources.reduce((total, { counts }) => total + counts[key], 0);

const byPlace = (records: readonly Omit<ExpectedRecord, 'embeddings'>[]) =>
  new Map(records.map((record) => [`${record.place} ${record.source ?? ''}`, record]));

describe.each(fixtures)('$name', (fixture: Fixture) => {
  it.each([...fixture.files])('reads $file by $label.kind as a person does', async (expected) => {
    const companions = await bench.loadCompanions(fixture);
    for (const [index, { kind, words, entries }] of fixture.companions.entries()) {
      expect(companions[index]).toMatchObject({
        status: 'companion',
        companion: { kind, words, entries, rejected: 0 },
      });
    }
    const loaded = loadedOf(await bench.load(fixtureFile(fixture, expected.file), optionsFor(expected)));
    expect(loaded.interpretation).toMatchObject({
      format: fixture.format,
      words: expected.words,
      label: expected.label,
    });
    const records = (await Promise.all(loaded.sources.map((source) => bench.recordsOf(source)))).flat();
    expect(byPlace(records)).toEqual(byPlace(expected.records.map(({ embeddings: _, ...record }) => record)));
    const { blank, duplicate, furtherPositives } = expected.removed;
    expect(sum(loaded, 'blankNegativesRemoved')).toBe(blank);
    expect(sum(loaded, 'duplicateNegativesRemoved')).toBe(duplicate);
    expect(sum(loaded, 'furtherPositivesIgnored')).toBe(furtherPositives);
    expect(sum(loaded, 'missingScores')).toBe(expected.missingScores ?? 0);
    for (const { counts } of loaded.sources) {
      expect(counts.rejected).toBe(0);
      expect(counts.read).toBe(counts.loaded + counts.merged + counts.leftOut + counts.rejected);
    }
  });
});

const needy = fixtures.filter(({ companions }) => companions.length > 0);

describe.each(needy)('$name', (fixture: Fixture) => {
  it('waits for its companions, and names them', async () => {
    const [expected] = fixture.files as [ExpectedFile];
    const waiting = await bench.load(fixtureFile(fixture, expected.file), optionsFor(expected));
    if (waiting.status !== 'waiting') throw new Error(JSON.stringify(waiting));
    const { needs, message } = waiting.waiting;
    expect(needs.map(({ kind }) => kind).sort()).toEqual(
      [...new Set(fixture.companions.map(({ kind }) => kind))].sort(),
    );
    for (const { example } of needs) {
      expect(example).not.toBe('');
      expect(message).toContain(example);
    }
    expect(message).toContain(expected.file.split('/').at(-1));
  });
});

describe('source labels', () => {
  it('come from the file where that is chosen, lists and labels together', async () => {
    for (const fixture of fixtures.filter(
      ({ name }) => name === 'dpr' || name === 'msmarco-hard-negatives',
    )) {
      await bench.loadCompanions(fixture);
      const [{ file }] = fixture.files as [ExpectedFile];
      const options = { ...defaultLoadOptions(file), label: { kind: 'file' } as const };
      const { sources, interpretation } = loadedOf(await bench.load(fixtureFile(fixture, file), options));
      expect(sources.map(({ label }) => label)).toEqual([null]);
      expect(interpretation.labels.length).toBeGreaterThan(1);
    }
  });

  it('that a file does not have are not asked', async () => {
    const fixture = fixtures.find(({ name }) => name === 'tevatron') as Fixture;
    const options = { ...defaultLoadOptions('train.jsonl'), label: { kind: 'keys' } as const };
    const { interpretation } = loadedOf(await bench.load(fixtureFile(fixture, 'train.jsonl'), options));
    expect(interpretation.label).toEqual({ kind: 'file' });
  });
});
