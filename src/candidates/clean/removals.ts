/** What becomes of each entry of a cleaned file: the pairs that it loses, and what follows for entries and records. */

import { pairRange, recordsOfPairs, type PairPlaces } from '../../scoring/pairs';
import { changedFile, notWritten, type CandidatesError } from '../errors';
import { excerptOf, Fault, type JsonObject } from '../fault';
import type { Reject, RejectCode } from '../candidate-record';
import { isBlank } from '../formats/columns';
import { Ref, type Draft } from '../formats/format';
import type { OpenFile } from '../formats/open';
import type { FilePlan } from '../formats/plan';
import { EXAMPLE_LENGTH, type LoadedSource } from '../outcomes';
import { NONE, type SourceColumns } from '../store/source-columns';
import type { CandidateStore } from '../store/store';
import { BesideLists } from './beside-lists';
import type { Leaving } from './cut';

export interface RemovalReason {
  /** In words, such as "inverted: ρ < 0.5". */
  readonly reason: string;
  /** Who marked the pair, and the note on it; '' where that is not known or there is none. */
  readonly markedBy: string;
  readonly note: string;
  /** The pairs move to the positives, where their entry has a list of these. @see hasPositiveList */
  readonly relabelled?: boolean;
}

/** Pairs to remove from one source, ascending by record and position. */
export interface RemovedPairs extends PairPlaces {
  /** Of each pair, the place in `CleanRequest.reasons`. */
  readonly reasons: Int32Array;
}

export interface CleanRequest {
  readonly fileId: number;
  /** Sources of the file that lose nothing need not be named. */
  readonly removed: readonly RemovedPairs[];
  readonly reasons: readonly RemovalReason[];
  readonly without: CleanRules;
}

/** What else leaves the files. */
export interface CleanRules {
  /** Lines that gave no record: none, those whose query or positive is blank, or all. */
  readonly rejects: 'none' | 'blank' | 'all';
  readonly blanks: boolean;
  /** Further copies of a negative in its record. */
  readonly repeats: boolean;
}

export interface EntryCut {
  /** What the format reads in it. */
  readonly draft: Draft;
  readonly leaving: readonly Leaving[];
}

export interface Cleaning {
  readonly open: OpenFile;
  readonly removals: Removals;
  readonly signal: AbortSignal;
  readonly onBytes: (bytesRead: number) => void;
}

/** Of each pair: it stays, goes, or moves to the positives. */
const STAYS = 0;
const GOES = 1;
const MOVES = 2;
type Fate = typeof STAYS | typeof GOES | typeof MOVES;

/** What leaves, as a row of `removed.csv`. Places and indices, from 1, are those of the user's own file. */
export interface Removed extends RemovalReason {
  readonly place: number;
  /** Among the texts of its entry: all lists of a draft one after the other; '' for an entry without a record. */
  readonly index: number | '';
  readonly source: string;
  /** The query's own id; '' where it is not known. */
  readonly record: string;
  /** The first 200 characters of the negative, or of the entry. */
  readonly text: string;
}

/** What leaves by a rule, and not as a pair. */
const BY_RULE = { source: '', record: '', markedBy: 'rule', note: '', text: '' } as const;

/** Codes of rejects whose query or positive is blank. */
const BLANK: readonly RejectCode[] = ['blank-query', 'blank-positive'];

interface CleanedSource {
  readonly source: LoadedSource;
  readonly columns: SourceColumns;
  readonly fates: Uint8Array;
}

/**
 * Decides entry by entry, in file order. Of a run only the negatives stay: a hit beyond the first K would take the place of
 * a removed one. Of rows that are joined by query, those with only a positive go when their query keeps no negative.
 */
export class Removals {
  kept = 0;
  /** Lists beside the negatives, known before the first entry is asked for. */
  beside = new BesideLists();
  /** Lines that gave no record and go. */
  private readonly rejectsGoing: readonly Reject[];
  private readonly plan: FilePlan;
  private readonly sources: ReadonlyMap<number, CleanedSource>;
  private readonly blanks: Removed[] = [];
  private readonly copies: Removed[] = [];
  /** Places of entries that stay whatever they hold: the hits of a run that stay. */
  private readonly staying = new Set<number>();
  /** By place, which texts of an entry leave; true for those that move to the positives. */
  private readonly leaving = new Map<number, Map<number, boolean>>();
  /** By place of the rejects, whether they go. */
  private readonly rejects: ReadonlyMap<number, boolean>;
  /** Whether any other entry goes; null where all of them stay. */
  private readonly goes: ((draft: Draft) => boolean) | null;

