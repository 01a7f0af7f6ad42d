/** `npm run bench -- --make pictures`: takes the pictures of README.md and docs/GUIDE.md on the built page: the demo in Rank, Audit and Lab, a lesson and the bench. */

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { findBrowser } from '../../scripts/browser.mjs';
import { DIST, PROJECT } from '../../scripts/lib/paths.mjs';
import { serve } from '../../scripts/serve.mjs';

const RUN_MS = 120_000;

/** Window of the pictures of Rank, Audit and Lab. */
const WIDE_VIEW = { width: 1440, height: 1180 };

const LEARN_VIEW = { width: 1360, height: 900 };

/** Pictures of the Learn page: the name of each, the colours, and what its link says. */
const LEARN = /** @type {const} */ ([
  ['lesson', 'light', 'lesson=6'],
  ['bench', 'light', 'view=bench'],
]);

/**
 * Once its letters are there and the seal is checked.
 *
 * @param {import('@playwright/test').Page} page
 * @param {string} path
 */
async function take(page, path) {
  await page.evaluate(() => document.fonts.ready);
  await page
    .getByText(/^Sealed/)
    .first()
    .waitFor();
  await page.screenshot({ path });
}

/** Needs the built page. */
export async function takePictures() {
  const { chromium } = await import('@playwright/test');
  const { executablePath, args } = await findBrowser();
  const folder = join(PROJECT, 'docs/images');
  mkdirSync(folder, { recursive: true });
  const browser = await chromium.launch({ executablePath, args });
  const server = await serve({ root: DIST, port: 0 });
  try {
    const page = await browser.newPage({ viewport: WIDE_VIEW, colorScheme: 'light' });
    await page.goto(server.url);
    await page.getByRole('button', { name: 'Try the demo' }).first().click();
    await page.locator('main[data-phase=done]').waitFor({ timeout: RUN_MS });
    await take(page, join(folder, 'rank-light.png'));
    await page.getByRole('link', { name: 'Audit', exact: true }).first().click();
    await page.getByRole('button', { name: /^Pairs/ }).click();
    await page.locator('[data-pair]').waitFor();
    await take(page, join(folder, 'audit.png'));
    await page.getByRole('link', { name: 'Lab', exact: true }).first().click();
    // What is quick runs by itself.
    await page.locator('[data-experiment] svg[role=img]').first().waitFor();
    await page.locator('main[data-lab=idle]').waitFor({ timeout: RUN_MS });
    await take(page, join(folder, 'lab.png'));
    await page.close();
    for (const [name, scheme, link] of LEARN) {
      const page = await browser.newPage({ viewport: LEARN_VIEW, colorScheme: scheme });
      await page.goto(`${server.url}#learn?${link}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await take(page, join(folder, `learn-${name}.png`));
      await page.close();
    }
  } finally {
    await browser.close();
    await server.close();
  }
}
