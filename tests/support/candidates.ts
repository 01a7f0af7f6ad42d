/** The candidates worker's own class, with sources that no file was read for. */

import type { RecordEmbeddings } from '../../src/candidates/candidate-record';
import { Candidates, NO_DUCKDB } from '../../src/candidates/candidates';
import type { MadeSourceRequest } from '../../src/candidates/made-file';
import type { LoadedSource } from '../../src/candidates/outcomes';
import { loadTextHash } from '../../src/candidates/store/text-hash';
import type { FlatPairs } from '../../src/scoring/flat-pairs';
import { loadedFile } from './results';

await loadTextHash();

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

/** Candidates without DuckDB, with the tables of pairs that they were given. */
export class MemoryCandidates extends Candidates {
  readonly filled: FlatPairs[] = [];
  private readonly given: TextRecord[] = [];
  private sources = 0;

  override start(): Promise<number> {
    return Promise.resolve(1);
  }

  override fillPairs(pairs: FlatPairs): Promise<void> {
    this.filled.push(pairs);
    return Promise.resolve();
  }

  /** Puts records among the sources as if their file had been loaded; ids count from 0. */
  add(records: readonly TextRecord[], name = `source ${this.sources}`): LoadedSource {
    const id = this.sources++;
    this.given.push(...records);
    const store = this['store'];
    const file = store.begin();
    for (const [place, { group = null, rows = null, ...record }] of records.entries()) {
      const origins = { places: null, indices: [...record.negatives.keys()], removed: [] };
      const embeddings = rows && embeddingsOf(rows);
      const none = { label: null, queryId: null, knownPositives: [], counts: {} };
      file.take({ ...record, ...none, place: place + 1, origins, embeddings, group } as never, id);
    }
    const loaded = loadedFile(id, name);
    const dimension = records[0]?.rows?.query.length ?? null;
    const sources = loaded.sources.map((source) => ({ ...source, dimension }));
    return store.commit(file.filled(), {
      loaded: { ...loaded, sources },
      plan: null as never,
      sampled: false,
    }).sources[0] as LoadedSource;
  }

  /** Puts made records among the sources, with the rows that others give of their texts. */
  async makeSource({
    name,
    queries,
    positives,
    offsets,
    negatives,
  }: MadeSourceRequest): Promise<LoadedSource> {
    const rowOf = new Map(
      this.given.flatMap(({ query, positive, negatives: texts, rows }) => [
        [`query ${query}`, rows?.query] as const,
        [positive, rows?.positive] as const,
        ...texts.map((text, k) => [text, rows?.negatives[k]] as const),
      ]),
    );
    const row = (text: string) => rowOf.get(text) as number[];
    const [right, wrong] = [await this.passageTexts(positives), await this.passageTexts(negatives)];
    const records = (await this.queryTexts(queries)).map((query, record): TextRecord => {
      const positive = right[record] as string;
      const texts = wrong.slice(offsets[record], offsets[record + 1]);
      const rows = { query: row(`query ${query}`), positive: row(positive), negatives: texts.map(row) };
      return { query, positive, negatives: texts, rows };
    });
    return this.add(records, name);
  }
}

/** The sources' ids are their places in the list, from 0; a made source comes behind the last. */
export function candidatesInMemory(given: readonly (readonly TextRecord[])[]): MemoryCandidates {
  const candidates = new MemoryCandidates(NO_DUCKDB);
  for (const records of given) candidates.add(records);
  return candidates;
}

function embeddingsOf({ query, positive, negatives }: NonNullable<TextRecord['rows']>): RecordEmbeddings {
  return {
    query: Float64Array.from(query),
    positive: Float64Array.from(positive),
    negatives: negatives.map((row) => Float64Array.from(row)),
  };
}
