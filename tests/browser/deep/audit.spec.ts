/** The Audit page: near pairs of a real collection; the memo by the keyboard alone. */

import { readFileSync } from 'node:fs';

import { membersOfZip } from '../../support/zip';
import { basketOf, saved } from '../audit-page';
import { expect, sharedData, test } from '../helpers';

test('the whole job on dl1920: judged answers leave the files, and the memo says not to train yet', async ({
  page,
  rankPage,
}) => {
  test.slow();
  const names = ['bm25', 'tasb', 'repllama', 'random'];
  const paths = names.map((name) => sharedData(`data/dl1920/${name}.jsonl`));
  const model = sharedData('models/potion-base-2M');
  // TREC judged every pair: grade 2 or more answers.
  const answers = answersOf(paths, sharedData('data/dl1920/qrels_truth.tsv'));
  await rankPage.loadFiles(paths);
  await rankPage.chooseModel(model);
  await rankPage.chooseReference(names.slice(0, 3));
  await rankPage.rank();

  await page.getByRole('link', { name: 'Audit', exact: true }).click();
  const tab = (name: string) => page.getByRole('button', { name, exact: true }).click();
  await tab('Judge');
  // What the truth says of each pair is looked up in the sample: no part of the job.
  const lines = (await rankPage.saveSample()).trim().split('\n');
  expect(lines).toHaveLength(200);
  const pairs = lines.map((line) => JSON.parse(line) as Record<'key' | 'query' | 'negative', string>);
  const found = pairs.filter(({ query, negative }) => answers.has(`${query}\n${negative}`));
  const keys = new Set(found.map(({ key }) => key));
  const pair = page.getByRole('region', { name: 'The pair to judge' });
  for (let judged = 0; judged < lines.length; judged++) {
    const next = pair.filter({ hasText: `${judged} of 200` });
    const key = await next.locator('[data-key]').getAttribute('data-key');
    await page.keyboard.press(keys.has(key ?? '') ? '1' : '2');
  }
  await page.getByRole('button', { name: `Put the ${found.length} answers in the basket` }).click();
  await page.getByRole('button', { name: /^Findings/ }).click();
  // A stop is told before judged rates.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/random passages/);

  const basket = basketOf(page);
  const members = membersOfZip(
    await saved(page, basket.getByRole('button', { name: /^Save \d cleaned files/ })),
  );
  const cleaned = Object.keys(members).filter((name) => name.endsWith('.jsonl'));
  expect(cleaned.length).toBeGreaterThanOrEqual(3);
  const left = new Set(cleaned.flatMap((name) => pairsOf(String(members[name])).map(textsOfPair)));
  for (const { query, negative } of found) expect(left.has(`${query}\n${negative}`), query).toBe(false);
  expect(String(members['removed.csv'])).toContain('judged by me');

  await tab('Memo');
  const memo = await saved(page, page.getByRole('button', { name: 'Save the memo' }));
  const text = String(memo).replaceAll(/\s+|&nbsp;/g, ' ');
  expect(text).toMatch(/<h1>(Do not|Too early to) train on the cleaned files/);
  expect(text).not.toMatch(/<p>Train on the/);
  expect(text).toContain('tasb.cleaned.jsonl');
  expect(text).toContain('judged by me: ');
  expect(text).toMatch(/Answers that are left, against your limit of 10\s%: /);
});

interface FilePair {
  readonly queryId: string;
  readonly query: string;
  readonly docid: string;
  readonly negative: string;
}

/** The pairs of a file of Tevatron's form, texts as the page joins them. */
function pairsOf(content: string): FilePair[] {
  return content
    .trim()
    .split('\n')
    .flatMap((line) => {
      const {
        query_id: queryId,
        query,
        negative_passages: passages,
      } = JSON.parse(line) as {
        query_id: string;
        query: string;
        negative_passages: { docid: string; title?: string; text: string }[];
      };
      return passages.map(({ docid, title = '', text }) => ({
        queryId,
        query,
        docid,
        negative: title === '' ? text : `${title} ${text}`,
      }));
    });
}

const textsOfPair = ({ query, negative }: FilePair): string => `${query}\n${negative}`;

/** Texts of the pairs that are judged with grade 2 or more. */
function answersOf(paths: readonly string[], qrels: string): ReadonlySet<string> {
  const grades = new Map(
    readFileSync(qrels, 'utf8')
      .trim()
      .split('\n')
      .map((line) => line.split('\t'))
      .map(([query, docid, grade]) => [`${query} ${docid}`, Number(grade)]),
  );
  const pairs = paths.flatMap((path) => pairsOf(readFileSync(path, 'utf8')));
  return new Set(
    pairs.filter(({ queryId, docid }) => (grades.get(`${queryId} ${docid}`) ?? 0) >= 2).map(textsOfPair),
  );
}
