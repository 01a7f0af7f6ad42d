/** The service worker: wiring only. It stands between the page, its workers and the network. */

import '../src/seal/in-service-worker';

import type { Build } from '../src/service/build';
import { versionOfLock } from '../src/service/names';
import { Network } from '../src/service/network';
import type { Asking } from '../src/service/questions';
import { Service, type Surroundings } from '../src/service/service';
import { Shelf } from '../src/service/shelf';

/** Put in by scripts/lib/service-worker.mjs when the page is built. */
declare const __NEGSCOPE_BUILD__: Build;
declare const self: ServiceWorkerGlobalScope;

const { scope } = self.registration;

const surroundings: Surroundings = {
  async tabs() {
    const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
    const { held = [] } = await self.navigator.locks.query();
    return windows
      .filter(({ url }) => url.startsWith(scope))
      .map(({ id }) => {
        const versions = held
          .filter(({ clientId }) => clientId === id)
          .map(({ name }) => versionOfLock(scope, name ?? ''));
        return { version: versions.find((version) => version !== null) ?? null };
      });
  },
  updating: () => self.registration.installing !== null || self.registration.waiting !== null,
};

const shelf = new Shelf(self.caches, scope);
const service = new Service(
  __NEGSCOPE_BUILD__,
  scope,
  shelf,
  new Network(scope, (...request) => self.fetch(...request)),
  surroundings,
);

self.addEventListener('install', (event) => {
  // It serves every version that is kept, each as it was: it need not wait until the tabs of others are closed.
  event.waitUntil(service.install().then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.allSettled([shelf.dropOtherLayouts(), self.clients.claim()]));
});

self.addEventListener('fetch', (event) => {
  const { url, method, destination } = event.request;
  const answer = service.answer({ url, method, destination });
  if (answer) event.respondWith(answer);
});

self.addEventListener('message', (event) => {
  const [port] = event.ports;
  if (!port) return;
  const answer = service.ask(event.data as Asking).then(
    (status) => port.postMessage({ status }),
    (error: unknown) => port.postMessage({ error: String(error) }),
  );
  event.waitUntil(answer);
});
