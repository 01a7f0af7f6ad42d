/** The card beside a mined file: all that the file follows from, so that it can be made again bit for bit. */

import * as v from 'valibot';

import { BM25_PRESETS, BM25_VARIANTS, type Bm25Settings } from './search/bm25';
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
  variant: v.picklist(BM25_VARIANTS),
  k1: v.pipe(v.number(), v.minValue(Number.MIN_VALUE, 'expected a number above 0')),
  b: v.pipe(v.number(), v.minValue(0), v.maxValue(1, 'expected a number from 0 to 1')),
  // For a time cards had none: their variant, lucene, has no use for it.
  delta: v.optional(v.pipe(v.number(), v.minValue(0, 'expected a number from 0 on')), 0.5),
  tokens: v.picklist(WORD_CUTS),
  stopwords: v.picklist(['english', 'none']),
  stemmer: v.picklist(['porter', 'none']),
});

const Model = v.object({
  name: v.string(),
  files: listOf(v.object({ path: v.string(), sha256: v.string() })),
});

const Encoder = v.object({
  ...Model.entries,
  onnx: v.string(),
  query_prefix: v.string(),
  passage_prefix: v.string(),
  pooling: v.picklist(['mean', 'cls', 'pooled']),
  max_tokens: Count,
});

/** How a part of a source was mined. */
const Part = v.object({
  method: v.picklist(['bm25', 'dense', 'random']),
  bm25: v.nullable(Bm25),
  encoder: v.nullable(Encoder),
  cross_encoder: v.optional(v.nullable(Model), null),
  options: MiningOptionsSchema,
});

const Input = v.object({ name: v.string(), sha256: v.string() });

/** What is written in which form. */
const Output = v.object({ form: v.picklist(FORM_IDS), with_scores: v.boolean(), sha256: v.string() });

/** A source names its files: no path, and no sign that a terminal obeys. */
const FileName = v.pipe(
  v.string(),
  // eslint-disable-next-line no-control-regex -- control characters are what is refused
  v.regex(/^(?!\.)[^/\\:\x00-\x1f\x7f]+$/, 'expected a name, not a path'),
);

const Sample = v.object({ passages: Count, seed: Count });

/** Of a card only what a file follows from. */
const Recipe = v.object({
  mining_card: v.literal(CARD_VERSION),
  source: FileName,
  parts: v.tupleWithRest([Part], Part),
  corpus: v.object({ files: listOf(Input), sample: v.nullable(Sample), relevant: v.number() }),
  output: Output,
});

export type CardRecipe = v.InferOutput<typeof Recipe>;

export type MethodId = v.InferOutput<typeof Part>['method'];

/** An input file, by what is in it. */
export interface CardFile extends Readonly<v.InferOutput<typeof Input>> {
  readonly bytes: number;
}

/** The encoder of a dense mining. */
export interface CardEncoder extends Readonly<v.InferOutput<typeof Encoder>> {
  readonly dtype: string;
  readonly dimension: number;
  /** Queries and passages of which only the beginning was encoded; a card of before does not say it. */
  readonly cut_texts?: number;
}

interface CardCrossEncoder extends Readonly<v.InferOutput<typeof Model>> {
  readonly onnx: string;
  readonly dtype: string;
  readonly activation: string;
  readonly max_tokens: number;
}

/** How a part of a source was mined, and what it counted. */
export interface CardMethod extends Readonly<v.InferOutput<typeof Part>> {
  readonly encoder: CardEncoder | null;
  /** With `score_by: cross-encoder` alone. */
  readonly cross_encoder: CardCrossEncoder | null;
  readonly counts: MiningCounts;
}

/** Why a negative of a reply is left out. */
export type LeftOutNegative = 'blank' | 'positive' | 'query' | 'repeated';

/** What a language model wrote. `lines` = `records` + refused ones. */
export interface WrittenBy {
  /** Models that the replies name. */
  readonly models: readonly string[];
  readonly replies: CardFile;
  readonly counts: {
    readonly lines: number;
    readonly records: number;
    readonly records_without_reply: number;
    readonly left_out: Readonly<Record<LeftOutNegative, number>>;
  };
}

export interface MiningCard {
  readonly mining_card: typeof CARD_VERSION;
  readonly source: string;
  readonly made_with: { readonly name: string; readonly version: string };
  /** One, or the parts of a union in their order; none where a language model wrote. */
  readonly parts: readonly CardMethod[];
  readonly union: { readonly shared: number; readonly not_in_all: number } | null;
  readonly written_by?: WrittenBy;
  readonly corpus: {
    readonly files: readonly CardFile[];
    readonly sample: v.InferOutput<typeof Sample> | null;
    readonly relevant: number;
    readonly counts: CorpusCounts;
  };
  /** The made file, by its form and what is in it. */
  readonly output: Readonly<v.InferOutput<typeof Output>> & {
    readonly file: string;
    readonly rows: number;
    readonly negatives: number;
    readonly left_out: number;
  };
}

/** Reads a card. @throws MiningInputError that says which field is wrong, and what was expected */
export function readCard(text: string): CardRecipe {
  const refused = (why: string) =>
    new MiningInputError(`${why} Expected the .card.json beside a mined file.`);
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw refused('The card is not JSON.');
  }
  const parsed = v.safeParse(Recipe, json);
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  throw refused(`The card's field ${v.getDotPath(issue) ?? '(the whole)'}: ${issue.message}.`);
}

/** What is mined, and in which form its file is written. */
export interface SourceRequest {
  readonly name: string;
  /** Several are the parts of a union. */
  readonly methods: readonly MethodId[];
  readonly bm25: Bm25Settings;
  readonly options: MiningOptions;
  readonly form: FormId;
  readonly withScores: boolean;
  /** The encoder of a card: its file and settings, in place of what its folder says. */
  readonly encoder?: v.InferOutput<typeof Encoder> | undefined;
}

/** The file of a card once more. All parts of a card have the same options. */
export function requestOfCard({ source, parts, output }: CardRecipe): SourceRequest {
  return {
    name: source,
    methods: parts.map(({ method }) => method),
    bm25: parts.find(({ bm25 }) => bm25 !== null)?.bm25 ?? BM25_PRESETS.bm25s,
    options: parts[0].options,
    form: output.form,
    withScores: output.with_scores,
    encoder: parts.find(({ encoder }) => encoder !== null)?.encoder ?? undefined,
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
  { corpus, parts, output }: CardRecipe,
  files: readonly CardFile[],
  made: MiningCard,
): Remade {
  const given = new Set(files.map(({ sha256 }) => sha256));
  const input = corpus.files
    .filter(({ sha256 }) => !given.has(sha256))
    .map(({ name, sha256 }) => `${name} of the card (sha256 ${sha256}) is not among the files given`);
  const models = parts.flatMap((part, i) =>
    (['encoder', 'cross_encoder'] as const).flatMap((kind) => {
      const used = new Map(made.parts[i]?.[kind]?.files.map(({ path, sha256 }) => [path, sha256]));
      const others = part[kind]?.files.filter(({ path, sha256 }) => used.get(path) !== sha256) ?? [];
      return others.map(({ path }) => `${path} of ${part[kind]?.name ?? ''} is not the file of the card`);
    }),
  );
  return { same: made.output.sha256 === output.sha256, others: [...new Set([...input, ...models])] };
}
