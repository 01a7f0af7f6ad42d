import { describe, expect, it } from 'vitest';

import type { LoadedSource } from '../../../src/candidates/outcomes';
import type { SourceEntry } from '../../../src/session/files/file-entries.svelte';
import { isWhole, tiedTo } from '../../../src/session/keep/kept-run';
import type { FinishedRun, RunSource } from '../../../src/session/run/runs';
import { certainOrder, interpretation, loadedSource, runResult, sourceResult } from '../../support/results';
import { defaultLoadOptions } from '../../../src/candidates/reading';

function runSource(
  id: number,
  name: string,
  entry: SourceEntry,
  changes: Partial<LoadedSource> = {},
): RunSource {
  const loaded = { ...loadedSource(id, name), ...changes };
  return {
    id,
    entry,
    loaded,
    interpretation: interpretation({}),
    options: defaultLoadOptions(name),
    sameAs: null,
  };
}

describe('a kept run', () => {
  const entries = ['a', 'b', 'c'].map((name) => ({ name }) as SourceEntry);
  const [a, b, c] = entries as [SourceEntry, SourceEntry, SourceEntry];
  const results = [sourceResult(7, 'a', { eci: 0.3 }), sourceResult(9, 'b', { eci: 0.2 })];
  const scored = results.map(({ id, figures }) => ({ id, eci: figures.eci }));
  const kept: FinishedRun = {
    sources: [runSource(7, 'a', a), runSource(9, 'b', b)],
    result: { ...runResult(results), certainty: certainOrder(scored) },
    ranAs: { tau: 0.05, weighting: 'full' },
    asked: {} as FinishedRun['asked'],
    inEngine: false,
    at: 5,
  };

  it('goes on under the ids that its sources have now, everywhere', () => {
    // What was 9 is 7 now: old and new ids overlap.
    const now = [runSource(4, 'c', c), runSource(7, 'b', b), runSource(11, 'a', a)];
    const tied = tiedTo(kept, now);
    expect(tied?.sources.map(({ id, entry }) => [id, entry.name])).toEqual([
      [11, 'a'],
      [7, 'b'],
    ]);
    const { sources, certainty } = tied?.result ?? kept.result;
    expect(sources.map(({ id, name }) => [id, name])).toEqual([
      [11, 'a'],
      [7, 'b'],
    ]);
    expect(certainty.scores.map(({ source }) => source)).toEqual([11, 7]);
    expect(certainty.pairs.map((pair) => [pair.a, pair.b])).toEqual([[11, 7]]);
    expect([...new Set(certainty.flags.map(({ source }) => source))]).toEqual([11, 7]);
    expect(sources[0]?.figures).toEqual(results[0]?.figures);
  });

  it('names no source by an old id, wherever a result names one', () => {
    const old = [70_001, 90_001].map((id, i) => sourceResult(id, i === 0 ? 'a' : 'b', { eci: 1 - i }));
    const result = {
      ...runResult(old),
      certainty: certainOrder(old.map(({ id, figures }) => ({ id, eci: figures.eci }))),
    };
    expect(JSON.stringify(result)).toMatch(/[79]0001/);
    const sources = [runSource(70_001, 'a', a), runSource(90_001, 'b', b)];
    const tied = tiedTo({ ...kept, sources, result }, [runSource(3, 'b', b), runSource(2, 'a', a)]);
    expect(JSON.stringify(tied?.result)).not.toMatch(/[79]0001/);
  });

  it('is no more of its files where one is missing or was read otherwise', () => {
    const alike = runSource(1, 'b', b);
    expect(tiedTo(kept, [alike])).toBeNull();
    const counts = { ...loadedSource(2, 'a').counts, records: 1_000 };
    expect(tiedTo(kept, [alike, runSource(2, 'a', a, { counts })])).toBeNull();
    expect(tiedTo(kept, [alike, runSource(2, 'a', a, { dimension: 3 })])).toBeNull();
    expect(tiedTo(kept, [alike, runSource(2, 'a', a)])).not.toBeNull();
  });

  it('is whole where it counts all records', () => {
    const { certainty } = kept.result;
    expect(isWhole(kept.result)).toBe(true);
    const stopped = { ...certainty, records_used: certainty.records_total - 1 };
    expect(isWhole({ ...kept.result, certainty: stopped })).toBe(false);
  });
});
