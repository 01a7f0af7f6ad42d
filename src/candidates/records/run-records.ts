/** Hits as records: positives from the judgements, negatives from the best hits. */

import { Fault } from '../fault';
import { Ref } from '../formats/format';
import type { Gathered, RelevantDocuments } from './gathered';

/**
 * The hits of one query as a record: positives are the relevant documents, negatives the `topK` best other hits, best
 * first. Equal scores keep file order, repeated hits count once. Other records stay as they are.
 */
export function judged(gathered: Gathered, relevant: RelevantDocuments, topK: number): Gathered | Fault {
  const { query, fields, hits } = gathered;
  if (hits === null) return gathered;
  const { ranks, ids } = hits;
  const queryId = query instanceof Ref ? query.id : ids === null ? query : (gathered.queryId ?? '');
  const positives = relevant(queryId);
  if (positives === undefined) {
    const id = queryId.length > 40 ? `${queryId.slice(0, 40)}…` : queryId;
    const message = `The qrels name no relevant document for the query ${id}. Expected at least one; load the qrels that have it, or leave the query out of the run.`;
    return new Fault('no-positive', fields.positive, message);
  }
  const best = [...gathered.negatives.keys()].sort((a, b) => (ranks[b] ?? 0) - (ranks[a] ?? 0) || a - b);
  const chosen: number[] = [];
  const seen = new Set<string>();
  for (const index of best) {
    const hit = gathered.negatives[index];
    const id = ids?.[index] ?? (hit instanceof Ref ? hit.id : undefined);
    if (id === undefined || positives.has(id) || seen.has(id)) continue;
    seen.add(id);
    if (chosen.length < topK) chosen.push(index);
  }
  const pick = <Item>(items: readonly Item[]): Item[] => chosen.map((index) => items[index] as Item);
  return {
    ...gathered,
    queryId: gathered.queryId ?? queryId,
    positives: [...positives].map((id) => textOfHit(id, gathered, ids) ?? new Ref('corpus', id)),
    negatives: pick(gathered.negatives),
    places: gathered.places === null ? null : pick(gathered.places),
    indices: pick(gathered.indices),
    negativesInEntry: chosen.length,
    hitsFound: seen.size,
  };
}

/** The text of a judged document among the hits, if they have texts. */
function textOfHit(id: string, { negatives }: Gathered, ids: readonly string[] | null): string | undefined {
  const hit = ids === null ? undefined : negatives[ids.indexOf(id)];
  return typeof hit === 'string' ? hit : undefined;
}
