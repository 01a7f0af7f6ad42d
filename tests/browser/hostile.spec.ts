/**
 * Names and texts full of markup, formulas, signs of direction and names that JavaScript knows: every page shows them as
 * text, nothing runs, and figure, memo and cleaned files hold them as text. Tables: tests/report/hostile-names.test.ts.
 */

import type { Page } from '@playwright/test';

import { HOSTILE_TEXTS } from '../support/hostile';
import { membersOfZip } from '../support/zip';
import { expectNotTooWide } from './accessible';
import { ask, basketOf, counted, goTo, pairs, reader, saved } from './audit-page';
import { embedded, jsonlFile, textFile } from './files';
import { expect, test } from './helpers';

/** An element that no page has: it would be there if a text had become markup. */
const MARK =
  '<x-hostile onclick=alert(1)><img src=x onerror="window.ran = true"><script>window.ran = true</script>';

/** A source whose every text is hostile. */
const hostileRecords = (seed: string) =>
  embedded(HOSTILE_TEXTS.length, 3, seed).map((record, i) => {
    const text = HOSTILE_TEXTS[i] as string;
    return {
      ...record,
      query_id: text,
      query: `${record.query} ${MARK} ${text}`,
      positive: `${text} ${record.positive} ${MARK}`,
      negatives: record.negatives.map((negative) => `${text}${MARK} ${negative}`),
    };
  });

/** What would break a careless page. */
const CARELESS = [
  '<img src=x onerror="document.title=\'broken\'"><b>bold</b> & &amp;',
  'שלום עולם, זה טקסט מימין לשמאל',
  '\u202Ereversed\u202C and \u0007bell and \u0000nul',
  '👩‍👩‍👧‍👦🏳️‍🌈'.repeat(40),
  'w'.repeat(5000),
  'lorem ipsum '.repeat(90_000),
];

const MARKUP = '<x-hostile><img src=x onerror="window.ran = true">.jsonl';
const TURNED = '\u202elnosj =1+1 | `x`.jsonl';
const RECORDS = hostileRecords('markup');
const BROKEN = `{"query": "${MARK.replaceAll('"', '\\"')}", "positive": 3}\n{\u202e broken ${MARK}\n`;

/** What of the texts became more than text, and what turns the direction of its neighbours. */
async function expectOnlyText(page: Page): Promise<void> {
  const found = await page.evaluate(() => {
    const elements = [
      ...document.querySelectorAll(
        'x-hostile, img[src="x"], [onerror], [onload], [onclick], svg > svg:not([class], [overflow], [viewBox])',
      ),
    ];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const turning: string[] = [];
    while (walker.nextNode() !== null) {
      const node = walker.currentNode;
      const parent = node.parentElement;
      if (parent === null || !/[\u202a-\u202e]/.test(node.textContent ?? '')) continue;
      const isolated = ['isolate', 'isolate-override', 'plaintext'].includes(
        getComputedStyle(parent).unicodeBidi,
      );
      if (!isolated && !['TEXTAREA', 'STYLE', 'SCRIPT', 'OPTION'].includes(parent.tagName))
        turning.push(parent.outerHTML.slice(0, 200));
    }
    return {
      elements: elements.map(({ outerHTML }) => outerHTML.slice(0, 200)),
      turning,
      ran: 'ran' in window,
    };
  });
  expect(found).toEqual({ elements: [], turning: [], ran: false });
}

/** Whether markup is well formed, and how many hostile elements stand in it. */
const parsedBy = (page: Page, text: string, type: DOMParserSupportedType) =>
  page.evaluate(
    ([content, as]) => {
      const parsed = new DOMParser().parseFromString(content, as);
      return {
        fault: parsed.querySelector('parsererror')?.textContent ?? null,
        hostile: parsed.querySelectorAll('x-hostile, img, script, [onerror]').length,
        text: parsed.documentElement.textContent ?? '',
      };
    },
    [text, type] as const,
  );

