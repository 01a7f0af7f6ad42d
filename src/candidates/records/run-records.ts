/** The hits of a retrieval run as records: positives from the judgements, negatives from the best hits. */

import { Fault } from '../fault';
import { Ref } from '../formats/format';
import type { Gathered, RelevantDocuments } from './gathered';

/**
 * A run's hits of one query as a record: the positives are the relevant documents, the first that the corpus has is
 * used, the negatives the `topK` best
 * hits that are none of them, best first; equal scores keep the order of the file, repeated hits count once.
 */
export function runRecord(
  gathered: Gathered,
  ranks: readonly number[],
  relevant: RelevantDocuments,
  topK: number,
): Gathered | Fault {
  const { query, fields } = gathered;
  const queryId = query instanceof Ref ? query.id : query;
  const positives = relevant(queryId);
  if (positives === undefined) {
    const id = queryId.length > 40 ? `${queryId.slice(0, 40)}…` : queryId;
    const message = `The qrels name no relevant document for the query ${id}. Expected at least one; load the qrels that have it, or leave the query out of the run.`;
    return new Fault('no-positive', fields.positive, message);
  }
  const best = [...gathered.negatives.keys()].sort(
    (a, b) => (ranks[b] as number) - (ranks[a] as number) || a - b,
  );
  const chosen: number[] = [];
  const seen = new Set<string>();
  for (const index of best) {
    const hit = gathered.negatives[index];
    if (!(hit instanceof Ref) || positives.has(hit.id) || seen.has(hit.id)) continue;
    if (chosen.length === topK) break;
    seen.add(hit.id);
    chosen.push(index);
  }
  const pick = <Item>(items: readonly Item[]): Item[] => chosen.map((index) => items[index] as Item);
  return {
    ...gathered,
    queryId: gathered.queryId ?? queryId,
    positives: [...positives].map((id) => new Ref('corpus', id)),
    anyPositive: true,
    negatives: pick(gathered.negatives),
    places: gathered.places === null ? null : pick(gathered.places),
    indices: pick(gathered.indices),
    negativesInEntry: chosen.length,
  };
}
