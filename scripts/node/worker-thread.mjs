/** A worker of the page in a thread of Node: its globals, then its script. */

import { readFileSync } from 'node:fs';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { runInThisContext } from 'node:vm';
import { parentPort, workerData } from 'node:worker_threads';

import { Inbox, Target, becomeBrowser, envelope } from './browser-thread.mjs';

const { address, type, name, lent } = workerData;
const port = /** @type {import('node:worker_threads').MessagePort} */ (parentPort);
becomeBrowser(address, lent);

const target = new Target();
const inbox = new Inbox();
for (const name of ['onmessage', 'onerror', 'onmessageerror'])
  Object.defineProperty(globalThis, name, {
    get: () => Reflect.get(target, name),
    set(listener) {
      Reflect.set(target, name, listener);
    },
  });
Object.assign(globalThis, {
  addEventListener: target.addEventListener.bind(target),
  removeEventListener: target.removeEventListener.bind(target),
  dispatchEvent: target.dispatchEvent.bind(target),
  postMessage: (/** @type {unknown} */ message, /** @type {unknown[]} */ transfer = []) =>
    port.postMessage(...envelope(message, transfer)),
  close: () => process.exit(0),
});
// Libraries look for these to tell a worker from a page, and take `process` for a sign of Node, whose modules they would then ask for.
Object.assign(globalThis, {
  name,
  process: undefined,
  importScripts: () => undefined,
  WorkerGlobalScope: Object,
});
if (type === 'module') await import(address);
else {
  const filename = fileURLToPath(address);
  runInThisContext(readFileSync(filename, 'utf8'), { filename });
}
// Messages wait until the script listens.
port.on('message', ({ data, ports }) =>
  inbox.take(data, (whole) => target.dispatchEvent(new MessageEvent('message', { data: whole, ports }))),
);
