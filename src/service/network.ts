/** Files of a build as the server of the page has them, taken only where they are what the build says. */

import { isHashed, type BuildFile, type KeptFile } from './build';
import type { KeepFailure } from './questions';

/** A file of the build is not to be had from the server. */
export class FileUnavailableError extends Error {
  override readonly name = 'FileUnavailableError';
  constructor(
    readonly path: string,
    readonly failure: Exclude<KeepFailure, 'no room'>,
  ) {
    super(`${path}: ${failure}`);
  }
}

export class Network {
  /**
   * @param scope address of the page's folder
   * @param fetch the browser's
   */
  constructor(
    private readonly scope: string,
    private readonly fetch: typeof globalThis.fetch,
  ) {}

  /**
   * The server's answer, which nobody has checked, once all of it is here. It is not handed on as it comes: a page that is
   * left in the middle leaves a stream that nobody reads, and the next request for the same file may wait for its end.
   * @throws FileUnavailableError where the server does not answer
   */
  async answer(path: string): Promise<Response> {
    try {
      const response = await this.fetch(this.address(path));
      const { status, headers } = response;
      return new Response(await response.blob(), { status, headers });
    } catch {
      throw new FileUnavailableError(path, 'no network');
    }
  }

  /**
   * The whole content of a file.
   * @throws FileUnavailableError where the server does not answer, or has other content there
   */
  async content(file: KeptFile): Promise<ArrayBuffer> {
    // Where a name tells the content, what the browser has from the first load will do; else the server is asked.
    const first = await this.bytes(file, isHashed(file.path) ? 'default' : 'no-cache');
    if (await isContentOf(file, first)) return first;
    const again = await this.bytes(file, 'reload');
    if (await isContentOf(file, again)) return again;
    throw new FileUnavailableError(file.path, 'not on the server');
  }

  private async bytes({ path }: BuildFile, cache: RequestCache): Promise<ArrayBuffer> {
    let response: Response;
    try {
      response = await this.fetch(this.address(path), { cache, priority: 'low' });
      if (response.ok) return await response.arrayBuffer();
    } catch {
      throw new FileUnavailableError(path, 'no network');
    }
    // A server that is overloaded, or a gateway without one, says nothing of the file.
    const passing = response.status >= 500 || response.status === 429;
    throw new FileUnavailableError(path, passing ? 'no network' : 'not on the server');
  }

  private address(path: string): string {
    return new URL(path.split('/').map(encodeURIComponent).join('/'), this.scope).href;
  }
}

/** True where these bytes are what the build says of the file. */
export async function isContentOf({ bytes, sha256 }: KeptFile, content: ArrayBuffer): Promise<boolean> {
  if (content.byteLength !== bytes) return false;
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', content));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('') === sha256;
}
