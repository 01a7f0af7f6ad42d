/** Eight sources whose names are long and alike: headline, chips and buttons keep their places. */

import { readFileSync, writeFileSync } from 'node:fs';

import type { Page } from '@playwright/test';

import { RankPage } from '../support/rank-page.mjs';
import { embedded, jsonlFile } from './files';
import { expect, sharedData, test } from './helpers';
import { layoutShift, watchLayout } from './layout-shift';
import { wordsOnScreen } from './words-on-screen';

const NAMES = [
  'xquad_2026-08_bm25s-lucene_k1-0.9_b0.4_top10',
  'xquad_2026-08_minilm-l6-v2_dense_top10',
  'xquad_2026-08_bm25s+minilm_fusion_5+5',
  'xquad_2026-08_bm25s-lucene_k1-0.9_b0.4_top05',
  'xquad_2026-08_minilm-l6-v2_ranks6-10',
  'xquad_2026-08_bm25s-lucene_k1-0.9_random25',
  'xquad_2026-08_bm25s-exported_leak_v2',
  'xquad_2026-08_uniform-random_seed42',
];

/** One of them holds copies of its positives. */
const files = () =>
  NAMES.map((name) => {
    const records = embedded(40, 8, name);
    const copied = records.map((record, i) => ({
      ...record,
      negatives: [i % 2 === 0 ? record.positive : `other ${i}`, ...record.negatives.slice(1)],
      negative_embeddings: [
        i % 2 === 0 ? record.positive_embedding : (record.negative_embeddings[0] ?? []),
        ...record.negative_embeddings.slice(1),
      ],
    }));
    return jsonlFile(`${name}.jsonl`, name.includes('leak') ? copied : records);
  });

/** The lines of the headline, and how many of its squares stand on another line than the name that follows. */
async function headline(page: Page): Promise<{ lines: number; alone: number }> {
  return page.getByRole('heading', { level: 1 }).evaluate((heading) => {
    const range = document.createRange();
    range.selectNodeContents(heading);
    const middles = [...range.getClientRects()].map(({ top, height }) => top + height / 2);
    const lineHeight = parseFloat(getComputedStyle(heading).lineHeight);
    const lines = Math.round((Math.max(...middles) - Math.min(...middles)) / lineHeight) + 1;
    const squares = [...heading.querySelectorAll('.square')];
    const alone = squares.filter((square) => {
      const name = document.createRange();
      name.selectNodeContents(square.parentElement ?? square);
      const rows = [...name.getClientRects()].filter(({ width }) => width > 0);
      return rows.some(({ bottom }) => Math.abs(bottom - (rows[0]?.bottom ?? 0)) > lineHeight / 2);
    });
    return { lines, alone: alone.length };
  });
}

