/** The merge: parts added up. Any order and any grouping of the same parts give the same sums to within 1e-12. */

import { sha256OfStream } from '../hash';
import { ShardError } from './errors';
import { inOrder, type Shard } from './names';
import { Columns } from './columns';
import { idfPart, type MadePart, type SharedTable } from './partial';
import {
  checkTogether,
  readColumns,
  readPart,
  type IdfHead,
  type Part,
  type PartFiles,
  type Program,
  type SumsHead,
} from './part';
import { addedFiles, type SourceFile } from './source-file';
import { SourceSums, type SourceSumsParts } from './source-sums';
import { TextHasher, TextSet } from './words';

/** The sums of several parts, before they are written or reported. */
export interface MergedSums {
  /** That of the first part, with all shards. */
  readonly head: SumsHead;
  readonly shards: readonly Shard[];
  readonly sources: ReadonlyMap<string, { readonly file: SourceFile; readonly sums: SourceSums }>;
}

/** The heads of parts that fit together, in one order whatever order they are given in. @throws ShardError */
export async function headsOf(
  paths: readonly string[],
  files: PartFiles,
  program: Program,
): Promise<{ readonly path: string; readonly head: Part }[]> {
  const heads: { path: string; name: string; head: Part }[] = [];
  for (const path of paths) heads.push({ path, name: files.nameOf(path), head: await readPart(path, files) });
  checkTogether(heads, program);
  const first = ({ head }: { head: Part }) => [...head.shards].sort(inOrder)[0];
  return heads.sort((a, b) => {
    const [one, other] = [first(a), first(b)];
    return one && other ? inOrder(one, other) : 0;
  });
}

/** @throws ShardError */
export async function mergedIdf(
  parts: readonly { readonly path: string; readonly head: IdfHead }[],
  files: PartFiles,
  program: Program,
): Promise<MadePart<IdfHead>> {
  const texts = new TextSet(await TextHasher.create());
  for (const { path, head } of parts) texts.addColumns(await readColumns(path, head, files), head.tokens);
  const first = parts[0] as { readonly head: IdfHead };
  const shards = parts.flatMap(({ head }) => head.shards).sort(inOrder);
  return idfPart(texts, shards, first.head.settings, program);
}

/** The table of a part of the pass `idf`, for the pass `score`. @throws ShardError */
export async function sharedTable(path: string, files: PartFiles, program: Program): Promise<SharedTable> {
  const head = await readPart(path, files);
  if (head.kind !== 'negscope-idf') {
    throw new ShardError(
      `${files.nameOf(path)} is no IDF table. Expected what npm run merge made of the pass idf.`,
    );
  }
  checkTogether([{ name: files.nameOf(path), head }], program);
  const { texts, tokens, frequencies, shards, settings } = head;
  const said = JSON.stringify([texts, tokens, frequencies]);
  const id = await sha256OfStream(new Blob([said]).stream());
  return { texts, tokens, frequencies, shards, settings, id };
}

/** One part after another: memory holds the sums of one of them beside those of all. @throws ShardError */
export async function mergedSums(
  parts: readonly { readonly path: string; readonly head: SumsHead }[],
  files: PartFiles,
): Promise<MergedSums> {
  const first = parts[0] as { readonly head: SumsHead };
  const shards = parts.flatMap(({ head }) => head.shards).sort(inOrder);
  const sources = new Map<string, { file: SourceFile; sums: SourceSums }>();
  for (const { path, head } of parts) {
    const columns = await readColumns(path, head, files);
    const shardOf = head.shards.map((shard) => shards.indexOf(shard));
    for (const [name, part] of Object.entries(head.sources)) {
      const { settings } = first.head;
      const own = SourceSums.read(columns, name, settings, part.sums as unknown as SourceSumsParts);
      const known = sources.get(name);
      if (known && known.sums.dimension !== own.dimension) {
        throw new ShardError(
          `${files.nameOf(path)} has embeddings of ${own.dimension} numbers for ${name}, the parts before it of ${known.sums.dimension}.`,
        );
      }
      const sums = known?.sums ?? new SourceSums(own.dimension, settings);
      sums.addSums(own, shardOf);
      const file = part.file as unknown as SourceFile;
      sources.set(name, { file: known ? addedFiles(known.file, file) : file, sums });
    }
  }
  const rejects = parts
    .flatMap(({ head }) => head.rejects)
    .sort((a, b) => placeOf(a.file) - placeOf(b.file) || a.place - b.place);
  const seconds = parts.reduce((sum, { head }) => sum + head.seconds, 0);
  return { head: { ...first.head, shards, rejects, seconds }, shards, sources };

  function placeOf(file: string): number {
    return shards.findIndex((shard) => shard.file === file);
  }
}

/** The merged sums as a part that can be merged again. */
export function sumsPart({ head, shards, sources }: MergedSums): MadePart<SumsHead> {
  const columns = new Columns();
  const written = Object.fromEntries(
    [...sources].map(([name, { file, sums }]) => [name, { file, sums: sums.write(columns, name) }]),
  );
  const content = { ...head, shards: [...shards], sources: written };
  return { content: content as unknown as MadePart<SumsHead>['content'], columns };
}

/** Shards that the IDF table counted and no part has, in words; empty where none is missing. */
export function missingInWords({ head, shards }: MergedSums): string[] {
  const present = new Set(shards.map(({ source, sha256 }) => `${source} ${sha256}`));
  return head.corpus.shards
    .filter(({ source, sha256 }) => !present.has(`${source} ${sha256}`))
    .map(({ file, source }) => `${file} of ${source}`);
}
