/** A build of the page as its service worker knows it: every file by path and hash, and the headers of every answer. */

/**
 * When a file is kept for use without a network: always, only where the browser has WebGPU, or never (weights that
 * whoever serves the page has put beside it).
 */
export type Keeping = 'always' | 'with-webgpu' | 'never';

export interface BuildFile {
  /** Relative to the page, with forward slashes. */
  readonly path: string;
  readonly bytes: number;
  /** Of the content, hexadecimal; null only for a file that is never kept. */
  readonly sha256: string | null;
  /** Its Content-Type. */
  readonly type: string;
  readonly keeping: Keeping;
}

export interface Build {
  /** Hash of all the rest: equal versions, equal builds. */
  readonly version: string;
  /** By size, the smallest first. */
  readonly files: readonly BuildFile[];
  readonly headers: Readonly<Record<string, string>>;
}

/** A file that is kept, under its content's hash. */
export type KeptFile = BuildFile & { readonly sha256: string };

/** The page itself. */
export const INDEX = 'index.html';

/** The build tool puts a hash of the content into the names of these: such a name never gets other content. */
const HASHED = /^assets\/.*-[\w-]{8}\.\w+$/;

/** True where a file's name alone tells its content. */
export function isHashed(path: string): boolean {
  return HASHED.test(path);
}

/** True where the content of a file is known by its hash, so that it can be kept and checked. */
export function hasHash(file: BuildFile): file is KeptFile {
  return file.sha256 !== null;
}

/** The files that the page needs to work without a network, in the order of the build. */
export function filesToKeep({ files }: Build, webgpu: boolean): KeptFile[] {
  return files
    .filter(hasHash)
    .filter(({ keeping }) => keeping === 'always' || (webgpu && keeping === 'with-webgpu'));
}

/** How much of a build is kept. */
export interface Kept {
  readonly bytes: number;
  readonly missingFiles: number;
  /** Of all files that have to be kept. */
  readonly totalBytes: number;
}

/** Why a file could not be kept: no room, no network, or another file in its place on the server. */
export type KeepFailure = 'no room' | 'no network' | 'not on the server';

/** The page asks its service worker how much is kept, or to keep one file more. */
export interface Question {
  readonly kind: 'status' | 'keep';
  /** Whether the page's browser has WebGPU: then more has to be kept. */
  readonly webgpu: boolean;
}

export interface ServiceStatus {
  readonly kept: Kept;
  /** Why nothing more was kept; null after a plain status, or where it went well. */
  readonly failure: KeepFailure | null;
}
