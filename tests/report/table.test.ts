import { it } from 'vitest';

import { buildReport } from '../../src/report/build';
import { tableCsv, tableLatex, tableMarkdown } from '../../src/report/table';
import { expectWords } from '../support/golden-words';
import { certainOrder, pairAudit, reportInput, runResult, sourceResult } from '../support/results';

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

const two = buildReport(
  reportInput(
    [
      sourceResult(1, 'low', { eci: 0.123456789, records: 97, queries: 97 }),
      sourceResult(2, 'high', { eci: 0.9, records: 97, queries: 97, mean_rho: 0.95, inversion_rate: 0 }),
    ],
    ['low'],
  ),
);
const bundled = { ...two.encoder, name: 'mini', bundled: true } as unknown as typeof two.encoder;

const WHOLE = {
  'the highest score has no rank': audited(),
  'no order is certain, a flag may be chance': two,
};

/** Told above a table, and in the last column of one of CSV. */
const CAPTIONS = {
  'by the bundled encoder': { ...two, encoder: bundled },
  'changed since': { ...two, out_of_date: true },
  'the first negatives alone': { ...two, settings: { ...two.settings, negatives: 5 } },
};

it('tables are in the order of the page, with findings, readings and what to keep in mind: table.txt', () =>
  expectWords('table.txt', WHOLE, (report) =>
    [tableCsv(report), tableMarkdown(report), tableLatex(report)].join('\n'),
  ));

it('what a run calls for is said with each table: captions.txt', () =>
  expectWords('captions.txt', CAPTIONS, (report) => {
    const [markdown] = tableMarkdown(report).split('\n\n');
    const [latex] = tableLatex(report).split('\\begin');
    const caution = tableCsv(report).trimEnd().split(',').at(-1);
    return [markdown, latex?.trimEnd(), caution].join('\n');
  }));
