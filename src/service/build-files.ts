/** The files of a build: in the browser's cache, by the hash of their content, and on the server. */

import { INDEX, isHashed, type BuildFile, type KeepFailure, type KeptFile } from './build';

/** The part of the browser's cache storage that is used. */
export type Caches = Pick<CacheStorage, 'open' | 'keys' | 'delete'>;

/** The server does not answer, or has another file at the address. */
export class FileUnavailableError extends Error {
  override readonly name = 'FileUnavailableError';
  constructor(
    path: string,
    readonly failure: Exclude<KeepFailure, 'no room'>,
  ) {
    super(`${path}: ${failure}`);
  }
}

export class BuildFiles {
  /** Holds the folder of the page: several pages may share an origin, as under user.github.io. */
  private readonly name: string;
  private readonly address: string;
  /** Prefix of all caches of this page, including earlier layouts. */
  private readonly prefix: string;

  /**
   * @param scope address of the page's folder
   * @param fetch the browser's
   */
  constructor(
    private readonly caches: Caches,
    private readonly scope: string,
    private readonly fetch: typeof globalThis.fetch,
  ) {
    this.prefix = `negscope ${new URL(scope).pathname} layout `;
    this.name = `${this.prefix}2`;
    this.address = `${scope}kept/files/`;
  }

  /** The content of a kept file; null if it is not kept or there is no cache. */
  async read({ sha256 }: KeptFile): Promise<Response | null> {
    try {
      return (await (await this.cache()).match(this.address + sha256)) ?? null;
    } catch {
      return null;
    }
  }

  /** Hashes of the files that are kept. */
  async stored(): Promise<ReadonlySet<string>> {
    try {
      const requests = await (await this.cache()).keys();
      return new Set(requests.map(({ url }) => url.slice(this.address.length)));
    } catch {
      return new Set();
    }
  }

  /** Fetches a file and keeps it. @throws FileUnavailableError; DOMException if there is no room */
  async keep(file: KeptFile): Promise<void> {
    const kept = new Response(await this.content(file), { headers: { 'Content-Type': file.type } });
    await (await this.cache()).put(this.address + file.sha256, kept);
  }

  /** Deletes all but these files, and the caches of other layouts. */
  async dropBut(files: readonly BuildFile[]): Promise<void> {
    const needed = new Set(files.map(({ sha256 }) => sha256));
    const cache = await this.cache();
    for (const sha256 of await this.stored()) {
      if (!needed.has(sha256)) await cache.delete(this.address + sha256);
    }
    for (const name of await this.caches.keys()) {
      if (name.startsWith(this.prefix) && name !== this.name) await this.caches.delete(name);
    }
  }

  /**
   * The whole content of a file as the server has it.
   * @throws FileUnavailableError if the server does not answer or has another file there
   */
  async content(file: KeptFile): Promise<ArrayBuffer> {
    // A name with a hash may come from the browser's HTTP cache; else the server is asked.
    for (const cache of [isHashed(file.path) ? 'default' : 'no-cache', 'reload'] as const) {
      const response = await this.ask(file.path, { cache, priority: 'low' });
      // An overloaded server or a gateway says nothing about the file.
      if (response.status >= 500 || response.status === 429) {
        throw new FileUnavailableError(file.path, 'no network');
      }
      const content = await response.arrayBuffer();
      if (response.ok && (await isContentOf(file, content))) return content;
    }
    throw new FileUnavailableError(file.path, 'not on the server');
  }

  /**
   * The server's whole answer, unchecked. It is not streamed: a page that is left in the middle leaves a stream that nobody
   * reads, and the next request for the file may wait for it. Nor is it a blob: Chromium writes a large one to the disk, and
   * fails where the disk is nearly full. Where the server leads elsewhere nobody follows.
   * @throws FileUnavailableError if the server does not answer
   */
  async ask(path: string, options: RequestInit = {}): Promise<Response> {
    try {
      // Many hosts lead from the page's name to its folder.
      const names = path === INDEX ? [''] : path.split('/').map(encodeURIComponent);
      const address = new URL(names.join('/'), this.scope).href;
      const response = await this.fetch(address, { ...options, redirect: 'error' });
      const { status, headers } = response;
      return new Response(await response.arrayBuffer(), { status, headers });
    } catch {
      throw new FileUnavailableError(path, 'no network');
    }
  }

  private cache(): Promise<Cache> {
    return this.caches.open(this.name);
  }
}

async function isContentOf({ bytes, sha256 }: KeptFile, content: ArrayBuffer): Promise<boolean> {
  if (content.byteLength !== bytes) return false;
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', content));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('') === sha256;
}
