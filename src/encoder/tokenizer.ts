/** Texts to token ids, with the special tokens of tokenizer.json's post-processor. */

import { PreTrainedTokenizer } from '@xenova/transformers';
import * as v from 'valibot';

import { BrokenModelFileError, reasonOf } from './errors';
import type { ModelFolder } from './model-folder';
import type { Tokens } from './onnx';

const DEFINITION = 'tokenizer.json';
const CONFIG = 'tokenizer_config.json';
const Anything = v.record(v.string(), v.unknown());

/** Tokens of a text, and whether some were cut off. */
export interface TextTokens {
  readonly ids: Int32Array;
  readonly isCut: boolean;
}

/** A tokenizer that truncates inside the special tokens, as the reference implementation does. */
export class TextTokenizer {
  private readonly before: readonly number[];
  /** Special tokens behind a text. */
  readonly after: readonly number[];
  readonly padId: number;

  /** @param isSpecial whether texts get special tokens */
  constructor(
    private readonly tokenizer: PreTrainedTokenizer,
    isSpecial = true,
  ) {
    const body = tokenizer.encode('a', { add_special_tokens: false });
    const full = isSpecial ? tokenizer.encode('a') : body;
    const start = indexOfSequence(full, body);
    this.before = full.slice(0, start);
    this.after = full.slice(start + body.length);
    const pad: unknown = tokenizer.pad_token_id;
    this.padId = typeof pad === 'number' ? pad : 0;
  }

  /**
   * Token ids of a text with its special tokens, at most `maxTokens`. Long texts are cut at their end; special tokens
   * stay.
   */
  encode(text: string, maxTokens: number): TextTokens {
    const body = this.tokenizer.encode(text, { add_special_tokens: false });
    const room = Math.max(0, maxTokens - this.before.length - this.after.length);
    const ids = Int32Array.from([...this.before, ...body.slice(0, room), ...this.after]);
    return { ids, isCut: room < body.length };
  }

  /**
   * A pair in at most `maxTokens` tokens, between special tokens as tokenizer.json says. The longer text is cut first, at its
   * end; special tokens stay.
   */
  encodePair(first: string, second: string, maxTokens: number): Required<Tokens> {
    const { tokenizer } = this;
    const { input_ids: ids, token_type_ids: types = ids.map(() => 0) } = tokenizer(first, {
      text_pair: second,
      return_token_type_ids: true,
      return_tensor: false,
    });
    const a = tokenizer.encode(first, { add_special_tokens: false });
    const b = tokenizer.encode(second, { add_special_tokens: false });
    const endOfA = indexOfSequence(ids, a) + a.length;
    const endOfB = endOfA + indexOfSequence(ids.slice(endOfA), b) + b.length;
    const room = Math.max(0, maxTokens - (ids.length - a.length - b.length));
    const [keptA, keptB] = longestFirst(a.length, b.length, room);
    const isCut = (i: number, end: number, cut: number) => i >= end - cut && i < end;
    const stays = (_: number, i: number) =>
      !isCut(i, endOfA, a.length - keptA) && !isCut(i, endOfB, b.length - keptB);
    return { ids: Int32Array.from(ids.filter(stays)), types: Int32Array.from(types.filter(stays)) };
  }
}

/** How many tokens of two texts stay, where the longer one is cut first, as Hugging Face's `longest_first` does. */
export function longestFirst(first: number, second: number, room: number): readonly [number, number] {
  if (first + second <= room) return [first, second];
  const shorter = Math.min(first, second);
  const half = Math.floor(room / 2);
  const [less, more] = shorter <= half ? [shorter, room - shorter] : [half, room - half];
  return first <= second ? [less, more] : [more, less];
}

/** Paths of the files that a folder's tokenizer consists of. */
export function tokenizerFiles(folder: ModelFolder): string[] {
  return folder.has(CONFIG) ? [DEFINITION, CONFIG] : [DEFINITION];
}

/** @param isSpecial whether texts get special tokens @throws MissingModelFileError, BrokenModelFileError */
export async function loadTokenizer(folder: ModelFolder, isSpecial = true): Promise<TextTokenizer> {
  const [definition, config] = await Promise.all([
    folder.json(DEFINITION, Anything),
    folder.json(CONFIG, Anything),
  ]);
  try {
    const tokenizer = new TextTokenizer(new PreTrainedTokenizer(definition, config ?? {}), isSpecial);
    if (config?.['add_eos_token'] !== true || tokenizer.after.length > 0) return tokenizer;
    throw new RangeError(
      'tokenizer_config.json asks for add_eos_token, and nothing here adds it. Save the tokenizer anew with save_pretrained(DIR).',
    );
  } catch (error) {
    throw new BrokenModelFileError(folder.name, DEFINITION, reasonOf(error));
  }
}

function indexOfSequence(ids: readonly number[], part: readonly number[]): number {
  for (let start = 0; start + part.length <= ids.length; start++) {
    if (part.every((id, i) => ids[start + i] === id)) return start;
  }
  return ids.length;
}
