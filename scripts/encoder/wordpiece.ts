/** Texts to words and words to pieces, as BERT's tokenizer does it: BertNormalizer, BertPreTokenizer, WordPiece. */

import { Tokenizer } from '@huggingface/tokenizers';

import { SPECIAL_TOKENS, TOKENIZER_CONFIG, tokenizerJson } from './model-files.mjs';

/** Longest word in characters that is split; a longer one is unknown. */
const LONGEST_WORD = 100;

/** The stretches of a text without white space. No word reaches beyond its own. */
export function stretchesOf(text: string): string[] {
  return text.split(/\s+/).filter((stretch) => stretch !== '');
}

/** Gives the words of a stretch. */
export function wordReader(): (stretch: string) => readonly string[] {
  const { normalizer, pre_tokenizer: preTokenizer } = new Tokenizer(
    tokenizerJson(SPECIAL_TOKENS),
    TOKENIZER_CONFIG,
  );
  return (stretch) => {
    const normal = normalizer?.normalize(stretch) ?? stretch;
    return preTokenizer?.pre_tokenize(normal) ?? [normal];
  };
}

/**
 * The longest piece that is a token, and again with what is left.
 * @param idOf ids of tokens; pieces behind the first begin with `##`
 * @returns ids; `[UNK]` alone where the tokens do not cover the word
 */
export function piecesOf(word: string, idOf: ReadonlyMap<string, number>): number[] {
  const unknown = [idOf.get('[UNK]') ?? 1];
  if (word.length > LONGEST_WORD) return unknown;
  const pieces: number[] = [];
  for (let from = 0; from < word.length;) {
    let to = word.length;
    let id: number | undefined;
    for (; to > from; to--) {
      id = idOf.get(from === 0 ? word.slice(0, to) : `##${word.slice(from, to)}`);
      if (id !== undefined) break;
    }
    if (id === undefined) return unknown;
    pieces.push(id);
    from = to;
  }
  return pieces;
}
