import { describe, expect, it } from 'vitest';

import { Ref, type Text } from '../../src/candidates/formats/format';
import { planFile } from '../../src/candidates/formats/plan';
import { defaultLoadOptions } from '../../src/candidates/reading';
import { FORM_IDS, writeForm, type FormId, type WrittenRecord } from '../../src/mining/forms';
import { atOnce } from '../../src/scoring/sliced';

const passage = (id: string, text: string, score: number | null = null) => ({ id, text, score });

const RECORDS: readonly WrittenRecord[] = [
  {
    queryId: 'q1',
    query: 'What is asked first?',
    positives: [passage('d1', 'The answer to it.', 0.9), passage('d2', 'Another answer to it.', 0.8)],
    negatives: [passage('d3', 'No answer at all.', 0.7), passage('d4', 'Something else again.', 0.25)],
  },
  {
    queryId: 'q2',
    query: 'What is asked second?',
    positives: [passage('d4', 'Something else again.', 0.5)],
    negatives: [passage('d1', 'The answer to it.', 0.4)],
  },
  {
    queryId: 'q3',
    query: 'What has no negative?',
    positives: [passage('d3', 'No answer at all.', 0.5)],
    negatives: [],
  },
];

function write(form: FormId, withScores: boolean, records = RECORDS) {
  const scored = (passages: WrittenRecord['positives']) =>
    passages.map(({ score, ...each }) => ({ ...each, score: withScores ? score : null }));
  const given = records.map((record) => ({
    ...record,
    positives: scored(record.positives),
    negatives: scored(record.negatives),
  }));
  const { pieces, ...counts } = atOnce(writeForm(given.length, (at) => given[at] as WrittenRecord, form, 2));
  return { text: pieces.join(''), ...counts };
}

const rows = (form: FormId, withScores: boolean): unknown[] => {
  const { text } = write(form, withScores);
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);
};

const [Q1, Q2, Q3] = RECORDS.map(({ query }) => query);
const [D1, D2, D3, D4] = [
  'The answer to it.',
  'Another answer to it.',
  'No answer at all.',
  'Something else again.',
];

describe('forms', () => {
  it('FlagEmbedding: one row a record', () => {
    expect(rows('flag-embedding', true)).toEqual([
      { query: Q1, pos: [D1, D2], neg: [D3, D4], pos_scores: [0.9, 0.8], neg_scores: [0.7, 0.25] },
      { query: Q2, pos: [D4], neg: [D1], pos_scores: [0.5], neg_scores: [0.4] },
    ]);
    expect(rows('flag-embedding', false)[1]).toEqual({ query: Q2, pos: [D4], neg: [D1] });
    expect(write('flag-embedding', true)).toMatchObject({ rows: 2, leftOut: 1 });
  });

  it('triplet: one row for each positive and negative', () => {
    expect(rows('triplet', true)).toEqual([
      { anchor: Q1, positive: D1, negative: D3, scores: [0.9, 0.7] },
      { anchor: Q1, positive: D1, negative: D4, scores: [0.9, 0.25] },
      { anchor: Q1, positive: D2, negative: D3, scores: [0.8, 0.7] },
      { anchor: Q1, positive: D2, negative: D4, scores: [0.8, 0.25] },
      { anchor: Q2, positive: D4, negative: D1, scores: [0.5, 0.4] },
    ]);
    expect(rows('triplet', false)[4]).toEqual({ anchor: Q2, positive: D4, negative: D1 });
  });

  it('n-tuple: exactly as many columns as asked; a longer record gives its first ones', () => {
    const negatives = [passage('d3', D3), passage('d4', D4), passage('d5', 'A third one.')];
    const record = { ...(RECORDS[0] as WrittenRecord), negatives };
    const { text, rows: count, negatives: written } = write('n-tuple', false, [record]);
    expect(
      text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as object),
    ).toEqual([
      { anchor: Q1, positive: D1, negative_1: D3, negative_2: D4 },
      { anchor: Q1, positive: D2, negative_1: D3, negative_2: D4 },
    ]);
    expect([count, written]).toEqual([2, 2]);
  });

  it('n-tuple: a row is dropped unless it has all its negatives', () => {
    expect(rows('n-tuple', true)).toEqual([
      { anchor: Q1, positive: D1, negative_1: D3, negative_2: D4, scores: [0.9, 0.7, 0.25] },
      { anchor: Q1, positive: D2, negative_1: D3, negative_2: D4, scores: [0.8, 0.7, 0.25] },
    ]);
    expect(write('n-tuple', true)).toMatchObject({ rows: 2, leftOut: 2, negatives: 2 });
  });

  it('labeled-pair: positives are written even without negatives, and a score stands in place of the label', () => {
    expect(rows('labeled-pair', false)).toEqual([
      { anchor: Q1, positive: D1, label: 1 },
      { anchor: Q1, positive: D2, label: 1 },
      { anchor: Q1, positive: D3, label: 0 },
      { anchor: Q1, positive: D4, label: 0 },
      { anchor: Q2, positive: D4, label: 1 },
      { anchor: Q2, positive: D1, label: 0 },
      { anchor: Q3, positive: D3, label: 1 },
    ]);
    expect(rows('labeled-pair', true)[3]).toEqual({ anchor: Q1, positive: D4, score: 0.25 });
  });

  it('labeled-list: one row for each positive, dropped where there is no negative', () => {
    expect(rows('labeled-list', false)).toEqual([
      { anchor: Q1, positive: [D1, D3, D4], labels: [1, 0, 0] },
      { anchor: Q1, positive: [D2, D3, D4], labels: [1, 0, 0] },
      { anchor: Q2, positive: [D4, D1], labels: [1, 0] },
    ]);
    expect(rows('labeled-list', true)[2]).toEqual({ anchor: Q2, positive: [D4, D1], scores: [0.5, 0.4] });
  });

  it('Tevatron names ids', () => {
    expect(rows('tevatron', true)[1]).toEqual({
      query_id: 'q2',
      query: Q2,
      positive_passages: [{ docid: 'd4', title: '', text: D4, score: 0.5 }],
      negative_passages: [{ docid: 'd1', title: '', text: D1, score: 0.4 }],
    });
  });

  it('of nothing is an empty file', () => {
    expect(write('triplet', true, []).text).toBe('');
  });
});

describe.each(FORM_IDS)('a file of form %s', (form) => {
  // Scores in place of labels say of no text that it is a positive: such files are for training, and are asked about.
  const scored = form === 'labeled-pair' || form === 'labeled-list' ? [false] : [false, true];
  it.each(scored)('is read again by its own fields (scores: %s)', async (withScores) => {
    const { text } = write(form, withScores);
    const file = new File([text], 'mined.jsonl');
    const plan = await planFile(file, defaultLoadOptions(file.name), new AbortController().signal);
    if (!('format' in plan)) throw new Error(`not read: ${JSON.stringify(plan)}`);
    const [draft] = plan.drafts;
    const name = (found: Text | null | undefined) => (found instanceof Ref ? found.id : found);
    expect(name(draft?.query)).toBe(Q1);
    if (form === 'labeled-pair') return;
    expect(name(draft?.positives[0])).toBe(D1);
    expect(name(draft?.lists[0]?.texts[0])).toBe(D3);
  });
});
