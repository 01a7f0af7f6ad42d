/**
 * The seal, tried: every way of `ways.ts` from the page, from each worker and from a worker's worker, against listeners of
 * our own on other ports; and what the page says where its server sends other headers, or none.
 */

import { createSocket, type Socket } from 'node:dgram';
import { createReadStream, readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { extname, join, resolve } from 'node:path';

import { test as base, expect, type Page, type Worker } from '@playwright/test';

import { responseHeaders } from '../../scripts/headers.mjs';
import { DIST } from '../../scripts/lib/paths.mjs';
import type { Seal } from '../../src/seal/types';
import { tablesOf } from '../support/doc-tables';
import { demoFile } from './files';
import { REMOVED, WAYS, type Target, type Way } from './ways';

/** How long what was sent may take to arrive; all of it stays on this machine. */
const ARRIVAL_MS = 1500;

/** Listeners on ports of their own, and the ways by which something came. */
interface Outside {
  readonly heard: Set<string>;
  targetOf(id: string): Target;
}

const test = base.extend<{ outside: Outside }>({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs from this pattern
  outside: async ({}, use) => {
    const heard = new Set<string>();
    const server = createServer((request, response) => {
      heard.add(idIn(request.url));
      response.writeHead(204, { 'Access-Control-Allow-Origin': '*' }).end();
    });
    server.on('upgrade', (request, socket) => {
      heard.add(idIn(request.url));
      socket.destroy();
    });
    const port = await portOf(server);
    const sockets = await Promise.all(['stun', 'stunOfFrame', 'quic'].map((id) => listen(id, heard)));
    const [stun = 0, stunOfFrame = 0, quic = 0] = sockets.map((socket) => socket.address().port);
    const http = `http://localhost:${port}/`;
    const ws = `ws://localhost:${port}/`;
    await use({ heard, targetOf: (id) => ({ http, ws, stun, stunOfFrame, quic, id }) });
    for (const socket of sockets) socket.close();
    await closed(server);
  },
});

test.use({ serviceWorkers: 'block' });

/** A form adds a question mark to its address. */
function idIn(address = '/'): string {
  return address.slice(1).split('?')[0] ?? '';
}

function listen(id: string, heard: Set<string>): Promise<Socket> {
  const socket = createSocket('udp4');
  socket.on('message', () => heard.add(id));
  return new Promise((done) => socket.bind(0, '127.0.0.1', () => done(socket)));
}

async function portOf(server: Server): Promise<number> {
  await new Promise<void>((done) => server.listen(0, 'localhost', done));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return address.port;
}

async function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
}

/** Serves with what `headers` gives for each path; answers with its address. */
async function hosted(
  answer: (path: string, response: ServerResponse, request: IncomingMessage) => void,
  run: (address: string) => Promise<void>,
): Promise<void> {
  const server = createServer((request, response) => {
    answer(new URL(request.url ?? '/', 'http://localhost').pathname, response, request);
  });
  const port = await portOf(server);
  try {
    await run(`http://localhost:${port}/`);
  } finally {
    await closed(server);
  }
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
};

/** The built page, each file with the headers that `headersFor` gives. */
function built(
  headersFor: (path: string) => Readonly<Record<string, string>>,
  run: (address: string) => Promise<void>,
): Promise<void> {
  return hosted((path, response) => {
    const inside = path === '/' ? 'index.html' : path.slice(1);
    const file = join(DIST, inside);
    if (!statSync(file, { throwIfNoEntry: false })?.isFile()) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'Content-Type': TYPES[extname(file)] ?? 'text/plain', ...headersFor(inside) });
    createReadStream(file).pipe(response);
  }, run);
}

/** By which way, from which realm: what the listeners write down for the ways that have an address. */
function idOf(way: Way, realm: string): string {
  if (way.name === 'WebRTC (STUN)') return 'stun';
  if (way.name === 'WebRTC of an empty frame') return 'stunOfFrame';
  if (way.name === 'WebTransport') return 'quic';
  return encodeURIComponent(`${realm}/${way.name}`);
}

