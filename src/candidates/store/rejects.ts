/** The rejected entries of all files. */

import type { Reject, RejectCode } from '../candidate-record';
import type { TextHash } from './text-hash';
import { Texts } from './texts';

/** Which rejects are asked for; all conditions given must hold. */
export interface RejectFilter {
  /** Key of a file, loaded or not. Files of one name are told apart by it. */
  readonly id?: number;
  readonly code?: RejectCode;
}

/** How many rejects a file has of one code. */
export interface RejectCount {
  readonly id: number;
  readonly file: string;
  readonly code: RejectCode;
  readonly count: number;
}

/** Memory of a reject without its texts, about. */
const REJECT_BYTES = 32;

/** The rejects of one file. */
class FileRejects {
  private readonly kept: { readonly code: RejectCode; readonly place: number; readonly text: number }[] = [];
  private sorted = true;
  readonly codes = new Map<RejectCode, number>();

  /** @param texts each reject as JSON behind its file's key and its number: forgetting one forgets no other */
  constructor(
    private readonly key: number,
    readonly file: string,
    private readonly texts: Texts,
  ) {}

  get count(): number {
    return this.kept.length;
  }

  places(codes: readonly RejectCode[] | null): Set<number> {
    const chosen = codes === null ? this.kept : this.kept.filter(({ code }) => codes.includes(code));
    return new Set(chosen.map(({ place }) => place));
  }

  add(reject: Reject): void {
    const { code, place } = reject;
    this.codes.set(code, (this.codes.get(code) ?? 0) + 1);
    if (place < (this.kept.at(-1)?.place ?? 0)) this.sorted = false;
    const text = this.texts.idOf(JSON.stringify([this.key, this.kept.length, reject]));
    this.kept.push({ code, place, text });
  }

  /** Forgets all texts. */
  forget(): void {
    this.texts.forget(this.kept.map(({ text }) => text));
  }

  /** Those of a code, or all, by place. @param from first one given @param to end of those given */
  range(code: RejectCode | undefined, from: number, to: number): Reject[] {
    if (!this.sorted) this.kept.sort((a, b) => a.place - b.place);
    this.sorted = true;
    const found = code === undefined ? this.kept : this.kept.filter((reject) => reject.code === code);
    return found.slice(from, to).map(({ text }) => {
      const [, , reject] = JSON.parse(this.texts.text(text) as string) as [number, number, Reject];
      return reject;
    });
  }
}

/** The rejects of all files, loaded or not, by the file's key. */
export class Rejects {
  private readonly files = new Map<number, FileRejects>();
  /** Outside the JavaScript heap: an excerpt would keep its whole line there. */
  private readonly texts: Texts;

  constructor(hash: TextHash) {
    this.texts = new Texts(hash);
  }

  /** Memory held. */
  get bytes(): number {
    return this.texts.bytes + REJECT_BYTES * this.texts.size;
  }

  add(fileId: number, rejects: readonly Reject[]): void {
    const [first] = rejects;
    if (first === undefined) return;
    const known = this.files.get(fileId);
    const of = known ?? new FileRejects(fileId, first.file, this.texts);
    if (known === undefined) this.files.set(fileId, of);
    for (const reject of rejects) of.add(reject);
  }

  drop(fileId: number): void {
    this.files.get(fileId)?.forget();
    this.files.delete(fileId);
  }

  /** Ordered by when the file was read, then by place. */
  find(
    { id, code }: RejectFilter,
    { offset, limit }: { readonly offset: number; readonly limit: number },
  ): { total: number; rejects: Reject[] } {
    const rejects: Reject[] = [];
    let total = 0;
    for (const [fileId, of] of this.inOrder()) {
      if ((id ?? fileId) !== fileId) continue;
      const [from, to] = [Math.max(0, offset - total), Math.max(0, offset + limit - total)];
      rejects.push(...of.range(code, from, to));
      for (const [found, count] of of.codes) if ((code ?? found) === found) total += count;
    }
    return { total, rejects };
  }

  /** The files in the order in which they were read; of each the most frequent code first. */
  counts(): RejectCount[] {
    return this.inOrder().flatMap(([id, { file, codes }]) =>
      [...codes]
        .sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
        .map(([code, count]) => ({ id, file, code, count })),
    );
  }

  /** All rejects of a file, in parts. */
  *parts(fileId: number, size: number): Generator<Reject[]> {
    const of = this.files.get(fileId);
    for (let from = 0; ; from += size) {
      const part = of?.range(undefined, from, from + size) ?? [];
      if (part.length === 0) return;
      yield part;
    }
  }

  /** Places of the rejects of a file. @param codes those of these alone; null: all */
  placesOf(fileId: number, codes: readonly RejectCode[] | null = null): ReadonlySet<number> {
    return this.files.get(fileId)?.places(codes) ?? new Set();
  }

  /** Keys of the files that have rejects. */
  keys(): Iterable<number> {
    return this.files.keys();
  }

  countOf(fileId: number): number {
    return this.files.get(fileId)?.count ?? 0;
  }

  private inOrder(): [number, FileRejects][] {
    return [...this.files].sort(([a], [b]) => a - b);
  }
}
