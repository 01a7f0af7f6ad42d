import '../runes';

import { describe, expect, it } from 'vitest';

import { FileEntry, singleFile, SourceEntry } from '../../../src/session/files/file-entries.svelte';
import type { FinishedRun, OngoingRun, RunSource } from '../../../src/session/run/runs';
import { scoreAlone, scoredSources } from '../../../src/session/result/scored-sources';
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

describe('scoredSources', () => {
  it('are the running scores of the run under way', () => {
    const running = new Map([[20, { source: 20, records: 9, eci: 0.3, trace: 0.4 }]]);
    const request = runRequest([], { settings: { negatives: 2 } });
    const ongoing: Pick<OngoingRun, 'request' | 'sources' | 'running' | 'order'> = {
      request,
      sources,
      running,
      order: null,
    };
    expect(scoredSources(ongoing, null, null)).toMatchObject([
      { key: 11, name: 'a', colour: 4, medianK: 2, records: 0, eci: null, runningTrace: null, figures: null },
      { key: 21, name: 'b', records: 9, eci: 0.3, runningTrace: 0.4 },
    ]);
  });

  it('are scores alone once a run is cancelled: no flag, and nothing that would set a source outside', () => {
    const [a] = scoredSources(
      { sources, running: new Map(), order: null, request: runRequest(2) },
      null,
      null,
    );
    if (!a) throw new Error('No source.');
    const warnings = [
      { message: '1,560 of 150,000 records share one query.' },
    ] as unknown as typeof a.warnings;
    const flagged = {
      ...a,
      eci: 0.3,
      warnings,
      flagsSoFar: [{ flag: 'rho' as const, status: 'certain' as const }],
    };
    expect(scoreAlone(flagged)).toEqual({ ...a, eci: 0.3, warnings: [], flagsSoFar: [] });
  });

  it('are the figures of the finished run, under the names and references of now', () => {
    const finished: FinishedRun = {
      sources,
      result: runResult([sourceResult(20, 'b', { eci: 0.5, records: 7 })]),
      ranAs: { tau: 0.05, weighting: 'full' },
      asked: {} as FinishedRun['asked'],
      inEngine: true,
      at: 0,
    };
    const [, b] = sources;
    b.entry.name = 'renamed';
    b.entry.reference = false;
    sources[0].entry.reference = true;
    expect(scoredSources(null, finished, null)).toMatchObject([
      { name: 'a', medianK: 3, kOfMost: 3, records: 0, eci: null, figures: null },
      { name: 'renamed', reference: false, records: 7, eci: 0.5, figures: { eci: 0.5 } },
    ]);
    // With a range entered by hand no source is a reference; without a tick all are.
    const range = { mean_rho_max: 1, mean_eta_max: 1, mean_psi_max: 1, inversion_rate_min: 0 };
    expect(scoredSources(null, finished, range).map((s) => s.reference)).toEqual([false, false]);
    sources[0].entry.reference = false;
    expect(scoredSources(null, finished, null).map((s) => s.reference)).toEqual([true, true]);
    expect(scoredSources(null, null, null)).toEqual([]);
  });
});
