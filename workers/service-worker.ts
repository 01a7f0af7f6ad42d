/** The service worker: wiring only. It stands between the page, its workers and the network. */

import '../src/seal/in-service-worker';

import { neededWebGpuBuild } from '../src/encoder/webgpu-build';
import type { Build, Question } from '../src/service/build';
import { BuildFiles } from '../src/service/build-files';
import { Service } from '../src/service/service';

/** Put in by scripts/lib/service-worker.mjs when the page is built. */
declare const __NEGSCOPE_BUILD__: Build;
declare const self: ServiceWorkerGlobalScope;

const { scope } = self.registration;
const files = new BuildFiles(self.caches, scope, (...request) => self.fetch(...request));
const service = new Service(__NEGSCOPE_BUILD__, scope, files);

self.addEventListener('install', (event) => {
  event.waitUntil(service.install(neededWebGpuBuild()));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.allSettled([service.activate(), self.clients.claim()]));
});

self.addEventListener('fetch', (event) => {
  const { url, method, destination } = event.request;
  const answer = service.answer({ url, method, destination });
  if (answer) event.respondWith(answer);
});

self.addEventListener('message', (event) => {
  const [port] = event.ports;
  if (!port) return;
  const question = event.data as Question;
  const answer = question.kind === 'take over' ? takeOver() : service.ask(question);
  const told = answer.then(
    (given) => port.postMessage({ answer: given }),
    (error: unknown) => port.postMessage({ error: String(error) }),
  );
  event.waitUntil(told);
});

/** A tab never gets files of two versions: this one waits while more than the asking tab is open. */
async function takeOver(): Promise<boolean> {
  const clients = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const alone = clients.filter(({ url }) => url.startsWith(scope)).length === 1;
  if (alone) void self.skipWaiting();
  return alone;
}
