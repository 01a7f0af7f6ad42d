/** The card beside a mined file: all that the file follows from, so that it can be made again bit for bit. */

import * as v from 'valibot';

import { BM25_PRESETS, type Bm25Settings } from './search/bm25';
import { WORD_CUTS } from './search/words';
import { MiningInputError, type CorpusCounts } from './corpus';
import { FORM_IDS, type FormId } from './forms';
import type { MiningCounts } from './mine';
import { MiningOptionsSchema, type MiningOptions } from './options';

/** Raised when the same card may give another file. */
export const CARD_VERSION = 1;

const Count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

const listOf = <Item extends v.GenericSchema>(item: Item) => v.pipe(v.array(item), v.readonly());

const Bm25 = v.object({
  variant: v.literal('lucene', 'expected lucene'),
  k1: v.pipe(v.number(), v.minValue(Number.MIN_VALUE, 'expected a number above 0')),
  b: v.pipe(v.number(), v.minValue(0), v.maxValue(1, 'expected a number from 0 to 1')),
  tokens: v.picklist(WORD_CUTS),
  stopwords: v.picklist(['english', 'none']),
  stemmer: v.picklist(['porter', 'none']),
});

const Model = v.object({
  name: v.string(),
  onnx: v.string(),
  dtype: v.string(),
  max_tokens: Count,
  files: listOf(v.object({ path: v.string(), sha256: v.string() })),
});

const Encoder = v.object({
  ...Model.entries,
  query_prefix: v.string(),
  passage_prefix: v.string(),
  pooling: v.picklist(['mean', 'cls', 'pooled']),
  dimension: Count,
  // Queries and passages of which only the beginning was encoded; a card of before does not say it.
  cut_texts: v.optional(Count),
});

const Part = v.object({
  method: v.picklist(['bm25', 'dense'], 'expected bm25 or dense; the Lab makes a random control'),
  bm25: v.nullable(Bm25),
  encoder: v.nullable(Encoder),
  // With `score_by: cross-encoder` alone.
  cross_encoder: v.optional(v.nullable(v.object({ ...Model.entries, activation: v.string() })), null),
  options: MiningOptionsSchema,
});

const Input = v.object({ name: v.string(), sha256: v.string() });

/** A source names its files: no path, and no sign that a terminal obeys. */
const FileName = v.pipe(
  v.string(),
  // eslint-disable-next-line no-control-regex -- control characters are what is refused
  v.regex(/^(?!\.)[^/\\:\x00-\x1f\x7f]+$/, 'expected a name, not a path'),
);

/** Of a card only what a file follows from. */
const Recipe = v.object({
  mining_card: v.literal(CARD_VERSION),
  source: FileName,
  parts: v.pipe(
    v.array(v.unknown()),
    v.length(1, 'expected one method; the Lab makes unions, and a language model its file by --replies'),
    v.strictTuple([Part]),
  ),
  corpus: v.object({
    files: listOf(Input),
    sample: v.nullable(v.object({ passages: Count, seed: Count })),
    relevant: v.number(),
  }),
  output: v.object({
    form: v.picklist(FORM_IDS, `expected one of ${FORM_IDS.join(', ')}`),
    with_scores: v.boolean(),
    sha256: v.string(),
  }),
});

export type CardRecipe = v.InferOutput<typeof Recipe>;

export interface CardMethod extends Readonly<v.InferOutput<typeof Part>> {
  readonly counts: MiningCounts;
}

export type MethodId = CardMethod['method'];

export type CardEncoder = NonNullable<CardMethod['encoder']>;

/** An input file, by what is in it. */
export interface CardFile extends Readonly<v.InferOutput<typeof Input>> {
  readonly bytes: number;
}

/** What a language model wrote. `lines` = `records` + refused ones. */
export interface WrittenBy {
  readonly models: readonly string[];
  readonly replies: CardFile;
  readonly counts: {
    readonly lines: number;
    readonly records: number;
    readonly records_without_reply: number;
    /** Negatives that were no new text. */
    readonly left_out: number;
  };
}

export interface MiningCard extends Omit<CardRecipe, 'parts' | 'corpus' | 'output'> {
  readonly made_with: { readonly name: string; readonly version: string };
  /** One; none where a language model wrote. */
  readonly parts: readonly CardMethod[];
  readonly written_by?: WrittenBy;
  readonly corpus: CardRecipe['corpus'] & {
    readonly files: readonly CardFile[];
    readonly counts: CorpusCounts;
  };
  readonly output: CardRecipe['output'] & {
    readonly file: string;
    readonly rows: number;
    readonly negatives: number;
    readonly left_out: number;
  };
}

/** Reads a card. @throws MiningInputError that says which field is wrong, and what was expected */
export function readCard(text: string): CardRecipe {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson({}, 'expected JSON'), Recipe), text);
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  throw new MiningInputError(
    `The card's field ${v.getDotPath(issue) ?? '(the whole)'}: ${issue.message}. Expected the .card.json beside a mined file.`,
  );
}

/** What is mined, and in which form its file is written. */
export interface SourceRequest {
  readonly name: string;
  readonly method: MethodId;
  readonly bm25: Bm25Settings;
  readonly options: MiningOptions;
  readonly form: FormId;
  readonly withScores: boolean;
  /** The encoder of a card: its file and settings, in place of what its folder says. */
  readonly encoder?: CardEncoder | undefined;
}

/** The file of a card once more. */
export function requestOfCard({ source, parts: [part], output }: CardRecipe): SourceRequest {
  return {
    name: source,
    method: part.method,
    bm25: part.bm25 ?? BM25_PRESETS.bm25s,
    options: part.options,
    form: output.form,
    withScores: output.with_scores,
    encoder: part.encoder ?? undefined,
  };
}

/** A file that was made again, beside the card that it was made from. */
export interface Remade {
  readonly same: boolean;
  /** What was not the card's, a sentence each without its full stop. */
  readonly others: readonly string[];
}

/** @param files that were given @param made the card of the file that was made */
export function comparedWith(
  { corpus, parts: [part], output }: CardRecipe,
  files: readonly CardFile[],
  made: MiningCard,
): Remade {
  const given = new Set(files.map(({ sha256 }) => sha256));
  const input = corpus.files
    .filter(({ sha256 }) => !given.has(sha256))
    .map(({ name, sha256 }) => `${name} of the card (sha256 ${sha256}) is not among the files given`);
  const models = (['encoder', 'cross_encoder'] as const).flatMap((kind) => {
    const used = new Set(made.parts[0]?.[kind]?.files.map(({ sha256 }) => sha256));
    const others = part[kind]?.files.filter(({ sha256 }) => !used.has(sha256)) ?? [];
    return others.map(({ path }) => `${path} of ${part[kind]?.name ?? ''} is not the file of the card`);
  });
  return { same: made.output.sha256 === output.sha256, others: [...input, ...models] };
}
