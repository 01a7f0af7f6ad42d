/**
 * What is answered to a request, told from its address alone. Nothing leaves but a GET for a file of the page, without a
 * query: neither another origin nor the page's own host can be told anything.
 */

import { BUILD_QUERY, INDEX, fileOf, isHashed, type Build, type BuildFile } from './build';

/** What is known of a request. */
export interface Asked {
  readonly url: string;
  readonly method: string;
  /** "document" for a page that the user opens, and else what the browser does with the answer. */
  readonly destination: string;
}

/**
 * `leave`: the user opens something else that lies beside the page, and the browser does it as ever; `refuse`: as if there
 * were no network; `page`: index.html of the version that is opened; `file`: one of a build's files, of the build named
 * where there is one.
 */
export type Choice =
  | { readonly kind: 'leave' }
  | { readonly kind: 'refuse' }
  | { readonly kind: 'page' }
  | { readonly kind: 'file'; readonly path: string; readonly build: string | null };

/**
 * @param asked as the browser asks it
 * @param scope address of the folder of the page, with a slash at its end
 */
export function chooseAnswer(asked: Asked, scope: string): Choice {
  const url = new URL(asked.url);
  const base = new URL(scope);
  if (url.origin !== base.origin || !url.pathname.startsWith(base.pathname)) return { kind: 'refuse' };
  if (asked.method !== 'GET' && asked.method !== 'HEAD') return { kind: 'refuse' };
  const path = decoded(url.pathname.slice(base.pathname.length));
  if (path === null) return { kind: 'refuse' };
  if (path === '' || path === INDEX) return { kind: 'page' };
  if (asked.destination === 'document') return { kind: 'leave' };
  return { kind: 'file', path, build: url.searchParams.get(BUILD_QUERY) };
}

/** A file and the build that it belongs to. */
export interface Found {
  readonly build: Build;
  readonly file: BuildFile;
}

/**
 * The file that a path means. A name with a hash means the same in every build; of the others, a build that is named has
 * the only say, so that two builds are never mixed.
 *
 * @param builds known ones, the one in use first
 * @returns null where no build has such a file
 */
export function findFile(path: string, named: string | null, builds: readonly Build[]): Found | null {
  const asked = named === null || isHashed(path) ? builds : builds.filter(({ version }) => version === named);
  for (const build of asked) {
    const file = fileOf(build, path);
    if (file) return { build, file };
  }
  return null;
}

/** Headers of an answer: those of the build, and the file's own. */
export function headersOf({ build, file }: Found): Record<string, string> {
  return { ...build.headers, 'Content-Type': file.type, 'Content-Length': String(file.bytes) };
}

function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}