/** Tries a way; that it throws is one way of being kept in. */
async function tryWay(way: Way, realm: Page | Worker, name: string, outside: Outside): Promise<void> {
  // A promise that waits for an answer which never comes is not waited for.
  const send = new Function('to', `void Promise.resolve((${String(way.send)})(to)).catch(() => undefined);`);
  const target = outside.targetOf(idOf(way, name));
  await (realm as Page).evaluate(send as (to: Target) => void, target).catch(() => undefined);
}

function waysOf(kind: 'page' | 'worker'): readonly Way[] {
  return WAYS.filter(({ realms }) => realms === kind || realms === 'both');
}

/** The built files that run as workers, each by what its name begins with. */
function workerFiles(): string[] {
  const files = readdirSync(join(DIST, 'assets'));
  const begin =
    /^(candidates|engine|encoder|sums|parquet|pair-views|duckdb-browser|ort-wasm-simd-threaded)[-.].*\.m?js$/;
  return files.filter((name) => begin.test(name));
}

const banner = (page: Page) => page.getByRole('banner');
const panel = (page: Page) => page.locator('#seal-panel');

async function settle(): Promise<void> {
  await new Promise((done) => setTimeout(done, ARRIVAL_MS));
}

test('each way gets out of a page that is not sealed, so that the tests below can fail', async ({
  context,
  outside,
}) => {
  const answer = (path: string, response: ServerResponse) => {
    const script = path === '/worker.js';
    response.writeHead(200, { 'Content-Type': script ? 'text/javascript' : 'text/html' });
    response.end(script ? '' : '<!doctype html><title>bare</title><body>');
  };
  await hosted(answer, async (address) => {
    const page = await context.newPage();
    await page.goto(address);
    const starting = page.waitForEvent('worker');
    await page.evaluate(() => Object.assign(window, { worker: new Worker('/worker.js') }));
    const worker = await starting;
    for (const way of waysOf('worker')) await tryWay(way, worker, 'worker', outside);
    for (const way of waysOf('page').filter(({ leaves }) => !leaves))
      await tryWay(way, page, 'page', outside);
    for (const way of waysOf('page').filter(({ leaves }) => leaves)) {
      const leaving = await context.newPage();
      await leaving.goto(address);
      await tryWay(way, leaving, 'page', outside);
    }
    const silent = (kind: 'page' | 'worker') =>
      waysOf(kind)
        .filter((way) => !outside.heard.has(idOf(way, kind)))
        .map(({ name }) => name);
    const notHere = (kind: 'page' | 'worker') =>
      waysOf(kind)
        .filter((way) => way.notHere)
        .map(({ name }) => name);
    await expect.poll(() => silent('page')).toEqual(notHere('page'));
    await expect.poll(() => silent('worker')).toEqual(notHere('worker'));
  });
});

