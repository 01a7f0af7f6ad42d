/**
 * Every way of `ways.ts` in each browser, from a page without any header, where it has to get out, and from the sealed page.
 * The table in docs/PRIVACY.md is what comes of it: `NEGSCOPE_WRITE=1` writes it (CONTRIBUTING.md), the tests hold it to what they find.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { expect } from '@playwright/test';

import { responseHeaders } from '../../../scripts/headers.mjs';
import { formatted } from '../../../scripts/lib/formatted.mjs';
import { scriptOf } from '../../../scripts/lib/seal-plugin.mjs';
import { tablesOf } from '../../support/doc-tables';
import { BROWSERS } from '../drivers/browsers';
import type { Driver } from '../drivers/driver';
import { built, idOf, settle, test, waysOf, type Outside } from '../outside';
import { WAYS, kindOf, type Way } from '../ways';

const DOCUMENT = resolve(import.meta.dirname, '../../../docs/PRIVACY.md');
const MARKS = ['<!-- ways -->', '<!-- /ways -->'] as const;

/** With a hash in its name, as every worker of the build: for others the page's service worker asks no server. */
const WORKER = '/assets/ways-12345678.js';

/** What may arrive late: a page that was left, or a link that is animated first. */
const LEAVING_MS = 700;
const POLL_MS = 50;

test.setTimeout(400_000);

/** A worker that tries the ways that it is told; the seal comes before it as before every worker of the build. */
function workerScript(seal: string): string {
  const ways = waysOf('worker').map((way) => `${JSON.stringify(way.name)}: (${String(way.send)})`);
  return `${seal}
const ways = {${ways.join(',\n')}};
onmessage = ({ data: { name, to } }) => {
  const keptIn = () => undefined;
  try { Promise.resolve(ways[name](to)).catch(keptIn); } catch { keptIn(); }
  postMessage(name);
};`;
}

/** A browser; one that a download or a closed window has broken is started anew. */
class Restarting {
  private constructor(
    private readonly start: () => Promise<Driver>,
    private driver: Driver,
  ) {}

  static async start(start: () => Promise<Driver>): Promise<Restarting> {
    return new Restarting(start, await start());
  }

  async open(address: string): Promise<void> {
    try {
      await this.driver.open(address);
    } catch {
      await this.close();
      this.driver = await this.start();
      await this.driver.open(address);
    }
  }

  evaluate(expression: string): Promise<unknown> {
    return this.driver.evaluate(expression);
  }

  close(): Promise<void> {
    return this.driver.close();
  }
}

/** Tries all ways of a page, and gives the names of those by which something came. */
async function heardFrom(
  driver: Restarting,
  address: string,
  outside: Outside,
): Promise<ReadonlySet<string>> {
  outside.heard.clear();
  const target = (way: Way, realm: string) => JSON.stringify(outside.targetOf(idOf(way, realm)));
  const attempt = (way: Way) =>
    driver
      .evaluate(
        `void Promise.resolve().then(() => (${String(way.send)})(${target(way, 'page')})).catch(() => 0)`,
      )
      .catch(() => undefined);
  await driver.open(address);
  await driver.evaluate(
    `void (window.tried = 0, window.worker = new Worker('.${WORKER}'), worker.onmessage = () => (tried += 1))`,
  );
  for (const way of waysOf('worker')) {
    const message = `{ name: ${JSON.stringify(way.name)}, to: ${target(way, 'worker')} }`;
    await driver.evaluate(`void worker.postMessage(${message})`);
  }
  for (const way of waysOf('page').filter(({ leaves }) => !leaves)) await attempt(way);
  // The worker goes with the page that is left: a slow one has to come to its last way first.
  await expect.poll(() => driver.evaluate('tried'), { timeout: 60_000 }).toBe(waysOf('worker').length);
  await settle();
  for (const way of waysOf('page').filter(({ leaves }) => leaves)) {
    // A page that a way did not lead away is tried with the next one too.
    if (!(await driver.evaluate('window.stays === true').catch(() => false))) {
      await driver.open(address);
      await driver.evaluate('void (window.stays = true)');
    }
    await attempt(way);
    const end = Date.now() + LEAVING_MS;
    const came = () => outside.heard.has(idOf(way, 'page'));
    while (!came() && Date.now() < end) await new Promise((done) => setTimeout(done, POLL_MS));
    // What got out may have done more to the page than to leave it.
    if (came()) await driver.evaluate('void (window.stays = false)').catch(() => undefined);
  }
  await settle();
  const came = ({ name }: Way, realm: string) => outside.heard.has(idOf({ name } as Way, realm));
  return new Set(WAYS.filter((way) => came(way, 'page') || came(way, 'worker')).map(({ name }) => name));
}

