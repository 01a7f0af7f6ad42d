/** The real files that the verdict is tried on: their records with the pair columns of any passage, by the product's own code. */

import { readFileSync } from 'node:fs';
import { basename } from 'node:path';

import { EmbeddingCache } from '../../../../src/encoder/cache/embedding-cache';
import { Encoder } from '../../../../src/encoder/encoder';
import { Task } from '../../../../src/engine/task';
import { lexicalCoverage } from '../../../../src/lexical/coverage';
import { IdfTable, TokenDictionary } from '../../../../src/lexical/idf';
import { alphanumericTokens } from '../../../../src/lexical/tokens';
import { BM25_PRESETS, Bm25Builder, type Bm25Preset } from '../../../../src/mining/bm25';
import { NearestSearch } from '../../../../src/mining/nearest';
import { vectorsOfCorpus } from '../../../../src/miner/vectors';
import { pairGeometry } from '../../../../src/scoring/gates';
import { groupsOf } from '../../../../src/scoring/groups';
import { emptyColumns, offsetsOf, type PairColumns } from '../../../../src/scoring/pairs';
import { compileCosines } from '../../../../src/simd/cosines';
import { folderOnDisk } from '../../../support/folders';
import { InThreadWorker, startEncoderWorker } from '../../../support/in-thread-worker';
import { encoderOf } from '../../../support/runs';
import { readTevatron } from '../../../support/tevatron';

/** A miner that takes ten passages of the list for each query, the own positive left out: from the rank `from` on. */
export interface Miner {
  readonly by: 'bm25' | 'stemmed bm25' | 'dense';
  readonly from: number;
}

/** How its source is called. */
export function nameOf({ by, from }: Miner): string {
  return `${by} ${from}–${from + TAKEN - 1}`;
}

const TAKEN = 10;

/** A source: for each of its records the query, the positive and the negatives, as places in the texts of the data set. */
export interface RealSource {
  readonly name: string;
  readonly queries: Int32Array;
  readonly positives: Int32Array;
  readonly offsets: Int32Array;
  readonly negatives: Int32Array;
  readonly columns: PairColumns;
  /** Unit of each record, from 0. */
  readonly units: Int32Array;
}

/** Files of one folder under one encoder. */
export class RealFiles {
  private constructor(
    readonly name: string,
    readonly sources: readonly RealSource[],
    readonly units: number,
    readonly passages: number,
    private readonly vectors: { readonly queries: Row; readonly passages: Row },
    private readonly tokens: {
      readonly queries: readonly Int32Array[];
      readonly passages: readonly Int32Array[];
    },
    private readonly idf: IdfTable,
  ) {}

  /**
   * @param paths of Tevatron files
   * @param model folder of the encoder
   * @param miners of further sources, in the passages of all files; the dense one has the encoder
   */
  static async open(
    name: string,
    paths: Readonly<Record<string, string>>,
    model: string,
    miners: readonly Miner[] = [],
  ): Promise<RealFiles> {
    const queries = new Texts();
    const passages = new Texts();
    const read = Object.entries(paths).map(([source, path]) => ({
      name: source,
      records: readTevatron(path).map(({ query, positive, negatives }) => ({
        query: queries.idOf(query),
        positive: passages.idOf(positive),
        negatives: negatives.map((text) => passages.idOf(text)),
      })),
    }));
    const vectors = await embed(queries.all, passages.all, model);
    const dictionary = new TokenDictionary();
    const idf = new IdfTable();
    const tokensOf = (text: string) => dictionary.idsOf(alphanumericTokens(text));
    const tokens = { passages: passages.all.map(tokensOf), queries: queries.all.map(tokensOf) };
    for (const ids of tokens.passages) idf.add(ids);
    const first = read[0]?.records ?? [];
    const mined = miners.length === 0 ? [] : await mine(queries.all, passages.all, vectors, first, miners);
    const all = [...read, ...mined].map((source) => ({
      name: source.name,
      queries: Int32Array.from(source.records, ({ query }) => query),
      positives: Int32Array.from(source.records, ({ positive }) => positive),
      offsets: offsetsOf(source.records.map(({ negatives }) => negatives.length)),
      negatives: Int32Array.from(source.records.flatMap(({ negatives }) => negatives)),
    }));
    const groups = groupsOf(all.map((source) => ({ queries: source.queries, values: source.positives })));
    const places = new Map([...new Set(groups.values())].map((group, unit) => [group, unit]));
    const files = new RealFiles(name, [], places.size, passages.all.length, vectors, tokens, idf);
    const sources = all.map((source) => ({
      ...source,
      columns: files.columnsOf(source.queries, source.positives, source.offsets, source.negatives),
      units: source.queries.map((query) => places.get(groups.get(query) ?? query) ?? 0),
    }));
    return new RealFiles(name, sources, places.size, passages.all.length, vectors, tokens, idf);
  }

  /** @throws Error for a name that no file has */
  source(name: string): RealSource {
    const found = this.sources.find((source) => source.name === name);
    if (!found) throw new Error(`${this.name} has no source ${name}.`);
    return found;
  }

