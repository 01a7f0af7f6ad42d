/** The browsers in which the page is tested. */

import { findBrowser } from '../../../scripts/browser.mjs';
import { HOW_TO_GET, findFirefox, findWebKit } from '../../../scripts/lib/other-browsers.mjs';
import type { Driver } from './driver';
import { openByPuppeteer } from './puppeteer';
import { openWebKit } from './webkit';

export interface Browser {
  readonly name: string;
  /** Starts it with a fresh profile. @throws Error where it is not installed */
  readonly start: () => Promise<Driver>;
}

export const CHROMIUM: Browser = {
  name: 'Chromium',
  start: async () => {
    const { executablePath, args } = await findBrowser();
    return openByPuppeteer({ browser: 'chrome', executablePath, args });
  },
};

const FIREFOX: Browser = {
  name: 'Firefox',
  start: async () => {
    const executablePath = findFirefox();
    if (executablePath === null) throw new Error(`Firefox is not installed: ${HOW_TO_GET}`);
    return openByPuppeteer({ browser: 'firefox', executablePath });
  },
};

const WEBKIT: Browser = {
  name: 'WebKitGTK',
  start: async () => {
    const programs = findWebKit();
    if (programs === null) throw new Error(`WebKitGTK is not installed: ${HOW_TO_GET}`);
    return openWebKit(programs);
  },
};

export const BROWSERS: readonly Browser[] = [CHROMIUM, FIREFOX, WEBKIT];
