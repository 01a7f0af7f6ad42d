/** Builds and cache storage for the tests of the service worker. */

import { createHash } from 'node:crypto';

import type { Build, BuildFile } from '../../src/service/build';
import type { Caches } from '../../src/service/build-files';

/** A build of these contents by path; of `models/other/…` nothing is kept, of `….jspi-…` and `….asyncify-…` only for WebGPU. */
export function buildOf(version: string, contents: Readonly<Record<string, string>>): Build {
  const files = Object.entries(contents).map(([path, content]): BuildFile => {
    const never = path.startsWith('models/other/');
    const runtime = /\.(jspi|asyncify)-/.exec(path)?.[1] as 'jspi' | 'asyncify' | undefined;
    return {
      path,
      bytes: Buffer.byteLength(content),
      sha256: never ? null : createHash('sha256').update(content).digest('hex'),
      type: 'text/plain',
      keeping: never ? 'never' : (runtime ?? 'always'),
    };
  });
  return { version, files, headers: { 'Cross-Origin-Opener-Policy': 'same-origin' } };
}

/** Cache storage in memory. */
export class FakeCaches implements Caches {
  readonly stores = new Map<string, Map<string, Response>>();
  /** Further writes throw, as in a browser without room. */
  full = false;

  open(name: string): Promise<Cache> {
    const store = this.stores.get(name) ?? new Map<string, Response>();
    this.stores.set(name, store);
    const cache = {
      match: (key: string) => Promise.resolve(store.get(key)?.clone()),
      put: async (key: string, response: Response) => {
        if (this.full) throw new DOMException('no room', 'QuotaExceededError');
        store.set(key, new Response(await response.arrayBuffer(), { headers: response.headers }));
      },
      delete: (key: string) => Promise.resolve(store.delete(key)),
      keys: () => Promise.resolve([...store.keys()].map((url) => ({ url }))),
    };
    return Promise.resolve(cache as unknown as Cache);
  }

  keys(): Promise<string[]> {
    return Promise.resolve([...this.stores.keys()]);
  }

  delete(name: string): Promise<boolean> {
    return Promise.resolve(this.stores.delete(name));
  }
}
