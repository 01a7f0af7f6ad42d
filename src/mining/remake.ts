/** The file of a card once more: what to ask for, and what of the input is not the card's. */

import type { CardRecipe, MiningCard } from './card';
import { BM25_PRESETS } from './search/bm25';
import type { EncoderOfCard, SourceRequest } from './miner';
import type { ReadInput } from './read';

/** All parts of a card have the same options. */
export function requestOfCard({ source, parts, output }: CardRecipe): SourceRequest {
  return {
    name: source,
    methods: parts.map(({ method }) => method),
    bm25: parts.find(({ bm25 }) => bm25 !== null)?.bm25 ?? BM25_PRESETS.bm25s,
    options: parts[0].options,
    form: output.form,
    withScores: output.with_scores,
    encoder: encoderOfCard(parts),
  };
}

/** Undefined where no part is dense. */
function encoderOfCard(parts: CardRecipe['parts']): EncoderOfCard | undefined {
  const encoder = parts.find((part) => part.encoder !== null)?.encoder;
  if (!encoder) return undefined;
  const { onnx, query_prefix, passage_prefix, pooling, max_tokens } = encoder;
  return {
    onnx,
    settings: { queryPrefix: query_prefix, passagePrefix: passage_prefix, pooling, maxTokens: max_tokens },
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
  files: ReadInput['files'],
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
