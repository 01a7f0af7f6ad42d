import '../runes';

import { describe, expect, it } from 'vitest';

import { FileEntry, singleFile, SourceEntry } from '../../../src/session/files/file-entries.svelte';
import type { FinishedRun, OngoingRun, RunSource } from '../../../src/session/run/runs';
import { resultOf } from '../../../src/report/build';
import { readSources, runningView } from '../../../src/session/result/scored-sources';
import { interpretation, loadedSource, runResult, sourceResult } from '../../support/results';

function runSource(id: number, name: string): RunSource {
  const file = new FileEntry(id, singleFile(new File([], name)));
  const byK = [{ k: 3, copies: 0, records: 9, first: null }];
  const loaded = loadedSource(id, name, {}, { byK });
  const entry = new SourceEntry(id + 1, file, 4, loaded);
  const { options, file: scored } = file;
  return { id, entry, loaded, file: scored, interpretation: interpretation(), options, sameAs: null };
}

const sources = [runSource(10, 'a'), runSource(20, 'b')] as const;

describe('the sources of a run', () => {
  it('have their running scores while it goes on', () => {
    const running = new Map([[20, { source: 20, records: 9, eci: 0.3, trace: 0.4 }]]);
    const pair = { a: 20, b: 10, difference: 0.1, low: 0.05, high: 0.2, status: 'separated' as const };
    const order = { gates: [], units: { kind: 'query', count: 9 }, units_used: 3, scores: [], pairs: [pair] };
    const ongoing = { sources, running, order, level: 0.95 } as unknown as OngoingRun;
    const view = runningView(ongoing);
    expect(view.rows).toMatchObject([
      { key: 11, name: 'a', colour: 4, records: 0, eci: null, trace: null, figures: null },
      { key: 21, name: 'b', records: 9, eci: 0.3, trace: 0.4 },
    ]);
    // By the score so far, those without one last, and none is ranked.
    expect(view.groups[0]?.rows.map(({ name, rank }) => [name, rank])).toEqual([
      ['b', null],
      ['a', null],
    ]);
    expect(view.order?.pairs[0]).toMatchObject({ a: 'b', b: 'a' });
  });

  it('have their figures at its end, under the names, references and words of the user of now', () => {
    const finished: FinishedRun = {
      sources,
      result: runResult([sourceResult(20, 'b', { eci: 0.5, records: 7 })]),
      ranAs: { tau: 0.05, weighting: 'full' },
      asked: {} as FinishedRun['asked'],
      inEngine: true,
      at: 0,
    };
    const [a, b] = sources;
    a.entry.reference = true;
    b.entry.name = 'renamed';
    b.entry.lookedAt = true;
    const result = resultOf(finished.result, readSources(finished));
    expect(result.sources).toMatchObject({ renamed: { records: 7, eci: 0.5, median_k: 3, k_of_most: 3 } });
    expect(result.sources['renamed']?.reading.looked_at).toBe(true);
    expect(readSources(finished).map(({ reference }) => reference)).toEqual([true, false]);
  });
});
