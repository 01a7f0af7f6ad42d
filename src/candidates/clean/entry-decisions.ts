/** What becomes of each entry of a file that is written anew in its own format. */

import { Ref, type Draft, type Text } from '../formats/format';
import { AscendingPlaces, type Removals } from './ascending';
import { hasNegative } from './removal';

/** The entry stays as it is, goes as a whole, or loses the texts at these places among those of its lists. */
export type Decision = 'keep' | 'drop' | ReadonlySet<number>;

/** Of a run only the hits stay that are negatives: one beyond the first K would take the place of one that goes. */
export interface RunRule {
  /** Places of the hits that stay, ascending. */
  readonly hits: Int32Array;
  /** Ids of the queries that have a record. */
  readonly queries: ReadonlySet<string>;
  /** A query without a record was left out by a sample, or rejected. */
  readonly sampled: boolean;
}

/** Queries by their texts, and by their ids where a file has these in place of texts. */
export interface QuerySet {
  readonly texts: ReadonlySet<string>;
  readonly ids: ReadonlySet<string>;
}

/** Of rows that are joined by query some hold but a positive, which is worth nothing without a negative. */
export interface JoinRule {
  /** Queries all of whose negatives go. */
  readonly emptied: QuerySet;
  /** Queries that have a record: rows of others are part of a reject, and go. Null where these stay. */
  readonly recorded: QuerySet | null;
}

export interface DecisionRules {
  readonly removals: Removals;
  /** Places of rejects, ascending. */
  readonly rejected: Int32Array;
  readonly withoutRejects: boolean;
  /** Null where the file is no run. */
  readonly run: RunRule | null;
  /** Null where no rows are joined by query, or none of them need go. */
  readonly joined: JoinRule | null;
}

/** Decides entry by entry, in file order. */
export class EntryDecisions {
  private readonly rejected: AscendingPlaces;
  private readonly hits: AscendingPlaces;

  constructor(private readonly rules: DecisionRules) {
    this.rejected = new AscendingPlaces(rules.rejected);
    this.hits = new AscendingPlaces(rules.run?.hits ?? new Int32Array(0));
  }

  /**
   * @param place greater than the one asked before
   * @param read gives what the format reads in the entry; null for one that it cannot read
   */
  of(place: number, read: () => Draft | null): Decision {
    const { removals, withoutRejects, run, joined } = this.rules;
    const rejected = this.rejected.has(place);
    if (run !== null) return this.stays(place, rejected, run, read) ? 'keep' : 'drop';
    const removed = removals.at(place);
    if (removed.size > 0) return removed;
    if (rejected) return withoutRejects ? 'drop' : 'keep';
    return joined !== null && isWorthNothing(read(), joined) ? 'drop' : 'keep';
  }

  private stays(place: number, rejected: boolean, run: RunRule, read: () => Draft | null): boolean {
    if (this.hits.has(place)) return true;
    const { withoutRejects } = this.rules;
    if (rejected) return !withoutRejects;
    const draft = read();
    if (draft === null) return true;
    if (draft.queryId !== null && run.queries.has(draft.queryId)) return false;
    return run.sampled || !withoutRejects;
  }
}

function isWorthNothing(draft: Draft | null, { emptied, recorded }: JoinRule): boolean {
  if (draft === null) return false;
  if (recorded !== null && !has(recorded, draft.query)) return true;
  return !hasNegative(draft) && has(emptied, draft.query);
}

function has({ texts, ids }: QuerySet, query: Text): boolean {
  return query instanceof Ref ? ids.has(query.id) : texts.has(query.trim());
}
