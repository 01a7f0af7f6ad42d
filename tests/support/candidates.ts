/** Sources in memory behind the interface that the candidates worker offers to the engine. */

import { recordPriorities } from '../../src/scoring/sampling';
import type { CandidatesForEngine, SourceEmbeddings, SourceStructure } from '../../src/candidates/types';

export interface TextRecord {
  readonly query: string;
  readonly positive: string;
  readonly negatives: readonly string[];
  /** Rows for query, positive and each negative, where the source gives its embeddings. */
  readonly rows?: { readonly query: number[]; readonly positive: number[]; readonly negatives: number[][] };
}

/** Distinct texts by id, in the order in which they were first seen. */
class Texts {
  private readonly ids = new Map<string, number>();

  idOf(text: string): number {
    const id = this.ids.get(text) ?? this.ids.size;
    this.ids.set(text, id);
    return id;
  }

  read(ids: Int32Array): Promise<string[]> {
    const all = [...this.ids.keys()];
    return Promise.resolve(Array.from(ids, (id) => all[id] as string));
  }
}

/** The sources' ids are their places in the list, from 0. */
export function candidatesInMemory(sources: readonly (readonly TextRecord[])[]): CandidatesForEngine {
  const queries = new Texts();
  const passages = new Texts();
  const structures = sources.map((records, id) => structureOf(records, id, queries, passages));
  return {
    structure: (id, seed) => {
      const priorities = recordPriorities(
        (sources[id] as readonly TextRecord[]).map(({ query }) => query),
        seed,
      );
      return Promise.resolve({ ...(structures[id] as SourceStructure), priorities });
    },
    embeddings: (id) => Promise.resolve(embeddingsOf(sources[id] as readonly TextRecord[])),
    queryTexts: (ids) => queries.read(ids),
    passageTexts: (ids) => passages.read(ids),
    makeSource: () => Promise.reject(new Error('no source is made in these tests')),
    fillPairs: () => Promise.resolve(),
  };
}

function structureOf(
  records: readonly TextRecord[],
  id: number,
  queries: Texts,
  passages: Texts,
): SourceStructure {
  const offsets = [0];
  for (const { negatives } of records) offsets.push((offsets.at(-1) as number) + negatives.length);
  return {
    id,
    queries: Int32Array.from(records, (r) => queries.idOf(r.query)),
    positives: Int32Array.from(records, (r) => passages.idOf(r.positive)),
    offsets: Int32Array.from(offsets),
    negatives: Int32Array.from(records.flatMap((r) => r.negatives.map((text) => passages.idOf(text)))),
  };
}

function embeddingsOf(records: readonly TextRecord[]): SourceEmbeddings {
  const rows = records.map((record) => {
    if (!record.rows) throw new Error('This source gives no embeddings.');
    return record.rows;
  });
  return {
    dimension: rows[0]?.query.length ?? 0,
    queries: Float64Array.from(rows.flatMap((r) => r.query)),
    positives: Float64Array.from(rows.flatMap((r) => r.positive)),
    negatives: Float64Array.from(rows.flatMap((r) => r.negatives.flat())),
  };
}
