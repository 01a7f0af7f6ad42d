/** What becomes one record. */

import { Fault, type JsonObject } from '../fault';
import type { Draft, GivenEmbeddings, Text } from '../formats/format';
import { ascending } from '../formats/read-draft';
import type { LabelChoice } from '../reading';

/**
 * What becomes one record: the negatives of one source, from one entry or from joined entries. Texts are as in the file,
 * ids not resolved, blanks not removed.
 */
export interface Gathered {
  /** Place of the (first) entry. */
  readonly place: number;
  /** Null where the whole file is one source. */
  readonly label: string | null;
  readonly queryId: string | null;
  readonly query: Text;
  readonly positives: readonly Text[];
  /**
   * Of hits, for which judgements decide what is positive: their ranks (higher is better), and their ids where the negatives
   * are texts. The first positive with a known text is used, since judgements may name more than the corpus has.
   */
  readonly hits: { readonly ranks: readonly number[]; readonly ids: readonly string[] | null } | null;
  readonly negatives: readonly (Text | null)[];
  /** Place of each negative's entry; null for a single entry. */
  readonly places: readonly number[] | null;
  /** 0-based index of each negative among those of its entry. */
  readonly indices: readonly number[];
  readonly embeddings: GivenEmbeddings | null;
  /** Number of negatives in the entry, of all sources: the rows that `embeddings` must have. */
  readonly negativesInEntry: number;
  /** Of judged hits: how many could be negatives, those beyond the first K too; null of others. */
  readonly hitsFound: number | null;
  /** How many negatives are null because their scores exclude them. */
  readonly excluded: number;
  readonly scores: Draft['scores'];
  readonly fields: Draft['fields'];
}

/** The documents that are relevant to a query, by their ids; undefined where none is known. */
export type RelevantDocuments = (queryId: string) => ReadonlySet<string> | undefined;

/** The source label of an entry whose lists stay together; null where the whole file is one source. */
export function entryLabel(value: JsonObject, choice: LabelChoice): string | null | Fault {
  if (choice.kind !== 'column') return null;
  const label = Object.hasOwn(value, choice.column) ? value[choice.column] : null;
  const text = typeof label === 'object' || label === undefined ? '' : String(label).trim();
  if (text !== '') return text;
  const message = `\`${choice.column}\` gives the source label and is missing or no plain value here.`;
  return new Fault('no-label', choice.column, `${message} Fill it in, or choose another source label.`);
}

/** One record of an entry that is not joined, or one for each list that is a source of its own. */
export function gather(place: number, draft: Draft, label: string | null, apart: boolean): Gathered[] {
  const { queryId, query, positives, embeddings, scores, fields, hitIds } = draft;
  const negativesInEntry = draft.lists.reduce((sum, { texts }) => sum + texts.length, 0);
  const shared = {
    place,
    queryId,
    query,
    positives,
    hits: hitIds === undefined ? null : { ranks: [], ids: hitIds },
    places: null,
    hitsFound: null,
    embeddings,
    negativesInEntry,
    scores,
    fields,
  };
  let start = 0;
  return (apart ? draft.lists.map((list) => [list]) : [draft.lists]).map((lists) => {
    const negatives = lists.flatMap(({ texts }) => texts);
    const indices = ascending(start, negatives.length);
    start += negatives.length;
    const excluded = lists.reduce((sum, list) => sum + (list.excluded ?? 0), 0);
    return { ...shared, excluded, label: (apart ? lists[0]?.key : null) ?? label, negatives, indices };
  });
}
