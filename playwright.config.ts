import { defineConfig } from '@playwright/test';

import { findBrowser } from './scripts/browser.mjs';
import { freePort } from './tests/support/port';

/** The tests use the page under a base path of its own; `npm run rank` uses it at the root. */
const BASE_PATH = '/some/base/';

/** Deep tests: those of the folder, and those with the tag in their title. */
const DEEP = /deep\/|@deep/;

/** What prints sentences, and tests none. */
const WORDS = /words\.spec/;

// This file is read anew in every worker process: they inherit the port that the first reading chose.
const port = (process.env.NEGSCOPE_TEST_PORT ??= String(await freePort()));
const { executablePath, args } = await findBrowser();
const baseURL = `http://localhost:${port}${BASE_PATH}`;

export default defineConfig({
  testDir: 'tests/browser',
  // What passes only at a later try is printed.
  projects: [
    // Files that are ignored are not loaded: those of deep tests take seconds.
    { name: 'page', testIgnore: [/deep\//, WORDS], grepInvert: DEEP, retries: 1 },
    // `npm test -- --deep`. Five minutes a test: the software GPU compiles its shaders slowly on a slow machine.
    { name: 'deep', testIgnore: WORDS, grep: DEEP, retries: 2, timeout: 300_000 },
    // `npm run words`.
    { name: 'words', testMatch: WORDS },
  ],
  outputDir: 'test-results',
  forbidOnly: Boolean(process.env.CI),
  workers: 2,
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  use: {
    baseURL,
    trace: 'off',
    // Each test has a context of its own: a service worker in each would cache what no other test asks for.
    // offline.spec.ts allows service workers: it is there to test them.
    serviceWorkers: 'block',
    // An address of this machine that is neither https nor localhost.
    launchOptions: { executablePath, args: [...args, '--host-resolver-rules=MAP lan.test 127.0.0.1'] },
  },
  webServer: {
    // It builds the page first where dist/ is out of date.
    command: `node scripts/serve.mjs --port ${port} --base ${BASE_PATH}`,
    url: baseURL,
    timeout: 300_000,
    reuseExistingServer: false,
  },
});