test('hostile names and texts are text on every page and in files @deep', async ({ page, rankPage }) => {
  test.slow();
  // The page's own policy lets no text become markup: exports are parsed in a page without one.
  const parser = await page.context().newPage();
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  await rankPage.loadFiles([
    jsonlFile('constructor.jsonl', embedded(30, 3, 'constructor')),
    jsonlFile('__proto__.jsonl', hostileRecords('proto')),
    jsonlFile(TURNED, hostileRecords('turned')),
    jsonlFile(MARKUP, RECORDS),
    textFile(
      'broken <x-hostile>.jsonl',
      `${RECORDS.map((record) => JSON.stringify(record)).join('\n')}\n${BROKEN}`,
    ),
    textFile('none <img src=x onerror=alert(1)>.jsonl', BROKEN),
  ]);
  const [record = null] = embedded(1, 3, 'careless');
  const embedding = record?.negative_embeddings[0] ?? [];
  const careless = {
    query: CARELESS[0],
    negatives: CARELESS,
    negative_embeddings: CARELESS.map(() => embedding),
  };
  await rankPage.loadFiles([jsonlFile('hostile.jsonl', [{ ...record, ...careless }])]);
  const names = await rankPage.sourceNames();
  expect(names).toHaveLength(6);
  expect(names.slice(0, 2)).toEqual(['constructor', '__proto__']);
  for (const name of names) expect(name).not.toMatch(/[\p{Cc}\u202a-\u202e]/u);
  await expectOnlyText(page);
  await rankPage.chooseReference(['constructor']);
  await rankPage.rank();
  await expectOnlyText(page);

  const { report } = await rankPage.exportReport();
  expect(Object.keys(report.sources).sort()).toEqual([...names].sort());
  expect(report.rejects.length).toBeGreaterThan(0);

  const svg = await parsedBy(parser, await rankPage.download('Export figure as SVG'), 'image/svg+xml');
  expect([svg.fault, svg.hostile]).toEqual([null, 0]);
  // The figure shortens long names.
  expect(svg.text).toContain('broken <…ostile>');

  await goTo(page, '#audit?tab=pairs');
  await expect(page.locator('[data-pair]')).toBeVisible();
  for (let i = 0; i < 6; i += 1) {
    await pairs(page).focus();
    await page.keyboard.press('j');
    await expectOnlyText(page);
  }
  // Only what is shown is marked.
  await expect(page.getByText(/pair 7 of/)).toBeVisible();
  await page.keyboard.press('d');
  await ask(
    page,
    `SELECT *, '${MARK.replaceAll("'", "''")}' AS "<x-hostile>" FROM records JOIN sources USING (source)`,
  );
  await expect(page.getByRole('table', { name: 'Answer' })).toContainText('<x-hostile');
  await expectOnlyText(page);
  const answer = await saved(page, page.getByRole('button', { name: 'Save as CSV' }).first());
  expect(String(answer)).toContain('<x-hostile');

  await page.getByRole('button', { name: 'Memo', exact: true }).click();
  const audit = String(await saved(page, page.getByRole('button', { name: 'Save the memo' })));
  expect((await parsedBy(parser, audit, 'text/html')).hostile).toBe(0);

  const basket = basketOf(page);
  const zip = await saved(page, basket.getByRole('button', { name: /^Save (the|[0-9]+) cleaned file/ }));
  const files = membersOfZip(zip);
  for (const name of Object.keys(files)) expect(name).not.toMatch(/[/\\<>:"|?*\p{Cc}\u202a-\u202e]|^\.\./u);
  const cleaned = Object.entries(files).find(([name]) => name.endsWith('.jsonl'))?.[1];
  const written = new Set(
    [
      ...RECORDS,
      ...hostileRecords('proto'),
      ...hostileRecords('turned'),
      ...embedded(30, 3, 'constructor'),
    ].map((record) => JSON.stringify(record)),
  );
  const lines = String(cleaned).trimEnd().split('\n');
  const same = lines.filter((line) => written.has(line));
  // Byte for byte, but for the one record that lost a negative: nothing is disarmed in a file of data.
  expect(lines.length - same.length).toBeLessThanOrEqual(1);

  await test.step('texts that would break a careless page', async () => {
    const boxes: unknown[] = [];
    for (let i = 0; i < CARELESS.length; i++) {
      await goTo(page, `#audit?source=hostile&sort=file-up&pair=hostile:1:${i + 1}`);
      await expect(counted(page)).toHaveText('6 pairs');
      await expect(reader(page)).toContainText(`record 1, negative ${i + 1}`);
      boxes.push(await pairs(page).boundingBox());
    }
    expect(boxes).toEqual(boxes.map(() => boxes[0]));
    await expect(reader(page).getByRole('button', { name: 'show all 1,079,999 characters' })).toBeVisible();
    await goTo(page, '#audit?sort=file-up&pair=hostile:1:1');
    await expect(reader(page).locator('dd').first()).toContainText('<img src=x onerror=');
    await expect(reader(page).locator('img, b b')).toHaveCount(0);
    await goTo(page, '#audit?sort=file-up&pair=hostile:1:3');
    await expect(reader(page).locator('dd').first()).toContainText(
      '⟨U+202E⟩reversed⟨U+202C⟩ and ⟨U+0007⟩bell and ⟨U+0000⟩nul',
    );
    await expect(page).toHaveTitle(/^Negscope: audit/);
    await expectNotTooWide(page, 'hostile texts');
  });

  for (const address of ['#lab', '#learn', '#rank']) {
    await goTo(page, address);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    await expectOnlyText(page);
  }
  expect(dialogs).toEqual([]);
});
