/** Reads the entries of a file one by one, for whoever takes single ones: companions, and what is mined from. */

import type { PlaceKind, Reject } from '../candidate-record';
import { CandidatesError } from '../errors';
import { Fault, rejectOf, type JsonObject } from '../fault';
import type { Judgement, TextEntry } from '../formats/format';
import { recordName } from '../formats/names';
import type { OpenFile } from '../formats/open';
import type { CompanionPlan } from '../formats/plan';
import { emptyInWords, type EntrySource, type ReadingListener } from '../read/entries';
import { Tally } from './tally';

/** What is told while a file is read. */
export interface RejectListener extends ReadingListener {
  readonly onReject: (reject: Reject) => void;
}

/** Reads one file, once. */
export class EntryReading {
  readonly tally = new Tally();
  private readonly source: EntrySource;

  /** @param take gives what is wrong with an entry, or null */
  constructor(
    private readonly open: OpenFile,
    private readonly take: (value: JsonObject) => Fault | null,
  ) {
    this.source = open.entries();
  }

  get placeKind(): PlaceKind {
    return this.source.placeKind;
  }

  /**
   * Passes on all entries.
   * @throws EmptyFileError, NoUsableEntriesError, and what reading a file throws
   */
  async read(signal: AbortSignal, listener: RejectListener): Promise<void> {
    const file = this.open.file.name;
    const { tally, placeKind } = this;
    for await (const entries of this.source.chunks(signal, listener)) {
      for (const { place, text, value } of entries) {
        tally.read += 1;
        const fault = value instanceof Fault ? value : this.take(value);
        if (fault === null) {
          tally.loaded += 1;
          continue;
        }
        const record = value instanceof Fault ? null : recordName(value);
        const reject = rejectOf({ file, placeKind, place, record }, fault, text);
        tally.addReject(reject);
        listener.onReject(reject);
      }
    }
    tally.blankLines = this.source.blankLines;
    const { read, loaded } = tally;
    if (read === 0) throw new CandidatesError('EmptyFileError', { file, found: emptyInWords(this.source) });
    if (loaded === 0)
      throw new CandidatesError('NoUsableEntriesError', { file, placeKind, read, reasons: tally.reasons() });
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
