/** "Try the demo", from the first progress to the audit, and what went over the network meanwhile. */

import { resolve } from 'node:path';

import type { Locator, Page } from '@playwright/test';

import { openingOf } from '../../scripts/demo/opening.mjs';
import { contentSecurityPolicy } from '../../scripts/headers.mjs';
import { DEMO_REPORT, EXAMPLE } from '../../src/pages/rank/opening/demo-result';
import type { Report, ReportSource } from '../../src/report/result';
import { BUCKETS } from '../../src/scoring/buckets';
import { differences } from '../support/compare';
import { expect, test } from './helpers';

const SOURCES = ['bm25', 'embedding', 'written', 'random'];

/** The columns of the table of all figures. */
const COLUMNS = [
  ...['source', 'rank', 'ECI', 'mean ρ', 'mean η', 'mean ψ', 'inverted', 'pairs', 'records', 'ambiguous'],
  ...['mean C', 'MNRL proxy', 'pair loss', 'gradient', 'ECI / d', 'trace', 'λ max'],
  ...BUCKETS.map(({ words }) => `bucket: ${words}`),
  ...['near the positive', 'like random', 'found'],
];

const isRanked = ({ verdict }: Report, name: string) => verdict.sources[name]?.unranked === null;

/** The page's order: by score, sources without a rank behind. */
function inRank(report: Report): string[] {
  const { ranking } = report;
  return [
    ...ranking.filter((name) => isRanked(report, name)),
    ...ranking.filter((name) => !isRanked(report, name)),
  ];
}

/** What a run showed: every state of the progress bar, every score of each row of the figure. */
interface Seen {
  readonly progress: string[];
  readonly scores: Record<string, string[]>;
}