  /** @throws ExportError for pairs that the file does not have; UnknownSourceError */
  constructor(
    private readonly store: CandidateStore<FilePlan>,
    private readonly request: CleanRequest,
  ) {
    const { fileId, removed, reasons, without } = request;
    const { loaded, plan, sampled } = store.file(fileId);
    this.plan = plan;
    this.sources = new Map(
      store.sourcesOf(loaded).map((source) => {
        const columns = store.structure(source.id);
        return [source.id, { source, columns, fates: new Uint8Array(columns.negatives.length) }];
      }),
    );
    for (const { source, records, positions, reasons: why } of removed) {
      const of = this.sources.get(source);
      for (const [i, record] of records.entries()) {
        const { start = 0, end = 0 } = of === undefined ? {} : pairRange(of.columns.offsets, record);
        const pair = start + (positions[i] as number);
        if (of === undefined || !(pair < end))
          throw unknownPair(plan.open.file.name, source, of?.source.name, record);
        of.fates[pair] = reasons[why[i] as number]?.relabelled === true ? MOVES : GOES;
      }
    }
    for (const source of this.sources.values()) this.place(source, without);
    const all = store.rejects.all([fileId]);
    this.rejectsGoing = all.filter(
      ({ code }) => without.rejects === 'all' || (without.rejects === 'blank' && BLANK.includes(code)),
    );
    const going = new Set(this.rejectsGoing.map(({ place }) => place));
    this.rejects = new Map(all.map(({ place }) => [place, going.has(place)]));
    // Entries without a record were left out by a sample, or belong to a reject.
    this.goes = this.otherEntries(without.rejects === 'all' && !sampled);
  }

  /** Finds in the file what leaves of a source, and what stays of a run. */
  private place({ source: { name: source }, columns, fates }: CleanedSource, rules: CleanRules): void {
    const { offsets, origins, removed } = columns;
    for (const [pair, record] of recordsOfPairs(offsets).entries())
      this.put(placeOf(columns, record, pair), origins.indices[pair] as number, fates[pair] as Fate);
    for (const [i, pair] of removed.pairs.entries()) {
      const [place, index] = [removed.places[i] as number, removed.indices[i] as number];
      if (pair === NONE && !rules.blanks) continue;
      const withNegative = pair !== NONE && fates[pair] !== STAYS;
      const leaves = pair === NONE || withNegative || rules.repeats;
      this.put(place, index, leaves ? GOES : STAYS);
      const copy = `the same negative again${withNegative ? ': the other one leaves too' : ''}`;
      const row = { ...BY_RULE, source, place, index: index + 1 };
      if (pair === NONE) this.blanks.push({ ...row, reason: 'blank negative' });
      else if (leaves) this.copies.push({ ...row, reason: copy });
    }
  }

  private put(place: number, index: number, fate: Fate): void {
    if (this.plan.format.joins === 'run') {
      if (fate === STAYS) this.staying.add(place);
    } else if (fate !== STAYS) {
      const texts = this.leaving.get(place) ?? new Map<number, boolean>();
      this.leaving.set(place, texts.set(index, fate === MOVES));
    }
  }

  /** Which entries go that have no negative of a record. @param strangersGo whether those go whose query has no record */
  private otherEntries(strangersGo: boolean): ((draft: Draft) => boolean) | null {
    const { joins } = this.plan.format;
    if (joins !== 'run' && joins !== 'same-query') return null;
    const isRecorded = this.hasQuery('all');
    if (joins === 'run') return (draft) => strangersGo || isRecorded(draft);
    const isEmptied = this.hasQuery('emptied');
    return (draft) => (strangersGo && !isRecorded(draft)) || (!hasNegative(draft) && isEmptied(draft));
  }

  /** Whether an entry's query has records; or with `emptied`, whether it has some and keeps no negative in any source. */
  private hasQuery(which: 'all' | 'emptied'): (draft: Draft) => boolean {
    const { queries, names } = this.store.texts;
    const kept = new Set<number>();
    const texts = new Set<string | null>();
    const ids = new Set<string | null>();
    for (const { columns, fates } of which === 'all' ? [] : this.sources.values())
      for (const [record, query] of columns.queries.entries())
        if (keeps(columns, fates, record)) kept.add(query);
    for (const { columns } of this.sources.values()) {
      for (const [record, query] of columns.queries.entries()) {
        if (kept.has(query)) continue;
        texts.add(queries.text(query));
        ids.add(names.text(columns.queryIds[record] as number));
      }
    }
    return ({ query }) => (query instanceof Ref ? ids.has(query.id) : texts.has(query.trim()));
  }

  /** Whether some entry may lose texts. */
  get cutsTexts(): boolean {
    return this.leaving.size > 0;
  }

