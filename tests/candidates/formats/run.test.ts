import { describe, expect, it } from 'vitest';

import { Ref, type Hint } from '../../../src/candidates/formats/format';
import { faultOf, formatFor, placed, planned, recognised } from './support';

const lines = (...rows: string[][]): string => rows.map((row) => `${row.join('\t')}\n`).join('');

describe('runs', () => {
  it.each([
    ['scores', ['q1 d1 2.5', 'q1 d2 0.5', 'q2 d1 -1'], [2.5, 0.5, -1]],
    ['ranks from 1', ['q1 d1 1', 'q1 d2 2', 'q2 d1 1'], [-1, -2, -1]],
    ['ranks from 0', ['1 11 0', '1 12 1', '1 13 2'], [-0, -1, -2]],
    ['falling whole scores', ['1 11 30', '1 12 20', '2 13 25'], [30, 20, 25]],
  ])('of three columns go by %s', async (_, rows, given) => {
    const plan = await planned('a.tsv', lines(...rows.map((row) => row.split(' '))));
    expect(plan).toMatchObject({
      format: { id: 'run' },
      drafts: given.map((each) => ({ given: [NaN, each] })),
    });
  });

  it('have a header where they like', async () => {
    const scored = lines(['qid', 'docid', 'rank', 'score'], ['1', '7', '1', '9.5']);
    expect(await planned('runs/a.tsv', scored)).toMatchObject({ drafts: [{ given: [NaN, 9.5] }] });
    expect(await planned('a.csv', 'Query-ID,Doc_ID,Rank\n1,7,3\n')).toMatchObject({
      drafts: [
        { query: new Ref('queries', '1'), lists: [{ texts: [new Ref('corpus', '7')] }], given: [NaN, -3] },
      ],
    });
  });

  it('name the column at fault', () => {
    const rows = [placed(['q', 'd', '0.5'])];
    const hint: Hint = { path: 'a.tsv', container: 'TSV', named: false, samples: rows };
    const format = formatFor(hint);
    expect(format).toMatchObject({ id: 'run' });
    if (format === null) return;
    expect(faultOf(format, placed(['q', 'd', 'high']))).toEqual(['wrong-type', '3']);
    expect(faultOf(format, placed(['q', ' ', '1']))).toEqual(['null-field', '2']);
    expect(faultOf(format, { a: 1 })).toEqual(['missing-field', 'score']);
  });
});

describe('runs and qrels', () => {
  const header = ['query-id', 'corpus-id', 'score'];
  const TREC = Array.from({ length: 20 }, (_, i) => `q1 x d${i} ${i + 1} ${20 - i}.5 tag`);

  it.each([
    ['BEIR qrels', 'qrels/test.tsv', lines(header, ['q1', 'd1', '1']), 'qrels'],
    ['whole grades under a header', 'test.tsv', lines(header, ['q1', 'd1', '2'], ['q1', 'd2', '0']), 'qrels'],
    ['scores under a header', 'dense.tsv', lines(header, ['q1', 'd1', '0.75']), 'run'],
    ['whole scores in a folder of runs', 'runs/bm25.tsv', lines(header, ['q1', 'd1', '12']), 'run'],
    ['a grade by name', 'truth.tsv', lines(['query_id', 'docid', 'grade'], ['1', '7', '3']), 'qrels'],
    ['TREC qrels', 'qrels.txt', '301 0 FT911-1 1\n301 0 FT911-2 0\n', 'qrels'],
    ['TREC qrels with tabs', 'dev.tsv', lines(['1185869', '0', '0', '1']), 'qrels'],
    ['three columns in a qrels file', 'qrels.dev.tsv', lines(['1', '7', '1'], ['1', '8', '2']), 'qrels'],
    ['three columns of grades', 'dev.tsv', lines(['q1', 'd7', '1'], ['q2', 'd8', '1']), 'qrels'],
    ['three columns of grades in runs', 'runs/dev.tsv', lines(['q1', 'd7', '1'], ['q2', 'd8', '1']), 'run'],
    ['three columns of ids', 'triples.tsv', lines(['1', '7', '912'], ['2', '8', '1034']), null],
    ['a run with a damaged line', 'a.txt', ['damaged', ...TREC].join('\n'), 'run'],
    // A fraction is a score, and so are numbers that no judge gives.
    ['fractions', 'a.txt', 'q1 0 d1 0.5\nq1 0 d2 1.5\n', 'run'],
    ['a fraction of many digits', 'a.txt', 'q1 Q0 d1 1.0000000000000002\nq1 Q0 d2 0.5\n', 'run'],
    ['exponents, and blanks of any kind', 'a.txt', '1 Q0 d1 1 2.5 x\n\n1\tq0  d2 2 1e-3 x \n', 'run'],
    ['large numbers', 'a.txt', 'q1 Q0 d1 31\nq1 Q0 d2 29\nq2 Q0 d1 40\nq2 Q0 d3 12\n', 'run'],
    ['grades behind Q0', 'a.txt', 'q1 Q0 d1 2\nq1 Q0 d2 0\n', 'qrels'],
    ['fractions in a qrels file', 'qrels.txt', 'q1 0 d1 0.5\nq1 0 d2 1.5\n', 'qrels'],
    ['three columns with fractions', 'a.txt', 'q1 d1 0.5\nq1 d2 0.25\n', 'run'],
    ['judged pairs of texts', 'a.csv', 'qid,query,passage,label\n1,a b,c d,1\n', 'labeled-pairs'],
  ])('are told apart: %s', async (_, path, content, kind) => {
    expect(await recognised(path, content)).toBe(kind);
  });
});
