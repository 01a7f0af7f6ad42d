/** The service worker: wiring only. It stands between the page, its workers and the network. */

import '../src/seal/in-service-worker';

import type { Build } from '../src/service/build';
import { Service } from '../src/service/service';

/** Put in by scripts/lib/service-worker.mjs when the page is built. */
declare const __NEGSCOPE_BUILD__: Build;
declare const self: ServiceWorkerGlobalScope;

const fetch: typeof self.fetch = (...request) => self.fetch(...request);
const service = new Service(__NEGSCOPE_BUILD__, self.registration.scope, self.caches, fetch);

// A new one waits until no tab shows the page: at once it would wait for requests under way, and a reload for it.
self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.allSettled([service.tidy(), self.clients.claim()]));
});

self.addEventListener('fetch', (event) => {
  const { url, method, destination } = event.request;
  const answer = service.answer({ url, method, destination });
  if (answer) event.respondWith(answer);
});
