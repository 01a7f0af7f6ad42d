/**
 * The page's service worker without its event listeners: answers requests of page and workers with the headers that seal
 * the page, and keeps the build's files for use without a network. It serves its own build only.
 */

import { SerialQueue } from '../serial-queue';
import {
  FRAMED,
  INDEX,
  filesToKeep,
  hasHash,
  isHashed,
  type Build,
  type BuildFile,
  type KeepFailure,
  type Kept,
  type Question,
  type ServiceStatus,
} from './build';
import { FileUnavailableError, type BuildFiles } from './build-files';

/** What is known of a request. */
export interface Asked {
  readonly url: string;
  readonly method: string;
  /** "document" for a page that the user opens. */
  readonly destination: string;
}

/** Destinations of a file that is shown as a document. */
const SHOWN = new Set(['document', 'iframe', 'frame']);

export class Service {
  /** Files are kept one after another. */
  private readonly keeping = new SerialQueue();

  /** @param scope address of the page's folder, ending with a slash */
  constructor(
    private readonly build: Build,
    private readonly scope: string,
    private readonly files: BuildFiles,
  ) {}

  /**
   * Where an earlier version has a copy for use offline, or has begun one, all files that are not kept yet are fetched, so
   * that this version is complete when it takes over.
   *
   * @throws FileUnavailableError if the server has another build by now: the browser tries again later
   */
  async install(webgpu: Question['webgpu']): Promise<void> {
    const stored = await this.files.stored();
    if (stored.size === 0) return;
    const wanted = filesToKeep(this.build, webgpu);
    for (const file of wanted.filter(({ sha256 }) => !stored.has(sha256))) {
      // Without room nothing is kept, but the page is sealed; `keep` reports it.
      await this.files.keep(file).catch(throwUnavailable);
    }
  }

  /** Takes over: no tab has an earlier version open. */
  activate(): Promise<void> {
    return this.files.dropBut(this.build.files);
  }

  /**
   * Depends on the address only. Nothing is sent but a GET for a file of the page, without a query.
   *
   * @returns null if the browser should answer as if there were no service worker
   */
  answer({ url, method, destination }: Asked): Promise<Response> | null {
    const { origin, pathname } = new URL(url);
    const base = new URL(this.scope);
    const inside = origin === base.origin && pathname.startsWith(base.pathname);
    const path = inside ? decoded(pathname.slice(base.pathname.length)) : null;
    if (path === null || (method !== 'GET' && method !== 'HEAD')) return Promise.resolve(Response.error());
    // The document that others may frame carries its own policy: under the headers of all other files nobody could.
    if (path === FRAMED && SHOWN.has(destination)) return null;
    const file = path === '' || path.endsWith('/') ? path + INDEX : path;
    // The user opens something else in the page's folder.
    if (destination === 'document' && !this.build.files.some((each) => each.path === file)) return null;
    return this.respond(file);
  }

  async ask({ kind, webgpu }: Question): Promise<ServiceStatus> {
    const failure = kind === 'keep' ? await this.keeping.run(() => this.keepNext(webgpu)) : null;
    const stored = await this.files.stored();
    const wanted = filesToKeep(this.build, webgpu);
    const there = wanted.filter(({ sha256 }) => stored.has(sha256));
    const kept: Kept = {
      bytes: sumOfBytes(there),
      missingFiles: wanted.length - there.length,
      totalBytes: sumOfBytes(wanted),
    };
    return { kept, failure };
  }

  private async respond(path: string): Promise<Response> {
    const file = this.build.files.find((each) => each.path === path);
    try {
      if (await this.keepsIndex()) return file ? await this.respondWith(file) : this.notFound();
      // Without a copy the page is whatever build the server has by now, with files that this one does not know.
      return file || isHashed(path) ? await this.passOn(path) : this.notFound();
    } catch (error) {
      if (!(error instanceof FileUnavailableError)) throw error;
      return error.failure === 'no network' ? Response.error() : this.notFound();
    }
  }

  /** @throws FileUnavailableError */
  private async respondWith(file: BuildFile): Promise<Response> {
    const headers = {
      ...this.build.headers,
      'Content-Type': file.type,
      'Content-Length': String(file.bytes),
    };
    const kept = hasHash(file) && (await this.files.read(file));
    if (kept) return new Response(kept.body, { headers });
    if (hasHash(file) && !isHashed(file.path))
      return new Response(await this.files.content(file), { headers });
    const answer = await this.files.ask(file.path);
    return answer.ok ? new Response(answer.body, { headers }) : this.notFound();
  }

  /** A file as the server has it, with the sealing headers. @throws FileUnavailableError */
  private async passOn(path: string): Promise<Response> {
    const cache = isHashed(path) ? 'default' : 'no-cache';
    const { status, headers, body } = await this.files.ask(path, { cache });
    const type = headers.get('Content-Type') ?? 'application/octet-stream';
    return new Response(body, { status, headers: { ...this.build.headers, 'Content-Type': type } });
  }

  private async keepNext(webgpu: Question['webgpu']): Promise<KeepFailure | null> {
    const stored = await this.files.stored();
    const next = filesToKeep(this.build, webgpu).find(({ sha256 }) => !stored.has(sha256));
    try {
      if (next) await this.files.keep(next);
      return null;
    } catch (error) {
      return error instanceof FileUnavailableError ? error.failure : 'no room';
    }
  }

  private async keepsIndex(): Promise<boolean> {
    const stored = await this.files.stored();
    return this.build.files.some(
      ({ path, sha256 }) => path === INDEX && sha256 !== null && stored.has(sha256),
    );
  }

  private notFound(): Response {
    return new Response('This version of the page has no such file.\n', {
      status: 404,
      headers: { ...this.build.headers, 'Content-Type': 'text/plain; charset=utf-8' },
    });
  }
}

function throwUnavailable(error: unknown): void {
  if (error instanceof FileUnavailableError) throw error;
}

function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}

function sumOfBytes(files: readonly BuildFile[]): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0);
}