/** How each way ends in a browser, by its name. */
async function outcomes(driver: Restarting, outside: Outside): Promise<ReadonlyMap<string, string>> {
  const of = async (headers: Readonly<Record<string, string>>, script: string, page?: string) => {
    let heard: ReadonlySet<string> = new Set();
    const own = { [WORKER]: script, ...(page === undefined ? {} : { '/': page }) };
    await built(
      () => headers,
      async (address) => {
        heard = await heardFrom(driver, address, outside);
      },
      own,
    );
    return heard;
  };
  // The sealed page first: a bare one may go on trying after it was left.
  const sealed = await of(responseHeaders(), workerScript(await scriptOf('seal/in-worker')));
  const bare = await of({}, workerScript(''), '<!doctype html><title>bare</title><body>');
  return new Map(
    WAYS.map((way) => {
      if (sealed.has(way.name)) return [way.name, 'remains'];
      return [way.name, bare.has(way.name) ? kindOf(way) : '–'];
    }),
  );
}

const FROM = { page: 'page', worker: 'worker', both: 'page, worker' };

/** The table with a browser's column as it was found. */
async function withColumn(
  text: string,
  browser: string,
  found: ReadonlyMap<string, string>,
): Promise<string> {
  const [before = '', rest = ''] = text.split(MARKS[0]);
  const [old = '', after = ''] = rest.split(MARKS[1]);
  const cells = cellsOf(old);
  const names = BROWSERS.map(({ name }) => name);
  const rows = WAYS.map((way) => {
    const ends = names.map((name) => (name === browser ? found.get(way.name) : cells(way.name, name)) ?? '');
    return `| ${[way.name, FROM[way.realms], way.by, ...ends].join(' | ')} |`;
  });
  const head = ['Way', 'From', 'Held by', ...names];
  const table = [`| ${head.join(' | ')} |`, `|${' --- |'.repeat(head.length)}`, ...rows].join('\n');
  const written = [before, MARKS[0], '\n\n', table, '\n\n', MARKS[1], after].join('');
  return formatted(DOCUMENT, written);
}

function cellsOf(text: string): (way: string, browser: string) => string | undefined {
  const [table] = tablesOf(text);
  return (way, browser) => table?.rows.find(([name]) => name === way)?.[table.columns.indexOf(browser)];
}

for (const { name, start } of BROWSERS) {
  test(`${name}: how each way ends is what docs/PRIVACY.md says`, async ({ outside }) => {
    const driver = await Restarting.start(start);
    try {
      const found = await outcomes(driver, outside);
      const text = readFileSync(DOCUMENT, 'utf8');
      if (process.env.NEGSCOPE_WRITE !== undefined) {
        writeFileSync(DOCUMENT, await withColumn(text, name, found));
        return;
      }
      const cells = cellsOf(text.split(MARKS[0])[1] ?? '');
      const said = new Map(WAYS.map((way) => [way.name, cells(way.name, name)]));
      expect(Object.fromEntries(found)).toEqual(Object.fromEntries(said));
    } finally {
      await driver.close();
    }
  });
}
