import { gzipSync } from 'node:zlib';

import './runes';

import { beforeEach, describe, expect, it } from 'vitest';

import type { JudgingOrder } from '../../src/judge/figures';
import type { JudgeState as State } from '../../src/session/judge/judge-state.svelte';
import type { WorkerAccess } from '../../src/app/ask';
import type { WorkerPair } from '../../src/app/workers';
import type { RunState } from '../../src/session/run/run-state.svelte';

const { MarksState } = await import('../../src/session/audit/marks.svelte');
const { JudgeState } = await import('../../src/session/judge/judge-state.svelte');

/** One source with so many pairs to judge. */
const orderOf = (count: number): JudgingOrder => ({
  seed: 7,
  sources: [1],
  queries: [4],
  distinct: count,
  ofSources: [[0, count, 0]],
  ofFindings: [],
  pairs: Array.from({ length: count }, (_, i) => ({
    key: `k${i}`,
    stratum: 1,
    sources: [0],
    findings: 0,
    at: { source: 1, record: i, position: 0 },
  })),
});
const ORDER = orderOf(4);

/** Workers that know the order of every seed and the texts of every pair; a positive per query where it is its own. */
const workersOf = (order: JudgingOrder, own = false) => ({
  engine: {
    judging: (seed: number) => Promise.resolve({ ...order, seed }),
    weighTokens: () => Promise.resolve([]),
  },
  candidates: {
    pairTexts: (_: number, records: Int32Array) =>
      Promise.resolve(
        Array.from(records, (record) => ({
          place: record,
          queryId: null,
          query: `q${record}`,
          positive: own ? `p${record}` : 'p',
          negative: `n${record}`,
        })),
      ),
  },
  guard: <T>(answer: Promise<T>) => answer,
});
const pair = workersOf(ORDER);

const RUN = { finished: { at: 1, result: { findings: {} } } } as unknown as RunState;

function newState(size = 3, given: object = pair): State {
  const workers = {
    phase: 'ready',
    ready: () => Promise.resolve(given),
  } as unknown as WorkerAccess<WorkerPair>;
  return new JudgeState(workers, RUN, new MarksState({ workers }), { 'judge-sample': size, 'judge-seed': 7 });
}

describe('judging', () => {
  let state: State;
  const say = async (verdict: Parameters<State['judge']>[0]) => {
    await state.read();
    await state.judge(verdict);
  };

  beforeEach(async () => {
    state = newState();
    await state.prepare();
  });

  it('judges nothing whose texts are not shown', async () => {
    await state.judge('answers');
    expect(state.doneByMe).toBe(0);
    await state.read();
    // The next one is not read yet: a second press of the key says nothing of it.
    await Promise.all([state.judge('answers'), state.judge('does not answer')]);
    expect([...state.verdicts]).toEqual([['k0', 'answers']]);
  });

  const file = (judge: string, verdicts: Record<string, string>, name = 'v.jsonl') =>
    new File(
      Object.entries(verdicts).map(([key, verdict]) => `${JSON.stringify({ key, verdict, judge })}\n`),
      name,
    );
  const said = () =>
    Object.fromEntries(Array.from(state.book, ([judge, own]) => [judge, Object.fromEntries(own)]));

  it('takes verdicts of files beside the user’s own; the second half of a batch adds to the first', async () => {
    await say('answers');
    await state.readFile(file('model', { k0: 'does not answer' }));
    expect(state.verdicts.get('k0')).toBe('cannot tell');
    await state.readFile(file('model', { k1: 'answers', k3: 'answers' }));
    expect(state.refused).toMatchObject([{ line: 2, key: 'k3' }]);
    expect(said()).toEqual({
      me: { k0: 'answers' },
      'file v.jsonl': { k0: 'does not answer', k1: 'answers' },
    });
    await state.readFile(file('model', { k0: 'answers' }));
    expect(state.verdicts.get('k0')).toBe('answers');
    expect(state.labels.imported).toContain('1 differs');
    await state.labels.forgetVerdicts('file v.jsonl');
    expect(said()).toEqual({ me: { k0: 'answers' } });
    await state.labels.undo();
    expect(state.book.get('file v.jsonl')?.size).toBe(2);
  });

  it('takes verdicts of a packed file; of one that is packed in another way it says what to do', async () => {
    const plain = await file('model', { k0: 'answers', k1: 'does not answer' }).text();
    await state.readFile(new File([Uint8Array.from(gzipSync(plain))], 'v.jsonl.gz'));
    const verdicts = { 'file v.jsonl.gz': { k0: 'answers', k1: 'does not answer' } };
    expect(said()).toEqual(verdicts);
    await state.readFile(new File([Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 4, 0, 9)], 'v.jsonl.zst'));
    expect(state.notice?.message).toContain('v.jsonl.zst is packed with Zstandard');
    expect([said(), state.refused, state.lastFile]).toEqual([verdicts, [], 'v.jsonl.gz']);
  });

  it('a file that leaves pairs out: they come next, are saved alone, or nobody can tell', async () => {
    await state.readFile(file('model', { k0: 'answers', k2: 'does not answer' }));
    expect([state.done, state.next?.key, state.unanswered.map(({ key }) => key)]).toEqual([2, 'k1', ['k1']]);
    const lines = await state.lines('plain', '', (id) => `source ${id}`, false);
    expect(lines?.map((line) => (JSON.parse(line) as { key: string }).key)).toEqual(['k1']);
    await state.leaveUnanswered();
    expect([state.done, state.next, state.unanswered]).toEqual([3, null, []]);
    expect(state.figures).toMatchObject({ counted: 3, waiting: 0 });
    // Who wants to know how often they agree judges what the file has judged.
    state.myself = true;
    expect([state.done, state.next?.key]).toEqual([0, 'k0']);
    expect(said()['no answer']).toEqual({ k1: 'cannot tell' });
    state.myself = false;
    await state.labels.undo();
    expect(state.next?.key).toBe('k1');
  });

  it('has nothing for the report before a verdict or a file', async () => {
    expect(await state.judged()).toBeNull();
    await state.readFile(new File(['broken'], 'v.jsonl'));
    expect((await state.judged())?.refused).toHaveLength(1);
  });
});

describe('a cross-encoder as a judge', () => {
  const COUNT = 24;
  const many = workersOf(orderOf(COUNT), true);

  /** Scores by hand. */
  const judgeWith = async (score: (query: number, kind: string, passage: number) => number, size = COUNT) => {
    const state = newState(size, many);
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
