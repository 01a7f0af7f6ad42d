import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';

import { buildReport } from '../../src/report/build';
import { tableCsv, tableLatex, tableMarkdown } from '../../src/report/table';
import type { SourceResult } from '../../src/engine/results';
import { faultsOfLatex } from '../support/latex';
import {
  certainOrder,
  loadedSource,
  reportedSource,
  reportInput,
  runResult,
  sourceResult,
} from '../support/results';

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
  'rank from,rank to,source,setting,standing,ECI,ECI 95% low,ECI 95% high,mean rho,mean eta,mean psi,inversion rate,inverted pairs,' +
  'copies of the positive,pairs,records,rejected records,MNRL loss,pairwise loss,trace,largest eigenvalue,findings,reading,random passages,tau,' +
  'references,encoder,caution';

/** Two references, one source inside, and one outside that scores highest. */
function audited() {
  const results = [
    sourceResult(1, 'bm25', { eci: 0.2, records: 97, queries: 97 }),
    sourceResult(2, 'dense', { eci: 0.3, records: 97, queries: 97, mean_rho: 0.61 }),
    sourceResult(3, 'random', { eci: 0.9, records: 97, queries: 97, mean_rho: 0.95, inversion_rate: 0 }),
    sourceResult(4, 'new', { eci: 0.25, records: 97, queries: 97 }),
  ];
  const certainty = certainOrder(results.map(({ id, figures }) => ({ id, eci: figures.eci })));
  return buildReport(
    reportInput(results, ['bm25', 'dense'], { result: { ...runResult(results), certainty } }),
  );
}

describe('an export for people', () => {
  it('is in the order of the page: what is outside comes last, whatever it scores', () => {
    const { data } = Papa.parse<Record<string, string>>(csv(audited()).trim(), { header: true });
    expect(data.map((row) => [row['rank from'], row['source'], row['standing']])).toEqual([
      ['1', 'dense', 'reference'],
      ['2', 'new', 'inside'],
      ['3', 'bm25', 'reference'],
      ['', 'random', 'outside'],
    ]);
    expect(data[3]?.['reading']).toContain('ρ 0.95 > 0.61');
    expect(data[0]).toMatchObject({
      'ECI 95% low': '0.000000',
      'ECI 95% high': '1.000000',
      references: 'bm25, dense',
    });
  });

  it('has what is outside below a rule, with its reason, in LaTeX and Markdown', () => {
    const latex = tableLatex(audited()).split('\n');
    const rule = latex.lastIndexOf('\\midrule');
    expect(latex.slice(0, rule).join()).not.toContain('random &');
    expect(latex[rule + 1]).toBe('\\multicolumn{9}{l}{\\textit{Outside the ranking}} \\\\');
    expect(latex[rule + 2]).toMatch(/^– & random & 0\.9000 & 0\.000–1\.000 & 0\.950/);
    const notes = latex.slice(latex.indexOf('\\end{tabular}'));
    expect(notes.join(' ')).toContain('outside the references on $\\rho$ 0.95 $>$ 0.61');
    const markdown = tableMarkdown(audited()).split('\n');
    const row = markdown.findIndex((line) => line.includes('**Outside the ranking**'));
    expect(markdown[row + 1]).toMatch(/^\| – \| random \|.*outside the references on ρ/);
    expect(markdown[row - 1]).toContain('| bm25 |');
  });

  it('has what is not audited yet below a rule of its own, with what is open, and findings in a column', () => {
    const results = [
      sourceResult(1, 'bm25', { eci: 0.2, records: 97, queries: 97 }),
      sourceResult(2, 'dense', { eci: 0.3, records: 97, queries: 97, mean_rho: 0.61 }),
      sourceResult(3, 'random', { eci: 0.9, records: 50, queries: 50, mean_rho: 0.95 }),
      sourceResult(4, 'leaky', { eci: 0.25, records: 50, queries: 50 }),
    ];
    const known = certainOrder(results.map(({ id, figures }) => ({ id, eci: figures.eci })));
    const certainty = {
      ...known,
      method: 'confidence-sequence' as const,
      scores: known.scores.map((score) => ({ ...score, whole: score.source < 3 })),
      flags: [{ source: 3, flag: 'rho' as const, status: 'open' as const }],
    };
    const leaky = loadedSource(4, 'leaky.jsonl', { negativesEqualPositive: 12, pairs: 100 });
    const sources = results.map((each) =>
      reportedSource(each, {
        reference: each.id < 3,
        ...(each.name === 'leaky' ? { loaded: leaky } : {}),
      }),
    );
    const stop = { rule: 'long', level: 0.95, ended: 'order-certain' } as const;
    const stopped = buildReport(
      reportInput(results, [], { sources, result: { ...runResult(results), certainty, stop } }),
    );
    for (const name of ['dense', 'leaky', 'random']) expect(stopped.verdict.headline).toContain(name);
    const { data } = Papa.parse<Record<string, string>>(csv(stopped).trim(), { header: true });
    expect(data.map((row) => [row['rank from'], row['source'], row['standing'], row['findings']])).toEqual([
      ['1', 'dense', 'reference', ''],
      ['2', 'bm25', 'reference', ''],
      ['', 'leaky', 'outside', '12 copies of the positive'],
      ['', 'random', 'not audited yet', ''],
    ]);
    const reading = 'ρ 0.95 > 0.61 so far; not audited yet; not settled: ρ';
    expect(data[3]?.['reading']).toBe(reading);
    const markdown = tableMarkdown(stopped).split('\n');
    const row = markdown.findIndex((line) => line.includes('**Not audited yet**'));
    expect(markdown[row - 1]).toContain('| leaky |');
    expect(markdown[row + 1]).toContain('not audited yet; not settled: ρ');
    const latex = tableLatex(stopped).split('\n');
    const rule = latex.findIndex((line) => line.includes('\\textit{Not audited yet}'));
    expect(latex[rule + 1]).toMatch(/^– & random &/);
    const notes = latex.slice(latex.indexOf('\\end{tabular}')).join(' ');
    expect(notes).toContain('not settled: $\\rho$');
    expect(notes).toContain('\\textit{leaky}: 12 copies of the positive');
  });
});

