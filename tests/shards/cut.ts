/** Sources cut into shards, scored and merged in memory; and the same sources ranked whole by the engine. */

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

import type { RunResult, RunSettings } from '../../src/engine/result';
import type { Report } from '../../src/report/result';
import { seededRandom } from '../../src/scoring/random';
import { WEIGHTING_IDS } from '../../src/scoring/weightings';
import { headsOf, mergedIdf, mergedSums, sharedTable } from '../../src/shards/merge';
import { shardName } from '../../src/shards/names';
import {
  writePart,
  type IdfHead,
  type Part,
  type PartFiles,
  type Program,
  type SumsHead,
} from '../../src/shards/part';
import {
  idfOfShards,
  sumsOfShards,
  type MadePart,
  type ScoreSettings,
  type ShardFile,
} from '../../src/shards/partial';
import { reportOfSums } from '../../src/shards/report';
import { RankedSources, type NamedSource } from '../support/experiments';
import { PROVENANCE } from '../support/results';

const PROGRAM: Program = { version: '0.1.0', commit: null };

/** Files in memory. */
export class MemoryFiles implements PartFiles {
  readonly files = new Map<string, Uint8Array<ArrayBuffer>>();

  async readText(path: string): Promise<string> {
    return new TextDecoder().decode(await this.readBytes(path));
  }

  readBytes(path: string): Promise<Uint8Array<ArrayBuffer>> {
    const bytes = this.files.get(path);
    return bytes ? Promise.resolve(bytes) : Promise.reject(new Error(`${path}: no such file`));
  }

  async write(files: Parameters<PartFiles['write']>[0]): Promise<void> {
    for (const { path, parts } of files) {
      this.files.set(path, new Uint8Array(await new Blob([...parts]).arrayBuffer()));
    }
  }

  beside(_path: string, name: string): string {
    return name;
  }

  nameOf(path: string): string {
    return path;
  }
}

function shardFile(name: string, content: string): ShardFile {
  const sha256 = createHash('sha256').update(content).digest('hex');
  return {
    ...shardName(name),
    name,
    bytes: content.length,
    sha256,
    open: () => Promise.resolve(new File([content], name)),
  };
}

/** The records of a source in `count` files of nearly the same length, as JSON lines. */
export function cut({ name, records }: NamedSource, count: number): ShardFile[] {
  const lines = records.map(({ query, positive, negatives, rows }) =>
    JSON.stringify({
      query,
      positive,
      negatives,
      query_embedding: rows?.query,
      positive_embedding: rows?.positive,
      negative_embeddings: rows?.negatives,
    }),
  );
  const shards = Math.min(count, lines.length);
  return Array.from({ length: shards }, (_, i) => {
    const some = lines.slice(
      Math.floor((i * lines.length) / shards),
      Math.floor(((i + 1) * lines.length) / shards),
    );
    return shardFile(`${name}.part${i + 1}.jsonl`, `${some.join('\n')}\n`);
  });
}

export const SETTINGS: ScoreSettings = {
  tau: 0.05,
  weighting: 'full',
  weightings: WEIGHTING_IDS,
  group: 'positive',
  negatives: null,
  seed: 42,
  normalise: false,
  reference: [],
  encoder: null,
};

const silent = () => undefined;

/** Writes a made part and gives its path. */
export async function written<Head extends Part>(
  path: string,
  {
    content,
    columns,
  }: {
    content: MadePart<IdfHead>['content'] | MadePart<SumsHead>['content'];
    columns: MadePart<IdfHead>['columns'];
  },
  files: PartFiles,
): Promise<string> {
  await writePart<Head>(path, content as never, columns, files);
  return path;
}

/** One part for each list of shards, of both passes; the last step is left to the test. */
export async function partsOf(
  lists: readonly (readonly ShardFile[])[],
  files: PartFiles,
  settings: ScoreSettings = SETTINGS,
): Promise<string[]> {
  const idfs: string[] = [];
  for (const [i, list] of lists.entries()) {
    const made = await idfOfShards(list, settings.normalise, PROGRAM, silent);
    idfs.push(await written(`idf-${i}.json`, made, files));
  }
  const heads = (await headsOf(idfs, files, PROGRAM)) as { path: string; head: IdfHead }[];
  await written('idf.json', await mergedIdf(heads, files, PROGRAM), files);
  const table = await sharedTable('idf.json', files, PROGRAM);
  const parts: string[] = [];
  for (const [i, list] of lists.entries()) {
    const made = await sumsOfShards(list, table, settings, PROGRAM, silent);
    parts.push(await written(`part-${i}.json`, made, files));
  }
  return parts;
}

