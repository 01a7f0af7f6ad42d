/** The card beside a mined file: all that the file follows from, so that it can be made again bit for bit. */

import * as v from 'valibot';

import type { Retention } from '../scoring/retention';
import { BM25_VARIANTS, type Bm25Settings } from './bm25';
import type { CorpusCounts } from './corpus';
import { FORM_IDS, type FormId } from './forms';
import type { MiningCounts } from './mine';
import { MiningOptionsSchema, type MiningOptions } from './options';
import { WORD_CUTS } from './words';

/** Raised when the same card may give another file. */
export const CARD_VERSION = 1;

/** An input file, by what is in it. */
export interface CardFile {
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
}

interface CardModel {
  readonly name: string;
  readonly onnx: string;
  readonly dtype: string;
  readonly max_tokens: number;
  readonly files: readonly { readonly path: string; readonly sha256: string }[];
}

/** The encoder of a dense mining. */
export interface CardEncoder extends CardModel {
  readonly query_prefix: string;
  readonly passage_prefix: string;
  readonly pooling: string;
  readonly dimension: number;
  /** Queries and passages of which only the beginning was encoded; a card of before does not say it. */
  readonly cut_texts?: number;
}

/** The cross-encoder of a mining with `score_by: cross-encoder`. */
export interface CardCrossEncoder extends CardModel {
  readonly activation: string;
}

/** How a part of a source was mined. */
export interface CardMethod {
  readonly method: 'bm25' | 'dense' | 'random';
  /** Names of the presets that give exactly these settings; null where something was changed. */
  readonly bm25_preset: string | null;
  readonly options_preset: string | null;
  readonly bm25: Bm25Settings | null;
  readonly encoder: CardEncoder | null;
  readonly cross_encoder: CardCrossEncoder | null;
  readonly options: MiningOptions;
  readonly counts: MiningCounts;
}

/** A made file, by its form and what is in it. */
export interface CardOutput {
  readonly file: string;
  readonly form: FormId;
  readonly with_scores: boolean;
  readonly rows: number;
  readonly negatives: number;
  readonly left_out: number;
  readonly sha256: string;
}

export interface MiningCard {
  readonly mining_card: typeof CARD_VERSION;
  readonly source: string;
  readonly made_with: { readonly name: string; readonly version: string };
  /** One, or the parts of a union in their order. */
  readonly parts: readonly CardMethod[];
  readonly union: { readonly shared: number; readonly not_in_all: number } | null;
  readonly corpus: {
    readonly files: readonly CardFile[];
    readonly sample: { readonly passages: number; readonly seed: number } | null;
    readonly relevant: number;
    readonly counts: CorpusCounts;
  };
  /** Of the candidates that were looked at, by the rules that took the others. */
  readonly retention: Retention;
  readonly output: CardOutput;
}

const Count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

const Bm25 = v.object({
  variant: v.picklist(BM25_VARIANTS),
  k1: v.number(),
  b: v.number(),
  delta: v.number(),
  tokens: v.picklist(WORD_CUTS),
  stopwords: v.picklist(['english', 'none']),
  stemmer: v.picklist(['porter', 'none']),
});

const Model = v.object({
  name: v.string(),
  files: v.array(v.object({ path: v.string(), sha256: v.string() })),
});

/** A source names its files: no path, and no sign that a terminal obeys. */
const FileName = v.pipe(
  v.string(),
  // eslint-disable-next-line no-control-regex -- control characters are what is refused
  v.regex(/^(?!\.)[^/\\:\x00-\x1f\x7f]+$/, 'expected a name, not a path'),
);
const Encoder = v.object({
  ...Model.entries,
  onnx: v.string(),
  query_prefix: v.string(),
  passage_prefix: v.string(),
  pooling: v.picklist(['mean', 'cls', 'pooled']),
  max_tokens: Count,
});

/** Of a card only what a file follows from. */
const Recipe = v.object({
  mining_card: v.literal(CARD_VERSION),
  source: FileName,
  parts: v.pipe(
    v.array(
      v.object({
        method: v.picklist(['bm25', 'dense', 'random']),
        bm25: v.nullable(Bm25),
        encoder: v.nullable(Encoder),
        cross_encoder: v.optional(v.nullable(Model), null),
        options: MiningOptionsSchema,
      }),
    ),
    v.minLength(1),
  ),
  corpus: v.object({
    files: v.array(v.object({ name: v.string(), sha256: v.string() })),
    sample: v.nullable(v.object({ passages: Count, seed: Count })),
    relevant: v.number(),
  }),
  output: v.object({
    form: v.picklist(FORM_IDS),
    with_scores: v.boolean(),
    sha256: v.string(),
  }),
});

export type CardRecipe = v.InferOutput<typeof Recipe>;

/** A card that cannot be used: which field, what was expected. */
class CardError extends Error {
  override readonly name = 'CardError';
}

/** Reads a card. @throws CardError */
export function readCard(text: string): CardRecipe {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new CardError('The card is not JSON. Expected the .card.json beside a mined file.');
  }
  const parsed = v.safeParse(Recipe, json);
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  throw new CardError(
    `The card's field ${v.getDotPath(issue) ?? '(the whole)'}: ${issue.message}. Expected the .card.json beside a mined file.`,
  );
}

/** The card as it is written. */
export function cardText(card: object): string {
  return `${JSON.stringify(card, null, 2)}\n`;
}
