/** Real files of other shapes, read on the page: the figures of the same records as JSON lines. */

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { sharedData, expect, test } from '../helpers';

test('real files of other shapes give the figures of the JSONL source cut to the same negatives', async ({
  rankPage,
  baseURL,
}, testInfo) => {
  // The TSV has no header.
  await rankPage.open(baseURL ?? '', { byOrder: true });
  const model = sharedData('models/potion-base-2M');
  const formats = sharedData('data/formats');
  const xquad = sharedData('data/xquad');
  const folder = testInfo.outputPath('cut');
  mkdirSync(folder, { recursive: true });
  const pairs = [
    { file: 'dpr_bm25.json', cut: cutSource(xquad, 'bm25', 3, true) },
    { file: 'triplets_bm25.csv', cut: cutSource(xquad, 'bm25', 1, false) },
    { file: 'triplets_dense.tsv', cut: cutSource(xquad, 'dense', 1, false) },
  ].map(({ file, cut }) => {
    const path = join(folder, `cut-${file.replace(/\.\w+$/, '')}.jsonl`);
    writeFileSync(path, cut);
    return { file: join(formats, file), cut: path };
  });
  await rankPage.loadFiles(pairs.flatMap(({ file, cut }) => [file, cut]));
  await rankPage.chooseModel(model);
  await rankPage.rank();
  const { report } = await rankPage.exportReport();
  for (const name of ['dpr_bm25', 'triplets_bm25', 'triplets_dense']) {
    const [given, cut] = [report.sources[name], report.sources[`cut-${name}`]];
    if (given === undefined || cut === undefined) throw new Error(`${name} is not in the report`);
    for (const key of ['records', 'negatives', 'inversion_rate', 'mnrl_proxy', 'mean_rho', 'eci'] as const) {
      expect(Math.abs(given[key] - cut[key]), `${name} ${key}`).toBeLessThanOrEqual(1e-12);
    }
  }
});

/** The first negatives of each record of an XQuAD source; tables have no titles, and their equal rows are one record. */
function cutSource(xquad: string, source: string, negatives: number, titles: boolean): string {
  interface Passage {
    readonly title: string;
    readonly text: string;
  }
  const lines = readFileSync(join(xquad, `${source}.jsonl`), 'utf8')
    .trimEnd()
    .split('\n');
  const textOf = ({ title, text }: Passage): string => (titles ? `${title} ${text}`.trim() : text.trim());
  const records = lines.map((line) => {
    const record = JSON.parse(line) as Record<'positive_passages' | 'negative_passages', Passage[]> & {
      query: string;
    };
    const [positive] = record.positive_passages;
    return {
      query: record.query,
      pos: [textOf(positive as Passage)],
      neg: record.negative_passages.slice(0, negatives).map(textOf),
    };
  });
  const kept = titles
    ? records
    : [
        ...new Map([...records].reverse().map((r) => [JSON.stringify([r.query.trim(), r.pos]), r])).values(),
      ].reverse();
  return kept.map((record) => `${JSON.stringify(record)}\n`).join('');
}
