/** Writes one cleaned file, entry by entry. */

import type { OpenFile } from '../formats/open';
import { Fault, type JsonObject } from '../fault';
import type { Draft, Format } from '../formats/format';
import type { BesideLists } from './beside-lists';
import type { EntryDecisions, Leaving } from './entry-decisions';
import { CandidatesError } from '../errors';
import type { BlobOutput } from './output';
import { textCount } from './removal';

/** One cleaned file in its own format. */
export class Job {
  /** Number of entries that stay, whole or in part. */
  kept = 0;

  constructor(
    readonly opened: OpenFile,
    readonly format: Format,
    readonly decisions: EntryDecisions,
    readonly beside: BesideLists,
    readonly output: BlobOutput,
    readonly signal: AbortSignal,
    readonly onBytes: (bytesRead: number) => void,
  ) {}

  /**
   * What is written for an entry: the entry itself, a changed one, or nothing (null).
   * @param place of the entry, in file order
   * @param entry the entry as it stands in the file
   * @param parse gives the entry as it was read
   * @param cut takes texts out of the entry; null if nothing of it is left. @throws RangeError
   * @throws FileChangedError
   */
  rewritten<Entry>(
    place: number,
    entry: Entry,
    parse: () => JsonObject | Fault,
    cut: (draft: Draft, removed: Leaving) => Entry | null,
  ): Entry | null {
    const decision = this.decisions.of(place, () => this.draft(parse()));
    if (decision === 'drop') return null;
    const left = decision === 'keep' ? entry : this.cutEntry(place, decision, parse, cut);
    if (left !== null) this.kept += 1;
    return left;
  }

  private cutEntry<Entry>(
    place: number,
    removed: Leaving,
    parse: () => JsonObject | Fault,
    cut: (draft: Draft, removed: Leaving) => Entry | null,
  ): Entry | null {
    const { file } = this.opened;
    const value = parse();
    const draft = this.draft(value);
    if (draft === null || value instanceof Fault)
      throw new CandidatesError('FileChangedError', {
        file: file.name,
        found: `entry ${place} cannot be read any more`,
      });
    const last = Math.max(...removed.keys());
    if (last >= textCount(draft)) {
      throw new CandidatesError('FileChangedError', {
        file: file.name,
        found: `entry ${place} has no negative number ${last + 1}`,
      });
    }
    try {
      return cut(this.beside.complete(value, draft), removed);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      throw new CandidatesError('FileChangedError', {
        file: file.name,
        found: `entry ${place}: ${error.message.replace(/\.$/, '')}`,
      });
    }
  }

  private draft(value: JsonObject | Fault): Draft | null {
    if (value instanceof Fault) return null;
    const draft = this.format.read(value);
    return draft instanceof Fault ? null : draft;
  }
}
