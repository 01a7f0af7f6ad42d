/**
 * Embeddings by key, on disk where the browser has an origin private file system: another run, another τ
 * or a source made from others encodes nothing twice (issue "Fast").
 */

import { reasonOf } from '../errors';
import { KeyIndex, storedDimension } from './key-index';
import { DEFAULT_MEMORY_BYTES, PagedRows, type RowFile } from './paged-rows';

/** Folder of all caches in the origin private file system. */
const FOLDER = 'negscope-embeddings';

export interface CacheReport {
  readonly kind: 'disk' | 'memory';
  /** One sentence for the page and the report; null where all is as it should be. */
  readonly note: string | null;
}

interface Files {
  readonly rows: RowFile;
  readonly keys: RowFile;
}

export class EmbeddingCache {
  private rows: PagedRows | null = null;
  private keys: KeyIndex | null = null;

  private constructor(
    readonly namespace: string,
    private files: Files | null,
    private note: string | null,
  ) {}

  /**
   * Opens the cache of one encoder. Where the disk cannot be used the cache lives in memory and says why.
   * @param namespace everything that an embedding depends on, hashed
   */
  static async open(namespace: string): Promise<EmbeddingCache> {
    let files: Files | null = null;
    try {
      files = await openFiles(namespace);
      const cache = new EmbeddingCache(namespace, files, null);
      const dimension = storedDimension(files.keys);
      if (dimension !== null) cache.setDimension(dimension);
      return cache;
    } catch (error) {
      files?.rows.close();
      files?.keys.close();
      const note =
        error instanceof DOMException && error.name === 'NoModificationAllowedError'
          ? 'Another tab uses the embedding cache: this run keeps its embeddings in memory.'
          : `The embedding cache cannot be used (${reasonOf(error)}): embeddings stay in memory.`;
      return new EmbeddingCache(namespace, null, note);
    }
  }

  get report(): CacheReport {
    return { kind: this.files ? 'disk' : 'memory', note: this.note };
  }

  /** d, or 0 until the encoder's first embedding tells it. */
  get dimension(): number {
    return this.rows?.dimension ?? 0;
  }

  /**
   * Prepares the rows for vectors of length d.
   * @throws RangeError where the cache holds another length
   */
  setDimension(dimension: number): void {
    if (this.rows) {
      if (this.rows.dimension !== dimension) {
        throw new RangeError(
          `The cache holds embeddings of length ${this.rows.dimension}, not ${dimension}.`,
        );
      }
      return;
    }
    this.rows = new PagedRows({
      dimension,
      file: this.files?.rows ?? null,
      memoryBytes: DEFAULT_MEMORY_BYTES,
    });
    this.keys = new KeyIndex(this.files?.keys ?? null, this.rows.count, dimension);
  }

  rowOf(key: bigint): number | undefined {
    return this.keys?.get(key);
  }

  /** @throws RangeError for a row that is not there */
  row(index: number): Float32Array {
    if (!this.rows) throw new RangeError(`There is no embedding row ${index}.`);
    return this.rows.row(index);
  }

  /** Adds an embedding under its keys and gives its row. */
  add(keys: readonly bigint[], vector: Float32Array): number {
    this.setDimension(vector.length);
    const rows = this.rows as PagedRows;
    const row = rows.count;
    this.guarded(() => rows.append(vector));
    for (const key of keys) this.link(key, row);
    return row;
  }

  /** Another key of a row that is already there. */
  link(key: bigint, row: number): void {
    this.keys?.set(key, row);
  }

  /** Writes what is new to disk: rows first, then the keys that point to them. */
  flush(): void {
    this.guarded(() => {
      this.rows?.flush();
      this.keys?.flush();
    });
  }

  close(): void {
    if (!this.files) return;
    this.flush();
    this.files.rows.close();
    this.files.keys.close();
    this.files = null;
  }

  /** Storage that is full ends the writing, not the run. */
  private guarded(write: () => void): void {
    try {
      write();
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
      this.rows?.stopWriting();
      this.keys?.stopWriting();
      this.note =
        error.name === 'QuotaExceededError'
          ? 'Storage is full: new embeddings stay in memory. Clear the embedding cache to make room.'
          : `The embedding cache cannot be written (${reasonOf(error)}): new embeddings stay in memory.`;
    }
  }
}

/** Opens a file as only a worker can. @throws DOMException, also where another tab has it open */
export async function openSync(directory: FileSystemDirectoryHandle, name: string): Promise<RowFile> {
  const file = await directory.getFileHandle(name, { create: true });
  return (
    file as FileSystemFileHandle & { createSyncAccessHandle(): Promise<RowFile> }
  ).createSyncAccessHandle();
}

/** The folder of all caches. @throws where the browser has no private file system */
export async function cacheFolder(): Promise<FileSystemDirectoryHandle> {
  const root = await navigator.storage.getDirectory();
  return root.getDirectoryHandle(FOLDER, { create: true });
}

async function openFiles(namespace: string): Promise<Files> {
  const directory = await (await cacheFolder()).getDirectoryHandle(namespace, { create: true });
  const rows = await openSync(directory, 'rows.f32');
  try {
    return { rows, keys: await openSync(directory, 'keys.bin') };
  } catch (error) {
    rows.close();
    throw error;
  }
}

/** Bytes of all caches on disk. */
export async function cacheBytes(): Promise<number> {
  let bytes = 0;
  for await (const directory of (await cacheFolder()).values()) {
    if (!(directory instanceof FileSystemDirectoryHandle)) continue;
    for await (const file of directory.values()) {
      if (file instanceof FileSystemFileHandle) bytes += (await file.getFile()).size;
    }
  }
  return bytes;
}

/** Deletes every cache on disk; those that are open must be closed before. */
export async function clearCaches(): Promise<void> {
  const root = await navigator.storage.getDirectory();
  try {
    await root.removeEntry(FOLDER, { recursive: true });
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'NotFoundError')) throw error;
  }
}
