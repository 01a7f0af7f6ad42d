/** The card beside a mined file: all that the file follows from, so that it can be made again bit for bit. */

import * as v from 'valibot';

import { BM25_VARIANTS } from './search/bm25';
import type { CorpusCounts } from './corpus';
import { FORM_IDS } from './forms';
import type { LeftOutNegative } from './llm';
import type { MiningCounts } from './mine';
import { MiningOptionsSchema } from './options';
import { WORD_CUTS } from './search/words';

/** Raised when the same card may give another file. */
const CARD_VERSION = 1;

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

export interface CardCrossEncoder extends Readonly<v.InferOutput<typeof Model>> {
  readonly onnx: string;
  readonly dtype: string;
  readonly activation: string;
  readonly max_tokens: number;
}

/** How a part of a source was mined, and what it counted. */
export interface CardMethod extends Readonly<v.InferOutput<typeof Part>> {
  /** Names of the presets that give exactly these settings; null where something was changed. */
  readonly bm25_preset: string | null;
  readonly options_preset: string | null;
  readonly encoder: CardEncoder | null;
  /** With `score_by: cross-encoder` alone. */
  readonly cross_encoder: CardCrossEncoder | null;
  readonly counts: MiningCounts;
}

/** A made file, by its form and what is in it. */
export interface CardOutput extends Readonly<v.InferOutput<typeof Output>> {
  readonly file: string;
  readonly rows: number;
  readonly negatives: number;
  readonly left_out: number;
}

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
  readonly output: CardOutput;
}

/** A card but for its output. @param version of the program @param made how, and of which corpus */
export function cardOf(
  source: string,
  version: string,
  made: Omit<MiningCard, 'mining_card' | 'source' | 'made_with' | 'output'>,
): Omit<MiningCard, 'output'> {
  return { mining_card: CARD_VERSION, source, made_with: { name: 'negscope', version }, ...made };
}

/** A card that cannot be used: which field, what was expected. */
class CardError extends Error {
  override readonly name = 'CardError';

  constructor(what: string) {
    super(`${what} Expected the .card.json beside a mined file.`);
  }
}

/** Reads a card. @throws CardError */
export function readCard(text: string): CardRecipe {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new CardError('The card is not JSON.');
  }
  const parsed = v.safeParse(Recipe, json);
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  throw new CardError(`The card's field ${v.getDotPath(issue) ?? '(the whole)'}: ${issue.message}.`);
}
