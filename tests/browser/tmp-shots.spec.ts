/** Temporary. */
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { expect, sharedData, test } from './helpers';
const OUT = '/tmp/w-aud1-shots';
for (const size of [200, 5000]) {
  test(`shots ${size}`, async ({ page, rankPage }) => {
    test.setTimeout(500_000);
    const names = ['bm25', 'tasb', 'repllama', 'random'];
    if (size === 5000) {
      await page.goto(page.url().replace(/(\?.*)?(#.*)?$/, '?judge-sample=5000'));
    }
    const paths = names.map((name) => sharedData(`data/dl1920/${name}.jsonl`));
    await rankPage.loadFiles(paths);
    await rankPage.chooseModel(sharedData('models/potion-base-2M'));
    await rankPage.chooseReference(names.slice(0, 3));
    await rankPage.rank();
    await page.setViewportSize({ width: 1366, height: 768 });
    if (size === 200) {
      await page.evaluate(() => (location.hash = '#audit?tab=threshold'));
      await expect(page.getByText('No answers are judged')).toBeVisible();
      await page.screenshot({ path: `${OUT}/unjudged.png`, fullPage: true });
    }
    await rankPage.openJudge();
    const sample = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save the sample' }).click();
    const lines = (await readFile(await (await sample).path(), 'utf8')).trim().split('\n');
    const grades = new Map(
      readFileSync(sharedData('data/dl1920/qrels_truth.tsv'), 'utf8').trim().split('\n').map((l) => l.split('\t')).map(([q, d, g]) => [`${q} ${d}`, Number(g)]),
    );
    const answers = new Set<string>();
    for (const path of paths) for (const line of readFileSync(path, 'utf8').trim().split('\n')) {
      const r = JSON.parse(line) as { query_id: string; query: string; negative_passages: { docid: string; title?: string; text: string }[] };
      for (const n of r.negative_passages) if ((grades.get(`${r.query_id} ${n.docid}`) ?? 0) >= 2) answers.add(`${r.query}\n${n.title ? `${n.title} ${n.text}` : n.text}`.replace(/\s+/g, ' '));
    }
    const verdicts = lines.map((line) => {
      const { key, query, negative } = JSON.parse(line) as Record<string, string>;
      return JSON.stringify({ key, judge: 'TREC', verdict: answers.has(`${query}\n${negative}`.replace(/\s+/g, ' ')) ? 'answers' : 'does not answer' });
    });
    console.log(size, lines.length, verdicts.filter((v) => v.includes('"answers"')).length);
    await page.getByLabel('File of verdicts').setInputFiles({ name: 'trec.jsonl', mimeType: 'application/jsonl', buffer: Buffer.from(verdicts.join('\n')) });
    await page.waitForTimeout(3000);
    const h2 = page.getByRole('heading', { level: 2 }).first();
    const views: [string, string][] = size === 200 ? [['a', ''], ['b', '&limit=suspicion:0.47&limit-of=tasb'], ['c', '&limit=absolute_margin:0.05&limit-of=']] : [['a', '&limit-of=tasb'], ['b', '&limit=absolute_margin:-0.02&limit-of=tasb'], ['c', '&limit=suspicion:0.47&limit-of=tasb'], ['d', '&limit=max_score:0.71&limit-of=tasb']];
    for (const [id, rest] of views) {
      const at = Date.now();
      await page.evaluate((hash) => (location.hash = hash), `#audit?tab=threshold${rest}`);
      await expect(h2).toContainText('of what stays', { timeout: 60_000 });
      console.log(id, Date.now() - at, await h2.textContent());
      await expect(page.getByRole('list', { name: 'Scores after the limit' })).toContainText('→');
      console.log((await page.getByRole('region', { name: 'What the limits take' }).innerText()).replaceAll('\n', ' | '));
      for (const scheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme: scheme });
        await page.setViewportSize({ width: 1366, height: 768 });
        await page.waitForTimeout(300);
        await page.screenshot({ path: `${OUT}/${size}-${id}-${scheme}.png` });
        if (id === 'b' && size === 200) await page.screenshot({ path: `${OUT}/${size}-${id}-${scheme}-full.png`, fullPage: true });
        if (id === 'b') {
          await page.setViewportSize({ width: 390, height: 844 });
          await page.waitForTimeout(300);
          await page.screenshot({ path: `${OUT}/${size}-${id}-${scheme}-390.png`, fullPage: true });
        }
      }
    }
  });
}
