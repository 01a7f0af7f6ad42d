/** The search by embedding that a run left out, asked of an engine that answers when it is told to. */

import '../runes';

import { describe, expect, it, vi } from 'vitest';

import type { WorkerAccess } from '../../../src/app/ask';
import type { WorkerPair } from '../../../src/app/workers';
import { EmbeddingsClearedError, RunCancelledError } from '../../../src/engine/errors';
import type { Findings } from '../../../src/engine/results';
import type { SearchProgress } from '../../../src/engine/types';
import { nearSearch } from '../../../src/session/audit/near-search';
import type { FinishedRun } from '../../../src/session/run/runs';
import { NO_FINDINGS } from '../../support/results';

const FOUND: Findings = {
  sources: [{ source: 7, counts: { ...NO_FINDINGS, near_embedding: 12 } }],
  left_out: {},
};

class FakeEngine implements WorkerAccess<WorkerPair> {
  phase: 'ready' | 'failed' = 'ready';
  searches = 0;
  tell: (progress: SearchProgress) => void = () => undefined;
  find: (findings: Findings) => void = () => undefined;
  fail: (error: Error) => void = () => undefined;

  ready(): Promise<WorkerPair> {
    const engine = {
      searchByEmbedding: (onProgress: (progress: SearchProgress) => void) => {
        this.searches++;
        this.tell = onProgress;
        return new Promise<Findings>((find, fail) => {
          this.find = find;
          this.fail = fail;
        });
      },
      cancel: () => Promise.resolve(this.fail(new RunCancelledError())),
    };
    return Promise.resolve({ engine, guard: <T>(answer: Promise<T>) => answer } as unknown as WorkerPair);
  }
}

function searchOf(at: number | null) {
  const engine = new FakeEngine();
  const taken: Findings[] = [];
  const run = {
    finished: at === null ? null : ({ at } as FinishedRun),
    setFindings: (findings: Findings) => void taken.push(findings),
  };
  return { engine, run, taken, search: nearSearch(engine, run) };
}

const begun = (engine: FakeEngine) => vi.waitFor(() => expect(engine.searches).toBe(1));

describe('the search by embedding', () => {
  it('tells how far it is, and gives its findings to the run', async () => {
    const { engine, search, taken } = searchOf(3);
    const done = search.ask();
    await begun(engine);
    expect(search).toMatchObject({ isAsking: true, progress: null });
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 4000);
    engine.tell({ records: 256, total: 1024 });
    clock.mockRestore();
    expect(search.progress).toMatchObject({ records: 256, total: 1024 });
    // A quarter took 4 s and a little.
    expect(search.progress?.rate).toBeCloseTo(64, -1);
    expect(search.progress?.secondsLeft).toBeCloseTo(12, -1);
    engine.find(FOUND);
    await done;
    expect(taken).toEqual([FOUND]);
    engine.tell({ records: 1024, total: 1024 });
    expect(search).toMatchObject({ isAsking: false, progress: null, notice: null });
  });

  it('is asked for once at a time, and not without a result', async () => {
    const { engine, search } = searchOf(3);
    const done = search.ask();
    const again = search.ask();
    await begun(engine);
    engine.find(FOUND);
    await Promise.all([done, again]);
    expect(engine.searches).toBe(1);
    const none = searchOf(null);
    await none.search.ask();
    expect(none.engine.searches).toBe(0);
  });

  it('ends at Cancel without a notice, and can be begun again', async () => {
    const { engine, search, taken } = searchOf(3);
    const first = search.ask();
    await begun(engine);
    await search.cancel();
    await first;
    expect(search).toMatchObject({ isAsking: false, progress: null, notice: null });
    expect(taken).toEqual([]);
    const second = search.ask();
    await vi.waitFor(() => expect(engine.searches).toBe(2));
    engine.find(FOUND);
    await second;
    expect(taken).toEqual([FOUND]);
  });

  it('says what went wrong, until it is begun again', async () => {
    const { engine, search } = searchOf(3);
    const done = search.ask();
    await begun(engine);
    engine.fail(new EmbeddingsClearedError());
    await done;
    expect(search.isAsking).toBe(false);
    expect(search.notice?.name).toBe('EmbeddingsClearedError');
    void search.ask();
    expect(search.notice).toBeNull();
  });

  it('leaves a worker that broke off to the notice of the workers', async () => {
    const { engine, search } = searchOf(3);
    const done = search.ask();
    await begun(engine);
    engine.phase = 'failed';
    engine.fail(new Error('gone'));
    await done;
    expect(search).toMatchObject({ isAsking: false, notice: null });
  });

  it('gives nothing to another run than the one it was asked of', async () => {
    const { engine, run, search, taken } = searchOf(3);
    void search.ask();
    await begun(engine);
    run.finished = { at: 4 } as FinishedRun;
    engine.find(FOUND);
    await vi.waitFor(() => expect(engine.searches).toBe(2));
    expect(taken).toEqual([]);
  });
});
