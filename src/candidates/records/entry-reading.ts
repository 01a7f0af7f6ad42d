/** Reads the entries of a file one by one, for whoever takes single ones: companions, and what is mined from. */

import type { PlaceKind, Reject } from '../candidate-record';
import { formatCount } from '../../ui/words';
import { CandidatesError } from '../errors';
import { Fault, rejectOf, type JsonObject } from '../fault';
import type { Judgement, TextEntry } from '../formats/format';
import { recordName } from '../formats/fields';
import type { OpenFile } from '../formats/open';
import type { CompanionPlan } from '../formats/plan';
import { emptyFile, type Entry, type EntrySource, type ReadingListener } from '../read/entries';
import { Tally } from './tally';

/** An entry without its value; its text is made only where it is asked for. */
export type Whence = Pick<Entry, 'place' | 'text'>;

export interface RejectListener extends ReadingListener {
  readonly onReject: (reject: Reject) => void;
}

/** Reads one file, once, and counts its entries. */
export class EntryReading {
  readonly tally = new Tally();
  private readonly source: EntrySource;
  protected readonly file: string;

  /** @param take gives what is wrong with an entry, or null */
  constructor(
    open: OpenFile,
    private readonly take: (value: JsonObject, entry: Whence) => Fault | null,
  ) {
    this.source = open.entries();
    this.file = open.file.name;
  }

  get placeKind(): PlaceKind {
    return this.source.placeKind;
  }

  /**
   * Passes on all entries.
   * @throws EmptyFileError, NoUsableEntriesError, and what reading a file throws
   */
  async read(signal: AbortSignal, listener: RejectListener): Promise<void> {
    await this.readEntries(signal, listener);
    const { tally } = this;
    tally.loaded = tally.read - tally.rejected;
    if (tally.loaded === 0) throw this.unusable('NoUsableEntriesError');
  }

  /** The error of a file that gave nothing. */
  unusable(code: 'NoUsableEntriesError' | 'NoUsablePairsError'): CandidatesError {
    const { file, placeKind, tally } = this;
    const [what, expected] =
      code === 'NoUsablePairsError'
        ? ['records', 'a query, a positive and a negative']
        : ['entries', 'an id and its text or grade'];
    const lines = tally
      .reasons()
      .map((each) => `${each.code}: ${each.count} (first at ${placeKind} ${each.place}: ${each.message})`);
    return new CandidatesError(
      code,
      `${file}: all ${formatCount(tally.read)} ${what} were rejected. Expected at least one with ${expected}.`,
      { list: { title: 'Reasons:', lines }, advice: 'Correct the file and load it again.' },
    );
  }

  /** @throws EmptyFileError, and what reading a file throws */
  protected async readEntries(signal: AbortSignal, listener: RejectListener): Promise<void> {
    const { tally, source, file } = this;
    for await (const entries of source.chunks(signal, listener)) {
      for (const entry of entries) {
        const { value } = entry;
        tally.read += 1;
        const fault = value instanceof Fault ? value : this.take(value, entry);
        if (fault !== null)
          this.reject(entry, fault, value instanceof Fault ? null : recordName(value), listener);
      }
    }
    tally.blankLines = source.blankLines;
    if (tally.read === 0) throw emptyFile(file, source);
  }

  /** @param record the query's own id, if it could be read */
  reject(
    { place, text }: Whence,
    fault: Fault,
    record: string | null,
    { onReject }: Pick<RejectListener, 'onReject'>,
  ): void {
    const { file, placeKind } = this;
    const reject = rejectOf({ file, placeKind, place, record }, fault, text);
    this.tally.addReject(reject);
    onReject(reject);
  }
}

/** Reads a companion file. */
export function companionReading(
  { open, companion }: CompanionPlan,
  receive: (entry: TextEntry | Judgement) => void,
): EntryReading {
  return new EntryReading(open, (value) => {
    const entry = companion.read(value);
    if (entry instanceof Fault) return entry;
    receive(entry);
    return null;
  });
}
