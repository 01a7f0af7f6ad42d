/**
 * What the service worker keeps, in one cache: files by the hash of their content, so that versions share what they have
 * in common; the list of files of each version; and which version is opened.
 */

import type { Build, KeptFile } from './build';
import { cacheName, cachePrefix } from './names';

/** What is needed of the browser's cache storage. */
export type Caches = Pick<CacheStorage, 'open' | 'keys' | 'delete'>;

export class Shelf {
  private readonly files: string;
  private readonly builds: string;
  private readonly choice: string;
  private opened: Promise<Cache> | null = null;

  /**
   * @param scope address of the page's folder; nothing is ever fetched from the addresses that are made of it
   */
  constructor(
    private readonly caches: Caches,
    private readonly scope: string,
  ) {
    this.files = `${scope}kept/files/`;
    this.builds = `${scope}kept/builds/`;
    this.choice = `${scope}kept/choice`;
  }

  /** The content of a file; null where it is not kept. */
  async read({ sha256 }: KeptFile): Promise<Response | null> {
    return (await (await this.cache()).match(this.files + sha256)) ?? null;
  }

  /** @throws DOMException QuotaExceededError where there is no room */
  async put({ sha256, type }: KeptFile, content: ArrayBuffer): Promise<void> {
    const response = new Response(content, { headers: { 'Content-Type': type } });
    await (await this.cache()).put(this.files + sha256, response);
  }

  async drop(sha256: string): Promise<void> {
    await (await this.cache()).delete(this.files + sha256);
  }

  /** Hashes of the files that are kept. */
  stored(): Promise<Set<string>> {
    return this.namesUnder(this.files);
  }

  /** @throws DOMException QuotaExceededError where there is no room */
  async addBuild(build: Build): Promise<void> {
    await (await this.cache()).put(this.builds + build.version, Response.json(build));
  }

  async dropBuild(version: string): Promise<void> {
    await (await this.cache()).delete(this.builds + version);
  }

  /** Versions whose lists are kept. */
  versions(): Promise<Set<string>> {
    return this.namesUnder(this.builds);
  }

  /** The list of a version; null where it is not kept, or is damaged. */
  async build(version: string): Promise<Build | null> {
    const response = await (await this.cache()).match(this.builds + version);
    // What stands there was written by `addBuild`, under a layout that the cache's name tells.
    return response ? ((await response.json().catch(() => null)) as Build | null) : null;
  }

  /** The version that is opened; null where none was chosen. */
  async chosen(): Promise<string | null> {
    const response = await (await this.cache()).match(this.choice);
    return response ? response.text() : null;
  }

  /** @throws DOMException QuotaExceededError where there is no room */
  async choose(version: string): Promise<void> {
    await (await this.cache()).put(this.choice, new Response(version));
  }

  /** Drops what service workers with another layout have kept for this page. */
  async dropOtherLayouts(): Promise<void> {
    const own = cacheName(this.scope);
    const names = await this.caches.keys();
    const others = names.filter((name) => name.startsWith(cachePrefix(this.scope)) && name !== own);
    await Promise.all(others.map((name) => this.caches.delete(name)));
  }

  private async namesUnder(folder: string): Promise<Set<string>> {
    const requests = await (await this.cache()).keys();
    const inside = requests.filter(({ url }) => url.startsWith(folder));
    return new Set(inside.map(({ url }) => url.slice(folder.length)));
  }

  private cache(): Promise<Cache> {
    // Opened anew for each use where it fails: a browser short of room may have some later.
    this.opened ??= this.caches.open(cacheName(this.scope)).catch((error: unknown) => {
      this.opened = null;
      throw error;
    });
    return this.opened;
  }
}
