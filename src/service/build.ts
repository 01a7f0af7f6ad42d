/** A build of the page as its service worker knows it: every file by path and hash, and the headers of every answer. */

/**
 * When a file is kept for use without a network: at once, only where the browser has WebGPU, or not at all (weights that
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

/** The query that names the build of whoever asks for a file whose name does not tell: `demo/index.json?build=…`. */
export const BUILD_QUERY = 'build';

/** The build tool puts a hash of the content into the names of these: such a name never gets other content. */
const HASHED = /^assets\/.*-[\w-]{8}\.\w+$/;

/** True where a file's name alone tells its content. */
export function isHashed(path: string): boolean {
  return HASHED.test(path);
}

/** @returns null where the build has no such file */
export function fileOf(build: Build, path: string): BuildFile | null {
  return build.files.find((file) => file.path === path) ?? null;
}

/** The files that have to be kept so that the page works without a network, in the order of the build. */
export function filesToKeep(build: Build, webgpu: boolean): KeptFile[] {
  return build.files.filter(
    (file): file is KeptFile =>
      file.sha256 !== null && (file.keeping === 'always' || (webgpu && file.keeping === 'with-webgpu')),
  );
}

/** How much of a build is kept. */
export interface Kept {
  readonly files: number;
  readonly bytes: number;
  readonly missingFiles: number;
  /** Of all files that have to be kept. */
  readonly totalBytes: number;
}

/**
 * Counts what is kept of a build.
 * @param stored hashes of the files that are kept
 */
export function keptOf(build: Build, stored: ReadonlySet<string>, webgpu: boolean): Kept {
  const wanted = filesToKeep(build, webgpu);
  const there = wanted.filter(({ sha256 }) => stored.has(sha256));
  return {
    files: there.length,
    bytes: sumOfBytes(there),
    missingFiles: wanted.length - there.length,
    totalBytes: sumOfBytes(wanted),
  };
}

function sumOfBytes(files: readonly BuildFile[]): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0);
}
