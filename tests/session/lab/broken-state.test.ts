/** Break it yourself: sliders that move while figures are under way, and Cancel. */

import '../runes';

import { describe, expect, it } from 'vitest';

import { RunCancelledError } from '../../../src/engine/errors';
import type { BrokenFigures, BrokenRequest, BrokenShortcuts } from '../../../src/experiments/broken';
import type { StepProgress } from '../../../src/experiments/runner';
import { BrokenState } from '../../../src/session/lab/broken-state.svelte';

const SHORTCUTS: BrokenShortcuts = { before: null, now: null, references: [] };

/** One request as the engine has it: the test answers it. */
interface Asked {
  readonly request: BrokenRequest;
  figures(): void;
  progress(progress: StepProgress): void;
  shortcuts(): void;
  refuse(error: Error): void;
}

function broken() {
  const asked: Asked[] = [];
  let cancelled = 0;
  const engine = {
    broken: (
      request: BrokenRequest,
      onFigures: (figures: BrokenFigures) => void,
      onProgress: (progress: StepProgress) => void,
    ) =>
      new Promise<BrokenShortcuts>((resolve, reject) => {
        asked.push({
          request,
          figures: () => onFigures({ base: request.base, pairs: request.shares.random } as BrokenFigures),
          progress: onProgress,
          shortcuts: () => resolve(SHORTCUTS),
          refuse: reject,
        });
      }),
    cancel: () => {
      cancelled++;
      asked.at(-1)?.refuse(new RunCancelledError());
      return Promise.resolve();
    },
  };
  const guard = <T>(answer: Promise<T>) => answer;
  const settings = { tau: 0.05, weighting: 'full', settings: ['', ''], references: [true, true], seed: 42 };
  const lab = {
    sources: [
      { id: 10, name: 'one', setting: '', reference: true },
      { id: 20, name: 'two', setting: '', reference: true },
    ],
    base: 10,
    settings,
    quick: [],
    ongoing: null,
    waiting: [],
  };
  const workers = { phase: 'ready', ready: () => Promise.resolve({ engine, guard }) };
  const run = { finished: { at: 1 } };
  const state = new BrokenState(
    ...([workers, run, lab] as unknown as ConstructorParameters<typeof BrokenState>),
  );
  return { state, asked, lab, run, cancels: () => cancelled };
}

/** Until what waits has gone on. */
const settled = () => new Promise((done) => setTimeout(done, 0));

describe('the source that is broken', () => {
  it('cancelled, it keeps what was shown, says nothing is wrong, and can be asked again', async () => {
    const { state, asked, cancels } = broken();
    void state.follow();
    await settled();
    asked[0]?.figures();
    asked[0]?.shortcuts();
    await settled();
    state.move('copies', 0.3);
    await settled();
    await state.cancel();
    await settled();
    expect(cancels()).toBe(1);
    expect(state.ongoing).toBeNull();
    expect(state.notice).toBeNull();
    expect(state.isCurrent).toBe(false);
    expect(state.shown?.figures.base).toBe(10);
    void state.follow();
    await settled();
    expect(asked.map(({ request }) => request.shares.copies)).toEqual([0, 0.3, 0.3]);
  });

  it('shows nothing of another temperature or another run', async () => {
    const { state, asked, lab, run } = broken();
    void state.follow();
    await settled();
    asked[0]?.figures();
    asked[0]?.shortcuts();
    await settled();
    lab.settings = { ...lab.settings, tau: 0.2 };
    expect(state.shown).toBeNull();
    lab.settings = { ...lab.settings, tau: 0.05 };
    expect(state.shown).not.toBeNull();
    run.finished = { at: 2 };
    expect(state.shown).toBeNull();
  });

  it('another error is told', async () => {
    const { state, asked } = broken();
    state.choose(20);
    await settled();
    expect(asked[0]?.request.base).toBe(20);
    asked[0]?.refuse(new Error('no memory'));
    await settled();
    expect(state.notice).not.toBeNull();
    expect(state.shown).toBeNull();
  });
});