test('served with our headers, no way out of the page, a worker or a worker of a worker is open', async ({
  page,
  outside,
}) => {
  const headers = responseHeaders();
  await built(
    () => headers,
    async (address) => {
      await page.goto(address);
      await expect(banner(page)).toContainText('Sealed: nothing leaves this machine');
      const files = workerFiles();
      expect(files.length).toBe(9);

      await test.step('every worker of the build answers, those of others too, and one below another', async () => {
        const begun = files.length + 1;
        await page.evaluate((names) => {
          const start = (name: string) =>
            new Worker(new URL(`assets/${name}`, location.href), {
              // ORT's file starts a thread where it has this name.
              name: name.startsWith('ort-') ? 'em-pthread-1' : '',
              type: name.startsWith('duckdb') ? 'classic' : 'module',
            });
          Object.assign(window, { started: names.map(start) });
        }, files);
        const engine = await workerNamed(page, 'engine-');
        const sums = files.find((name) => name.startsWith('sums-')) ?? '';
        await engine.evaluate((name) => {
          Object.assign(self, { below: new Worker(new URL(name, self.location.href), { type: 'module' }) });
        }, sums);
        await expect.poll(() => page.workers().length).toBe(begun);
        await page.getByRole('button', { name: /^Sealed|^Checking/ }).press('Enter');
        await expect(panel(page).getByRole('row')).toHaveCount(1 + 1 + begun);
        await expect(panel(page).getByText('Closed: ')).toHaveCount(1 + begun);
        await expect(panel(page)).toContainText('isolated from other sites: the encoder may use threads');
        await expect(panel(page).getByRole('heading', { level: 3 })).toHaveText(
          '0 requests to other addresses',
        );
      });

      for (const [i, worker] of page.workers().entries()) {
        for (const way of waysOf('worker')) await tryWay(way, worker, `worker ${i}`, outside);
      }
      for (const way of waysOf('page')) await tryWay(way, page, 'page', outside);
      await settle();
      expect([...outside.heard]).toEqual([]);
      expect(page.url().split('#')[0]).toBe(address);
      expect(page.context().pages()).toHaveLength(1);

      await test.step('what has no policy is gone, in the page and in every worker', async () => {
        const names = [
          ...Object.values(REMOVED).flat(),
          'RTCPeerConnection',
          'WebTransport',
          'WebSocketStream',
          'open',
        ];
        const left = (asked: string[]) => asked.filter((name) => Boolean(Reflect.get(globalThis, name)));
        for (const realm of [page, ...page.workers()]) {
          expect(await (realm as Page).evaluate(left, names)).toEqual([]);
          const again = (asked: string[]) =>
            asked.filter(
              (name) =>
                name in globalThis &&
                Reflect.defineProperty(globalThis, name, { value: 1, configurable: true }),
            );
          expect(await (realm as Page).evaluate(again, names)).toEqual([]);
        }
      });

      await test.step('the page counts what was refused, in workers too, and still none that was sent', async () => {
        // Read at once: Playwright waits for navigations that were refused.
        const text = await page.evaluate(() => document.body.innerText);
        expect(text).toContain('0 requests to other addresses');
        expect(text).toMatch(/^Worker: engine, refused: /m);
        expect(text).toMatch(/^This page, refused: /m);
        expect(text).toContain('Sealed: nothing leaves this machine');
      });
    },
  );
});

async function workerNamed(page: Page, name: string): Promise<Worker> {
  const found = () => page.workers().find((worker) => worker.url().includes(`/${name}`));
  await expect.poll(found).toBeTruthy();
  const worker = found();
  if (!worker) throw new Error(`There is no worker ${name}.`);
  return worker;
}

test('in a run with threads each thread of the encoder answers too', async ({ page, context }) => {
  // Threads are for large models: here the limit is taken from the engine's script, so that the demo's has them.
  await context.route('**/assets/engine-*.js', async (route) => {
    const response = await route.fetch();
    const script = await response.text();
    expect(script).toContain('32e6');
    await route.fulfill({ response, body: script.replaceAll('32e6', '1e3') });
  });
  await built(
    () => responseHeaders(),
    async (address) => {
      await page.goto(`${address}?device=wasm`);
      await page.evaluate(() => {
        const seal = Reflect.get(window, Symbol.for('negscope.seal')) as Seal;
        const answers: Record<string, string> = {};
        seal.watch(() => {
          for (const { path, script, openings } of seal.realms()) {
            answers[path] = `${new URL(script).pathname.split('/').at(-1)?.slice(0, 4)} ${openings?.length}`;
          }
        });
        Object.assign(window, { answers });
      });
      await page.getByRole('button', { name: 'Try the demo' }).click();
      await expect(page.locator('main')).toHaveAttribute('data-phase', 'done', { timeout: 60_000 });
      await expect(banner(page)).toContainText(/wasm, [2-4] threads/);
      const answers = await page.evaluate(() => Reflect.get(window, 'answers') as Record<string, string>);
      // The engine's worker is the second, its encoder 2.1, and the threads are below that.
      const threads = Object.entries(answers).filter(([path]) => /^2\.1\.\d+$/.test(path));
      expect(threads.length).toBeGreaterThan(0);
      for (const [, answer] of threads) expect(answer).toBe('ort- 0');
    },
  );
});

