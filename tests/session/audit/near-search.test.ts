/** The search by embedding that a run left out, asked of an engine that answers when it is told to. */

import '../runes';

import { describe, expect, it, vi } from 'vitest';

import type { WorkerAccess } from '../../../src/app/ask';
import type { WorkerPair } from '../../../src/app/workers';
import { EmbeddingsClearedError, RunCancelledError } from '../../../src/engine/errors';
import type { Findings } from '../../../src/engine/results';
import type { SearchProgress } from '../../../src/engine/types';
import { NearSearch } from '../../../src/session/audit/near-search.svelte';
import type { FinishedRun } from '../../../src/session/run/runs';
import { NO_FINDINGS } from '../../support/results';

const FOUND: Findings = {
  sources: [{ source: 7, counts: { ...NO_FINDINGS, near_embedding: 12 } }],
  left_out: {},
};

class FakeEngine implements WorkerAccess<Pick<WorkerPair, 'engine' | 'guard'>> {
  phase: 'ready' | 'failed' = 'ready';
  searches = 0;
  tell: (progress: SearchProgress) => void = () => undefined;
  find: (findings: Findings) => void = () => undefined;
  fail: (error: Error) => void = () => undefined;

  ready(): Promise<Pick<WorkerPair, 'engine' | 'guard'>> {
    const engine = {
      searchByEmbedding: (onProgress: (progress: SearchProgress) => void) => {
        this.searches++;
        this.tell = onProgress;
        return new Promise<Findings>((find, fail) => {
          this.find = find;
          this.fail = fail;
        });
      },
      cancelSearch: () => Promise.resolve(this.fail(new RunCancelledError())),
    };
    return Promise.resolve({
      engine: engine as unknown as WorkerPair['engine'],
      guard: (answer) => answer,
    });
  }
}

function searchOf(at: number | null) {
  const engine = new FakeEngine();
  const taken: Findings[] = [];
  const run = {
    finished: at === null ? null : ({ at } as FinishedRun),
    setFindings: (findings: Findings) => void taken.push(findings),
  };
  return { engine, run, taken, search: new NearSearch(engine, run) };
}

const begun = (engine: FakeEngine) => vi.waitFor(() => expect(engine.searches).toBe(1));

describe('the search by embedding', () => {
  it('tells how far it is, and gives its findings to the run', async () => {
    const { engine, search, taken } = searchOf(3);
    const done = search.start();
    expect(search.ongoing).toEqual({ records: 0, total: 0, rate: null, secondsLeft: null });
    await begun(engine);
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 4000);
    engine.tell({ records: 256, total: 1024 });
    clock.mockRestore();
    expect(search.ongoing).toMatchObject({ records: 256, total: 1024 });
    // A quarter took 4 s and a little.
    expect(search.ongoing?.rate).toBeCloseTo(64, -1);
    expect(search.ongoing?.secondsLeft).toBeCloseTo(12, -1);
    engine.find(FOUND);
    await done;
    expect(taken).toEqual([FOUND]);
    engine.tell({ records: 1024, total: 1024 });
    expect(search).toMatchObject({ ongoing: null, cancelling: false, notice: null });
  });

  it('is asked for once at a time, and not without a result', async () => {
    const { engine, search } = searchOf(3);
    const done = search.start();
    await search.start();
    await begun(engine);
    engine.find(FOUND);
    await done;
    expect(engine.searches).toBe(1);
    const none = searchOf(null);
    await none.search.start();
    expect(none.engine.searches).toBe(0);
  });

  it('ends at Cancel without a notice, and can be begun again', async () => {
    const { engine, search, taken } = searchOf(3);
    const first = search.start();
    await begun(engine);
    await search.cancel();
    await first;
    expect(search).toMatchObject({ ongoing: null, cancelling: false, notice: null });
    expect(taken).toEqual([]);
    const second = search.start();
    await vi.waitFor(() => expect(engine.searches).toBe(2));
    engine.find(FOUND);
    await second;
    expect(taken).toEqual([FOUND]);
  });

  it('says what went wrong, until it is begun again', async () => {
    const { engine, search } = searchOf(3);
    const done = search.start();
    await begun(engine);
    engine.fail(new EmbeddingsClearedError());
    await done;
    expect(search.ongoing).toBeNull();
    expect(search.notice?.name).toBe('EmbeddingsClearedError');
    void search.start();
    expect(search.notice).toBeNull();
  });

  it('leaves a worker that broke off to the notice of the workers', async () => {
    const { engine, search } = searchOf(3);
    const done = search.start();
    await begun(engine);
    engine.phase = 'failed';
    engine.fail(new Error('gone'));
    await done;
    expect(search).toMatchObject({ ongoing: null, notice: null });
  });

  it('gives nothing to another run than the one it was asked of', async () => {
    const { engine, run, search, taken } = searchOf(3);
    const done = search.start();
    await begun(engine);
    run.finished = { at: 4 } as FinishedRun;
    engine.find(FOUND);
    await done;
    expect(taken).toEqual([]);
  });
});
