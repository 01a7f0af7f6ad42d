/** Reads one file, once: entries → drafts → records and rejects. */

import { EmbeddingChecker } from './embeddings';
import { isPositional } from '../read/entries';
import { CandidatesError } from '../errors';
import { Fault, type JsonObject } from '../fault';
import { passagesOf, Ref, type Draft } from '../formats/format';
import type { FilePlan } from '../formats/plan';
import { toRecord } from './record';
import { FieldWarnings } from './reading-warnings';
import { EntryReading, type RejectListener, type Whence } from './entry-reading';
import { Rows, type Omitted, type RelevantDocuments, type WholeEntry } from './rows';
import type { IdTexts } from './id-texts';
import { askedOf, type Sample } from './sample';
import { HashIds } from '../store/hash-ids';
import { encodedTexts, loadTextHash } from '../store/text-hash';
import { SourceTally } from './tally';
import type { CandidateRecord } from '../candidate-record';
import type { LoadedSource } from '../outcomes';
import type { FirstRecord, LabelChoice } from '../reading';

/** Sources that one file may give: a column with more values is no label. */
const MAX_LABELS = 100;

export interface RecordListener extends RejectListener {
  readonly onRecord: (record: CandidateRecord, source: SourceTally) => void;
}

export interface ReadingOptions {
  /** A loaded source with embeddings: this file's must have the same length. */
  readonly other: Pick<LoadedSource, 'name' | 'dimension'> | null;
  /** Reads the texts of ids that are wanted; null where no companion has any. */
  readonly fill: ((ids: IdTexts) => Promise<void>) | null;
  readonly relevant: RelevantDocuments;
  /** Null: all entries. An open one is filled, and closed as soon as a file that {@link waits} is read. */
  readonly sample: Sample | null;
}

/** Whether all entries of a file wait for its end: what becomes of one is decided by judgements or companions. */
export function waits({ format }: FilePlan, fill: ReadingOptions['fill']): boolean {
  return fill !== null || format.needs.includes('qrels');
}

