/**
 * What every browser test stands on: the page by the names that people and assistive tools use, and a watch on
 * the network. A test that takes `test` from here fails when the page, or a worker of it, asks another origin.
 */

import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { resolve } from 'node:path';

import { test as playwright, expect } from '@playwright/test';

import { portOf } from '../support/port';
import { RankPage } from '../support/rank-page.mjs';

export { expect };

const SHARED = resolve(import.meta.dirname, '../../../shared');

/** One response, to the page or to a worker. */
export interface Answer {
  readonly url: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
}

/** What went, or tried to go, over the network in one test. */
export interface Traffic {
  /** Every address that the page and its workers, nested ones too, asked for, in order. */
  readonly asked: readonly string[];
  readonly answers: readonly Answer[];
  /** Everything that left for another host and reached the proxy: `GET address` or `CONNECT host:port`. */
  readonly outside: readonly string[];
}

/** A proxy that writes down what comes and lets nothing through. */
interface Outpost {
  readonly server: string;
  readonly seen: string[];
}

interface TestFixtures {
  /** What the address of the Rank page says beside itself. */
  readonly inputs: Readonly<Record<string, string>>;
  readonly rankPage: RankPage;
  /** The network of this test. It is watched whether a test asks for it or not. */
  readonly traffic: Traffic;
}

interface WorkerFixtures {
  readonly outpost: Outpost;
}

/** A test in the worker processes of all others, whose network nobody watches. */
export const base = playwright.extend<object, WorkerFixtures>({
  outpost: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs from this pattern
    async ({}, use) => {
      const seen: string[] = [];
      const proxy = createServer((request, response) => {
        seen.push(`${request.method} ${request.url}`);
        response.writeHead(502).end();
      });
      proxy.on('connect', (request, socket) => {
        seen.push(`CONNECT ${request.url}`);
        socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
      });
      await use({ server: `http://localhost:${await portOf(proxy)}`, seen });
      proxy.closeAllConnections();
      await new Promise((done) => proxy.close(done));
    },
    { scope: 'worker' },
  ],
});

export const test = base.extend<TestFixtures>({
  proxy: async ({ outpost }, use) => use({ server: outpost.server, bypass: 'localhost' }),

  traffic: [
    async ({ context, outpost, baseURL }, use) => {
      const asked: string[] = [];
      const answers: Answer[] = [];
      outpost.seen.length = 0;
      context.on('request', (request) => {
        asked.push(request.url());
      });
      context.on('response', (response) =>
        answers.push({ url: response.url(), headers: response.headers() }),
      );
      await use({ asked, answers, outside: outpost.seen });
      const own = new URL(baseURL ?? '').origin;
      // A blob's address names the origin that made it: nothing is fetched.
      const foreign = asked.filter((url) => !url.startsWith('data:') && new URL(url).origin !== own);
      expect(foreign, 'addresses of another origin that the page or a worker asked for').toEqual([]);
      expect(outpost.seen, 'what left for another host').toEqual([]);
    },
    { auto: true },
  ],

  inputs: [{}, { option: true }],

  rankPage: async ({ page, baseURL, inputs }, use) => {
    const rankPage = new RankPage(page, { bundled: true });
    await rankPage.open(baseURL ?? '', inputs);
    await use(rankPage);
    expect(rankPage.failure, 'what broke the page').toBeNull();
    expect(rankPage.consoleErrors, "errors in the browser's console").toEqual([]);
  },
});

/**
 * Path of a file or folder in ../shared. Where it is not there the test is skipped, and the list of skipped
 * tests says so.
 */
export function sharedData(path: string): string {
  const absolute = resolve(SHARED, path);
  test.skip(!existsSync(absolute), `../shared/${path} is not here`);
  return absolute;
}
