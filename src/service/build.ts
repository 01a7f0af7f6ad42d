/** A build of the page: its files, the headers of every answer, and where the browser keeps a copy. */

/** `path`: relative to the page, with forward slashes. */
type BuildFile = Readonly<{ path: string; bytes: number }>;

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

/** Whether a file's name has a hash of its content, which the build tool makes. */
export function isHashed(path: string): boolean {
  return /^assets\/.*-[\w-]{8}\.\w+$/.test(path);
}

/** The builds of the runtime that are asked for only where there is a GPU. */
const FOR_WEBGPU = /^assets\/ort-wasm-simd-threaded\.(jspi|asyncify)-/;

/** Encoders that whoever serves the page has put beside it, of gigabytes at times. */
const OTHER_MODELS = /^models\/(?!index\.json$|negscope-mini\/)/;

/**
 * The files that the page needs to work without a network. The framed document is asked for past the service worker.
 * @param webgpu which of two builds of the runtime a browser with WebGPU needs; null without
 */
export function filesToKeep({ files }: Build, webgpu: 'jspi' | 'asyncify' | null): BuildFile[] {
  return files.filter(({ path }) => {
    const build = FOR_WEBGPU.exec(path)?.[1] ?? webgpu;
    return build === webgpu && path !== FRAMED && !OTHER_MODELS.test(path);
  });
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
