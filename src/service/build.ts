/** A build of the page: its files, the headers of every answer, and where the browser keeps a copy. */

/** A browser with WebGPU needs one of two builds of its runtime; null without. */
type WebGpu = 'jspi' | 'asyncify' | null;

/**
 * When a file is part of the copy for use without a network: always, only where the browser needs that build of WebGPU's runtime,
 * or never (models that the host has added).
 */
export type Keeping = 'always' | NonNullable<WebGpu> | 'never';

export interface BuildFile {
  /** Relative to the page, with forward slashes. */
  readonly path: string;
  readonly bytes: number;
  readonly keeping: Keeping;
}

/** The file FILES of a build. */
export interface Build {
  /** Equal versions are equal builds. */
  readonly version: string;
  /** By size, the smallest first. */
  readonly files: readonly BuildFile[];
  readonly headers: Readonly<Record<string, string>>;
}

/** The page itself. */
export const INDEX = 'index.html';

/** The list of the build's files; not in the list. */
export const FILES = 'files.json';

/** The lessons alone: a document that other pages may frame. */
export const FRAMED = 'learn.html';

/** Names with a hash of the content, made by the build tool. */
const HASHED = /^assets\/.*-[\w-]{8}\.\w+$/;

/** Whether a file's name identifies its content. */
export function isHashed(path: string): boolean {
  return HASHED.test(path);
}

/** The files that the page needs to work without a network. */
export function filesToKeep({ files }: Build, webgpu: WebGpu): BuildFile[] {
  return files.filter(({ keeping }) => keeping === 'always' || keeping === webgpu);
}

/**
 * The browser's cache of the page. Its name holds the page's folder: several pages may share an origin, as under user.github.io.
 * @param scope address of the page's folder
 */
export function cacheOf(caches: Pick<CacheStorage, 'open'>, scope: string): Promise<Cache> {
  return caches.open(`negscope ${new URL(scope).pathname} layout 3`);
}

/** The address of a file. Many hosts lead from the page's name to its folder. */
export function addressOf(path: string, scope: string): string {
  const names = path === INDEX ? [''] : path.split('/').map(encodeURIComponent);
  return new URL(names.join('/'), scope).href;
}
