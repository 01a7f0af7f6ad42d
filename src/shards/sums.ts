/** The pass `score`: what a run computes of each pair, under the merged table, and Σ w r rᵀ. One shard is in memory at a time. */

import type { SourceStructure } from '../candidates/api';
import type { Reject } from '../candidates/candidate-record';
import { fillColumns } from '../engine/blocks';
import { Lexicon } from '../engine/lexicon';
import { selectRecords, vectorsOf, type SourceData } from '../engine/source-data';
import { onProcessor, type Summer } from '../engine/summer';
import { addRecords, weightUnder } from '../engine/sums';
import { Task } from '../engine/task';
import { IdfTable, TokenDictionary } from '../lexical/idf';
import { alphanumericTokens } from '../lexical/tokens';
import type { Vector } from '../scoring/gates';
import { isColumn } from '../scoring/groups';
import { emptyColumns, offsetsOf, recordsOfPairs } from '../scoring/pairs';
import {
  inOrder,
  missingShards,
  PART_FORM,
  ShardError,
  type Piece,
  type Program,
  type Shard,
  type SourceMatrices,
  type SumPart,
  type SumSettings,
  type Table,
} from './parts';
import { ShardReading, type EmbeddedRecord, type OnRecords, type ShardFile } from './reading';
import { textKeys } from './texts';

/** Numbers of texts, by their keys. */
export class Numbers {
  private readonly known = new Map<string, number>();

  of(key: string): number {
    const number = this.known.get(key) ?? this.known.size;
    this.known.set(key, number);
    return number;
  }

  get keys(): string[] {
    return [...this.known.keys()];
  }
}

/** The words of some texts, under the merged table. @param priorities of passages */
export function lexiconOf(
  { texts, words, frequencies }: Table,
  queries: ReadonlyMap<number, string>,
  passages: ReadonlyMap<number, string>,
  priorities = new Map<number, number>(),
): Lexicon {
  const dictionary = new TokenDictionary();
  dictionary.idsOf(new Set(words));
  const tokensOf = (some: ReadonlyMap<number, string>) =>
    new Map(Array.from(some, ([id, text]) => [id, dictionary.idsOf(alphanumericTokens(text))]));
  const [asked, found] = [tokensOf(queries), tokensOf(passages)];
  return new Lexicon(dictionary, asked, found, priorities, IdfTable.of(texts, frequencies));
}

/**
 * @param table with its SHA-256
 * @throws ShardError where the table did not count a shard, or read it in another way; CandidatesError
 */