/** Has the page write down what it shows from now on; a run may be over before a test could look twice. */
async function watch(page: Page): Promise<void> {
  await page.evaluate(() => {
    const seen: Seen = { progress: [], scores: {} };
    const note = (list: string[], text: string | null | undefined) => {
      if (text && text !== list.at(-1)) list.push(text);
    };
    new MutationObserver(() => {
      note(seen.progress, document.querySelector('progress')?.getAttribute('aria-valuetext'));
      // While the run goes on; its end shows the scores once more.
      for (const row of document.querySelectorAll<HTMLElement>('main[data-phase=running] tr[data-source]')) {
        const score = row.querySelector('.value b')?.textContent;
        note((seen.scores[row.dataset['source'] ?? ''] ??= []), score);
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
    Object.assign(window, { seen });
  });
}

function seenBy(page: Page): Promise<Seen> {
  return page.evaluate(() => (window as unknown as { seen: Seen }).seen);
}

/** Names in the rows of the table, from the top. */
function rowsOf(table: Locator): Promise<(string | null)[]> {
  return table
    .locator('[data-source]')
    .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-source')));
}

// A run that takes long ends once its order is certain: on a busy machine the demo's would.
test.use({ inputs: { stop: 'all' } });

test('the demo ranks four sources and says what the result can and cannot tell', async ({
  page,
  rankPage,
  traffic,
}) => {
  await expect(page.getByRole('banner')).toContainText('Sealed: no request goes elsewhere');
  await watch(page);
  await rankPage.tryDemo();
  const { report } = await rankPage.exportReport();

  await test.step('progress came with counts, and the running scores converged to the score', async () => {
    const { progress, scores } = await seenBy(page);
    const encoded = progress.flatMap((text) => {
      const [, done, total] = /^embedding: ([\d,]+) of ([\d,]+) texts/.exec(text) ?? [];
      return done && total ? [[done, total].map((digits) => Number(digits.replaceAll(',', '')))] : [];
    });
    // Progress is drawn a few times a second: which counts are shown differs from run to run.
    expect(encoded).not.toEqual([]);
    expect(encoded.map(([, total]) => total)).toEqual(encoded.map(() => report.cost.texts));
    const counts = encoded.map(([done]) => done as number);
    expect(counts).toEqual([...counts].sort((a, b) => a - b));
    expect(counts.at(-1)).toBeLessThanOrEqual(report.cost.texts);
    for (const [name, source] of Object.entries(report.sources)) {
      const own = scores[name] ?? [];
      expect(own.length, `scores of ${name} that were shown`).toBeGreaterThan(1);
      expect(own.at(-1)).toBe(source.eci.toFixed(4));
    }
    await expect(page.getByRole('progressbar')).toBeHidden();
  });

  await test.step('it gives what the opening shows', () => {
    const live = openingOf(report, resolve(import.meta.dirname, '../../public/demo'));
    const stored = { report: DEMO_REPORT, example: EXAMPLE };
    expect(differences(live, stored, { absolute: 1e-6, relative: 1e-6 })).toEqual([]);
    expect(differences(stored, live, { absolute: 1e-6, relative: 1e-6 })).toEqual([]);
  });

  await test.step('every answer to the page and its workers carried the policy', async () => {
    // DuckDB starts after the ranking, for which nothing of it is needed.
    await expect(page.locator('main')).toHaveAttribute('data-store', 'filled', { timeout: 60_000 });
    const own = traffic.answers.filter(({ url }) => !url.startsWith('data:') && !url.startsWith('blob:'));
    const without = own.filter(
      ({ headers }) => headers['content-security-policy'] !== contentSecurityPolicy(),
    );
    expect(without).toEqual([]);
    // The watch has seen the page, its workers, workers of workers, wasm and data: nothing escaped it.
    for (const part of [
      /\/some\/base\/\?stop=all$/,
      /candidates-.*\.js$/,
      /duckdb-browser-eh\.worker-.*\.js$/,
      /duckdb-eh-.*\.wasm$/,
      /engine-.*\.js$/,
      /model\.safetensors$/,
      /random\.jsonl$/,
    ]) {
      expect(
        own.some(({ url }) => part.test(url)),
        `an answer for ${part}`,
      ).toBe(true);
    }
    const runtime = own.map(({ url }) => url).filter((url) => /\/(ort[-.]|encoder-[\w-]+\.js$)/.test(url));
    expect(runtime, 'the demo needs no onnxruntime').toEqual([]);
  });

  await test.step('the sentence comes first', async () => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(report.verdict.headline);
    expect(report.verdict.headline).toContain(inRank(report)[0]);
  });

  await test.step('the figure has a row a source: rank, score and interval in figures, three gates, a reading', async () => {
    const { table } = rankPage;
    expect((await rowsOf(table)).filter((name) => name !== null)).toEqual(inRank(report));
    await expect(table.getByText('Not ranked')).toHaveCount(1);
    for (const name of SOURCES) {
      const source = report.sources[name] as ReportSource;
      const row = table.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) });
      const place = new RegExp(`^${inRank(report).indexOf(name) + 1}|^[1-3]–[1-3]`);
      await expect(row.getByRole('cell').first()).toHaveText(isRanked(report, name) ? place : '–');
      await expect(row).toContainText(source.eci.toFixed(4));
      for (const mean of [source.mean_rho, source.mean_eta, source.mean_psi]) {
        await expect(row).toContainText(mean.toFixed(3));
      }
      const [, low, high] = /(0\.\d{3}) to (0\.\d{3})/.exec((await row.textContent()) ?? '') ?? [];
      expect(Number(low), `lower bound of ${name}`).toBeLessThan(source.eci);
      expect(Number(high), `upper bound of ${name}`).toBeGreaterThan(source.eci);
    }
    await expect(page.getByText('intervals: 95 %, over 163 queries')).toBeVisible();
  });

  await test.step('the table of all figures has every column, in the order of the ranking', async () => {
    await page.getByText('All figures in a table').click();
    const table = page.getByRole('table', { name: 'All figures' });
    const titles = COLUMNS.map((title) => new RegExp(`^\\s*${title}[↑↓]?\\s*$`));
    await expect(table.getByRole('columnheader')).toHaveText(titles);
    await expect(table.getByRole('rowheader')).toHaveText(inRank(report));
  });

  await test.step('the name of a source leads to its pairs, in one tab stop', async () => {
    const link = rankPage.table.locator('tr[data-source=bm25]').getByRole('rowheader').getByRole('link');
    await expect(link).toHaveCount(1);
    await link.click();
    await expect(page).toHaveURL(/#audit\?source=bm25$/);
    await page.goBack();
    await rankPage.waitForResult();
  });

  await test.step('the limits stand beside the result', async () => {
    const limits = page.getByRole('region', { name: 'What this cannot tell' });
    await expect(limits).toBeVisible();
    await expect(limits).toContainText('A false negative can score high.');
    await expect(limits).toContainText("audit, don't trust");
  });
});
