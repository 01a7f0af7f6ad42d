/** Takes the pictures of the README: the demo's ranking on the built page, light and dark. */

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { findBrowser } from './browser.mjs';
import { DIST, PROJECT } from './lib/paths.mjs';
import { serve } from './serve.mjs';
import { ensureBuild, ensureDependencies, runMain } from './setup.mjs';

const VIEW = { width: 1360, height: 1180 };
const RUN_MS = 120_000;

await runMain(async () => {
  await ensureDependencies();
  await ensureBuild();
  const { chromium } = await import('@playwright/test');
  const { executablePath, args } = await findBrowser();
  const folder = join(PROJECT, 'docs/images');
  mkdirSync(folder, { recursive: true });
  const browser = await chromium.launch({ executablePath, args });
  const server = await serve({ root: DIST, port: 0 });
  try {
    for (const scheme of /** @type {const} */ (['light', 'dark'])) {
      const page = await browser.newPage({ viewport: VIEW, colorScheme: scheme });
      await page.goto(server.url);
      await page.getByRole('button', { name: 'Try the demo' }).first().click();
      await page.locator('main[data-phase=done]').waitFor({ timeout: RUN_MS });
      await page.screenshot({ path: join(folder, `rank-${scheme}.png`) });
      await page.close();
    }
  } finally {
    await browser.close();
    await server.close();
  }
  return 0;
});
