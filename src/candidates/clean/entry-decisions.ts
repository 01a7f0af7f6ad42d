/** What happens to each entry of a cleaned file. */

import { Ref, type Draft } from '../formats/format';
import type { FilePlan } from '../formats/plan';
import { DROP, KEEP, type EntryRemovals, type QuerySet } from '../store/removals';
import type { CandidateStore } from '../store/store';
import { hasNegative } from './removal';

/** Indices of texts that leave, among those of an entry's lists, and whether each moves to the positives. */
export type Leaving = ReadonlyMap<number, boolean>;

/** The entry stays as it is, goes as a whole, or loses texts. */
export type Decision = 'keep' | 'drop' | Leaving;

/** Decides entry by entry, in file order. */
export class EntryDecisions {
  private next = 0;

  /** @param goes whether an entry that is not among the known ones goes; null if all of them stay */
  constructor(
    private readonly known: EntryRemovals,
    private readonly goes: ((draft: Draft) => boolean) | null,
  ) {}

  /**
   * @param place greater than the one asked before
   * @param read gives what the format reads in the entry; null for one that it cannot read
   */
  of(place: number, read: () => Draft | null): Decision {
    const { places, texts, moved } = this.known;
    while ((places[this.next] as number) < place) this.next += 1;
    const begin = this.next;
    while (places[this.next] === place) this.next += 1;
    if (this.next === begin) {
      const draft = this.goes === null ? null : read();
      return draft !== null && this.goes?.(draft) === true ? 'drop' : 'keep';
    }
    // The last one decides: an entry with records and a reject is treated as its records are.
    const last = texts[this.next - 1];
    if (last === KEEP) return 'keep';
    if (last === DROP) return 'drop';
    const leaving = new Map<number, boolean>();
    for (let at = begin; at < this.next; at += 1) {
      const text = texts[at] as number;
      if (text >= 0) leaving.set(text, moved[at] === 1);
    }
    return leaving;
  }
}

/**
 * Of a run only the negatives stay: a hit beyond the first K would take the place of a removed one. Of rows that are
 * joined by query, those with only a positive go when their query keeps no negative.
 * @param fileId key of a loaded file whose removed pairs are in the table
 */
export async function entryDecisions(
  store: CandidateStore<FilePlan>,
  fileId: number,
  withoutRejects: boolean,
): Promise<EntryDecisions> {
  const { loaded, plan, sampled } = store.file(fileId);
  const { removals } = await store.duck();
  const sources = store.sourcesOf(loaded).map(({ id }) => id);
  const reject = withoutRejects ? DROP : KEEP;
  // Entries without a record were left out by a sample, or belong to a reject.
  const strangersGo = withoutRejects && !sampled;
  if (plan.format.joins === 'run') {
    const hits = await removals.hits(fileId, reject, sources);
    const { ids } = await removals.queries(sources, 'all');
    return new EntryDecisions(hits, ({ queryId }) => strangersGo || (queryId !== null && ids.has(queryId)));
  }
  const known = await removals.removals(fileId, reject);
  if (plan.format.joins !== 'same-query') return new EntryDecisions(known, null);
  const emptied = await removals.queries(sources, 'emptied');
  const recorded = strangersGo ? await removals.queries(sources, 'all') : null;
  if (emptied.texts.size === 0 && recorded === null) return new EntryDecisions(known, null);
  return new EntryDecisions(
    known,
    (draft) =>
      (recorded !== null && !isOneOf(recorded, draft)) || (!hasNegative(draft) && isOneOf(emptied, draft)),
  );
}

function isOneOf({ texts, ids }: QuerySet, { query }: Draft): boolean {
  return query instanceof Ref ? ids.has(query.id) : texts.has(query.trim());
}