for (const [policy, headers, open] of [
  ['no header at all', {}, 'Open: no policy refused its request.'],
  [
    'a policy that forbids only eval',
    { 'Content-Security-Policy': "script-src 'self' 'wasm-unsafe-eval'" },
    'Open: no policy refused its request.',
  ],
  [
    'our policy, but only as a report',
    { 'Content-Security-Policy-Report-Only': responseHeaders()['Content-Security-Policy'] ?? '' },
    'Open: no policy refused its request.',
  ],
  [
    'a policy for requests, and none for pictures',
    { 'Content-Security-Policy': "connect-src 'self'; script-src 'self' 'wasm-unsafe-eval'" },
    'Open: the policy allows more than it should in default-src, ',
  ],
] as const) {
  test(`served with ${policy}, the page says that it is not sealed, and what is open`, async ({
    page,
    outside,
  }) => {
    await built(
      () => headers,
      async (address) => {
        await page.goto(address);
        await expect(banner(page)).toContainText('Not sealed: the browser would let requests out');
        await page.getByRole('button', { name: 'Not sealed' }).click();
        await expect(panel(page).getByRole('row', { name: 'This page' })).toContainText(open);
        await expect(panel(page)).toContainText('the encoder works without threads');
        const picture = WAYS.filter(({ name }) => name === 'picture');
        for (const way of picture) await tryWay(way, page, 'page', outside);
        await settle();
        expect(outside.heard.size).toBe(1);
        await expect(panel(page).getByRole('heading', { level: 3 })).toHaveText(
          '1 request to other addresses',
        );
        await expect(panel(page).getByText(/^This page, sent: /)).toHaveCount(1);
      },
    );
  });
}

test('with our headers on index.html only, no worker starts, and the message says why', async ({ page }) => {
  const headers = responseHeaders();
  await built(
    (path) => (path === 'index.html' ? headers : {}),
    async (address) => {
      await page.goto(address);
      await page.getByLabel('Source files').setInputFiles([demoFile('written')]);
      const alert = page.getByRole('alert').first();
      await expect(alert).toHaveAttribute('data-error', 'WorkerStartError');
      await expect(alert).toContainText('without the header Cross-Origin-Embedder-Policy');
      await expect(alert).toContainText('Let the server send the same headers with every file');
    },
  );
});

test('with our policy on index.html only, the page names the workers that are open', async ({ page }) => {
  const { 'Content-Security-Policy': policy = '', ...others } = responseHeaders();
  const headersFor = (path: string) =>
    path === 'index.html' ? { 'Content-Security-Policy': policy, ...others } : others;
  await built(headersFor, async (address) => {
    await page.goto(address);
    await expect(banner(page)).toContainText('Sealed');
    await page.getByLabel('Source files').setInputFiles([demoFile('written')]);
    await expect(banner(page)).toContainText('Not sealed');
    await page.getByRole('button', { name: 'Not sealed' }).click();
    await expect(panel(page)).toContainText('The page itself is closed, but not every worker');
    await expect(panel(page).getByRole('row', { name: 'This page' })).toContainText('Closed');
    await expect(panel(page).getByRole('row', { name: 'Worker: engine' })).toContainText('Open: no policy');
  });
});

test.describe('with its service worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('a page whose server sends no header is sealed, threads included, and the service worker keeps no way out that no policy holds', async ({
    page,
    context,
    outside,
  }) => {
    await built(
      () => ({}),
      async (address) => {
        await page.goto(address);
        await expect(banner(page)).toContainText('Sealed: nothing leaves this machine', { timeout: 30_000 });
        expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
        for (const way of waysOf('page').filter(({ leaves }) => !leaves)) {
          await tryWay(way, page, 'page', outside);
        }
        await settle();
        expect([...outside.heard]).toEqual([]);
        const [service] = context.serviceWorkers();
        const left = (names: string[]) => names.filter((name) => Boolean(Reflect.get(globalThis, name)));
        const names = [...Object.values(REMOVED).flat(), 'WebTransport', 'WebSocketStream'];
        expect(await service?.evaluate(left, names)).toEqual([]);
      },
    );
  });
});

test('docs/PRIVACY.md has a row for every way that is tried, and none for another', () => {
  const file = resolve(import.meta.dirname, '../../docs/PRIVACY.md');
  const tables = tablesOf(readFileSync(file, 'utf8'));
  const rowsUnder = (heading: string) =>
    tables.filter((table) => table.heading === heading).flatMap(({ rows }) => rows.map(([name]) => name));
  expect(rowsUnder('Ways that are tried')).toEqual(WAYS.map(({ name }) => name));
  expect(rowsUnder('Ways that are removed')).toEqual(Object.keys(REMOVED));
});
