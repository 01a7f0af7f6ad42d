/** Reads one file, once: entries → drafts → records and rejects. */

import { EmbeddingChecker } from './embeddings';
import { CandidatesError } from '../errors';
import { Fault, type JsonObject } from '../fault';
import { Ref, type Draft } from '../formats/format';
import type { FilePlan } from '../formats/plan';
import { toRecord } from './record';
import { FieldWarnings } from './reading-warnings';
import { EntryReading, type RejectListener, type Whence } from './entry-reading';
import { draftOf, entryLabel } from './entry-draft';
import { Rows, type RelevantDocuments, type WholeEntry } from './rows';
import type { IdTexts } from './id-texts';
import { askedOf, type Sample } from './sample';
import { TextKeys } from './text-keys';
import { createTextHash } from '../store/text-hash';
import { SourceTally } from './tally';
import type { CandidateRecord } from '../candidate-record';
import type { FirstRecord } from '../reading';

/** Sources that one file may give: a column with more values is no label. */
const MAX_LABELS = 100;

/** What is told while a file is read. */
export interface RecordListener extends RejectListener {
  readonly onRecord: (record: CandidateRecord, source: SourceTally) => void;
}

export interface ReadingOptions {
  /** A loaded source with embeddings: this file's must have the same length. */
  readonly other: { readonly name: string; readonly dimension: number } | null;
  /** Reads the texts of ids that are wanted; null where no companion has any. */
  readonly fill: ((ids: IdTexts) => Promise<void>) | null;
  readonly relevant: RelevantDocuments;
  /** Null: all entries. */
  readonly sample: Sample | null;
}

/** Reads one file, once. */
export class FileReading extends EntryReading {
  readonly sources = new Map<string | null, SourceTally>();
  readonly warnings: FieldWarnings;
  first: FirstRecord | null = null;
  private readonly checker: EmbeddingChecker;
  private rows: Rows | null = null;
  /** Tells entries that repeat the texts of an earlier one. */
  private seen: TextKeys | null = null;

  constructor(
    private readonly plan: FilePlan,
    private readonly options: ReadingOptions,
    private readonly listener: RecordListener,
  ) {
    super(plan.open, (value, entry) => this.takeEntry(value, entry));
    this.warnings = new FieldWarnings(plan);
    this.checker = new EmbeddingChecker(plan);
  }

  /**
   * Reads the file to its end.
   * @throws errors that refuse the file
   */
  override async read(signal: AbortSignal): Promise<void> {
    const { plan, options, tally } = this;
    const hash = await createTextHash();
    const { joins, needs } = plan.format;
    if (joins !== 'none' || options.fill !== null || needs.includes('qrels'))
      this.rows = new Rows(hash, plan, options.relevant, options.sample);
    this.seen = joins === 'run' ? null : new TextKeys(hash);
    await this.readEntries(signal, this.listener);
    if (this.rows !== null) await this.finishAll(this.rows);
    if (tally.loaded === 0) throw this.unusable('NoUsablePairsError');
  }

  /** Memory of rows that wait for the end of the file to be joined, and of what tells repeated entries. */
  get heldBytes(): number {
    return (this.rows?.bytes ?? 0) + (this.seen?.bytes ?? 0);
  }

  /** Entries or groups of rows kept so far, including bad ones. */
  get kept(): number {
    return this.rows?.stored ?? this.tally.read - this.tally.leftOut;
  }

  /** What is known of the ids that the file names; null where its entries do not wait for its end. */
  get ids(): IdTexts | null {
    return this.rows?.ids ?? null;
  }

  /** Length of the embeddings that the file gives; null where it gives none. */
  get dimension(): number | null {
    return this.checker.dimension;
  }

  private takeEntry(value: JsonObject, entry: Whence): Fault | null {
    const draft = draftOf(this.plan, value);
    if (draft instanceof Fault) return draft;
    this.warnings.see(value, entry.place);
    const next = this.seen?.next;
    if (this.seen !== null && this.seen.numberOf(textsOf(draft)) !== next) this.tally.repeated += 1;
    const label = entryLabel(value, this.plan.label);
    if (label instanceof Fault) {
      this.reject(entry, label, draft.queryId, this.listener);
    } else if (this.rows === null) {
      const asked = askedOf(draft.query);
      const name = draft.queryId ?? (draft.query instanceof Ref ? asked : null);
      if (this.options.sample?.takes(asked, entry.place) === false) this.tally.leftOut += 1;
      else this.finish(entry, { place: entry.place, label, name, draft, hitsFound: null });
    } else {
      const outcome = this.checker.notice(draft.embeddings) ?? this.rows.add(entry, draft, label);
      if (outcome instanceof Fault) this.reject(entry, outcome, draft.queryId, this.listener);
      else if (outcome === 'joined') this.tally.merged += 1;
      else if (outcome === 'left out') this.tally.leftOut += 1;
    }
    return null;
  }

  /** Makes records of what waited. */
  private async finishAll(rows: Rows): Promise<void> {
    const { fill } = this.options;
    rows.close();
    if (fill !== null) {
      rows.want();
      await fill(rows.ids);
    }
    for (const one of rows.all()) this.finish(one, one);
  }

  /** Loads or rejects one entry or what was joined as a whole. */
  private finish(entry: Whence, one: WholeEntry): void {
    const good = this.recordsOf(one);
    if (good instanceof Fault) {
      this.reject(entry, good, one.name, this.listener);
      return;
    }
    this.tally.loaded += 1;
    for (const record of good) this.keep(record);
  }

  /** The records of an entry, one for each source, or why there is none. */
  private recordsOf({ place, label, draft, hitsFound }: WholeEntry): CandidateRecord[] | Fault {
    if (draft instanceof Fault) return draft;
    const ofTexts = this.options.fill === null && !this.plan.namesIds;
    const good: CandidateRecord[] = [];
    let fault: Fault | null = null;
    for (const list of this.plan.apart ? draft.lists.keys() : [null]) {
      const key = list === null ? null : (draft.lists[list]?.key ?? null);
      const record = toRecord(draft, { place, label: key ?? label, list, hitsFound, ofTexts }, this.checker);
      if (!(record instanceof Fault)) good.push(record);
      // A source without negatives for a query is no fault while another one has some.
      else if (fault === null || fault.code === 'no-negatives') fault = record;
    }
    return fault !== null && (good.length === 0 || fault.code !== 'no-negatives') ? fault : good;
  }

  private keep(record: CandidateRecord): void {
    const { other } = this.options;
    const { dimension } = this.checker;
    if (other !== null && dimension !== null && dimension !== other.dimension) {
      throw new CandidatesError('DimensionMismatchError', {
        file: this.file,
        dimension,
        source: other.name,
        sourceDimension: other.dimension,
      });
    }
    const { label, place, query, positive, negatives } = record;
    let source = this.sources.get(label);
    if (source === undefined) {
      if (this.sources.size === MAX_LABELS)
        throw new CandidatesError('TooManyLabelsError', { file: this.file, most: MAX_LABELS });
      source = new SourceTally();
      this.sources.set(label, source);
    }
    source.add(record);
    this.first ??= { place, query, positive, negatives };
    this.tally.records += 1;
    this.listener.onRecord(record, source);
  }
}

/** All texts of an entry, with what tells its roles apart. */
function textsOf({ query, positives, grades = [], lists }: Draft): string[] {
  const texts = [query, ...positives, ...lists.flatMap(({ texts }) => ['', ...texts])].map((text) =>
    text instanceof Ref ? `${text.kind} ${text.id}` : (text ?? '').trim(),
  );
  return [`${positives.length} ${grades.join(' ')}`, ...texts];
}
