import { describe, expect, it } from 'vitest';

import { distinctIds, Lexicon } from '../../src/engine/lexicon';
import { selectRecords, type SourceData } from '../../src/engine/source-data';
import { emptyColumns } from '../../src/scoring/pairs';
import { RunCancelledError } from '../../src/engine/errors';
import { Task } from '../../src/engine/task';
import { candidatesInMemory, type TextRecord } from '../support/candidates';
import { expectRelative } from '../support/near';

/** Four distinct documents: df of rain 2, of sea 2, of the others 1. Queries are not documents. */
const SOURCES: TextRecord[][] = [
  [
    { query: 'rain sea', positive: 'the rain', negatives: ['rain, sea!', 'a SEA'] },
    { query: '…', positive: 'the rain', negatives: ['a SEA'] },
  ],
  [{ query: 'sea snow', positive: 'a SEA', negatives: ['wind', 'rain, sea!'] }],
];

async function lexicon(task = new Task()) {
  const candidates = candidatesInMemory(SOURCES);
  const structures = [await candidates.structure(0, 1), await candidates.structure(1, 1)];
  const built = new Lexicon();
  const progress: number[][] = [];
  await built.build(structures, candidates, 42, task, (done, total) => progress.push([done, total]));
  const cover = async (source: number, records?: number[]) => {
    const full = structures[source] as (typeof structures)[number];
    const structure = records ? selectRecords(full, Int32Array.from(records), null) : full;
    const columns = emptyColumns(structure.offsets);
    const data: SourceData = {
      id: source,
      name: '',
      structure,
      indices: Int32Array.from(structure.queries, (_, record) => record),
      priorities: new Float64Array(),
      units: new Int32Array(),
      turns: new Float64Array(),
      columns,
      vectors: null,
    };
    await built.cover(data, [...structure.queries.keys()], new Task());
    return columns.coverage;
  };
  return { built, progress, cover };
}

describe('Lexicon', () => {
  it('counts the distinct positives and negatives of all sources, no query', async () => {
    const { built } = await lexicon();
    expect(built.idf.documents).toBe(4);
    // the, rain, sea, a, wind; not snow.
    expect(built.idf.distinctTokens).toBe(5);
  });

  it('covers every pair of a source', async () => {
    const { cover } = await lexicon();
    // rain and sea have df 2 of M = 4: equal idf, so half of "rain sea" is covered by "a SEA".
    const [both, half, none] = await cover(0);
    expect(both).toBe(1);
    expectRelative(half ?? NaN, 0.5);
    // A query without tokens.
    expect(none).toBe(0);
  });

  it('weighs a query token that no document has with df 0', async () => {
    const { cover } = await lexicon();
    const coverage = await cover(1);
    expect(coverage[0]).toBe(0);
    // idf(sea) = ln(5/3) + 1, idf(snow) = ln 5 + 1.
    expectRelative(coverage[1] ?? NaN, 1.5108256237659907 / 4.120263536200091);
  });

  it('weighs the tokens of a text, known or not, each once', async () => {
    const { built } = await lexicon();
    // Four documents: ln(5 / (df + 1)) + 1, with df 2 of rain and sea and 0 of snow and of what was never read.
    const found = built.weigh('Rain, snow, RAIN; fog');
    expect(found.map(({ token }) => token)).toEqual(['rain', 'snow', 'fog']);
    expectRelative(found[0]?.idf ?? NaN, Math.log(5 / 3) + 1, 1e-15);
    expectRelative(found[1]?.idf ?? NaN, Math.log(5) + 1, 1e-15);
    expectRelative(found[2]?.idf ?? NaN, Math.log(5) + 1, 1e-15);
  });

  it('keeps the corpus when a sample is covered', async () => {
    const { cover } = await lexicon();
    expect([...(await cover(0, [1]))]).toEqual([0]);
    expectRelative((await cover(0, [0]))[1] ?? NaN, 0.5);
  });

  it('tells its progress in texts, passages first', async () => {
    const { progress } = await lexicon();
    expect(progress).toEqual([
      [4, 7],
      [7, 7],
    ]);
  });

  it('stops when its task is cancelled', async () => {
    const task = new Task();
    task.cancel();
    await expect(lexicon(task)).rejects.toThrow(RunCancelledError);
  });
});

describe('distinctIds', () => {
  it('are ascending as numbers, each once', () => {
    expect([...distinctIds([Int32Array.of(10, 9, 10), Int32Array.of(2, 100)])]).toEqual([2, 9, 10, 100]);
    expect([...distinctIds([])]).toEqual([]);
  });
});
