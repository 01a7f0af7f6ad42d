/** Hits as records: positives from the judgements, negatives from the best hits. */

import { Fault } from '../fault';
import { Ref, type Draft } from '../formats/format';

/** The documents that are relevant to a query, by their ids; undefined where none is known. */
export type RelevantDocuments = (queryId: string) => ReadonlySet<string> | undefined;

/** A draft of hits with its positives, and how many hits could be negatives. */
interface Judged {
  readonly draft: Draft;
  readonly hitsFound: number;
}

/** Whether judgements decide which passages of a draft are positives. */
export function isOfHits({ hitIds, lists: [list] }: Draft): boolean {
  return hitIds !== undefined || (list?.ranks ?? null) !== null;
}

/**
 * The hits of one query: positives are the relevant documents, negatives the `topK` best other hits, best first. Equal
 * scores keep file order, repeated hits count once.
 */
export function judged(draft: Draft, relevant: RelevantDocuments, topK: number): Judged | Fault {
  const { query, fields, hitIds: ids } = draft;
  const [list] = draft.lists;
  if (list === undefined) throw new Error('hits without a list');
  const { texts, from } = list;
  const ranks = list.ranks ?? [];
  const queryId = query instanceof Ref ? query.id : ids === undefined ? query : (draft.queryId ?? '');
  const positives = relevant(queryId);
  if (positives === undefined) {
    const id = queryId.length > 40 ? `${queryId.slice(0, 40)}…` : queryId;
    const message = `The qrels name no relevant document for the query ${id}. Expected at least one; load the qrels that have it, or leave the query out of the run.`;
    return new Fault('no-positive', fields.positive, message);
  }
  const best = [...texts.keys()].sort((a, b) => (ranks[b] ?? 0) - (ranks[a] ?? 0) || a - b);
  const chosen: number[] = [];
  const seen = new Set<string>();
  for (const index of best) {
    const hit = texts[index];
    const id = ids?.[index] ?? (hit instanceof Ref ? hit.id : undefined);
    if (id === undefined || positives.has(id) || seen.has(id)) continue;
    seen.add(id);
    if (chosen.length < topK) chosen.push(index);
  }
  const pick = <Item>(items: readonly Item[]): Item[] => chosen.map((index) => items[index] as Item);
  const places = from?.places ?? null;
  const picked = {
    ...list,
    texts: pick(texts),
    from: {
      places: places === null ? null : pick(places),
      indices: from === undefined ? chosen : pick(from.indices),
    },
  };
  // The text of a judged document stands among hits that have texts.
  const textOf = (id: string) => {
    const hit = ids === undefined ? undefined : texts[ids.indexOf(id)];
    return hit === undefined || hit === null || hit instanceof Ref ? new Ref('corpus', id) : hit;
  };
  return {
    draft: {
      ...draft,
      queryId: draft.queryId ?? queryId,
      positives: [...positives].map(textOf),
      lists: [picked],
    },
    hitsFound: seen.size,
  };
}
