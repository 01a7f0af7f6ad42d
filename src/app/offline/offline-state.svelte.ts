/** The copy of the page for use without a network: made in the browser's cache once the user asks for it. */

import { neededWebGpuBuild } from '../../encoder/webgpu-build';
import { FILES, INDEX, addressOf, cacheOf, filesToKeep, isHashed, type Build } from '../../service/build';

/** The version that the build wrote into the page; null under the development server. */
export function buildVersion(): string | null {
  return document.querySelector<HTMLMetaElement>('meta[name=negscope-version]')?.content ?? null;
}

/** Why there is no copy: the end of a sentence. */
const NO_NETWORK = ' yet: the server does not answer';
const OTHER_VERSION = ': the server has another version by now. Reload first';
const NOT_STARTED = ': the service worker does not start';

/** Delay before the list of files is fetched: the first load and the user's first actions come first. */
const REST_MS = 3000;

class KeepError extends Error {}

export class OfflineState {
  /** Null if nothing is known yet. `ready`: the page works without a network, all of it is there. */
  kept = $state.raw<{ readonly totalBytes: number; readonly ready: boolean } | null>(null);
  failure = $state.raw<string | null>(null);
  keeping = $state.raw(false);
  /** Of the copy that is being made. */
  bytes = $state.raw(0);
  private build: Build | null = null;

  /** @param started once the service worker is active @param scope address of the page's folder */
  constructor(
    started: Promise<void>,
    private readonly scope: string,
  ) {
    started.then(
      () => setTimeout(() => void this.look(), REST_MS),
      () => (this.failure = NOT_STARTED),
    );
  }

  /** Fetches every file of the list once, the page itself last: once it is kept, all are. */
  async keepNow(): Promise<void> {
    if (this.build === null || this.keeping) return;
    this.keeping = true;
    this.failure = null;
    this.bytes = 0;
    try {
      await this.keepAll(this.build);
    } catch (error) {
      this.failure = error instanceof KeepError ? error.message : ': the browser has no room for it';
    } finally {
      this.keeping = false;
    }
  }

  private async look(): Promise<void> {
    try {
      const build = (await (await fetch(this.address(FILES))).json()) as Build;
      const cache = await cacheOf(caches, this.scope);
      const copied = await cache.match(this.address(FILES));
      const version = copied ? ((await copied.json()) as Build).version : null;
      const there = (await cache.keys()).map(({ url }) => url);
      const wanted = filesToKeep(build, neededWebGpuBuild());
      const isWhole = wanted.every(({ path }) => there.includes(this.address(path)));
      this.build = build;
      this.kept = {
        totalBytes: wanted.reduce((sum, { bytes }) => sum + bytes, 0),
        ready: isWhole && version === buildVersion(),
      };
    } catch {
      // Neither a server nor a copy: nothing can be said.
    }
  }

  private async keepAll(build: Build): Promise<void> {
    const cache = await cacheOf(caches, this.scope);
    const wanted = filesToKeep(build, neededWebGpuBuild());
    for (const { path, bytes } of wanted.filter((file) => file.path !== INDEX)) {
      const address = this.address(path);
      // Not by `match`: a body that nobody reads holds up the next page that asks for the file.
      const isThere = isHashed(path) && (await cache.keys(address)).length > 0;
      if (!isThere) await cache.put(address, await this.whole(path, bytes));
      this.bytes += bytes;
    }
    const page = await this.whole(INDEX);
    // The server may have another version by now.
    if (!(await page.clone().text()).includes(`"${buildVersion()}"`)) throw new KeepError(OTHER_VERSION);
    await cache.put(this.address(INDEX), page);
    await cache.put(this.address(FILES), Response.json(build));
    if (this.kept) this.kept = { ...this.kept, ready: true };
  }

  /** @throws KeepError */
  private async whole(path: string, bytes?: number): Promise<Response> {
    const answer = await fetch(this.address(path)).catch(() => null);
    const content = await answer?.arrayBuffer().catch(() => null);
    if (!answer || !content) throw new KeepError(NO_NETWORK);
    if (!answer.ok || (bytes !== undefined && content.byteLength !== bytes))
      throw new KeepError(OTHER_VERSION);
    return new Response(content, { headers: { 'Content-Type': answer.headers.get('Content-Type') ?? '' } });
  }

  private address(path: string): string {
    return addressOf(path, this.scope);
  }
}
