/** A build of the page: its files with their hashes, and the headers of every answer. */

/** A browser with WebGPU needs one of two builds of its runtime; null without. */
type WebGpu = 'jspi' | 'asyncify' | null;

/**
 * When a file is kept for use without a network: always, only where the browser needs that build of WebGPU's runtime, or
 * never (models that the host has added).
 */
export type Keeping = 'always' | NonNullable<WebGpu> | 'never';

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
  /** Hash of the rest: equal versions are equal builds. */
  readonly version: string;
  /** By size, the smallest first. */
  readonly files: readonly BuildFile[];
  readonly headers: Readonly<Record<string, string>>;
}

/** A file that is kept, under its content's hash. */
export type KeptFile = BuildFile & { readonly sha256: string };

/** The page itself. */
export const INDEX = 'index.html';

/** The lessons alone: a document that other pages may frame. */
export const FRAMED = 'learn.html';

/** Names with a hash of the content, made by the build tool. */
const HASHED = /^assets\/.*-[\w-]{8}\.\w+$/;

/** Whether a file's name identifies its content. */
export function isHashed(path: string): boolean {
  return HASHED.test(path);
}

/** Whether a file has a hash, so that it can be kept and checked. */
export function hasHash(file: BuildFile): file is KeptFile {
  return file.sha256 !== null;
}

/** The files that the page needs to work without a network, the page itself last: once it is kept, all are. */
export function filesToKeep({ files }: Build, webgpu: WebGpu): KeptFile[] {
  const kept = files.filter(hasHash).filter(({ keeping }) => keeping === 'always' || keeping === webgpu);
  return [...kept.filter(({ path }) => path !== INDEX), ...kept.filter(({ path }) => path === INDEX)];
}

/** How much of a build is kept. */
export interface Kept {
  readonly bytes: number;
  readonly missingFiles: number;
  /** Of all files that have to be kept. */
  readonly totalBytes: number;
}

/** Why a file could not be kept. */
export type KeepFailure = 'no room' | 'no network' | 'not on the server';

/** The page asks how much is kept, asks to keep one more file, or asks a version that waits to take over. */
export interface Question {
  readonly kind: 'status' | 'keep' | 'take over';
  /** With WebGPU more has to be kept. */
  readonly webgpu: WebGpu;
}

export interface ServiceStatus {
  readonly kept: Kept;
  /** Why nothing more was kept; null after a status, or if it was. */
  readonly failure: KeepFailure | null;
}
