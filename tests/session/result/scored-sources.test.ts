import '../runes';

import { describe, expect, it } from 'vitest';

import { FileEntry, singleFile, SourceEntry } from '../../../src/session/files/file-entries.svelte';
import type { FinishedRun, OngoingRun, RunSource } from '../../../src/session/run/runs';
import { finishedSources, runningSources } from '../../../src/session/result/scored-sources';
import { runRequest } from '../../support/runs';
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
    const request = runRequest([], { settings: { negatives: 2 } });
    const ongoing: Pick<OngoingRun, 'request' | 'sources' | 'running' | 'order'> = {
      request,
      sources,
      running,
      order: null,
    };
    expect(runningSources(ongoing)).toMatchObject([
      { key: 11, name: 'a', colour: 4, medianK: 2, records: 0, eci: null, runningTrace: null, figures: null },
      { key: 21, name: 'b', records: 9, eci: 0.3, runningTrace: 0.4 },
    ]);
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
    expect(finishedSources(finished)).toMatchObject([
      { name: 'a', reference: true, medianK: 3, kOfMost: 3, records: 0, eci: null, figures: null },
      { name: 'renamed', reference: false, lookedAt: true, records: 7, eci: 0.5, figures: { eci: 0.5 } },
    ]);
    a.entry.reference = false;
    expect(finishedSources(finished).map((s) => s.reference)).toEqual([false, false]);
  });
});
