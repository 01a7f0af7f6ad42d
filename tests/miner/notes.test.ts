import { describe, expect, it } from 'vitest';

import { emptyNotes, summaryOf } from '../../src/miner/notes';
import { readInput } from '../../src/miner/read';

const notes = async (rows: readonly object[]) => {
  const text = rows.map((row) => JSON.stringify(row)).join('\n');
  const given = { file: new File([text], 'records.jsonl'), path: 'records.jsonl', as: null };
  const settings = { sample: null, relevant: 1, mostCharacters: 1e6 };
  const input = await readInput([given], settings, new AbortController().signal, () => undefined);
  return summaryOf(input);
};

describe('what is said of the input', () => {
  it('counts rows that were joined, and says which line was refused and why', async () => {
    const { counts, notes: said } = await notes([
      { query_id: '0', query: 'capital of France', positive: 'Paris', negatives: ['Lyon'] },
      { query_id: '0', query: 'fastest animal', positive: 'cheetah', negatives: ['snail'] },
      { query_id: '0', query: 'fastest animal', positive: 'falcon', negatives: ['snail'] },
      { query_id: '1', query: 'no answer', positive: ' ', negatives: ['nothing'] },
    ]);
    expect(counts).toMatchObject({ records: 2, joined_rows: 1 });
    expect(said).toEqual([
      '1 repeated passage: each text counts once',
      '1 row joined to a record with the same id and query',
      'records.jsonl: 1 of 4 rejected',
      'records.jsonl, line 4: `positive` is blank, expected a text. Fill it in or leave the record out.',
    ]);
  });
});

describe('queries without a negative', () => {
  const said = (reason: string, depth_above_corpus: boolean) =>
    emptyNotes({ counts: { empty_because: { [reason]: 7 }, depth: 101, depth_above_corpus } as never });

  it('are said with the rule and what helps', () => {
    expect(said('relative_margin', false)).toEqual([
      '7 queries lost all candidates to relative_margin. Search deeper: range_max above 101.',
    ]);
    expect(said('relative_margin', true)).toEqual(['7 queries lost all candidates to relative_margin.']);
    expect(said('range_min', false)[0]).toContain('Lower it');
    expect(said('no_candidates', false)).toEqual(['7 queries found no candidate.']);
  });
});
