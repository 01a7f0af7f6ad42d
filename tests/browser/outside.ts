/** What the tests of the seal stand on: listeners outside the page, hosts with headers of their own, and trying the ways. */

import { createSocket, type Socket } from 'node:dgram';
import { createReadStream, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';

import type { Page, Worker } from '@playwright/test';

import { contentType } from '../../scripts/lib/content-types.mjs';
import { DIST } from '../../scripts/lib/paths.mjs';
import { portOf } from '../support/port';
import { base } from './helpers';
import { WAYS, type Target, type Way } from './ways';

/** How long what was sent may take to arrive; all of it stays on this machine. */
const ARRIVAL_MS = 1500;

/** Listeners on ports of their own, and the ways by which something came. */
export interface Outside {
  readonly heard: Set<string>;
  targetOf(id: string): Target;
}

export const test = base.extend<{ outside: Outside }>({
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

/** A form adds a question mark to its address. */
function idIn(address = '/'): string {
  return address.slice(1).split('?')[0] ?? '';
}

function listen(id: string, heard: Set<string>): Promise<Socket> {
  const socket = createSocket('udp4');
  socket.on('message', () => heard.add(id));
  return new Promise((done) => socket.bind(0, '127.0.0.1', () => done(socket)));
}

async function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
}

/**
 * The built page at an address of its own, each file with the headers that `headersFor` gives.
 * @param others files beside it, or in place of its own, by their paths; null: one that never comes
 */
export async function built(
  headersFor: (path: string) => Readonly<Record<string, string>>,
  run: (address: string) => Promise<void>,
  others: Readonly<Record<string, string | null>> = {},
): Promise<void> {
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    const inside = path === '/' ? 'index.html' : path.slice(1);
    const other = others[path];
    if (other === null) return;
    const file = join(DIST, inside);
    if (other === undefined && !statSync(file, { throwIfNoEntry: false })?.isFile()) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'Content-Type': contentType(inside), ...headersFor(inside) });
    if (other === undefined) createReadStream(file).pipe(response);
    else response.end(other);
  });
  const port = await portOf(server);
  try {
    await run(`http://localhost:${port}/`);
  } finally {
    await closed(server);
  }
}

/** By which way, from which realm: what the listeners write down for the ways that have an address. */
export function idOf(way: Way, realm: string): string {
  if (way.name === 'WebRTC (STUN)') return 'stun';
  if (way.name === 'WebRTC of an empty frame') return 'stunOfFrame';
  if (way.name === 'WebTransport') return 'quic';
  return encodeURIComponent(`${realm}/${way.name}`);
}

/** Tries a way; that it throws is one way of being kept in. */
export async function tryWay(way: Way, realm: Page | Worker, name: string, outside: Outside): Promise<void> {
  // A promise that waits for an answer which never comes is not waited for.
  const send = new Function('to', `void Promise.resolve((${String(way.send)})(to)).catch(() => undefined);`);
  const target = outside.targetOf(idOf(way, name));
  await (realm as Page).evaluate(send as (to: Target) => void, target).catch(() => undefined);
}

export function waysOf(kind: 'page' | 'worker'): readonly Way[] {
  return WAYS.filter(({ realms }) => realms === kind || realms === 'both');
}

export const banner = (page: Page) => page.getByRole('banner');
export const panel = (page: Page) => page.locator('#seal-panel');

/** Waits as long as what was sent may take to arrive: that nothing comes shows in no other way. */
export async function settle(): Promise<void> {
  await new Promise((done) => setTimeout(done, ARRIVAL_MS));
}
