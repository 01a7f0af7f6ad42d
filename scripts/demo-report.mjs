/** `npm run demo:report`: ranks the demo on the built page and writes what the opening shows of it. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { findBrowser } from './browser.mjs';
import { openingOf } from './demo/opening.mjs';
import { DIST, PROJECT } from './lib/paths.mjs';
import { RankPage } from './lib/rank-page.mjs';
import { serve } from './serve.mjs';
import { ensureBuild, ensureDependencies, runMain } from './setup.mjs';

await runMain(async () => {
  await ensureDependencies();
  await ensureBuild();
  const { chromium } = await import('@playwright/test');
  const { format } = await import('prettier');
  const { executablePath, args } = await findBrowser();
  const browser = await chromium.launch({ executablePath, args });
  const server = await serve({ root: DIST, port: 0 });
  try {
    const page = new RankPage(await browser.newPage({ serviceWorkers: 'block' }));
    await page.open(server.url, { stop: 'all', device: 'wasm' });
    await page.tryDemo();
    const { report } = await page.exportReport();
    const shown = openingOf(report, join(PROJECT, 'public/demo'));
    const path = join(PROJECT, 'src/pages/rank/opening/demo.json');
    writeFileSync(path, await format(JSON.stringify(shown), { parser: 'json', printWidth: 110 }));
    console.log(`${path}: ${report.verdict.headline}`);
  } finally {
    await browser.close();
    await server.close();
  }
  return 0;
});