  /** The pairs, then each blank negative, repeat and line without a record that leaves. */
  *removed(): Generator<Removed> {
    const { passages, names } = this.store.texts;
    for (const { source: id, records, positions, reasons } of this.request.removed) {
      const { source, columns } = this.sources.get(id) as CleanedSource;
      for (const [i, record] of records.entries()) {
        const pair = (columns.offsets[record] as number) + (positions[i] as number);
        yield {
          ...(this.request.reasons[reasons[i] as number] as RemovalReason),
          place: placeOf(columns, record, pair),
          index: (columns.origins.indices[pair] as number) + 1,
          source: source.name,
          record: names.text(columns.queryIds[record] as number) ?? '',
          text: excerptOf(passages.text(columns.negatives[pair] as number, EXAMPLE_LENGTH) ?? ''),
        };
      }
    }
    yield* this.blanks;
    yield* this.copies;
    for (const { place, record, code, excerpt: text } of this.rejectsGoing)
      yield {
        ...BY_RULE,
        place,
        index: '',
        record: record ?? '',
        reason: `line without a record: ${code}`,
        text,
      };
  }

  recordsLeft(source: number): number {
    const { columns, fates } = this.sources.get(source) as CleanedSource;
    return columns.queries.reduce((sum, _, record) => sum + Number(keeps(columns, fates, record)), 0);
  }

  /** What becomes of an entry. @param read gives the entry @throws FileChangedError */
  of(place: number, read: () => JsonObject | Fault): 'stays' | 'goes' | EntryCut {
    const found = this.decide(place, read);
    if (found !== 'goes') this.kept += 1;
    return found;
  }

  private decide(place: number, read: () => JsonObject | Fault): 'stays' | 'goes' | EntryCut {
    // An entry with records and a reject is treated as its records are.
    const removed = this.leaving.get(place);
    if (removed !== undefined) return this.cut(place, read(), removed);
    if (this.staying.has(place)) return 'stays';
    const reject = this.rejects.get(place);
    if (reject !== undefined) return reject ? 'goes' : 'stays';
    const draft = this.goes === null ? null : this.draft(read());
    return draft !== null && this.goes?.(draft) === true ? 'goes' : 'stays';
  }

  /** @param removed indices among the entry's texts, all lists one after the other; true for those that move */
  private cut(
    place: number,
    value: JsonObject | Fault,
    removed: ReadonlyMap<number, boolean>,
  ): 'goes' | EntryCut {
    const draft = this.draft(value);
    if (value instanceof Fault || draft === null)
      throw this.changed(`entry ${place} cannot be read any more`);
    // The negatives of all lists, one list after the other.
    const all = draft.lists.flatMap(({ texts, where }) =>
      texts.map((text, at) => ({ text, where, step: where.steps?.[at], title: where.titles?.[at] ?? null })),
    );
    const last = Math.max(...removed.keys());
    if (last >= all.length) throw this.changed(`entry ${place} has no negative number ${last + 1}`);
    const staying = all.filter((_, index) => !removed.has(index));
    const titles = new Set(staying.map(({ title }) => title));
    const leaving: Leaving[] = [];
    for (const [index, moves] of removed) {
      const { where, step, title } = all[index] as (typeof all)[number];
      // It is the whole entry.
      if (step === undefined) return 'goes';
      const path = [...where.holder, step];
      const own = title === null || titles.has(title) ? [] : [[title]];
      leaving.push({ path, moves, beside: [...this.beside.pathsBeside(value, path), ...own] });
    }
    return staying.every(({ text }) => isBlank(text)) ? 'goes' : { draft, leaving };
  }

  private draft(value: JsonObject | Fault): Draft | null {
    const draft = value instanceof Fault ? value : this.plan.format.read(value);
    return draft instanceof Fault ? null : draft;
  }

  private changed(found: string): CandidatesError {
    return changedFile(this.plan.open.file.name, found);
  }
}

function hasNegative({ lists }: Draft): boolean {
  return lists.some(({ texts }) => texts.some((text) => !isBlank(text)));
}

function keeps({ offsets }: SourceColumns, fates: Uint8Array, record: number): boolean {
  const { start, end } = pairRange(offsets, record);
  return fates.subarray(start, end).includes(STAYS);
}

function placeOf({ places, origins }: SourceColumns, record: number, pair: number): number {
  const own = origins.places[pair] as number;
  return own === NONE ? (places[record] as number) : own;
}

function unknownPair(file: string, source: number, name: string | undefined, record: number): Error {
  const reason =
    name === undefined
      ? `no source ${source} comes from it`
      : `the record ${record + 1} of "${name}" has no such negative`;
  return notWritten(
    file,
    `the pairs to remove are not of this file: ${reason}`,
    'Rank again and choose again',
  );
}
