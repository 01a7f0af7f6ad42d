/** Sources in memory behind the interface that the candidates worker offers to the engine. */

import type { FlatPairs } from '../../src/scoring/flat-pairs';
import { seededPriority } from '../../src/scoring/random';
import { recordPriorities } from '../../src/scoring/sampling';
import type { CandidatesForEngine } from '../../src/candidates/candidates';
import type { MadeSourceRequest } from '../../src/candidates/made-file';
import type { SourceStructure } from '../../src/candidates/store/source-columns';
import type { SourceEmbeddings } from '../../src/candidates/candidates';
import type { LoadedSource } from '../../src/candidates/outcomes';
import { loadedSource } from './results';

export interface TextRecord {
  /** Value of the column of units. */
  readonly group?: string;
  readonly query: string;
  readonly positive: string;
  readonly negatives: readonly string[];
  /** Rows for query, positive and each negative, where the source gives its embeddings. */
  readonly scores?: { readonly positive: number; readonly negatives: readonly number[] };
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

/** Candidates in memory, with the tables of pairs that they were given. */
export interface MemoryCandidates extends CandidatesForEngine {
  readonly filled: FlatPairs[];
  /** Puts made records among the sources, as if their file had been loaded. */
  makeSource(request: MadeSourceRequest): Promise<LoadedSource>;
}

/** The sources' ids are their places in the list, from 0; a made source comes behind the last. */
export function candidatesInMemory(given: readonly (readonly TextRecord[])[]): MemoryCandidates {
  const queries = new Texts();
  const passages = new Texts();
  const sources = [...given];
  const structures = sources.map((records, id) => structureOf(records, id, queries, passages));
  const filled: FlatPairs[] = [];
  return {
    filled,
    structure: (id, seed) => {
      const priorities = recordPriorities(
        (sources[id] as readonly TextRecord[]).map(({ query }) => query),
        seed,
      );
      const groups = (sources[id] as readonly TextRecord[]).map(({ group = null }) => group);
      return Promise.resolve({ ...(structures[id] as SourceStructure), priorities, groups });
    },
    embeddings: (id) => Promise.resolve(embeddingsOf(sources[id] as readonly TextRecord[])),
    fileScores: (id) => {
      const scores = (sources[id] ?? []).flatMap((record) => record.scores ?? []);
      return Promise.resolve(
        scores.length === 0
          ? null
          : {
              offsets: (structures[id] as SourceStructure).offsets,
              positives: Float64Array.from(scores, ({ positive }) => positive),
              negatives: Float64Array.from(scores.flatMap(({ negatives }) => negatives)),
            },
      );
    },
    queryTexts: (ids) => queries.read(ids),
    passageTexts: (ids) => passages.read(ids),
    makeSource: async (request) => {
      const id = sources.length;
      const { offsets, negatives } = request;
      const positives = await passages.read(request.positives);
      const texts = await passages.read(negatives);
      const records = (await queries.read(request.queries)).map((query, record) =>
        withRows(sources.flat(), {
          query,
          positive: positives[record] as string,
          negatives: texts.slice(offsets[record], offsets[record + 1]),
        }),
      );
      sources.push(records);
      structures.push({ id, queries: request.queries, positives: request.positives, offsets, negatives });
      return loadedSource(id, request.name, { records: records.length });
    },
    passageKeys: async (asked, of) => {
      const [queryTexts, passageTexts] = [await queries.read(asked), await passages.read(of)];
      return Uint32Array.from(
        queryTexts.flatMap((query, i) =>
          [1, 2, 3, 4].map((seed) => 2 ** 32 * seededPriority(seed, `${query}\n${passageTexts[i]}`, 0)),
        ),
      );
    },
    start: () => Promise.resolve(1),
    fillPairs: (pairs) => {
      filled.push(pairs);
      return Promise.resolve();
    },
  };
}

/** A record with the rows that others give of its texts. */
function withRows(others: readonly TextRecord[], record: TextRecord): TextRecord {
  const passages = new Map<string, number[]>();
  const queries = new Map<string, number[]>();
  for (const { query, positive, negatives, rows } of others) {
    if (!rows) return record;
    queries.set(query, rows.query);
    passages.set(positive, rows.positive);
    negatives.forEach((text, k) => passages.set(text, rows.negatives[k] as number[]));
  }
  const rows = {
    query: queries.get(record.query) as number[],
    positive: passages.get(record.positive) as number[],
    negatives: record.negatives.map((text) => passages.get(text) as number[]),
  };
  return { ...record, rows };
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
