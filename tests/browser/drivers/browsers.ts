/** The browsers in which the page is tested. */

import { findBrowser } from '../../../scripts/browser.mjs';
import { findFirefox, findWebKit } from '../../../scripts/lib/other-browsers.mjs';
import type { Driver } from './driver';
import { openByPuppeteer } from './puppeteer';
import { openWebKit } from './webkit';

export interface Browser {
  readonly name: string;
  /** Starts it with a fresh profile; null where it is not installed. */
  readonly start: () => Promise<Driver | null>;
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
    return executablePath === null ? null : await openByPuppeteer({ browser: 'firefox', executablePath });
  },
};

const WEBKIT: Browser = {
  name: 'WebKitGTK',
  start: async () => {
    const programs = findWebKit();
    return programs === null ? null : openWebKit(programs);
  },
};

export const BROWSERS: readonly Browser[] = [CHROMIUM, FIREFOX, WEBKIT];
