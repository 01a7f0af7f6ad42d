/** A part: a JSON file and, beside it, a file of columns. What it was made with decides which parts fit together. */

import * as v from 'valibot';

import { sha256OfStream } from '../hash';
import { WEIGHTING_IDS } from '../scoring/weightings';
import { Columns, type Places } from './columns';
import { ShardError } from './errors';
import type { Shard } from './names';

/** Raise it with every change of a part's form. */
const PART_VERSION = 4;

/** The program that made a part; parts of two programs are not merged. */
export interface Program {
  readonly version: string;
  /** Null where there is no git. */
  readonly commit: string | null;
}

/** Where parts are read and written. */
export interface PartFiles {
  /** @throws where there is no such file */
  readText(path: string): Promise<string>;
  readBytes(path: string): Promise<Uint8Array<ArrayBuffer>>;
  /** Writes all of them or none. */
  write(
    files: readonly {
      readonly path: string;
      readonly parts: readonly (string | Uint8Array<ArrayBuffer>)[];
    }[],
  ): Promise<void>;
  /** The name of a file in the folder of another one. */
  beside(path: string, name: string): string;
  nameOf(path: string): string;
}

const shard = v.strictObject({
  source: v.string(),
  number: v.number(),
  file: v.string(),
  bytes: v.number(),
  sha256: v.string(),
  records: v.number(),
});

const head = {
  schema_version: v.literal(PART_VERSION),
  negscope: v.strictObject({ version: v.string(), commit: v.nullable(v.string()) }),
  shards: v.array(shard),
  columns: v.strictObject({
    file: v.string(),
    bytes: v.number(),
    sha256: v.string(),
    places: v.record(
      v.string(),
      v.strictObject({ type: v.picklist(['f64', 'u32']), offset: v.number(), length: v.number() }),
    ),
  }),
};

const idfPart = v.strictObject({
  kind: v.literal('negscope-idf'),
  ...head,
  settings: v.strictObject({
    tokenizer: v.literal('alphanumeric'),
    idf_corpus: v.literal('pooled-documents'),
    normalise: v.boolean(),
  }),
  texts: v.number(),
  tokens: v.array(v.string()),
  frequencies: v.array(v.number()),
});

const sumParts = v.tuple([v.number(), v.number()]);
const counts = v.record(v.string(), v.number());

const sumsPart = v.strictObject({
  kind: v.literal('negscope-sums'),
  ...head,
  settings: v.strictObject({
    tau: v.number(),
    weighting: v.picklist(WEIGHTING_IDS),
    weightings: v.array(v.picklist(WEIGHTING_IDS)),
    tokenizer: v.literal('alphanumeric'),
    idf_corpus: v.literal('pooled-documents'),
    normalise: v.boolean(),
    /** What counts as one: `query`, `positive` or a column. */
    group: v.string(),
    negatives: v.nullable(v.number()),
    seed: v.number(),
    reference: v.array(v.string()),
  }),
  /** As the user names it; the files do not say which one made their embeddings. */
  encoder: v.nullable(v.string()),
  /** SHA-256 of the merged table. */
  idf: v.string(),
  /** Of the table: texts, distinct tokens, and the shards that it counted. */
  corpus: v.strictObject({ texts: v.number(), distinct_tokens: v.number(), shards: v.array(shard) }),
  seconds: v.number(),
  rejects: v.array(v.looseObject({ file: v.string(), place: v.number() })),
  sources: v.record(
    v.string(),
    v.strictObject({
      file: v.looseObject({}),
      sums: v.strictObject({
        dimension: v.number(),
        statistics: v.looseObject({}),
        traces: v.array(sumParts),
        same_text: v.number(),
        first_pairs: v.array(v.strictObject({ shard: v.number(), rows: v.array(counts) })),
      }),
    }),
  ),
});

const part = v.variant('kind', [idfPart, sumsPart]);

export type Part = v.InferOutput<typeof part>;
export type IdfHead = v.InferOutput<typeof idfPart>;
export type SumsHead = v.InferOutput<typeof sumsPart>;

/** What a part has besides its version, program and columns. */
export type Content<Head extends Part> = Omit<Head, 'schema_version' | 'columns'>;

/** @throws ShardError where the file is no whole part of this version */
export async function readPart(path: string, files: PartFiles): Promise<Part> {
  const name = files.nameOf(path);
  const text = await files.readText(path);
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new ShardError(`${name} is cut off or damaged: it is no whole JSON. Make this part again.`);
  }
  const found = json as { readonly kind?: unknown; readonly schema_version?: unknown } | null;
  if (
    typeof found?.kind === 'string' &&
    /^negscope-/.test(found.kind) &&
    found.schema_version !== PART_VERSION
  ) {
    const version = String(found.schema_version);
    throw new ShardError(
      `${name} has the form ${version}, this program reads form ${PART_VERSION}. Make all parts with one version.`,
    );
  }
  const parsed = v.safeParse(part, json);
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  const place = v.getDotPath(issue) ?? 'the file';
  throw new ShardError(
    `${name} is no part of npm run partial, or it was changed: ${place}: ${issue.message}`,
  );
}