export class FileReading extends EntryReading {
  readonly sources = new Map<string | null, SourceTally>();
  readonly warnings: FieldWarnings;
  first: FirstRecord | null = null;
  private readonly checker: EmbeddingChecker;
  private rows: Rows | null = null;
  /** Tells entries that repeat the texts of an earlier one. */
  private seen: HashIds | null = null;

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
    await loadTextHash();
    const wait = waits(plan, options.fill);
    if (plan.format.joins !== 'none' || wait)
      this.rows = new Rows(plan, options.relevant, wait ? null : options.sample);
    this.seen = plan.format.joins === 'run' ? null : new HashIds();
    await this.readEntries(signal, this.listener);
    if (this.rows !== null) await this.finishAll(this.rows, wait);
    const counted = options.sample?.isOpen === true ? tally.leftOut : 0;
    if (tally.loaded + counted === 0) throw this.unusable('NoUsablePairsError');
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
    const draft = this.draftOf(value);
    if (draft instanceof Fault) return draft;
    this.warnings.see(value, entry.place);
    const next = this.seen?.next;
    if (this.seen !== null && this.seen.idOf(encodedTexts.remember(textsOf(draft))) !== next)
      this.tally.repeated += 1;
    const label = entryLabel(value, this.plan.label);
    if (label instanceof Fault) {
      this.reject(entry, label, draft.queryId, this.listener);
    } else if (this.rows === null) {
      const asked = askedOf(draft.query);
      const name = draft.queryId ?? (draft.query instanceof Ref ? asked : null);
      this.finish(entry, { place: entry.place, label, name, asked, draft, hitsFound: null });
    } else {
      const outcome = this.checker.notice(draft.embeddings) ?? this.rows.add(entry, draft, label);
      if (outcome instanceof Fault) this.reject(entry, outcome, draft.queryId, this.listener);
      else if (outcome === 'joined') this.tally.merged += 1;
    }
    return null;
  }

  private draftOf(value: JsonObject): Draft | Fault {
    if (this.plan.expectsObjects && isPositional(Object.keys(value))) {
      return new Fault(
        'not-an-object',
        null,
        'Expected a JSON object { … } as in the other records, found a list.',
      );
    }
    const draft = this.plan.format.read(value);
    const { group } = this.plan;
    if (group === null || draft instanceof Fault) return draft;
    const unit = plainValue(value, group);
    return unit === '' ? draft : { ...draft, group: unit };
  }

  /** Makes records of what waited. @param all whether all entries did: the sample is drawn and ids get their texts now */
  private async finishAll(rows: Rows, all: boolean): Promise<void> {
    const { fill, sample } = this.options;
    rows.close();
    if (all && sample !== null) {
      // First which ids have a text: records of others are no part of the sample.
      rows.ids.keeps = false;
      rows.want(null);
      await fill?.(rows.ids);
      rows.ids.keeps = true;
      for (const one of rows.all())
        if ('draft' in one && Array.isArray(this.recordsOf(one)))
          sample.add(sample.priorityOf(one.asked), one.place);
      sample.close();
    }
    if (fill !== null) {
      rows.want(sample);
      await fill(rows.ids);
    }
    for (const one of rows.all()) {
      if ('draft' in one) this.finish(one, one);
      else this.omit(one);
    }
  }

  /** Loads, leaves out or rejects one entry or what was joined as a whole. */
  private finish(entry: Whence, one: WholeEntry): void {
    const { place, asked, name } = one;
    const { sample } = this.options;
    const good = this.recordsOf(one);
    if (good instanceof Fault) {
      this.reject(entry, good, name, this.listener);
      return;
    }
    if (sample?.isOpen === true) sample.add(sample.priorityOf(asked), place);
    if (sample?.takes(asked, place) === false) {
      this.tally.leftOut += 1;
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

  /** A record whose rows the sample leaves out. */
  private omit({ place, priority, hasPositive, hasNegative }: Omitted): void {
    if (hasPositive && hasNegative) {
      this.options.sample?.add(priority, place);
      this.tally.leftOut += 1;
      return;
    }
    const message =
      'The rows that begin here have no positive, or no negative that is not blank. Add what is missing.';
    this.reject({ place, text: '' }, new Fault('no-negatives', null, message), null, this.listener);
  }

  private keep(record: CandidateRecord): void {
    const { other } = this.options;
    const { dimension } = this.checker;
    if (other !== null && dimension !== null && dimension !== other.dimension) {
      throw new CandidatesError(
        'DimensionMismatchError',
        `${this.file}: its embeddings have ${dimension} numbers. Those of "${other.name}" have ${other.dimension}. ` +
          `Expected one length for all sources. Encode both with the same model, or remove "${other.name}" first.`,
      );
    }
    const { label, place, query, positive, negatives } = record;
    let source = this.sources.get(label);
    if (source === undefined) {
      if (this.sources.size === MAX_LABELS)
        throw new CandidatesError(
          'TooManyLabelsError',
          `${this.file}: the source label has more than ${MAX_LABELS} different values. Expected the name of a miner or a subset, ` +
            'not a text or an id. Choose another source label and read the file again.',
        );
      source = new SourceTally();
      this.sources.set(label, source);
    }
    source.add(record);
    this.first ??= { place, query, positive, negatives };
    this.tally.records += 1;
    this.listener.onRecord(record, source);
  }
}

/** All texts of an entry, behind what tells their roles apart. */
function textsOf({ query, positives, grades, lists }: Draft): string[] {
  const roles = [positives.length, lists.map(({ texts }) => texts.length), grades].join(' ');
  return [roles, query, ...passagesOf({ positives, lists })].map((text) =>
    text instanceof Ref ? `${text.kind} ${text.id}` : (text ?? '').trim(),
  );
}

/** The source label of an entry whose lists stay together; null where the whole file is one source. */
function entryLabel(value: JsonObject, choice: LabelChoice): string | null | Fault {
  if (choice.kind !== 'column') return null;
  const text = plainValue(value, choice.column);
  if (text !== '') return text;
  const message = `\`${choice.column}\` gives the source label. Here it is missing, or not a plain value.`;
  return new Fault('no-label', choice.column, `${message} Fill it in, or choose another source label.`);
}

/** A text, number or boolean of a column, trimmed; blank for all else. */
function plainValue(value: JsonObject, column: string): string {
  const found = Object.hasOwn(value, column) ? value[column] : null;
  return typeof found === 'object' || found === undefined ? '' : String(found).trim();
}
