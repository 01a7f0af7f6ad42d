import { chromium } from '@playwright/test';
import { findBrowser } from '/work/wt-auditpage/scripts/browser.mjs';
import { serve } from '/work/wt-auditpage/scripts/serve.mjs';
const [,, out='/tmp/shots', hash='#audit', widths='1440', themes='light', files=''] = process.argv;
import { mkdirSync } from 'node:fs';
mkdirSync(out,{recursive:true});
const server = await serve({ root: '/work/wt-auditpage/dist', port: 0 });
const base = server.url;
const b = await findBrowser();
const browser = await chromium.launch({ executablePath: b.executablePath, args: b.args });
for (const theme of themes.split(',')) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 1000 }, colorScheme: theme });
  page.on('console', (m) => { if (['error','warning'].includes(m.type())) console.log(m.type(), m.text()); });
  page.on('pageerror', (e) => console.log('pageerror', e.message));
  await page.goto(base);
  await page.getByRole('button', { name: /demo/i }).first().click();
  await page.getByRole('table', { name: 'Ranking' }).waitFor({ timeout: 90000 }).catch((e)=>console.log('no table'));
  await page.waitForFunction(() => document.querySelector('main')?.dataset.phase === 'done', null, { timeout: 90000 });
  await page.evaluate((h) => { location.hash = h; }, hash);
  await page.waitForFunction(() => document.querySelector('main')?.dataset.phase === 'ready', null, { timeout: 60000 });
  await page.waitForTimeout(1200);
  for (const w of widths.split(',')) {
    await page.setViewportSize({ width: Number(w), height: w === '390' ? 844 : 1000 });
    await page.waitForTimeout(500);
    await page.screenshot({ path: `${out}/audit-${theme}-${w}.png` });
  }
  await page.close();
}
await browser.close(); server.close?.(); process.exit(0);