describe('tableCsv', () => {
  it('has a header and one row a source, each figure to as many digits as its column', () => {
    expect(csv(TWO).split('\n')).toEqual([
      HEADER,
      '1,2,high,all,inside,0.900000,0.000000,1.000000,0.950000,0.500000,0.700000,0.000000,1,0,4,97,1,1.100000,0.800000,0.110000,0.010000,,ρ 0.95 > 0.60 (may be chance); inversion 0.0\u00a0% < 25.0\u00a0% (may be chance); inside,,0.05,low,embeddings in the files,',
      '1,2,low,all,reference,0.123457,0.000000,1.000000,0.600000,0.500000,0.700000,0.250000,1,0,4,97,1,1.100000,0.800000,0.110000,0.010000,,reference,,0.05,low,embeddings in the files,',
      '',
    ]);
  });

  it.each(['=1', '+1', '-1', '@sum', '\tx', '\rx'])('disarms %j', (name) => {
    const { data } = Papa.parse<string[]>(csv(report(sourceResult(1, name))).trim());
    expect(data[1]?.[2]).toBe(`'${name}`);
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

it('says under table and caption that only the first negatives were scored', () => {
  const first = { ...TWO, settings: { ...TWO.settings, negatives: 5 } };
  for (const text of [tableMarkdown(first), tableLatex(first)]) {
    expect(text).toContain('Scored: the first 5 negatives of each record.');
  }
  expect(tableMarkdown(TWO)).not.toContain('Scored');
});

describe('tableLatex', () => {
  it('is sound: rows of as many cells as columns, all that is opened closed, signs escaped', () => {
    expect(faultsOfLatex(tableLatex(audited()))).toEqual([]);
    const sound = tableLatex(TWO);
    expect(faultsOfLatex(sound)).toEqual([]);
    for (const [was, is] of [
      ['low & ', 'low '],
      ['\\end{table}', ''],
      ['low', 'l_w'],
      ['low', 'l{w'],
      ['low', '\\input low'],
    ] as const)
      expect(faultsOfLatex(sound.replace(was, is)), `${was} → ${is}`).not.toEqual([]);
  });
});

describe('tableMarkdown', () => {
  it.each([
    ['a|b', 'a\\|b'],
    ['a\\|b', 'a\\\\\\|b'],
    ['two\r\nlines', 'two lines'],
    ['<img src=x>', '\\<img src=x\\>'],
    ['[a](javascript:x)', '\\[a\\](javascript:x)'],
    ['*a* _b_ c_d `e`', '\\*a\\* \\_b\\_ c_d \\`e\\`'],
  ])('keeps %j in one cell', (name, escaped) => {
    expect(tableMarkdown(report(sourceResult(1, name)))).toContain(`| ${escaped} | 0.1000 |`);
  });
});
