/** SHA-256 of files for the report: each is read once, when a report first asks. */

import type { WorkerAccess } from '../../app/ask';

export class FileHashes {
  private readonly known = new WeakMap<File, Promise<string | null>>();

  constructor(private readonly workers: WorkerAccess) {}

  /** Null where the file can no longer be read. @throws what a worker that breaks off throws */
  of(file: File): Promise<string | null> {
    const hash = this.known.get(file) ?? this.ask(file);
    this.known.set(file, hash);
    // A file whose worker broke off is asked for again.
    hash.catch(() => this.known.delete(file));
    return hash;
  }

  private async ask(file: File): Promise<string | null> {
    const pair = await this.workers.ready();
    return pair.guard(pair.candidates.fileHash(file));
  }
}
