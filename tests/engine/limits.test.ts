import { describe, expect, it } from 'vitest';

import type { Limit } from '../../src/scoring/limits';
import { candidatesInMemory, type TextRecord } from '../support/candidates';
import { recordAt } from '../support/planar';
import { engineOnCandidates, runRequest, silent } from '../support/runs';

/** The positive stands at 30 degrees from the query: p = 0.866. */
function record(query: string, negatives: readonly number[]): TextRecord {
  const texts = negatives.map((degrees) => `${degrees} degrees`);
  const angles = { query: 0, positive: 30, negatives };
  return recordAt({ query, positive: `the answer to ${query}`, negatives: texts }, angles);
}

const RECORDS = [record('a', [30, 50, 60]), record('b', [20, 50]), record('c', [10])];
const GATING = { tau: 0.05, weighting: 'full' } as const;
const ASKED = { scores: 'encoder' } as const;
const margin = (value: number): Limit => ({ id: 'absolute_margin', value, end: 10 });

async function ranked(records: readonly TextRecord[]) {
  const engine = engineOnCandidates(candidatesInMemory([records]));
  await engine.run(runRequest(1), silent);
  return engine;
}

describe('limits on a finished run', () => {
  it('keeps what scores below the positive by more than the margin', async () => {
    const engine = await ranked(RECORDS);
    const [source] = await engine.limits({
      ...ASKED,
      rules: [[margin(-1), margin(0.05), margin(2)]],
      answers: [],
    });
    // cos 30° = 0.866; cos 50° = 0.643, cos 60° = 0.5; 30, 20 and 10 degrees score as much or more.
    expect(source).toMatchObject({ source: 0, pairs: 6, records: 3, answers: 0 });
    expect(source?.rules[0]?.map(({ kept, emptied }) => [kept, emptied])).toEqual([
      [6, 0],
      [3, 1],
      [0, 3],
    ]);
    expect(source?.rules[0]?.[2]?.answers).toBeNull();
    expect(await engine.droppedBy(margin(0.05), 'encoder')).toEqual([
      { source: 0, records: Int32Array.of(0, 1, 2), positions: Int32Array.of(0, 0, 0) },
    ]);
    expect(await engine.droppedBy(margin(-1), 'encoder')).toEqual([]);
  });

  it('drops the pairs that the cleaned files leave out', async () => {
    const engine = await ranked(RECORDS);
    const [source] = await engine.limits({ ...ASKED, rules: [[margin(0.05)]], answers: [] });
    const removed = await engine.droppedBy(margin(0.05), 'encoder');
    const cleaned = await engine.cleaned(
      { ...GATING, asker: 'threshold', settings: ['default'], references: [true], removed },
      silent,
    );
    expect(cleaned.sources[0]?.figures.negatives).toBe(source?.rules[0]?.[0]?.kept);
  });

  it('counts a judged answer as removed where no row of it is left', async () => {
    const engine = await ranked([record('a', [20, 60]), record('b', [25, 50])]);
    const answers = [
      { at: { source: 0, record: 0, position: 0 }, weights: [3] },
      { at: { source: 0, record: 1, position: 1 }, weights: [1] },
      // None of this source.
      { at: { source: 0, record: 1, position: 0 }, weights: [0] },
    ];
    const [source] = await engine.limits({ ...ASKED, rules: [[margin(0)]], answers });
    expect(source?.answers).toBe(2);
    expect(source?.rules[0]?.[0]?.answers?.rate).toBe(0.75);
  });

  it('looks at the scores of the files where these are asked for, and at no source without them', async () => {
    // By the encoder b's first negative beats the positive; by the file the second one does.
    const scored = [
      { ...record('a', [50, 60]), scores: { positive: 10, negatives: [9, 4] } },
      { ...record('b', [20, 50]), scores: { positive: 7, negatives: [2, 8] } },
    ];
    const engine = engineOnCandidates(candidatesInMemory([scored, RECORDS]));
    await engine.run(runRequest(2), silent);
    const request = { ...ASKED, scores: 'files', rules: [[margin(0), margin(2)]], answers: [] } as const;
    const limited = await engine.limits(request);
    expect(
      limited.map(({ source, pairs, rules: [own] }) => [source, pairs, own?.map(({ kept }) => kept)]),
    ).toEqual([[0, 4, [3, 2]]]);
    expect(await engine.droppedBy(margin(2), 'files')).toEqual([
      { source: 0, records: Int32Array.of(0, 1), positions: Int32Array.of(0, 1) },
    ]);
  });

  it('shares the error of its bands by all limits that drop something else', async () => {
    // Twelve queries with an answer each that lies nearer to the positive than the other negative does.
    const records = Array.from({ length: 12 }, (_, i) => record(`q${i}`, [20, 60]));
    const engine = await ranked(records);
    const answers = records.map((_, i) => ({ at: { source: 0, record: i, position: 0 }, weights: [1] }));
    const near = (value: number): Limit => ({ id: 'cos_positive', value, end: 10 });
    const asked = async (rules: Limit[][]) => (await engine.limits({ ...ASKED, rules, answers }))[0];
    // cos(30° − 20°) = 0.985, cos(60° − 30°) = 0.866: two of these drop the same, one nothing, one all.
    const one = await asked([[near(1), near(0.98), near(0.9), near(0)]]);
    expect(one?.looks).toBe(1);
    expect(one?.rules[0]?.map(({ kept, answers: share }) => [kept, share?.rate])).toEqual([
      [24, 0],
      [12, 1],
      [12, 1],
      [0, 1],
    ]);
    expect(one?.rules[0]?.[1]).toMatchObject({ againstChance: 'more' });
    const two = await asked([[near(0.9)], [margin(0)]]);
    expect(two?.looks).toBe(2);
    expect(two?.rules[0]?.[0]?.answers?.low).toBeLessThan(one?.rules[0]?.[1]?.answers?.low ?? NaN);
  });
});