  /** The columns of any records with any passages. */
  columnsOf(
    queries: Int32Array,
    positives: Int32Array,
    offsets: Int32Array,
    negatives: Int32Array,
  ): PairColumns {
    const columns = emptyColumns(offsets);
    const out = { margin: 0, locality: 0, distance: 0 };
    for (let record = 0; record < queries.length; record++) {
      const query = queries[record] as number;
      const vector = this.vectors.queries(query);
      const positive = this.vectors.passages(positives[record] as number);
      for (let pair = offsets[record] as number; pair < (offsets[record + 1] as number); pair++) {
        const negative = negatives[pair] as number;
        pairGeometry(vector, positive, this.vectors.passages(negative), out);
        columns.margin[pair] = out.margin;
        columns.locality[pair] = out.locality;
        columns.distance[pair] = out.distance;
        columns.coverage[pair] = lexicalCoverage(
          this.tokens.queries[query] as Int32Array,
          this.tokens.passages[negative] as Int32Array,
          this.idf,
        );
      }
    }
    return columns;
  }
}

type Row = (place: number) => Float32Array;

interface MinedRecord {
  readonly query: number;
  readonly positive: number;
  readonly negatives: readonly number[];
}

class Texts {
  readonly all: string[] = [];
  private readonly ids = new Map<string, number>();

  idOf(text: string): number {
    const known = this.ids.get(text);
    if (known !== undefined) return known;
    this.ids.set(text, this.all.length);
    return this.all.push(text) - 1;
  }
}

async function embed(queries: readonly string[], passages: readonly string[], model: string) {
  const restore = lendBrowserGlobals();
  try {
    const encoder = await Encoder.open(
      {
        ...encoderOf(folderOnDisk(basename(model), model)),
        device: 'wasm',
      },
      {
        base: new URL('http://localhost/models/'),
        startWorker: startEncoderWorker,
        known: new Map(),
      },
    );
    const cache = await EmbeddingCache.open(await encoder.cacheNamespace(), false);
    const corpus = {
      texts: passages,
      records: queries.map((query) => ({ id: query, query, positives: [] })),
    };
    const made = await vectorsOfCorpus(corpus, encoder, cache, new Task(), () => undefined);
    await encoder.release();
    return {
      queries: (place: number) => made.queries.row(place),
      passages: (place: number) => made.passages.row(place),
      rows: made.passages,
    };
  } finally {
    restore();
  }
}

/** What the encoder asks of a browser, put on the global object until the returned function is called. */
function lendBrowserGlobals(): () => void {
  const lent = {
    self: { crossOriginIsolated: false, location: { href: 'http://localhost/' } },
    navigator: { hardwareConcurrency: 1 },
    Worker: InThreadWorker,
  };
  const before = Object.keys(lent).map(
    (name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const,
  );
  for (const [name, value] of Object.entries(lent)) {
    // onnxruntime-web puts Node's worker threads there when it starts: they cannot run a page's worker.
    Object.defineProperty(globalThis, name, { get: () => value, set: () => undefined, configurable: true });
  }
  return () => {
    for (const [name, descriptor] of before) {
      if (descriptor) Object.defineProperty(globalThis, name, descriptor);
      else Reflect.deleteProperty(globalThis, name);
    }
  };
}

/** Sources of several miners, of the queries of `records`. */
async function mine(
  queries: readonly string[],
  passages: readonly string[],
  vectors: Awaited<ReturnType<typeof embed>>,
  records: readonly MinedRecord[],
  miners: readonly Miner[],
): Promise<{ name: string; records: MinedRecord[] }[]> {
  const byWords = (preset: Bm25Preset) => {
    const builder = new Bm25Builder(BM25_PRESETS[preset]);
    for (const text of passages) builder.add(text);
    const index = builder.build();
    return (query: number, k: number) => index.search(index.queryWords(queries[query] ?? ''), k).passages;
  };
  const load = (name: string) => {
    const path = new URL(`../../../../src/simd/${name}.wasm`, import.meta.url);
    return Promise.resolve(Uint8Array.from(readFileSync(path)));
  };
  const module = await compileCosines(load, passages.length * vectors.rows.dimension);
  const preparing = NearestSearch.prepare(module, vectors.rows);
  let slice = preparing.next();
  while (slice.done !== true) slice = preparing.next();
  const nearest = slice.value;
  const search = {
    bm25: byWords('bm25s'),
    'stemmed bm25': byWords('pyserini'),
    dense: (query: number, k: number) =>
      nearest.search([vectors.queries(query)], k)[0]?.passages ?? new Int32Array(),
  };
  return miners.map((miner) => ({
    name: nameOf(miner),
    records: records.flatMap(({ query, positive }) => {
      const [first, last] = [miner.from - 1, miner.from - 1 + TAKEN];
      const found = Array.from(search[miner.by](query, last + 1)).filter((place) => place !== positive);
      const negatives = found.slice(first, last);
      return negatives.length > 0 ? [{ query, positive, negatives }] : [];
    }),
  }));
}
