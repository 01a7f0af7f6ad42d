/**
 * The page's service worker without its event listeners: answers requests of page and workers with the headers that seal the page,
 * from the browser's cache where the name of a file holds its hash, and without a network from the copy that the page has made.
 */

import { FILES, FRAMED, INDEX, addressOf, cacheOf, isHashed, type Build } from './build';

type AskedFile = Pick<Request, 'url' | 'method'> & { readonly destination: string };

/** Destinations of a file that is shown as a document. */
const SHOWN = new Set(['document', 'iframe', 'frame']);

export class Service {
  /**
   * @param scope address of the page's folder, ending with a slash
   * @param fetch the browser's
   */
  constructor(
    private readonly build: Build,
    private readonly scope: string,
    private readonly caches: Pick<CacheStorage, 'open'>,
    private readonly fetch: typeof globalThis.fetch,
  ) {}

  /** Drops what neither this build nor the copy for use offline needs. */
  async tidy(): Promise<void> {
    const cache = await cacheOf(this.caches, this.scope);
    const list = await cache.match(this.address(FILES));
    const copied = list ? ((await list.json()) as Build).files : [];
    const needed = [FILES, ...[...this.build.files, ...copied].map(({ path }) => path)];
    const addresses = new Set(needed.map((path) => this.address(path)));
    for (const request of await cache.keys()) {
      if (!addresses.has(request.url)) await cache.delete(request);
    }
  }

  /**
   * Depends on the address only. Nothing is sent but a GET for a file of the page, without a query.
   * @returns null if the browser should answer as if there were no service worker
   */
  answer({ url, method, destination }: AskedFile): Promise<Response> | null {
    const { origin, pathname } = new URL(url);
    const base = new URL(this.scope);
    const inside = origin === base.origin && pathname.startsWith(base.pathname);
    const path = inside ? decoded(pathname.slice(base.pathname.length)) : null;
    if (path === null || (method !== 'GET' && method !== 'HEAD')) return Promise.resolve(Response.error());
    // The document that others may frame carries its own policy: under the headers of all other files nobody could.
    if (path === FRAMED && SHOWN.has(destination)) return null;
    const file = path === '' || path.endsWith('/') ? path + INDEX : path;
    // The user opens something else in the page's folder.
    if (destination === 'document' && !this.has(file)) return null;
    return this.respond(file);
  }

  private async respond(path: string): Promise<Response> {
    // A page of the build that the server has by now asks for files that this one does not know.
    if (!this.has(path) && !isHashed(path)) return this.sealed(new Response(null, { status: 404 }));
    const kept = isHashed(path) ? await this.kept(path) : null;
    const answer = kept ?? (await this.ask(path).catch(() => this.kept(path)));
    return answer ? this.sealed(answer) : Response.error();
  }

  /**
   * The server's whole answer. It is not streamed: a page that is left in the middle leaves a stream that nobody reads, and the next
   * request for the file may wait for it. Nor is it a blob: Chromium writes a large one to the disk, and fails where the disk is
   * nearly full. Where the server leads elsewhere nobody follows.
   * @throws TypeError if the server does not answer
   */
  private async ask(path: string): Promise<Response> {
    const cache = isHashed(path) ? 'default' : 'no-cache';
    const answer = await this.fetch(this.address(path), { cache, redirect: 'error' });
    const { status, headers } = answer;
    const content = await answer.arrayBuffer();
    const whole = new Response(content, { status, headers });
    // Some hosts give a page of their own for a file that they do not have.
    const isFile = this.build.files.some((file) => file.path === path && file.bytes === content.byteLength);
    if (isHashed(path) && answer.ok && isFile) {
      const cached = cacheOf(this.caches, this.scope);
      await cached.then((cache) => cache.put(this.address(path), whole.clone())).catch(() => undefined);
    }
    return whole;
  }

  /** A file in the browser's cache; nothing if it is not there or there is no cache. */
  private kept(path: string): Promise<Response | undefined> {
    const cached = cacheOf(this.caches, this.scope);
    return cached.then((cache) => cache.match(this.address(path))).catch(() => undefined);
  }

  private sealed({ status, headers, body }: Response): Response {
    const type = headers.get('Content-Type') ?? 'application/octet-stream';
    return new Response(body, { status, headers: { ...this.build.headers, 'Content-Type': type } });
  }

  private has(path: string): boolean {
    return path === FILES || this.build.files.some((file) => file.path === path);
  }

  private address(path: string): string {
    return addressOf(path, this.scope);
  }
}

function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}
