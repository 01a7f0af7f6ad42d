/** Whether the page works without a network: by a copy in the browser's cache, made once the user asks for it. */

import { neededWebGpuBuild } from '../../encoder/webgpu-build';
import { FILES, INDEX, addressOf, cacheOf, filesToKeep, isHashed, type Build } from '../../service/build';
import { formatBytes } from '../../ui/words';
import { buildVersion, type Opened } from './arrival';

/** Why there is no copy: the end of a sentence. */
const NO_NETWORK = ' yet: the server does not answer';
const OTHER_VERSION = ': the server has another version by now. Reload first';
const NO_ROOM = ': the browser has no room for it';

/** Delay before the list of files is fetched: the first load and the user's first actions come first. */
const REST_MS = 3000;

class KeepError extends Error {}

export class OfflineState {
  /** Why there is no service worker, without a full stop; null if there is one, or nothing is to be said. */
  alone = $state.raw<string | null>(null);
  /** Null if nothing is known yet. `ready`: the page works without a network, all of it is there. */
  private kept = $state.raw<{ build: Build; wanted: Build['files']; ready: boolean } | null>(null);
  private failure = $state.raw<string | null>(null);
  /** Of the copy that is being made; null while none is. */
  private bytes = $state.raw<number | null>(null);

  /** @param scope address of the page's folder */
  constructor(
    arrival: Opened,
    private readonly scope: string,
  ) {
    if (arrival.kind === 'alone') this.alone = arrival.reason;
    else
      arrival.started.then(
        () => setTimeout(() => void this.look(), REST_MS),
        () => (this.alone = 'the service worker does not start'),
      );
  }

  /** Null while there is nothing to say. */
  get words(): string | null {
    const { alone, kept, failure, bytes } = this;
    if (alone !== null) return `Does not work offline: ${alone}`;
    if (kept === null || kept.ready) return kept && 'Works offline';
    if (failure !== null) return `Does not work offline${failure}`;
    const total = formatBytes(kept.wanted.reduce((sum, file) => sum + file.bytes, 0));
    if (bytes === null) return `A copy for use offline takes ${total}`;
    return `Getting ready for use offline: ${formatBytes(bytes)} of ${total}`;
  }

  get canKeep(): boolean {
    return this.kept?.ready === false && this.bytes === null;
  }

  /** Fetches every file of the list once, the page itself last: once it is kept, all are. */
  async keepNow(): Promise<void> {
    if (this.kept === null || this.bytes !== null) return;
    this.failure = null;
    this.bytes = 0;
    try {
      await this.keepAll(this.kept);
      this.kept = { ...this.kept, ready: true };
    } catch (error) {
      this.failure = error instanceof KeepError ? error.message : NO_ROOM;
    } finally {
      this.bytes = null;
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
      this.kept = { build, wanted, ready: isWhole && version === buildVersion() };
    } catch {
      // Neither a server nor a copy: nothing can be said.
    }
  }

  private async keepAll({ build, wanted }: { build: Build; wanted: Build['files'] }): Promise<void> {
    const cache = await cacheOf(caches, this.scope);
    for (const { path, bytes } of wanted.filter((file) => file.path !== INDEX)) {
      const address = this.address(path);
      // Not by `match`: a body that nobody reads holds up the next page that asks for the file.
      const isThere = isHashed(path) && (await cache.keys(address)).length > 0;
      if (!isThere) await cache.put(address, await this.whole(path, bytes));
      this.bytes = (this.bytes ?? 0) + bytes;
    }
    const page = await this.whole(INDEX);
    // The server may have another version by now.
    if (!(await page.clone().text()).includes(`"${buildVersion()}"`)) throw new KeepError(OTHER_VERSION);
    await cache.put(this.address(INDEX), page);
    await cache.put(this.address(FILES), Response.json(build));
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
