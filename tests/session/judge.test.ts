import './runes';

import { beforeEach, describe, expect, it } from 'vitest';

import type { JudgingOrder } from '../../src/judge/figures';
import type { JudgeState as State } from '../../src/session/judge/judge-state.svelte';
import type { RunState } from '../../src/session/run/run-state.svelte';

const { JudgeState } = await import('../../src/session/judge/judge-state.svelte');

const ORDER: JudgingOrder = {
  seed: 7,
  sources: [1],
  distinct: 4,
  ofSources: [[0, 4, 0]],
  ofFindings: [],
  pairs: [0, 1, 2, 3].map((i) => ({
    key: `k${i}`,
    stratum: 1,
    sources: [0],
    findings: 0,
    at: { source: 1, record: i, position: 0 },
  })),
};

/** Workers that know the order of every seed and the texts of every pair. */
const pair = {
  engine: {
    judging: (seed: number) => Promise.resolve({ ...ORDER, seed }),
    weighTokens: () => Promise.resolve([]),
  },
  candidates: {
    pairTexts: (_: number, records: Int32Array) =>
      Promise.resolve(
        Array.from(records, (record) => ({
          place: record,
          queryId: null,
          query: `q${record}`,
          positive: 'p',
          negative: `n${record}`,
        })),
      ),
  },
  guard: <T>(answer: Promise<T>) => answer,
};

const RUN = { finished: { inEngine: true, at: 1, result: { findings: {} } } } as unknown as RunState;

function newState(search = '?judge-sample=3', given: object = pair): State {
  const workers = { phase: 'ready', ready: () => Promise.resolve(given) } as unknown;
  return new JudgeState(workers as ConstructorParameters<typeof JudgeState>[0], RUN, search);
}

describe('judging', () => {
  let state: State;
  const say = async (verdict: Parameters<State['judge']>[0]) => {
    await state.read();
    state.judge(verdict);
  };

  beforeEach(async () => {
    state = newState();
    await state.prepare();
  });

  it('goes through the sample in its order, and takes verdicts back', async () => {
    expect([state.sample.length, state.next?.key, state.doneByMe]).toEqual([3, 'k0', 0]);
    await say('answers');
    await say('does not answer');
    expect([state.next?.key, state.doneByMe, state.last?.pair.key]).toEqual(['k2', 2, 'k1']);
    expect(state.figures?.sources[0]).toMatchObject({ judged: 2, answers: 1 });
    state.undo();
    expect([state.next?.key, state.doneByMe]).toEqual(['k1', 1]);
    state.undo();
    expect([state.canUndo, state.book.size]).toEqual([false, 0]);
    while (state.next !== null) await say('cannot tell');
    expect(state.doneByMe).toBe(3);
    expect(state.next).toBeNull();
  });

  it('judges nothing whose texts are not shown', async () => {
    state.judge('answers');
    expect(state.doneByMe).toBe(0);
    await say('answers');
    // The next one is not read yet: a second press of the key says nothing of it.
    state.judge('answers');
    expect(state.doneByMe).toBe(1);
  });

  it('takes verdicts of files beside the user’s own, those of a judge in place of its earlier ones', async () => {
    await say('answers');
    const file = (verdict: string, key = 'k0') =>
      new File([JSON.stringify({ key, verdict, judge: 'model' })], 'v.jsonl');
    await state.readFile(file('does not answer'));
    expect([...state.book.keys()]).toEqual(['me', 'model']);
    expect(state.verdicts.get('k0')).toBe('cannot tell');
    await state.readFile(file('answers'));
    expect(state.verdicts.get('k0')).toBe('answers');
    await state.readFile(file('answers', 'k3'));
    expect(state.refused).toMatchObject([{ line: 1, key: 'k3' }]);
    expect(state.book.get('model')?.size).toBe(1);
    state.forget('model');
    expect([...state.book.keys()]).toEqual(['me']);
  });

  it('writes the sample with texts and names', async () => {
    const lines = await state.lines('plain', '', (id) => `source ${id}`);
    expect(lines?.map((line) => JSON.parse(line) as object)).toMatchObject([
      { key: 'k0', query: 'q0', negative: 'n0', sources: ['source 1'] },
      { key: 'k1', query: 'q1', negative: 'n1' },
      { key: 'k2', query: 'q2', negative: 'n2' },
    ]);
  });

  it('has nothing for the report before a verdict or a file', async () => {
    expect(await state.judged()).toBeNull();
    await state.readFile(new File(['broken'], 'v.jsonl'));
    expect((await state.judged())?.refused).toHaveLength(1);
  });

  it('takes another seed from the address, and ignores what is none', () => {
    const { seed, size } = newState('?judge-seed=8&judge-sample=0');
    expect([seed, size]).toEqual([8, 200]);
  });
});

describe('a cross-encoder as a judge', () => {
  const COUNT = 24;
  /** Each query has a positive of its own. */
  const many = {
    ...pair,
    engine: {
      ...pair.engine,
      judging: (seed: number) =>
        Promise.resolve({
          ...ORDER,
          seed,
          distinct: COUNT,
          ofSources: [[0, COUNT, 0]],
          pairs: Array.from({ length: COUNT }, (_, i) => ({
            ...ORDER.pairs[0],
            key: `k${i}`,
            at: { source: 1, record: i, position: 0 },
          })),
        }),
    },
    candidates: {
      pairTexts: (_: number, records: Int32Array) =>
        Promise.resolve(
          Array.from(records, (record) => ({
            place: record,
            queryId: null,
            query: `q${record}`,
            positive: `p${record}`,
            negative: `n${record}`,
          })),
        ),
    },
  };

  /** Scores by hand. */
  const judgeWith = async (score: (query: number, kind: string, passage: number) => number, size = COUNT) => {
    const state = newState(`?judge-sample=${size}`, many);
    const cross = {
      identity: { name: 'made' },
      score: (pairs: readonly { readonly query: string; readonly passage: string }[]) =>
        Promise.resolve(
          Float64Array.from(pairs, ({ query, passage }) =>
            score(Number(query.slice(1)), passage[0] ?? '', Number(passage.slice(1))),
          ),
        ),
    };
    await state.judgeBy(cross as unknown as Parameters<State['judgeBy']>[0]);
    return state;
  };

  it('gives verdicts by its own positives, as one judge of several', async () => {
    // Positives score 0 to 23, passages of other queries −1; negatives 3 above their query's positive, less 12.
    const state = await judgeWith((query, kind, passage) =>
      kind === 'n' ? query - 9 : query === passage ? query : -1,
    );
    expect(state.calibration).toEqual({
      name: 'made',
      found: { positives: 24, answersFrom: 11, answersNotBelow: 2, told: 1, tells: true },
    });
    const said = [...(state.book.get('made (cross-encoder)')?.entries() ?? [])];
    expect(said).toHaveLength(24);
    // Negatives score −9 to 14: below 2 there are 11, from 11 on 4.
    const count = (verdict: string) => said.filter(([, each]) => each === verdict).length;
    expect([count('does not answer'), count('cannot tell'), count('answers')]).toEqual([11, 9, 4]);
  });

  it('says nothing where it does not tell positives, or where they are too few', async () => {
    const blind = await judgeWith((query, _, passage) => (query * 7 + passage * 5) % 11);
    expect(blind.calibration?.found).toMatchObject({ tells: false });
    expect(blind.book.size).toBe(0);
    const few = await judgeWith(() => 1, 19);
    expect(few.calibration?.found).toBe('too few');
    expect(few.book.size).toBe(0);
  });
});