test('eight sources of long names: two lines, chips in load order, no jump, and nothing to rank again @deep', async ({
  page,
  baseURL,
}) => {
  const rankPage = new RankPage(page, { bundled: true });
  await watchLayout(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await rankPage.open(baseURL ?? '');
  await rankPage.loadFiles(files());
  const twoLines = async (when: string) => {
    for (const width of [1440, 1024]) {
      await page.setViewportSize({ width, height: 900 });
      const { lines, alone } = await headline(page);
      expect(lines, `${when}, ${width} pixels`).toBeLessThanOrEqual(2);
      expect(alone, `squares without their name, ${when}, ${width} pixels`).toBe(0);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
  };
  await twoLines('no reference');
  await rankPage.chooseReference(NAMES.slice(0, 3));
  await twoLines('three references');
  await rankPage.chooseReference(NAMES.slice(0, 6));
  await expect(page.getByRole('heading', { level: 1 })).toContainText('20 of its own positives');

  const before = await layoutShift(page);
  await rankPage.rank();
  expect((await layoutShift(page)) - before, 'shift until the result is there').toBeLessThanOrEqual(0.05);
  await twoLines('the result');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('holds 20 copies of the positive');

  const chips = page.getByRole('list', { name: 'Sources that you trust' }).getByRole('checkbox');
  const inOrder = NAMES.map((name) => `Trust ${name}`);
  const shown = () => chips.evaluateAll((boxes) => boxes.map((box) => box.getAttribute('aria-label')));
  expect(await shown()).toEqual(inOrder);
  await expect(rankPage.rankButton, 'nothing has changed').toHaveCount(0);
  await rankPage.showInputs();
  await expect(rankPage.rankButton).toHaveCount(0);
  await rankPage.hideInputs();

  for (const name of [NAMES[0], NAMES[5]]) {
    await page.getByRole('checkbox', { name: `Trust ${name}` }).uncheck();
    expect(await shown(), 'a tick moves no chip').toEqual(inOrder);
  }
  await expect(rankPage.rankButton, 'references need no run').toHaveCount(0);
  await twoLines('other references');
  for (const name of NAMES.slice(1, 5)) await page.getByRole('checkbox', { name: `Trust ${name}` }).uncheck();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('nothing was audited');
  await twoLines('not audited');

  await rankPage.showInputs();
  await page.getByRole('button', { name: `Remove ${NAMES[7]}` }).click();
  await expect(rankPage.rankButton).toBeEnabled();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect.poll(shown).toEqual(inOrder);
  await expect(rankPage.rankButton, 'brought back').toHaveCount(0);
});

interface Passages {
  readonly negative_passages: readonly object[];
}

/** XQuAD's sources as eight: cut, mixed, and whole. */
function eightOf(folder: string, to: (name: string) => string): string[] {
  const read = (name: string) =>
    readFileSync(`${folder}/${name}.jsonl`, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Passages);
  const [bm25, dense, leaky, random] = ['bm25', 'dense', 'leaky', 'random'].map(read) as [
    Passages[],
    Passages[],
    Passages[],
    Passages[],
  ];
  const cut = (rows: Passages[], from: number, end: number) =>
    rows.map((row) => ({ ...row, negative_passages: row.negative_passages.slice(from, end) }));
  const mixed = (rows: Passages[], others: Passages[], share: number) =>
    rows.map((row, i) => ({
      ...row,
      negative_passages: [
        ...row.negative_passages.slice(0, share),
        ...(others[i]?.negative_passages.slice(0, 10 - share) ?? []),
      ],
    }));
  const sources = [
    bm25,
    dense,
    mixed(bm25, dense, 5),
    cut(bm25, 0, 5),
    cut(dense, 5, 10),
    mixed(bm25, random, 7),
    leaky,
    random,
  ];
  return NAMES.map((name, i) => {
    const path = to(`${name}.jsonl`);
    writeFileSync(path, (sources[i] ?? []).map((row) => `${JSON.stringify(row)}\n`).join(''));
    return path;
  });
}

test('eight sources of XQuAD: each name is spelt one way on the screen, and the result has 900 words at most @deep', async ({
  page,
  baseURL,
}, testInfo) => {
  const rankPage = new RankPage(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await rankPage.open(baseURL ?? '');
  await rankPage.loadFiles(eightOf(sharedData('data/xquad'), (name) => testInfo.outputPath(name)));
  await rankPage.chooseModel(sharedData('models/potion-base-2M'));
  await rankPage.chooseReference(NAMES.slice(0, 2));
  /** How each source is spelt, by its whole name. */
  const spelt = () =>
    page.evaluate(() => {
      const found: Record<string, string[]> = {};
      const add = (name: string | null | undefined, shown: string | null | undefined) => {
        if (!name || !shown) return;
        const all = (found[name] ??= []);
        if (!all.includes(shown)) all.push(shown);
      };
      for (const each of document.querySelectorAll<HTMLElement>('.source-name, .names li'))
        add(each.title, each.textContent?.trim());
      for (const each of document.querySelectorAll<HTMLInputElement>('input.name'))
        add(each.title, each.value);
      for (const each of document.querySelectorAll('svg .name'))
        add(each.parentElement?.querySelector('title')?.textContent, each.textContent);
      return found;
    });
  const oneWay = async () => {
    const found = await spelt();
    expect(Object.keys(found).sort()).toEqual([...NAMES].sort());
    for (const [name, shown] of Object.entries(found)) expect(shown, name).toHaveLength(1);
    expect(new Set(Object.values(found).flat()).size, 'no two are one').toBe(NAMES.length);
  };
  await oneWay();
  await rankPage.rank();
  await oneWay();
  const whole = await page.getByRole('main').innerText();
  for (const name of NAMES) expect(whole, 'no name is written out beside its short form').not.toContain(name);
  expect(await wordsOnScreen(page)).toBeLessThanOrEqual(900);
});
