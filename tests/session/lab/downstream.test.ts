import { describe, expect, it } from 'vitest';

import { joinTraining, readDownstream } from '../../../src/session/lab/downstream';

const BLOCKS = [
  { encoder: 'e5', sources: [{ name: 'bm25', setting: 'default', eci: 0.1, inversion: 0.4 }] },
  {
    encoder: 'potion',
    sources: [
      { name: 'bm25', setting: 'default', eci: 0.2, inversion: 0.3 },
      { name: 'a+b', setting: 'hybrid', eci: 0.3, inversion: null },
    ],
  },
];

/** A line of the table that says no more than its source and figures, but for `more`. */
const read = (line: number, source: string, metrics: readonly number[], more = {}) => ({
  line,
  source,
  encoder: null,
  metrics,
  ...more,
});
/** A trained source under the last encoder, or as `more` says. */
const trained = (source: string, score: number, metrics: readonly number[], mean: number, more = {}) => ({
  source,
  encoder: 'potion',
  setting: 'default',
  score,
  inversion_rate: null,
  metrics,
  mean,
  ...more,
});

const problemsOf = (text: string) =>
  readDownstream(text).problems.map(({ line, message }) => `${line} ${message}`);

describe('the table of what came of training', () => {
  it('is read with commas, tabs or semicolons, blank lines aside', () => {
    const wanted = [read(3, 'bm25', [0.3, 0.25])];
    for (const delimiter of [',', '\t', ';']) {
      const text = [
        '',
        ['source', 'ArguAna', 'NQ'].join(delimiter),
        ['bm25', ' 0.3', '0.25 '].join(delimiter),
        '',
      ];
      expect(readDownstream(text.join('\r\n'))).toEqual({
        table: { datasets: ['ArguAna', 'NQ'], rows: wanted },
        problems: [],
      });
    }
    expect(readDownstream(' \n')).toEqual({ table: null, problems: [] });
  });

  it('takes the encoder where it is given, and names in quotes', () => {
    const { table } = readDownstream('Source,Encoder,NQ\n"a, b",e5,39.2');
    expect(table?.datasets).toEqual(['NQ']);
    expect(table?.rows).toEqual([read(2, 'a, b', [39.2], { encoder: 'e5' })]);
  });

  it.each([
    ['name,NQ\nbm25,1', ['1 The header needs a column "source", such as: source,ArguAna,NFCorpus.']],
    ['source,NQ,NQ\nbm25,1,2', ['1 The header has the column "NQ" twice.']],
    ['source,NQ,nq\nbm25,1,2', ['1 The header has the column "nq" twice.']],
    ['source,,NQ\nbm25,1,2', ['1 A column of the header has no name.']],
    ['source,encoder\nbm25,e5', ['1 The header names no data set: give each a column of its own.']],
    ['source,NQ,mean\nbm25,1,1', ['1 Leave out the column "mean": it is computed from the others.']],
    ['source,NQ,Mean\nbm25,1,1', ['1 Leave out the column "mean": it is computed from the others.']],
    ['source,NQ', ['1 No line follows the header: write one a source.']],
    ['source,NQ\nbm25', ['2 This line has 1 fields, the header 2.']],
    ['source,NQ\nbm25,good', ['2 NQ: expected a number, such as 0.39, found "good".']],
    ['source;NQ\nbm25;0,39', ['2 NQ: expected a number, such as 0.39, found "0,39".']],
    ['source,NQ,FEVER\nbm25,0.4,', ['2 FEVER: expected a number, such as 0.39, found nothing.']],
    ['source,NQ\n,0.4', ['2 Expected the name of a source, found nothing.']],
    ['source,NQ\na,0.4\na,0.5', ['3 "a" stands in line 2 too.']],
    ['source,encoder,NQ\na,e5,0.4\na,e5,0.5', ['3 "a" stands in line 2 too.']],
  ])('says of %j what is wrong, and where', (text, wanted) => {
    expect(problemsOf(text)).toEqual(wanted);
    expect(readDownstream(text).table).toBeNull();
  });
});

describe('joined with the scores of the session', () => {
  const joined = (text: string, blocks = BLOCKS) => {
    const { table } = readDownstream(text);
    if (!table) throw new Error('The table is not read.');
    return joinTraining(table, blocks);
  };

  it('takes the encoder named, else the latest, and the mean over the data sets', () => {
    expect(joined('source,NQ,FEVER\nbm25,0.4,0.6\na+b,0.5,0.5').rows).toEqual([
      trained('bm25', 0.2, [0.4, 0.6], 0.5, { inversion_rate: 0.3 }),
      trained('a+b', 0.3, [0.5, 0.5], 0.5, { setting: 'hybrid' }),
    ]);
    expect(joined('source,encoder,NQ\nbm25,e5,0.4').rows[0]?.score).toBe(0.1);
  });

  it('says which source or encoder is not ranked', () => {
    expect(joined('source,NQ\nnone,0.4').problems).toEqual([
      { line: 2, message: 'No source "none" is ranked under potion; there are bm25 and a+b.' },
    ]);
    expect(joined('source,encoder,NQ\nbm25,gte,0.4').problems[0]?.message).toMatch(/^Ranked under e5 and/);
    expect(joined('source,NQ\nbm25,0.4', []).problems[0]?.message).toMatch(/^Nothing is ranked yet/);
  });
});
