/** The rejected entries of all files. */

import type { Reject, RejectCode } from '../candidate-record';

export interface RejectCount {
  readonly id: number;
  readonly file: string;
  readonly code: RejectCode;
  readonly count: number;
  readonly first: Reject;
}

/** Memory of a reject without its texts, about; and of a character, of which many are beyond Latin-1. */
const REJECT_BYTES = 160;
const CHARACTER_BYTES = 2;

export class Rejects {
  private readonly files = new Map<number, Reject[]>();
  bytes = 0;
  /** Counts changes. */
  changes = 0;

  /** Keeps copies: an excerpt that is a part of its line would keep the whole line. */
  add(fileId: number, rejects: readonly Reject[]): void {
    if (rejects.length === 0) return;
    const all = this.files.get(fileId) ?? [];
    this.files.set(fileId, all);
    this.changes += 1;
    for (const reject of rejects) {
      all.push(structuredClone(reject));
      this.bytes += bytesOf(reject);
    }
  }

  drop(fileId: number): void {
    for (const reject of this.files.get(fileId) ?? []) this.bytes -= bytesOf(reject);
    if (this.files.delete(fileId)) this.changes += 1;
  }

  /** The files in the order in which they were read; of each the most frequent code first. */
  counts(): RejectCount[] {
    return this.keys().flatMap((id) => {
      const codes = new Map<RejectCode, RejectCount>();
      for (const reject of this.all([id])) {
        const { count, first } = codes.get(reject.code) ?? { count: 0, first: reject };
        codes.set(reject.code, { id, file: reject.file, code: reject.code, count: count + 1, first });
      }
      return [...codes.values()].sort((a, b) => b.count - a.count || (a.code < b.code ? -1 : 1));
    });
  }

  /** The rejects of some files, of each by place. */
  all(files: readonly number[] = this.keys()): Reject[] {
    return files.flatMap((file) => (this.files.get(file) ?? []).toSorted((a, b) => a.place - b.place));
  }

  /** Keys of the files that have rejects, in the order in which they were read. */
  private keys(): number[] {
    return [...this.files.keys()].sort((a, b) => a - b);
  }
}

function bytesOf({ file, record, field, message, excerpt }: Reject): number {
  const texts = [file, record ?? '', field ?? '', message, excerpt];
  return REJECT_BYTES + CHARACTER_BYTES * texts.reduce((sum, { length }) => sum + length, 0);
}
