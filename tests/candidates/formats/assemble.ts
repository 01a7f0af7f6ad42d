/** Makes records from drafts after SPEC.md, "Records": plain and slow, apart from what src/ does. */

import { Ref, type Draft, type Text } from '../../../src/candidates/formats/format';

/** A record as `expected.json` has it. */
export interface ExpectedRecord {
  readonly source: string | null;
  readonly place: number;
  readonly queryId: string | null;
  readonly query: string;
  readonly positive: string;
  readonly negatives: readonly string[];
  readonly embeddings?: unknown;
}

export interface Assembled {
  readonly records: readonly ExpectedRecord[];
  readonly removed: { readonly blank: number; readonly duplicate: number; readonly furtherPositives: number };
}

export interface Companions {
  readonly corpus: Map<string, string>;
  readonly queries: Map<string, string>;
  /** Relevant documents by query, in file order. */
  readonly qrels: Map<string, string[]>;
}

/** What will be one record. */
interface Group {
  readonly source: string | null;
  readonly place: number;
  readonly queryId: string | null;
  readonly query: string;
  positives: string[];
  negatives: string[];
  hits: { readonly id: string; readonly rank: number }[];
  readonly embeddings: Draft['embeddings'];
}

export interface Placed {
  readonly place: number;
  readonly source: string | null;
  readonly draft: Draft;
}

/** @param apart whether lists go to sources of their own; @param topK of a run */
export function assemble(
  drafts: readonly Placed[],
  joins: 'none' | 'same-positive' | 'same-query' | 'run',
  apart: boolean,
  topK: number,
  companions: Companions,
): Assembled {
  const textOf = (text: Text | null): string => {
    if (text === null) return '';
    if (!(text instanceof Ref)) return text.trim();
    const found = companions[text.kind].get(text.id);
    if (found === undefined) throw new Error(`${text.kind} has no ${text.id}`);
    return found.trim();
  };
  const groups = new Map<string, Group>();
  for (const { place, source, draft } of drafts) {
    const lists = apart
      ? draft.lists
      : [{ ...draft.lists[0], key: source, texts: draft.lists.flatMap((l) => l.texts) }];
    for (const { key, texts } of lists) {
      const query = textOf(draft.query);
      const positives = draft.positives.map(textOf);
      const joinKey = {
        none: `${place} ${key}`,
        'same-positive': JSON.stringify([key, query, positives[0]]),
        'same-query': query,
        run: query,
      }[joins];
      const group = groups.get(joinKey) ?? {
        source: key,
        place,
        queryId: draft.queryId,
        query,
        positives: [],
        negatives: [],
        hits: [],
        embeddings: draft.embeddings,
      };
      if (!groups.has(joinKey) || joins === 'same-query') group.positives.push(...positives);
      group.negatives.push(...texts.map((text) => textOf(text)));
      const rank = draft.lists[0]?.ranks?.[0];
      if (rank !== undefined) group.hits.push({ id: (texts[0] as Ref).id, rank });
      groups.set(joinKey, group);
    }
  }
  const all = [...groups.values()];
  if (joins === 'run') all.forEach((group) => takeHits(group, topK, companions));
  return finish(all);
}

/** Positives from the qrels; negatives are the best hits that are not among them. */
function takeHits(group: Group, topK: number, { corpus, qrels }: Companions): void {
  const relevant = qrels.get(group.queryId ?? '') ?? [];
  const text = (id: string): string => (corpus.get(id) ?? '').trim();
  group.positives = relevant.map(text);
  const others = group.hits.filter(({ id }) => !relevant.includes(id)).sort((a, b) => b.rank - a.rank);
  group.negatives = others.slice(0, topK).map(({ id }) => text(id));
}

function finish(groups: readonly Group[]): Assembled {
  const removed = { blank: 0, duplicate: 0, furtherPositives: 0 };
  const records = groups.map(({ source, place, queryId, query, positives, negatives, embeddings }) => {
    const rows = embeddings?.negatives as unknown[] | undefined;
    const present = negatives.map((text, i) => ({ text, row: rows?.[i] })).filter(({ text }) => text !== '');
    const kept = present.filter(({ text }, i) => present.findIndex((other) => other.text === text) === i);
    removed.blank += negatives.length - present.length;
    removed.duplicate += present.length - kept.length;
    removed.furtherPositives += positives.length - 1;
    const record = { source, place, queryId, query, positive: positives[0] ?? '' };
    const texts = kept.map(({ text }) => text);
    if (embeddings === null) return { ...record, negatives: texts };
    const given = { ...embeddings, negatives: kept.map(({ row }) => row) };
    return { ...record, negatives: texts, embeddings: given };
  });
  return { records, removed };
}
