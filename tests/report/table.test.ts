import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';

import { buildReport } from '../../src/report/build';
import { tableCsv, tableLatex, tableMarkdown } from '../../src/report/table';
import type { SourceResult } from '../../src/engine/result';
import { certainOrder, pairAudit, reportInput, runResult, sourceResult } from '../support/results';

/** The CSV without its byte order mark, which it must have. */
function csv(of: Parameters<typeof tableCsv>[0]): string {
  const text = tableCsv(of);
  expect(text[0]).toBe('\ufeff');
  return text.slice(1);
}

function report(...results: SourceResult[]) {
  const references = results.slice(0, 1).map(({ name }) => name);
  return buildReport(reportInput(results, references));
}

const TWO = report(
  sourceResult(1, 'low', { eci: 0.123456789, records: 97, queries: 97 }),
  sourceResult(2, 'high', { eci: 0.9, records: 97, queries: 97, mean_rho: 0.95, inversion_rate: 0 }),
);

const HEADER =
  'rank from,rank to,source,setting,no rank because,ECI,ECI 95 % low,ECI 95 % high,mean ρ,mean η,mean ψ,inverted,inverted: count,pairs,records,' +
  'ambiguous,ambiguous: count,mean C,MNRL proxy,pair loss,gradient,ECI / d,trace,λ max,';

/** Two references, a new source, and one that looks drawn at random and scores highest. */
function audited() {
  const results = [
    sourceResult(1, 'bm25', { eci: 0.2, records: 97, queries: 97 }),
    sourceResult(2, 'dense', { eci: 0.3, records: 97, queries: 97, mean_rho: 0.61 }),
    sourceResult(3, 'random', { eci: 0.9, records: 97, queries: 97, mean_rho: 0.95, inversion_rate: 0 }),
    sourceResult(4, 'new', { eci: 0.25, records: 97, queries: 97 }),
  ];
  const certainty = certainOrder(results.map(({ id, figures }) => ({ id, eci: figures.eci })));
  const pair_audit = pairAudit(results, { random: { random: 1 } });
  const result = { ...runResult(results), certainty, pair_audit };
  return buildReport(reportInput(results, ['bm25', 'dense'], { run: result }));
}

describe('an export for people', () => {
  it('is in the order of the page: what has no rank comes last, whatever it scores, with its findings', () => {
    const { data } = Papa.parse<Record<string, string>>(csv(audited()).trim(), { header: true });
    expect(
      data.map((row) => [row['rank from'], row['source'], row['no rank because'], row['findings']]),
    ).toEqual([
      ['1', 'dense', '', ''],
      ['2', 'new', '', ''],
      ['3', 'bm25', '', ''],
      ['', 'random', 'stop', 'random; range'],
    ]);
    expect(data[3]?.['reading']).toContain('random passages');
    expect(data[0]).toMatchObject({
      'ECI 95 % low': '0.29',
      'ECI 95 % high': '0.31',
      references: 'bm25, dense',
    });
  });

  it('is one table: LaTeX and Markdown have the same rows, Markdown with the reading of each', () => {
    const rows = tableLatex(audited())
      .split('\n')
      .filter((line) => line.endsWith('\\\\'));
    expect(rows.map((line) => line.split(' & ')[1])).toEqual(['source', 'dense', 'new', 'bm25', 'random']);
    expect(rows.at(-1)).toMatch(/^– & random & 0\.9000 & 0\.890–0\.910 & 0\.950/);
    const markdown = tableMarkdown(audited()).trimEnd().split('\n');
    expect(markdown.at(-1)).toMatch(/^\| – \| random \|.*random passages/);
    expect(markdown.at(-2)).toContain('| bm25 |');
  });
});

describe('tableCsv', () => {
  it('has a header and one row a source, each figure at full precision', () => {
    const [header = '', high, low, end] = csv(TWO).split('\n');
    expect(header.startsWith(HEADER)).toBe(true);
    expect(header.endsWith('findings,reading,random passages,τ,weighting,references,encoder,caution')).toBe(
      true,
    );
    expect(high).toMatch(
      /^1,2,high,all,,0\.9,0,1,0\.95,0\.5,0\.7,0,1,4,97,0\.5,1,0\.3,1\.1,0\.8,0\.3333333333333333,/,
    );
    expect(high).toMatch(
      /,range,ρ 0\.95 > 0\.60 \(may be chance\) and inversion .*,0\.05,full,low,embeddings in the files,$/,
    );
    expect(low).toMatch(/^1,2,low,all,,0\.123456789,0,1,/);
    expect(end).toBe('');
  });
});

describe('an export of a run by the bundled encoder', () => {
  it('carries the line in every row and above the table', () => {
    const encoder = { name: 'mini', bundled: true } as const;
    const bundled = { ...TWO, encoder: { ...TWO.encoder, ...encoder } } as typeof TWO;
    const caution = "mini is a small static encoder: good for a look; your encoder's order may differ.";
    for (const line of tableCsv(bundled).trim().split('\n').slice(1)) expect(line).toContain(caution);
    expect(tableMarkdown(bundled).split('\n\n')[0]?.split('\n').at(-1)).toBe(caution);
    expect(tableCsv(TWO)).not.toContain('small static');
    expect(tableMarkdown(TWO)).not.toContain('small static');
  });
});

it('an export of what was changed since says so', () => {
  const old = { ...TWO, out_of_date: true };
  for (const text of [tableCsv(old), tableMarkdown(old), tableLatex(old)])
    expect(text).toContain('Out of date: files or settings were changed after this was ranked.');
  for (const text of [tableCsv(TWO), tableMarkdown(TWO), tableLatex(TWO)])
    expect(text).not.toContain('Out of date');
});

it('says under table and caption that only the first negatives were scored', () => {
  const first = { ...TWO, settings: { ...TWO.settings, negatives: 5 } };
  for (const text of [tableMarkdown(first), tableLatex(first)]) {
    expect(text).toContain('Scored: the first 5 negatives of each record.');
  }
  expect(tableMarkdown(TWO)).not.toContain('Scored');
});