/** The columns of a part. @throws ShardError where they are missing, cut off or changed */
export async function readColumns(path: string, { columns }: Part, files: PartFiles): Promise<Columns> {
  const name = files.nameOf(path);
  const beside = files.beside(path, columns.file);
  const bytes = await files.readBytes(beside).catch(() => {
    throw new ShardError(`${columns.file} is missing. It belongs beside ${name}.`);
  });
  if (bytes.length !== columns.bytes) {
    throw new ShardError(
      `${columns.file} is cut off: it has ${bytes.length} bytes, ${name} names ${columns.bytes}. Make this part again.`,
    );
  }
  if ((await sha256OfStream(new Blob([bytes]).stream())) !== columns.sha256) {
    throw new ShardError(
      `${columns.file} was changed: its SHA-256 is not the one that ${name} names. Make this part again.`,
    );
  }
  return Columns.of(columns.places as Places, bytes);
}

/** Writes a part: `part-1.json` and `part-1.columns`. */
export async function writePart<Head extends Part>(
  path: string,
  content: Content<Head>,
  columns: Columns,
  files: PartFiles,
): Promise<void> {
  const { places, parts } = columns.bytes();
  const file = `${files.nameOf(path).replace(/\.json$/, '')}.columns`;
  const sha256 = await sha256OfStream(new Blob(parts).stream());
  const bytes = parts.reduce((sum, { length }) => sum + length, 0);
  const whole = { ...content, schema_version: PART_VERSION, columns: { file, bytes, sha256, places } };
  const json = `${JSON.stringify(whole)}\n`;
  await files.write([
    { path: files.beside(path, file), parts },
    { path, parts: [json] },
  ]);
}

/** Refuses parts that do not fit together. @throws ShardError */
export function checkTogether(
  parts: readonly { readonly name: string; readonly head: Part }[],
  program: Program,
): void {
  const [first] = parts;
  if (!first) throw new ShardError('There is no part to merge.');
  for (const { name, head } of parts) {
    if (head.kind !== first.head.kind) {
      throw new ShardError(
        `${first.name} is of the pass ${passOf(first.head)}, ${name} of ${passOf(head)}. Merge the parts of one pass.`,
      );
    }
    const { version, commit } = head.negscope;
    if (version !== program.version || commit !== program.commit) {
      throw new ShardError(
        `${name} was made by Negscope ${inWords(head.negscope)}, this is ${inWords(program)}. Make all parts with one version.`,
      );
    }
    for (const key of Object.keys(first.head.settings)) {
      const [one, other] = [first.head, head].map(({ settings }) =>
        JSON.stringify(Reflect.get(settings, key)),
      );
      if (one !== other) {
        throw new ShardError(
          `${name} was made with the setting ${key} ${other ?? ''}, ${first.name} with ${one ?? ''}.`,
        );
      }
    }
    if (head.kind === 'negscope-sums' && first.head.kind === 'negscope-sums') {
      if (head.encoder !== first.head.encoder) {
        const [one, other] = [first.head.encoder ?? 'none named', head.encoder ?? 'none named'];
        throw new ShardError(`${name} is of the encoder ${other}, ${first.name} of ${one}.`);
      }
      if (head.idf !== first.head.idf) {
        throw new ShardError(
          `${name} and ${first.name} were made with different IDF tables. Score all shards with one --idf.`,
        );
      }
    }
  }
  checkTwice(parts);
}

/** @throws ShardError where a shard is in two parts: by its name, or by its bytes */
function checkTwice(parts: readonly { readonly name: string; readonly head: Part }[]): void {
  const seen = new Map<string, { readonly name: string; readonly shard: Shard }>();
  for (const { name, head } of parts) {
    for (const found of head.shards) {
      for (const key of [`file ${found.source} ${found.file}`, `bytes ${found.source} ${found.sha256}`]) {
        const before = seen.get(key);
        if (before && before.shard !== found) {
          const what =
            before.shard.file === found.file
              ? found.file
              : `the bytes of ${before.shard.file} and ${found.file}`;
          const where = before.name === name ? `twice in ${name}` : `in ${before.name} and in ${name}`;
          throw new ShardError(
            `${what}, a shard of ${found.source}, is ${where}. Each shard counts once: leave one out.`,
          );
        }
        seen.set(key, { name, shard: found });
      }
    }
  }
}

function passOf({ kind }: Part): string {
  return kind === 'negscope-idf' ? 'idf' : 'score';
}

function inWords({ version, commit }: Program): string {
  return commit === null ? version : `${version} (${commit.slice(0, 12)})`;
}