export async function sumsOf(
  files: readonly ShardFile[],
  { table, sha256 }: { readonly table: Table; readonly sha256: string },
  settings: SumSettings,
  negscope: Program,
  onRecords: OnRecords,
): Promise<SumPart> {
  const begin = performance.now();
  const { normalise, negatives, group } = settings;
  const other = Object.entries(table.settings).find(([key, value]) => Reflect.get(settings, key) !== value);
  if (other) throw new ShardError(`The table was made with another --${other[0]}. Use one in both passes.`);
  const ordered = [...files].sort(inOrder);
  const uncounted = missingShards(table.shards, ordered);
  if (uncounted.length > 0) {
    throw new ShardError(
      `The table did not count ${uncounted.join(', ')}. Run the pass idf over them again.`,
    );
  }
  const [keyOf, queries, passages] = [await textKeys(), new Numbers(), new Numbers()];
  const [summers, task] = [new SourceSummers(settings), new Task()];
  const [pieces, rejects]: [Piece[], Reject[]] = [[], []];
  for (const { open, ...shard } of ordered) {
    const reading = await ShardReading.open(await open(), normalise, isColumn(group) ? group : null);
    const records: EmbeddedRecord[] = [];
    for await (const record of reading.records(rejects)) {
      records.push(record);
      onRecords(shard.file, records.length);
    }
    const [asked, found] = [new Map<number, string>(), new Map<number, string>()];
    const idIn = (numbers: Numbers, texts: Map<number, string>, text: string) => {
      const id = numbers.of(keyOf(text));
      texts.set(id, text);
      return id;
    };
    const structure = {
      id: 0,
      queries: Int32Array.from(records, ({ query }) => idIn(queries, asked, query)),
      positives: Int32Array.from(records, ({ positive }) => idIn(passages, found, positive)),
      offsets: offsetsOf(records.map((record) => record.negatives.length)),
      negatives: Int32Array.from(
        records.flatMap((record) => record.negatives.map((text) => idIn(passages, found, text))),
      ),
    };
    const source = sourceOf(records, structure, negatives);
    const lexicon = lexiconOf(table, asked, found);
    await fillColumns(source, lexicon, task);
    const overlap = await lexicon.overlap(source.structure, task);
    if (records.length > 0) await summers.add(shard, source, task);
    const { columns } = source;
    const groups = records.map((record) => record.group ?? null);
    pieces.push({ shard, file: reading.told, structure, groups, columns, overlap });
  }
  const shards = pieces.map(({ shard }) => shard);
  const head = { form: PART_FORM, negscope, shards, settings, table: sha256 };
  const texts = { queries: queries.keys, passages: passages.keys };
  const seconds = (performance.now() - begin) / 1000;
  const matrices = await summers.matrices(task);
  return { kind: 'negscope-sums', ...head, ...texts, pieces, matrices, rejects, seconds };
}

/** The records of a shard as a source of a run. @param negatives the first so many of each; null: all */
function sourceOf(
  records: readonly EmbeddedRecord[],
  all: SourceStructure,
  negatives: number | null,
): SourceData {
  const indices = Int32Array.from(records.keys());
  const structure = selectRecords(all, indices, negatives);
  const { offsets, queries: units } = structure;
  const recordOf = recordsOfPairs(offsets);
  const rows = (record: number) => (records[record] as EmbeddedRecord).embeddings;
  const none = new Float64Array(records.length);
  return {
    id: 0,
    name: '',
    structure,
    indices,
    units,
    priorities: none,
    turns: none,
    columns: emptyColumns(offsets),
    vectors: {
      dimension: records[0]?.embeddings.query.length ?? 0,
      query: (record) => rows(record).query,
      positive: (record) => rows(record).positive,
      negative: (pair) => {
        const record = recordOf[pair] as number;
        return rows(record).negatives[pair - (offsets[record] as number)] as Vector;
      },
    },
  };
}

/** Σ w r rᵀ of the sources of a part. */
class SourceSummers {
  private readonly known = new Map<string, { readonly dimension: number; readonly summer: Summer }>();

  constructor(private readonly settings: SumSettings) {}

  /** @throws ShardError for embeddings of another length than in the shards before */
  async add({ source: name, file }: Shard, source: SourceData, task: Task): Promise<void> {
    const { tau, weightings } = this.settings;
    const { dimension } = vectorsOf(source);
    const own = this.known.get(name) ?? {
      dimension,
      summer: onProcessor(dimension, weightings.length, null),
    };
    this.known.set(name, own);
    if (own.dimension !== dimension) {
      throw new ShardError(
        `${file} has embeddings of length ${dimension}, others of ${name} ${own.dimension}.`,
      );
    }
    const weights = weightings.map((weighting) => weightUnder(source.columns, { tau, weighting }));
    await addRecords(own.summer, source, source.structure.queries.keys(), weights, task);
  }

  async matrices(task: Task): Promise<Map<string, SourceMatrices>> {
    const made = new Map<string, SourceMatrices>();
    for (const [name, { dimension, summer }] of this.known) {
      const sums = [];
      for (const place of this.settings.weightings.keys())
        sums.push((await summer.sum(place, task)).triangle);
      made.set(name, { dimension, sums });
    }
    return made;
  }
}
