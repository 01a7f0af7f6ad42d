/** The pairs that a cleaned file loses, and what follows for its entries and records. */

import type { RecordsOfK } from '../../scoring/k-counts';
import { pairRange, recordsOfPairs, type PairPlaces } from '../../scoring/pairs';
import { CandidatesError } from '../errors';
import type { RejectCode } from '../candidate-record';
import { Ref, type Draft } from '../formats/format';
import type { FilePlan } from '../formats/plan';
import type { LoadedSource } from '../outcomes';
import { Integers } from '../store/growing';
import { NONE, type SourceColumns } from '../store/source-columns';
import type { CandidateStore } from '../store/store';

/** Why a pair leaves its file. */
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
  /** Gates, NaN where a pair was not scored. */
  readonly rho: Float64Array;
  readonly eta: Float64Array;
  readonly psi: Float64Array;
}

/** Which file is to be written without which pairs. */
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
  /** Blank negatives. */
  readonly blanks: boolean;
  /** Further copies of a negative in its record. */
  readonly repeats: boolean;
}

/** Codes of the rejects that leave; null for all. */
export function leavingCodes({ rejects }: CleanRules): readonly RejectCode[] | null {
  if (rejects === 'all') return null;
  return rejects === 'blank' ? ['blank-query', 'blank-positive'] : [];
}

/** Records of a source with as many negatives and copies. */
export interface LeftRecords extends RecordsOfK {
  /** Key of the source. */
  readonly source: number;
}

/** Of each pair: it stays, goes, or moves to the positives. */
const STAYS = 0;
const GOES = 1;
const MOVES = 2;

const EXCERPT = 200;

/** A source of the file. */
interface Leaving {
  readonly source: LoadedSource;
  readonly columns: SourceColumns;
  /** Of each pair. */
  readonly fates: Uint8Array;
  /** Negatives that stay, by record. */
  readonly k: Int32Array;
}

/** What becomes of the pairs of one file. */
export class Removals {
  private readonly leaving: readonly Leaving[];
  private readonly without: CleanRules;

  /** @throws ExportError for pairs that the file does not have; UnknownSourceError */
  constructor(
    private readonly store: CandidateStore<FilePlan>,
    { fileId, removed, reasons, without }: CleanRequest,
  ) {
    const { loaded, plan } = store.file(fileId);
    this.without = without;
    this.leaving = store.sourcesOf(loaded).map((source) => {
      const columns = store.structure(source.id);
      const { offsets, negatives } = columns;
      return {
        source,
        columns,
        fates: new Uint8Array(negatives.length),
        k: Int32Array.from(columns.queries, (_, record) => kOf(offsets, record)),
      };
    });
    for (const { source, records, positions, reasons: why } of removed) {
      const of = this.leaving.find((each) => each.source.id === source);
      for (const [i, record] of records.entries()) {
        const position = positions[i] as number;
        if (of === undefined || !(position < kOf(of.columns.offsets, record)))
          throw unknownPair(plan.open.file.name, source, of?.source.name, record);
        const pair = (of.columns.offsets[record] as number) + position;
        if (of.fates[pair] === STAYS) of.k[record] = (of.k[record] as number) - 1;
        of.fates[pair] = reasons[why[i] as number]?.relabelled === true ? MOVES : GOES;
      }
    }
  }

  /** The records that stay, by their negatives and the copies of these. */
  left(): LeftRecords[] {
    return this.leaving.flatMap(({ source, columns, fates, k: byRecord }) => {
      const copiesOf = new Map<number, number>();
      for (const { record, pair } of copiesIn(columns))
        if (fates[pair] === STAYS && !this.without.repeats)
          copiesOf.set(record, (copiesOf.get(record) ?? 0) + 1);
      const rows = new Map<string, LeftRecords>();
      for (const [record, k] of byRecord.entries()) {
        if (k === 0) continue;
        const copies = copiesOf.get(record) ?? 0;
        const records = (rows.get(`${k} ${copies}`)?.records ?? 0) + 1;
        rows.set(`${k} ${copies}`, { source: source.id, k, copies, records });
      }
      return [...rows.values()].sort((a, b) => a.k - b.k || a.copies - b.copies);
    });
  }

  /**
   * The texts that leave their entries, with their copies: by the entry's place their 0-based indices among its texts, all
   * lists of a draft one after the other; true for those that move to the positives.
   */
  textsLeaving(): Map<number, Map<number, boolean>> {
    const entries = new Map<number, Map<number, boolean>>();
    const add = (place: number, index: number, moves: boolean): void => {
      const known = entries.get(place);
      if (known === undefined) entries.set(place, new Map([[index, moves]]));
      else known.set(index, moves);
    };
    for (const { columns, fates } of this.leaving) {
      for (const { pair, place } of pairsIn(columns)) {
        if (fates[pair] !== STAYS) add(place, columns.origins.indices[pair] as number, fates[pair] === MOVES);
      }
      for (const { pair, place, index } of copiesIn(columns))
        if (fates[pair] !== STAYS || this.without.repeats) add(place, index, false);
    }
    for (const { place, index } of this.blanks()) add(place, index, false);
    return entries;
  }