export async function mergedOf(paths: readonly string[], files: PartFiles) {
  const heads = (await headsOf(paths, files, PROGRAM)) as { path: string; head: SumsHead }[];
  return mergedSums(heads, files);
}

export async function reportOf(paths: readonly string[], files: PartFiles): Promise<Report> {
  const merged = await mergedOf(paths, files);
  return reportOfSums(merged, paths.length, PROVENANCE, new Date(0));
}

/** The sources ranked whole, with every weighting. */
export async function wholeRun(
  sources: readonly NamedSource[],
  settings: Partial<RunSettings> = {},
): Promise<RunResult> {
  const { engine, result } = await RankedSources.rank(sources, settings);
  return { ...result, sources: await engine.rescore(result.settings, 'all', silent) };
}

/** What a merged report must have of a run, by the names of the sources. */
export function ofRun({ sources, certainty, pair_audit, idf_corpus }: RunResult): object {
  const name = (id: number) => sources.find((source) => source.id === id)?.name ?? '';
  const named = <T>(list: readonly (T & { readonly source: number })[]) =>
    Object.fromEntries(list.map(({ source, ...rest }) => [name(source), rest]));
  const order = { ...certainty, encodes_used: 0, encodes_total: 0 };
  return {
    idf_corpus,
    sources: Object.fromEntries(sources.map((source) => [source.name, source.figures])),
    certainty: {
      ...order,
      scores: named(certainty.scores),
      pairs: certainty.pairs.map((pair) => ({ ...pair, a: name(pair.a), b: name(pair.b) })),
      flags: certainty.flags.map((flag) => ({
        ...flag,
        source: name(flag.source),
        reference: name(flag.reference),
      })),
    },
    near: Object.fromEntries(
      pair_audit.sources.map(({ source, near_positive }) => [name(source), near_positive]),
    ),
  };
}

/** The same of a merged report. */
export function ofReport(report: Report, run: RunResult): object {
  const { sources, certainty, idf_corpus, audit } = report;
  const keys = Object.keys(run.sources[0]?.figures ?? {});
  const figures = Object.entries(sources).map(([name, source]): [string, object] => [
    name,
    Object.fromEntries(keys.map((key) => [key, Reflect.get(source, key)])),
  ]);
  const order = { ...certainty, encodes_used: 0, encodes_total: 0 };
  return {
    idf_corpus,
    sources: Object.fromEntries(figures),
    certainty: order,
    near: Object.fromEntries(Object.entries(audit.pairs).map(([name, pairs]) => [name, pairs.near_positive])),
  };
}

/** Dimension of {@link madeRow}. */
const MADE_DIMENSION = 16;

/** A file of ../shared/data with made embeddings: the files themselves have none. */
export function sharedSource(folder: string, name: string, reference: boolean): NamedSource {
  const url = new URL(`../../../shared/data/${folder}/${name}.jsonl`, import.meta.url);
  const lines = readFileSync(url, 'utf8').split('\n').filter(Boolean);
  const records = lines.map((line) => {
    const record = JSON.parse(line) as Record<
      'positive_passages' | 'negative_passages',
      { text: string }[]
    > & {
      query: string;
    };
    const query = record.query.trim();
    const positive = (record.positive_passages[0] as { text: string }).text.trim();
    const negatives = [...new Set(record.negative_passages.map(({ text }) => text.trim()))];
    const rows = { query: madeRow(query), positive: madeRow(positive), negatives: negatives.map(madeRow) };
    return { query, positive, negatives, rows };
  });
  return { name, records, reference };
}

/** A row of norm 1 that hangs on the text alone, with a mean that is not zero. */
function madeRow(text: string): number[] {
  const random = seededRandom(createHash('sha256').update(text).digest().readUInt32LE());
  const row = Array.from({ length: MADE_DIMENSION }, () => random() - 0.3);
  const norm = Math.hypot(...row);
  return row.map((value) => value / norm);
}
