/** The basket: marked pairs that leave, with what else the user chose about them. */

import type { Session } from '../../../app/session.svelte';
import type { RemovalReason } from '../../../candidates/api';
import type { Mark } from '../../../candidates/marks/marks';
import type { AskedPairs } from '../../../engine/types';
import type { Decided } from '../../../report/audit/types';
import type { PairPlaces } from '../../../scoring/pairs';
import { MarksState } from '../../../session/audit/marks.svelte';
import { Comparison } from '../../../session/comparison.svelte';
import { pairsOfFile } from '../../../session/removal/clean-subjects';
import { Removal } from '../../../session/removal/removal.svelte';
import type { RunSource } from '../../../session/run/runs';
import { reasonInWords, type LeavingMark } from './leaving-words';

/** Pause after the last mark before figures are summed, in milliseconds. */
const REST_MS = 200;

/** The pairs that have one of some marks. */
interface Marked {
  readonly version: number;
  readonly marks: readonly LeavingMark[];
}

export class BasketState {
  readonly marks: MarksState;
  readonly removal: Removal<Marked>;
  /** Whether false negatives are removed from the file. */
  falseNegativesGo = $state(true);
  withoutRejects = $state(false);

  /** Marks whose pairs are removed. */
  private readonly leaving = $derived.by<readonly LeavingMark[]>(() =>
    this.falseNegativesGo ? ['drop', 'false-negative'] : ['drop'],
  );

  /** The removed pairs of each source of the run. */
  private readonly removed = $derived.by<readonly PairPlaces[]>(() => this.pairsWith(this.leaving));

  /** Each source that loses pairs, and the reference range. */
  readonly standing = $derived.by(() => this.removal.beforeAndAfter(this.removed));

  /** Files of the run that lose pairs and can be cleaned, and names of files that cannot. */
  readonly files = $derived.by(() => {
    const { subjects, lost } = this.removal.files;
    return { subjects: subjects.filter((subject) => pairsOfFile(subject, this.removed).length > 0), lost };
  });

  /** Scores of the reference sources. */
  readonly referenceScores = $derived.by(() =>
    this.comparison.view.rows.flatMap(({ reference, eci }) => (reference && eci !== null ? [eci] : [])),
  );

  private readonly comparison: Comparison;

  constructor(session: Session) {
    this.comparison = session.state(Comparison);
    this.marks = session.state(MarksState);
    this.removal = new Removal(this.comparison, {
      asker: 'basket',
      which: () => {
        const isEmpty = this.removed.every(({ records }) => records.length === 0);
        return isEmpty ? null : { version: this.marks.version, marks: this.leaving };
      },
      pairs: ({ marks }) => this.pairsWith(marks),
      restMs: REST_MS,
    });
  }

  /** Name of a source of the run. */
  nameOf(source: number): string {
    return this.sources.find(({ id }) => id === source)?.entry.name ?? String(source);
  }

  /** Pairs of the run's sources with a mark. */
  count(mark: Mark): number {
    return this.sources.reduce((sum, { id }) => sum + this.marks.count(id, mark), 0);
  }

  /** Records of a source that lose all their pairs. */
  emptied(source: number): number {
    return this.marks.emptied(source, this.leaving);
  }

  /** What was decided of each source, by its name, once the figures without the removed pairs are known. */
  async decided(): Promise<Record<string, Decided>> {
    await this.removal.figures.ask();
    const { rows } = this.standing;
    return Object.fromEntries(
      this.sources.map(({ id }) => {
        const row = rows.find((each) => each.id === id);
        const decided: Decided = {
          kept: this.marks.count(id, 'keep'),
          dropped: this.marks.count(id, 'drop'),
          false_negatives: this.marks.count(id, 'false-negative'),
          removed: row?.removed ?? 0,
          emptied: this.emptied(id),
          eci_without: row?.after?.eci ?? null,
        };
        return [this.nameOf(id), decided];
      }),
    );
  }

  /** Saves the cleaned files with the reasons in one zip. @param only keys of files; null: all */
  save(only: readonly number[] | null = null): Promise<void> {
    return this.removal.save((pairs, i, asked) => this.whyOf(pairs, i, asked), this.withoutRejects, only);
  }

  private get sources(): readonly RunSource[] {
    const { finished } = this.comparison.run;
    return finished?.inEngine ? finished.sources : [];
  }

  private whyOf(
    { source, records, positions }: PairPlaces,
    i: number,
    asked: AskedPairs | null,
  ): RemovalReason {
    const at = [source, records[i] as number, positions[i] as number] as const;
    const mark = this.marks.markOf(...at) === 'false-negative' ? 'false-negative' : 'drop';
    const reason = reasonInWords(mark, asked, i);
    return { reason, markedBy: this.marks.byOf(...at), note: this.marks.noteOf(...at) };
  }

  private pairsWith(marks: readonly LeavingMark[]): PairPlaces[] {
    return this.sources
      .map(({ id }) => this.marks.pairsWith(id, marks))
      .filter(({ records }) => records.length > 0);
  }
}