  /** Blank negatives that leave. */
  blanks(): { readonly source: string; readonly place: number; readonly index: number }[] {
    if (!this.without.blanks) return [];
    return this.leaving.flatMap(({ source, columns: { blanks } }) =>
      Array.from(blanks.places, (place, i) => ({
        source: source.name,
        place,
        index: blanks.indices[i] as number,
      })),
    );
  }

  /** Further copies that leave: by a rule, or with the negative whose copies they are. */
  repeats(): {
    readonly source: string;
    readonly place: number;
    readonly index: number;
    readonly withNegative: boolean;
  }[] {
    return this.leaving.flatMap(({ source, columns, fates }) =>
      [...copiesIn(columns)].flatMap(({ pair, place, index }) => {
        const withNegative = fates[pair] !== STAYS;
        return withNegative || this.without.repeats
          ? { source: source.name, place, index, withNegative }
          : [];
      }),
    );
  }

  /** Places of a run's hits that stay, ascending: the negatives that stay and their copies. */
  hitsStaying(): Int32Array {
    const places = new Integers();
    for (const { columns, fates } of this.leaving) {
      const copies = this.without.repeats ? [] : copiesIn(columns);
      for (const all of [pairsIn(columns), copies])
        for (const { pair, place } of all) if (fates[pair] === STAYS) places.push(place);
    }
    return places.copied().sort();
  }

  /** Whether an entry's query has records; or with `emptied`, whether it has some and keeps no negative in any source. */
  hasQuery(which: 'all' | 'emptied'): (draft: Draft) => boolean {
    const { queries, names } = this.store.texts;
    const keeps = new Set<number>();
    if (which === 'emptied') {
      for (const { columns, k } of this.leaving)
        for (const [record, query] of columns.queries.entries()) if (k[record] !== 0) keeps.add(query);
    }
    const texts = new Set<string | null>();
    const ids = new Set<string | null>();
    for (const { queries: ofRecords, queryIds } of this.leaving.map(({ columns }) => columns)) {
      for (const [record, query] of ofRecords.entries()) {
        if (keeps.has(query)) continue;
        texts.add(queries.text(query));
        ids.add(names.text(queryIds[record] as number));
      }
    }
    return ({ query }) => (query instanceof Ref ? ids.has(query.id) : texts.has(query.trim()));
  }

  /** Line, element or row of a pair's negative, its index among those of the entry, its query's id, and the first {@link EXCERPT} characters of the negative. */
  shown(source: number, record: number, position: number) {
    const { columns } = this.leaving.find((each) => each.source.id === source) as Leaving;
    const { passages, names } = this.store.texts;
    const pair = (columns.offsets[record] as number) + position;
    return {
      place: placeOf(columns, record, pair),
      index: columns.origins.indices[pair] as number,
      queryId: names.text(columns.queryIds[record] as number),
      negative: passages.text(columns.negatives[pair] as number, EXCERPT) as string,
    };
  }
}

/** Number of a record's negatives; 0 where there is no such record. */
function kOf(offsets: Int32Array, record: number): number {
  const { start, end } = pairRange(offsets, record);
  return end - start || 0;
}

function placeOf({ places, origins }: SourceColumns, record: number, pair: number): number {
  const own = origins.places[pair] as number;
  return own === NONE ? (places[record] as number) : own;
}

/** All pairs of a source with the places of their negatives. */
function* pairsIn(columns: SourceColumns): Generator<{ pair: number; place: number }> {
  for (const [pair, record] of recordsOfPairs(columns.offsets).entries())
    yield { pair, place: placeOf(columns, record, pair) };
}

/** The copies that were left out, each with the pair that was kept. */
function* copiesIn({ offsets, copies }: SourceColumns) {
  const { records, positions, places, indices } = copies;
  for (const [i, record] of records.entries()) {
    const pair = (offsets[record] as number) + (positions[i] as number);
    yield { record, pair, place: places[i] as number, index: indices[i] as number };
  }
}

function unknownPair(file: string, source: number, name: string | undefined, record: number): Error {
  const reason =
    name === undefined
      ? `no source ${source} comes from it`
      : `the record ${record + 1} of "${name}" has no such negative`;
  return new CandidatesError('ExportError', {
    file,
    reason: `the pairs to remove are not of this file: ${reason}`,
    advice: 'Rank again and choose again',
  });
}
