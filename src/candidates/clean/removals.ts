/** The pairs that a cleaned file loses, and what follows for its entries and records. */

import { pairRange, recordsOfPairs, type PairPlaces } from '../../scoring/pairs';
import { CandidatesError } from '../errors';
import type { RejectCode } from '../candidate-record';
import { Ref, type Draft } from '../formats/format';
import type { FilePlan } from '../formats/plan';
import type { LoadedSource } from '../outcomes';
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

/** Of each pair: it stays, goes, or moves to the positives. */
const STAYS = 0;
const GOES = 1;
const MOVES = 2;

/** A negative that stands in an entry of the file. */
export interface Standing {
  readonly source: string;
  /** Line, element or row of its entry. */
  readonly place: number;
  /** 0-based, among the texts of its entry: all lists of a draft one after the other. */
  readonly index: number;
  readonly leaves: boolean;
  /** Whether it leaves for the positives. */
  readonly moves: boolean;
}

const EXCERPT = 200;

/** A source of the file. */
interface CleanedSource {
  readonly source: LoadedSource;
  readonly columns: SourceColumns;
  readonly fates: Uint8Array;
}

/** What becomes of the negatives of one file. */
export class Removals {
  private readonly sources: ReadonlyMap<number, CleanedSource>;
  private readonly without: CleanRules;

  /** @throws ExportError for pairs that the file does not have; UnknownSourceError */
  constructor(
    private readonly store: CandidateStore<FilePlan>,
    { fileId, removed, reasons, without }: CleanRequest,
  ) {
    const { loaded, plan } = store.file(fileId);
    this.without = without;
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
  }

  /** Records of a source that keep a negative. */
  recordsLeft(source: number): number {
    const { columns, fates } = this.sources.get(source) as CleanedSource;
    return columns.queries.reduce((sum, _, record) => sum + Number(keeps(columns, fates, record)), 0);
  }

  /** The negatives of all records. */
  *negatives(): Generator<Standing> {
    for (const { source, columns, fates } of this.sources.values()) {
      for (const [pair, record] of recordsOfPairs(columns.offsets).entries()) {
        const [place, index] = [placeOf(columns, record, pair), columns.origins.indices[pair] as number];
        const fate = fates[pair];
        yield { source: source.name, place, index, leaves: fate !== STAYS, moves: fate === MOVES };
      }
    }
  }

  /** Blank negatives, where a rule says that they leave. */
  *blanks(): Generator<Standing> {
    if (!this.without.blanks) return;
    for (const { source, columns } of this.sources.values()) {
      const { places, indices } = columns.blanks;
      for (const [i, place] of places.entries())
        yield { source: source.name, place, index: indices[i] as number, leaves: true, moves: false };
    }
  }

  /** Further copies of negatives: they leave by a rule, or with the negative whose copies they are. */
  *copies(): Generator<Standing & { readonly withNegative: boolean }> {
    for (const { source, columns, fates } of this.sources.values()) {
      const { records, positions, places, indices } = columns.copies;
      for (const [i, record] of records.entries()) {
        const pair = (columns.offsets[record] as number) + (positions[i] as number);
        const [place, index] = [places[i] as number, indices[i] as number];
        const withNegative = fates[pair] !== STAYS;
        const leaves = withNegative || this.without.repeats;
        yield { source: source.name, place, index, leaves, moves: false, withNegative };
      }
    }
  }

  /** Whether an entry's query has records; or with `emptied`, whether it has some and keeps no negative in any source. */
  hasQuery(which: 'all' | 'emptied'): (draft: Draft) => boolean {
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

  /** Line, element or row of a pair's negative, its index among those of the entry, its query's id, and the first {@link EXCERPT} characters of the negative. */
  shown(source: number, record: number, position: number) {
    const { columns } = this.sources.get(source) as CleanedSource;
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

/** Whether a record keeps a negative. */
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
  return new CandidatesError('ExportError', {
    file,
    reason: `the pairs to remove are not of this file: ${reason}`,
    advice: 'Rank again and choose again',
  });
}
