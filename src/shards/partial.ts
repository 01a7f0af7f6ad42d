/** The map step: one process reads some shards and writes their document frequencies, or their sums. */

import type { Reject } from '../candidates/candidate-record';
import type { RunSettings } from '../engine/result';
import { isColumn } from '../scoring/groups';
import { Columns } from './columns';
import { ShardError } from './errors';
import { inOrder, type Shard, type ShardName } from './names';
import type { Content, IdfHead, Program, SumsHead } from './part';
import { ShardReading, type EmbeddedRecord } from './reading';
import { SourceSums, type SumSettings } from './source-sums';
import { addedFiles, sourceFileOf, type SourceFile } from './source-file';
import { SharedIdf, TextHasher, TextSet, type Frequencies } from './words';

/** One file, which is opened when its turn comes. */
export interface ShardFile extends ShardName {
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
  open(): Promise<File>;
}

/** Tells how far it is: the file, and its records so far. */
export type OnRecords = (file: string, records: number) => void;

export type IdfSettings = IdfHead['settings'];

/** What sums are made under. */
export interface ScoreSettings extends SumSettings, Pick<RunSettings, 'negatives' | 'seed' | 'normalise'> {
  readonly reference: readonly string[];
  readonly encoder: string | null;
}

export interface MadePart<Head extends IdfHead | SumsHead> {
  readonly content: Content<Head>;
  readonly columns: Columns;
}

/** The pass `idf`: the distinct texts of the shards, with their tokens. */
export async function idfOfShards(
  files: readonly ShardFile[],
  normalise: boolean,
  program: Program,
  onRecords: OnRecords,
): Promise<MadePart<IdfHead>> {
  const texts = new TextSet(await TextHasher.create());
  const shards: Shard[] = [];
  for (const file of ordered(files)) {
    const reading = await ShardReading.open(await file.open(), normalise);
    let records = 0;
    for await (const batch of reading.batches(() => undefined)) {
      for (const { positive, negatives } of batch) {
        texts.add(positive);
        for (const negative of negatives) texts.add(negative);
      }
      records += batch.length;
      onRecords(file.name, records);
    }
    shards.push(shardOf(file, records));
  }
  return idfPart(
    texts,
    shards,
    { tokenizer: 'alphanumeric', idf_corpus: 'pooled-documents', normalise },
    program,
  );
}

/** The part of some texts. */
export function idfPart(
  texts: TextSet,
  shards: readonly Shard[],
  settings: IdfSettings,
  negscope: Program,
): MadePart<IdfHead> {
  const columns = new Columns();
  texts.write(columns);
  const { texts: count, tokens, frequencies } = texts.frequencies();
  const table = { texts: count, tokens: [...tokens], frequencies: [...frequencies] };
  return { content: { kind: 'negscope-idf', negscope, shards: [...shards], settings, ...table }, columns };
}

/** SHA-256 of a merged table is not of its file: parts are compared by what the table says. */
export interface SharedTable extends Frequencies {
  readonly id: string;
  readonly shards: readonly Shard[];
  readonly settings: IdfSettings;
}

/**
 * The pass `score`: the sums of the shards under the merged table.
 * @throws ShardError where the table did not count a shard, or was read in another way
 */
export async function sumsOfShards(
  files: readonly ShardFile[],
  table: SharedTable,
  settings: ScoreSettings,
  program: Program,
  onRecords: OnRecords,
): Promise<MadePart<SumsHead>> {
  const begin = performance.now();
  if (table.settings.normalise !== settings.normalise) {
    const [did, does] = [table.settings.normalise, settings.normalise].map((yes) =>
      yes ? 'with' : 'without',
    );
    throw new ShardError(
      `The IDF table was made ${did} --normalise, this pass is ${does} it. Use one for both.`,
    );
  }
  const idf = new SharedIdf(table);
  const hasher = await TextHasher.create();
  const sums = new Map<string, SourceSums>();
  const about = new Map<string, SourceFile>();
  const shards: Shard[] = [];
  const rejects: Reject[] = [];
  for (const [place, file] of ordered(files).entries()) {
    const counted = table.shards.find(
      ({ source, sha256 }) => source === file.source && sha256 === file.sha256,
    );
    if (!counted) {
      throw new ShardError(
        `The IDF table did not count ${file.name} as a shard of ${file.source}, or the file was changed since. ` +
          'Run the pass idf over it, merge again, and score with that table.',
      );
    }
    const column = isColumn(settings.group) ? settings.group : null;
    const reading = await ShardReading.open(await file.open(), settings.normalise, column);
    let records = 0;
    let own: SourceSums | null = null;
    for await (const batch of reading.batches((some) => rejects.push(...some))) {
      const untold = column === null ? undefined : batch.find(({ group }) => group === null);
      if (untold) {
        throw new ShardError(
          `${file.name}: the record of line ${untold.place} has no value in the column ${column}, which --group names. ` +
            'Fill it in, or choose --group query or --group positive.',
        );
      }
      const [first] = batch;
      if (first) {
        own = sums.get(file.source) ?? new SourceSums(first.embeddings.query.length, settings);
        checkDimension(file, first.embeddings.query.length, own.dimension);
        sums.set(file.source, own);
        own.add(
          batch.map((record) => withFirst(record, settings.negatives)),
          place,
          idf,
          hasher,
        );
      }
      records += batch.length;
      onRecords(file.name, records);
    }
    own?.endShard(place, idf, hasher);
    const before = about.get(file.source);
    const told = sourceFileOf(reading);
    about.set(file.source, before ? addedFiles(before, told) : told);
    shards.push(shardOf(file, records));
  }
  const { tau, weighting, weightings, group, negatives, seed, normalise, reference, encoder } = settings;
  const columns = new Columns();
  const sources = Object.fromEntries(
    [...sums].map(([name, of]) => [
      name,
      { file: about.get(name) as SourceFile, sums: of.write(columns, name) },
    ]),
  );
  const content = {
    kind: 'negscope-sums' as const,
    negscope: program,
    shards,
    settings: {
      tau,
      weighting,
      weightings: [...weightings],
      tokenizer: table.settings.tokenizer,
      idf_corpus: table.settings.idf_corpus,
      normalise,
      group,
      negatives,
      seed,
      reference: [...reference].sort(),
    },
    encoder,
    idf: table.id,
    corpus: { texts: table.texts, distinct_tokens: table.tokens.length, shards: [...table.shards] },
    seconds: (performance.now() - begin) / 1000,
    rejects,
    sources,
  };
  return { content: content as unknown as Content<SumsHead>, columns };
}

/** A record with its first negatives alone; all of them where `most` is null. */
function withFirst(record: EmbeddedRecord, most: number | null): EmbeddedRecord {
  if (most === null) return record;
  const { negatives, embeddings } = record;
  return {
    ...record,
    negatives: negatives.slice(0, most),
    embeddings: { ...embeddings, negatives: embeddings.negatives.slice(0, most) },
  };
}

function ordered(files: readonly ShardFile[]): ShardFile[] {
  return [...files].sort((a, b) => inOrder(shardOf(a, 0), shardOf(b, 0)));
}

function shardOf({ source, number, name, bytes, sha256 }: ShardFile, records: number): Shard {
  return { source, number, file: name, bytes, sha256, records };
}

function checkDimension({ name, source }: ShardFile, found: number, expected: number): void {
  if (found === expected) return;
  throw new ShardError(
    `${name}: its embeddings have ${found} numbers, those of ${source} before it ${expected}.`,
  );
}
