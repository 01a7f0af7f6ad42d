/** Reads a companion file entry by entry. */

import type { EntrySource, ReadingListener } from '../read/entries';
import { CandidatesError } from '../errors';
import { Fault, rejectOf } from '../fault';
import type { Judgement, TextEntry } from '../formats/format';
import { recordName } from '../formats/names';
import type { CompanionPlan } from '../formats/plan';
import { emptyInWords } from './reader';
import { Tally } from './tally';
import type { PlaceKind, Reject } from '../candidate-record';

const BATCH_REJECTS = 5_000;

/** Reads one companion file, once. */
export class CompanionReading {
  readonly tally = new Tally();
  private readonly source: EntrySource;
  private found: Reject[] = [];

  constructor(private readonly plan: CompanionPlan) {
    this.source = plan.open.entries();
  }

  get placeKind(): PlaceKind {
    return this.source.placeKind;
  }

  /**
   * Passes each good entry to `receive` and yields rejects in batches.
   * @throws EmptyFileError, NoUsableEntriesError, and what reading a file throws
   */
  async *rejects(
    receive: (entry: TextEntry | Judgement) => void,
    signal: AbortSignal,
    listener: ReadingListener,
  ): AsyncGenerator<readonly Reject[]> {
    const { companion, open } = this.plan;
    const file = open.file.name;
    for await (const entries of this.source.chunks(signal, listener)) {
      for (const { place, text, value } of entries) {
        this.tally.read += 1;
        const read = value instanceof Fault ? value : companion.read(value);
        if (!(read instanceof Fault)) {
          this.tally.loaded += 1;
          receive(read);
          continue;
        }
        const record = value instanceof Fault ? null : recordName(value);
        const reject = rejectOf({ file, placeKind: this.placeKind, place, record }, read, text);
        this.tally.addReject(reject);
        this.found.push(reject);
      }
      if (this.found.length >= BATCH_REJECTS) yield this.takeRejects();
    }
    this.tally.blankLines = this.source.blankLines;
    if (this.tally.read === 0)
      throw new CandidatesError('EmptyFileError', { file, found: emptyInWords(this.source) });
    if (this.tally.loaded === 0) {
      throw new CandidatesError('NoUsableEntriesError', {
        file,
        placeKind: this.placeKind,
        read: this.tally.read,
        reasons: this.tally.reasons(),
      });
    }
    yield this.takeRejects();
  }

  takeRejects(): readonly Reject[] {
    const rejects = this.found;
    this.found = [];
    return rejects;
  }
}
