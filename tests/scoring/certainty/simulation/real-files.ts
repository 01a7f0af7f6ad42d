/** The real files that the verdict is tried on, as the engine ranks them, and the pair columns of any of their passages. */

import { basename } from 'node:path';

import { fillColumns } from '../../../../src/engine/blocks';
import { madeSource, passageVectors, vectorsOf, type SourceData } from '../../../../src/engine/source-data';
import { Task } from '../../../../src/engine/task';
import { BM25_PRESETS, bm25Index } from '../../../../src/mining/search/bm25';
import { bestWithTies } from '../../../../src/mining/search/top';
import { negativesOf, type IdRecords } from '../../../../src/scoring/controls';
import { planUnits } from '../../../../src/scoring/certainty/units';
import { unitsOf } from '../../../../src/scoring/groups';
import { cosine, embedded } from '../../../../src/scoring/neighbours';
import { offsetsOf, type PairColumns } from '../../../../src/scoring/pairs';
import { atOnce } from '../../../../src/scoring/sliced';
import { candidatesInMemory } from '../../../support/candidates';
import { folderOnDisk } from '../../../support/folders';
import { InThreadWorker } from '../../../support/in-thread-worker';
import { encoderOf, engineOnCandidates, runRequest, silent } from '../../../support/runs';
import { readTevatron } from '../../../support/tevatron';

/** A miner that takes ten passages of the list for each query, the own positive left out: from the rank `from` on. */
export interface Miner {
  readonly by: 'bm25' | 'dense';
  readonly from: number;
}

/** How its source is called. */
export function nameOf({ by, from }: Miner): string {
  return `${by} ${from}–${from + TAKEN - 1}`;
}

const TAKEN = 10;

/** A source, with the texts of its records as places in those of the data set. */
export interface RealSource extends IdRecords {
  readonly name: string;
  readonly columns: PairColumns;
  /** Unit of each record, from 0. */
  readonly units: Int32Array;
}

/** The texts of a data set by their places, with their vectors. */
interface RealTexts {
  readonly queries: readonly string[];
  readonly passages: readonly string[];
  readonly queryVector: (place: number) => Row;
  readonly passageVector: (place: number) => Row;
}

type Row = ReturnType<ReturnType<typeof vectorsOf>['query']>;

/** Files of one folder under one encoder. */
export class RealFiles {
  private constructor(
    readonly name: string,
    readonly sources: readonly RealSource[],
    readonly units: number,
    readonly passages: number,
    /** The columns of any records with any passages. */
    readonly columnsOf: (records: IdRecords) => Promise<PairColumns>,
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
    const names = Object.keys(paths);
    const candidates = candidatesInMemory(Object.values(paths).map(readTevatron));
    const engine = engineOnCandidates(candidates);
    const encoder = encoderOf(folderOnDisk(basename(model), model));
    const restore = lendBrowserGlobals();
    await engine
      .run(
        runRequest(
          names.map((source) => ({ name: source })),
          { encoder },
        ),
        silent,
      )
      .finally(restore);
    const { sources, lexicon } = engine.keptRun();
    const ids = passagesInOrder(sources);
    const placeOf = new Map(ids.map((id, place) => [id, place]));
    const placesOf = (column: Int32Array) => column.map((id) => placeOf.get(id) ?? -1);
    const read = sources.map(({ structure, columns }, s) => ({
      ...structure,
      name: names[s] ?? '',
      positives: placesOf(structure.positives),
      negatives: placesOf(structure.negatives),
      columns,
    }));
    const vectorOf = passageVectors(sources);
    const queryVectors = new Map<number, Row>();
    for (const source of sources)
      source.structure.queries.forEach((query, record) =>
        queryVectors.set(query, vectorsOf(source).query(record)),
      );
    const texts: RealTexts = {
      queries: await candidates.queryTexts(Int32Array.from(queryVectors.keys())),
      passages: await candidates.passageTexts(Int32Array.from(ids)),
      queryVector: (place) => queryVectors.get(place) as Row,
      passageVector: (place) => vectorOf(ids[place] as number),
    };
    const columnsOf = async (records: IdRecords) => {
      const idsOf = (column: Int32Array) => column.map((place) => ids[place] as number);
      const [like] = sources as [SourceData];
      const { queries, positives, offsets, negatives } = records;
      const made = madeSource(
        like,
        name,
        { queries, positives: idsOf(positives), offsets, negatives: idsOf(negatives) },
        {
          ...vectorsOf(like),
          query: (record) => texts.queryVector(queries[record] as number),
          positive: (record) => texts.passageVector(positives[record] as number),
          negative: (pair) => texts.passageVector(negatives[pair] as number),
        },
      );
      await fillColumns(made, lexicon, new Task());
      return made.columns;
    };
    const mined = await Promise.all(
      minedSources(texts, read[0] as IdRecords, miners).map(async (source) => ({
        ...source,
        columns: await columnsOf(source),
      })),
    );
    const all = [...read, ...mined];
    const { units, of } = planUnits(unitsOf(all, 'positive'));
    return new RealFiles(
      name,
      all.map((source, s) => ({ ...source, units: of[s] as Int32Array })),
      units,
      ids.length,
      columnsOf,
    );
  }

  /** @throws Error for a name that no file has */
  source(name: string): RealSource {
    const found = this.sources.find((source) => source.name === name);
    if (!found) throw new Error(`${this.name} has no source ${name}.`);
    return found;
  }
}

/** Ids of the distinct passages, in the order of the records: the positive first. */
function passagesInOrder(sources: readonly SourceData[]): number[] {
  const all = sources.flatMap(({ structure }) =>
    Array.from(structure.positives, (positive, record) => [
      positive,
      ...negativesOf(structure, record),
    ]).flat(),
  );
  return [...new Set(all)];
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

/** Sources of several miners, of the queries of some records. */
function minedSources(
  { queries, passages, queryVector, passageVector }: RealTexts,
  records: IdRecords,
  miners: readonly Miner[],
): (IdRecords & { readonly name: string })[] {
  if (miners.length === 0) return [];
  const index = atOnce(bm25Index(passages, BM25_PRESETS.bm25s));
  const rows = passages.map((_, place) => embedded(passageVector(place)));
  const search = {
    bm25: (query: number, k: number) => index.search(queries[query] ?? '', k).passages,
    dense: (query: number, k: number) => {
      const near = embedded(queryVector(query));
      const cosines = Float64Array.from(rows, (row) => cosine(near, row));
      return bestWithTies([...rows.keys()], cosines, k, 1e-6).passages;
    },
  };
  return miners.map((miner) => {
    const [first, last] = [miner.from - 1, miner.from - 1 + TAKEN];
    const lists = Array.from(records.queries, (query, record) =>
      Array.from(search[miner.by](query, last + 1))
        .filter((place) => place !== records.positives[record])
        .slice(first, last),
    );
    const isKept = (_: number, record: number) => lists[record]?.length !== 0;
    return {
      name: nameOf(miner),
      queries: records.queries.filter(isKept),
      positives: records.positives.filter(isKept),
      offsets: offsetsOf(lists.map(({ length }) => length).filter(Boolean)),
      negatives: Int32Array.from(lists.flat()),
    };
  });
}
