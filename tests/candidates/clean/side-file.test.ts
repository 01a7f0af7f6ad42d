import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';

import { reasonsHeader } from '../../../src/candidates/clean/reasons';
import {
  clean,
  jsonlSource as source,
  lostBy,
  NOTHING_ELSE,
  ofIds,
  pairs,
  REASON,
  recordsOf,
  removedPairs,
  stored,
  withStore,
} from './support';

withStore();

const RECORDS = [
  { id: 7, query: 'q1', pos: ['p1'], neg: ['=1+1', 'b, "c"', 'p1'] },
  { query: 'q2', pos: ['p2'], neg: ['<script>'] },
  { query: 'q3', pos: ['p1'], neg: ['b, "c"', 'd'] },
];

async function lines(blob: Blob): Promise<unknown[]> {
  return (await blob.text())
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as unknown);
}

describe('the side file', () => {
  it('says for each removed pair why', async () => {
    const file = await source([...RECORDS, { query: 'q4', pos: ['p'], neg: [`x\n${'y'.repeat(300)}`] }]);
    const removed = {
      ...removedPairs(0, pairs('0:0 0:1 2:1 3:0')),
      reasons: Int32Array.of(0, 1, 2, 3),
    };
    const high = { ...REASON, reason: 'η, too high' };
    const noted = [REASON, high].map((reason) => ({ ...reason, note: 'see title' }));
    const reasons = [...noted, high, { ...REASON, markedBy: 'cure: copies' }];
    const cleaned = await clean(file, [removed], { reasons });
    const { data, errors } = Papa.parse<string[]>(
      `${reasonsHeader()}${(await cleaned.reasons.text()).trimEnd()}`,
      {
        newline: '\n',
      },
    );
    expect(errors).toEqual([]);
    expect(data[0]?.join()).toBe('file,place,index,source,query_id,reason,marked_by,note,negative');
    const inverted = 'inverted: ρ < 0.5';
    expect(
      data.slice(1).map((cells) => cells.map((cell) => (/^\d/.test(cell) ? Number(cell) : cell))),
    ).toEqual([
      // A spreadsheet would run the formula: an apostrophe keeps it a text.
      ['nq.jsonl', 1, 1, 'nq', 7, inverted, 'by hand', 'see title', "'=1+1"],
      ['nq.jsonl', 1, 2, 'nq', 7, 'η, too high', 'by hand', 'see title', 'b, "c"'],
      ['nq.jsonl', 3, 2, 'nq', '', 'η, too high', 'by hand', '', 'd'],
      ['nq.jsonl', 4, 1, 'nq', '', inverted, 'cure: copies', '', `x\n${'y'.repeat(198)}`],
    ]);
  });

  it('names blanks, repeats and lines without a query by the lines and indices of the file', async () => {
    const file = await source([
      { query: 'q1', pos: ['p1'], neg: ['  ', 'a', 'b', 'a'] },
      { query: ' ', pos: ['p2'], neg: ['c'] },
      { query: 'q3', pos: ['p3'], neg: ['d', 7] },
      { query: 'q4', pos: ['p4'], neg: ['e', 'f', 'f'] },
    ]);
    const without = { rejects: 'blank', blanks: true, repeats: true } as const;
    const { content, reasons } = await clean(file, [removedPairs(0, pairs('0:1 1:1'))], { without });
    expect(await lines(content)).toEqual([
      { query: 'q1', pos: ['p1'], neg: ['a'] },
      // Its fault may be that of the reading: it stays.
      { query: 'q3', pos: ['p3'], neg: ['d', 7] },
      { query: 'q4', pos: ['p4'], neg: ['e'] },
    ]);
    const { data } = Papa.parse<string[]>((await reasons.text()).trimEnd());
    expect(data.map(([, place, index, , , reason]) => [place, index, reason])).toEqual([
      ['1', '3', REASON.reason],
      ['4', '2', REASON.reason],
      ['1', '1', 'blank negative'],
      ['1', '4', 'the same negative again'],
      ['4', '3', 'the same negative again: the other one leaves too'],
      ['2', '', 'line without a record: blank-query'],
    ]);
  });
});

describe('a file with more than one source', () => {
  it('keeps an entry while a list of another source has something', async () => {
    const loading = { label: { kind: 'keys' }, companions: ofIds(['1', '2', '3', '4'], ['1']) } as const;
    const file = await source([{ qid: 1, pos: [1], neg: { bm25: [2, 3], dense: [3, 4] } }], loading);
    const both = [removedPairs(0, pairs('0:0 0:1')), removedPairs(1, pairs('0:1'))];
    const cleaned = await clean(file, both);
    expect(await lines(cleaned.content)).toEqual([{ qid: 1, pos: [1], neg: { bm25: [], dense: [3] } }]);
    expect(lostBy(cleaned)).toEqual([3, 1]);
  });
});

describe('a sampled run', () => {
  it('keeps the queries that the sample left out', async () => {
    const content = 'q1 Q0 d1 1 9 t\nq2 Q0 d2 1 9 t\nq1 Q0 d3 2 8 t\n';
    const companions = ofIds(['d1', 'd2', 'd3', 'r'], ['q1', 'q2'], { q1: 'r', q2: 'r' });
    // The seed draws the first query.
    const sampled = await stored('r.trec', content, { companions, sample: { records: 1, seed: 2 } });
    expect((await recordsOf(sampled.loaded)).flat().map(({ query }) => query)).toEqual(['#q1']);
    const strict = { without: { ...NOTHING_ELSE, rejects: 'all' as const } };
    expect(await (await clean(sampled, [removedPairs(0, pairs('0:0'))], strict)).content.text()).toBe(
      'q2 Q0 d2 1 9 t\nq1 Q0 d3 2 8 t\n',
    );
  });
});
