/**
 * Whole demos on a plain host with a fresh profile, in which the service worker is new: Firefox used to stand still there in
 * one of nine. `NEGSCOPE_PROFILES=60` asks for so many of each browser.
 */

import { HOW_TO_GET } from '../../../scripts/lib/other-browsers.mjs';
import { FIREFOX, WEBKIT } from '../drivers/browsers';
import { RankByNames, pressed } from '../drivers/rank-by-names';
import { expect } from '../helpers';
import { test } from '../plain-host';

const PROFILES = Number(process.env.NEGSCOPE_PROFILES ?? 1);

for (const { name, start } of [FIREFOX, WEBKIT]) {
  test(`${name}: a fresh profile on a plain host ranks the demo, sealed`, async ({ host }) => {
    test.setTimeout(PROFILES * 200_000);
    for (let i = 0; i < PROFILES; i++) {
      const driver = await start();
      test.skip(driver === null, `${name} is not installed: ${HOW_TO_GET}`);
      if (driver === null) return;
      try {
        const page = new RankByNames(driver, host.url);
        await page.open();
        await driver.click(pressed('Try the demo'));
        await page.result();
        const banner = `document.querySelector('header').innerText`;
        await page.until('the seal', `/Sealed/.test(${banner})`);
        expect(await driver.evaluate('crossOriginIsolated')).toBe(true);
        console.log(`${name}, profile ${i + 1} of ${PROFILES}: ranked`);
      } finally {
        await driver.close();
      }
    }
  });
}
