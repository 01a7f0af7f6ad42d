import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';

import { buildReport } from '../../src/report/build';
import { tableCsv, tableLatex, tableMarkdown } from '../../src/report/table';
import type { SourceResult } from '../../src/engine/results';
import { reportInput, sourceResult } from '../support/results';

function report(...results: SourceResult[]) {
  const references = results.slice(0, 1).map(({ name }) => name);
  return buildReport(reportInput(results, references));
}

const TWO = report(
  sourceResult(1, 'low', { eci: 0.123456789, records: 97, queries: 97 }),
  sourceResult(2, 'high', { eci: 0.9, records: 97, queries: 97, mean_rho: 0.95, inversion_rate: 0 }),
);

const HEADER =
  'rank,source,setting,eci,eci_per_dim,trace,lambda_max,mean_rho,mean_eta,mean_psi,mean_coverage,' +
  'inversion_rate,inverted_pairs,ambiguity,ambiguous_records,mean_pairwise_loss,mnrl_proxy,mean_gradient_energy,records,negatives,rejected,flags,reading,encoder,caution';

describe('tableCsv', () => {
  it('has a header and one row a source in ranking order, at full precision', () => {
    expect(tableCsv(TWO).split('\n')).toEqual([
      HEADER,
      '1–2,high,all,0.9,0.00625,0.11,0.01,0.95,0.5,0.7,0.3,0,1,0.5,1,0.8,1.1,0.3333333333333333,97,4,1,rho inversion,ρ 0.95 > 0.60 (may be chance); inversion 0.0\u00a0% < 25.0\u00a0% (may be chance); inside,embeddings in the files,',
      '1–2,low,all,0.123456789,0.00625,0.11,0.01,0.6,0.5,0.7,0.3,0.25,1,0.5,1,0.8,1.1,0.3333333333333333,97,4,1,reference,reference,embeddings in the files,',
      '',
    ]);
  });

  it('quotes a name with a comma and quotes, and disarms it where it reads as a formula', () => {
    const line = tableCsv(report(sourceResult(1, '=1+1,"x"'))).split('\n')[1];
    expect(line).toMatch(/^,"'=1\+1,""x""",all,/);
  });

  it.each(['=1', '+1', '-1', '@sum', '\tx', '\rx'])('disarms %j', (name) => {
    const { data } = Papa.parse<string[]>(tableCsv(report(sourceResult(1, name))).trim());
    expect(data[1]?.[1]).toBe(`'${name}`);
  });

  it.each(['plain', 'a,b', 'a "b"', 'two\nlines', ' blank ', 'é東'])('gives %j back as it is', (name) => {
    const { data } = Papa.parse<string[]>(tableCsv(report(sourceResult(1, name))).trimEnd());
    expect(data[1]?.[1]).toBe(name);
    expect(data[1]).toHaveLength(25);
  });
});

describe('an export of a run by the bundled encoder', () => {
  it('carries the line in every row and above the table', () => {
    const encoder = { name: 'mini', bundled: true } as const;
    const bundled = { ...TWO, encoder: { ...TWO.encoder, ...encoder } } as typeof TWO;
    const caution = "mini is a small static encoder: good for a look; your encoder's order may differ.";
    for (const line of tableCsv(bundled).trim().split('\n').slice(1)) expect(line).toContain(caution);
    expect(tableMarkdown(bundled).split('\n')[1]).toBe(caution);
    expect(tableCsv(TWO)).not.toContain('small static');
    expect(tableMarkdown(TWO)).not.toContain('small static');
  });
});

describe('an export of what nothing was held against, or of what was changed since', () => {
  it('says so', () => {
    const alone = report(sourceResult(1, 'alone'));
    for (const text of [tableCsv(alone), tableMarkdown(alone), tableLatex(alone)]) {
      expect(text).toContain('Nothing was audited: these are scores, and no source has a rank.');
    }
    const old = { ...TWO, out_of_date: true };
    for (const text of [tableCsv(old), tableMarkdown(old), tableLatex(old)]) {
      expect(text).toContain('Out of date: files or settings were changed after this was ranked.');
    }
    for (const text of [tableCsv(TWO), tableMarkdown(TWO), tableLatex(TWO)]) {
      expect(text).not.toMatch(/audited|Out of date/);
    }
  });
});

describe('tableLatex', () => {
  it('has the columns that a page has room for, under the headline', () => {
    const lines = tableLatex(TWO).split('\n');
    expect(lines[1]).toMatch(/^\\noindent /);
    expect(lines).toContain(
      'rank & source & eci & trace & mean\\_rho & mean\\_eta & mean\\_psi & inversion\\_rate & records & negatives \\\\',
    );
    expect(lines).toContain('1–2 & low & 0.12346 & 0.11 & 0.6 & 0.5 & 0.7 & 0.25 & 97 & 4 \\\\');
  });

  it('prints names as they are', () => {
    const text = tableLatex(report(sourceResult(1, '\\input{x}_50%')));
    expect(text).toContain('& \\textbackslash{}input\\{x\\}\\_50\\% &');
    expect(text).not.toContain('\\input{');
  });
});

describe('tableMarkdown', () => {
  /** Cells of a line, split at the bars that are not escaped. */
  const cells = (line: string | undefined) =>
    (line ?? '').match(/(?:\\.|[^|\\])+/g)?.map((cell) => cell.trim());

  /** The table without what stands above it. */
  const tableOf = (markdown: string) => markdown.slice(markdown.indexOf('\n\n') + 2).split('\n');

  it('stands under the headline', () => {
    const [headline, blank] = tableMarkdown(TWO).split('\n');
    expect(headline).toBe(TWO.verdict.headline);
    expect(blank).toBe('');
  });

  it('has a header, a rule, and figures to five digits', () => {
    const lines = tableOf(tableMarkdown(TWO));
    expect(lines).toHaveLength(5);
    expect(cells(lines[0])).toEqual(HEADER.split(','));
    expect(cells(lines[1])).toEqual(new Array(25).fill('---'));
    expect(cells(lines[3])?.slice(0, 6)).toEqual(['1–2', 'low', 'all', '0.12346', '0.00625', '0.11']);
    expect(cells(lines[3])?.slice(17, 21)).toEqual(['0.33333', '97', '4', '1']);
    expect(lines[4]).toBe('');
  });

  it.each([
    ['a|b', 'a\\|b'],
    ['a\\|b', 'a\\\\\\|b'],
    ['two\r\nlines', 'two lines'],
    ['<img src=x>', '\\<img src=x\\>'],
    ['[a](javascript:x)', '\\[a\\](javascript:x)'],
    ['*a* _b_ c_d `e`', '\\*a\\* \\_b\\_ c_d \\`e\\`'],
  ])('keeps %j in one cell', (name, escaped) => {
    const lines = tableOf(tableMarkdown(report(sourceResult(1, name))));
    expect(lines).toHaveLength(4);
    expect(cells(lines[2])?.[1]).toBe(escaped);
    expect(cells(lines[2])?.[2]).toBe('all');
  });
});
