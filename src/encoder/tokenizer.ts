/** Texts to token ids, with the special tokens of tokenizer.json's post-processor. */

import { PreTrainedTokenizer } from '@xenova/transformers';

import { BrokenModelFileError, reasonOf } from './errors';
import type { ModelFolder } from './model-folder';

const DEFINITION = 'tokenizer.json';
const CONFIG = 'tokenizer_config.json';

/** Token ids of a query with a passage, special tokens included, and which of the two each belongs to. */
export interface PairSequence {
  readonly ids: Int32Array;
  readonly types: Int32Array;
}

/** Special tokens before, between and after the texts of a pair, with the token types of each part. */
interface PairTemplate {
  readonly parts: readonly [before: PairSequence, between: PairSequence, after: PairSequence];
  readonly types: readonly [first: number, second: number];
}

/** A tokenizer that truncates inside the special tokens, as the reference implementation does. */
export class TextTokenizer {
  private readonly before: readonly number[];
  private readonly after: readonly number[];
  readonly padId: number;
  private pairTemplate: PairTemplate | null = null;

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

  /** Whether something stands behind a text. */
  get hasEnd(): boolean {
    return this.after.length > 0;
  }

  /**
   * Token ids of a text with its special tokens, at most `maxTokens`. Long texts are cut at their end; special tokens
   * stay.
   */
  encode(text: string, maxTokens: number): Int32Array {
    const body = this.tokenizer.encode(text, { add_special_tokens: false });
    const room = Math.max(0, maxTokens - this.before.length - this.after.length);
    const kept = Math.min(room, body.length);
    const ids = new Int32Array(this.before.length + kept + this.after.length);
    ids.set(this.before, 0);
    for (let i = 0; i < kept; i++) ids[this.before.length + i] = body[i] as number;
    ids.set(this.after, this.before.length + kept);
    return ids;
  }

  /** A pair in at most `maxTokens` tokens. The longer text is cut first, at its end; special tokens stay. */
  encodePair(first: string, second: string, maxTokens: number): PairSequence {
    const { parts, types } = (this.pairTemplate ??= pairTemplate(this.tokenizer));
    const bodies = [first, second].map((text) => this.tokenizer.encode(text, { add_special_tokens: false }));
    const special = parts.reduce((sum, { ids }) => sum + ids.length, 0);
    const lengths = bodies.map(({ length }) => length) as [number, number];
    const kept = longestFirst(...lengths, Math.max(0, maxTokens - special));
    const [before, between, after] = parts;
    const body = (i: 0 | 1): PairSequence => {
      const ids = Int32Array.from((bodies[i] ?? []).slice(0, kept[i]));
      return { ids, types: new Int32Array(ids.length).fill(types[i]) };
    };
    const all = [before, body(0), between, body(1), after];
    return {
      ids: Int32Array.from(all.flatMap(({ ids }) => [...ids])),
      types: Int32Array.from(all.flatMap((part) => [...part.types])),
    };
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

/** What tokenizer.json's post-processor puts around the texts of a pair. */
function pairTemplate(tokenizer: PreTrainedTokenizer): PairTemplate {
  const [first, second] = ['a', 'b'].map((text) => tokenizer.encode(text, { add_special_tokens: false })) as [
    number[],
    number[],
  ];
  const both = tokenizer('a', { text_pair: 'b', return_token_type_ids: true, return_tensor: false });
  const ids = both.input_ids;
  const types = both.token_type_ids ?? ids.map(() => 0);
  const start = indexOfSequence(ids, first);
  const next = start + first.length + indexOfSequence(ids.slice(start + first.length), second);
  const part = (from: number, to: number): PairSequence => ({
    ids: Int32Array.from(ids.slice(from, to)),
    types: Int32Array.from(types.slice(from, to)),
  });
  return {
    parts: [part(0, start), part(start + first.length, next), part(next + second.length, ids.length)],
    types: [types[start] ?? 0, types[next] ?? 0],
  };
}

/** Paths of the files that a folder's tokenizer consists of. */
export function tokenizerFiles(folder: ModelFolder): string[] {
  return folder.files.some(({ path }) => path === CONFIG) ? [DEFINITION, CONFIG] : [DEFINITION];
}

/** @param isSpecial whether texts get special tokens @throws MissingModelFileError, BrokenModelFileError */
export async function loadTokenizer(folder: ModelFolder, isSpecial = true): Promise<TextTokenizer> {
  const [definition, config] = await Promise.all(
    tokenizerFiles(folder).map(async (path) => parse(folder, path, await folder.read(path))),
  );
  try {
    const tokenizer = new TextTokenizer(new PreTrainedTokenizer(definition, config ?? {}), isSpecial);
    if (!asksForEnd(config) || tokenizer.hasEnd) return tokenizer;
    throw new RangeError(
      'tokenizer_config.json asks for add_eos_token, and nothing here adds it. Save the tokenizer anew with save_pretrained(DIR).',
    );
  } catch (error) {
    throw new BrokenModelFileError(folder.name, DEFINITION, reasonOf(error));
  }
}

function asksForEnd(config: unknown): boolean {
  return (
    typeof config === 'object' &&
    config !== null &&
    'add_eos_token' in config &&
    config.add_eos_token === true
  );
}

function parse(folder: ModelFolder, path: string, bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    throw new BrokenModelFileError(folder.name, path, `It is not JSON: ${reasonOf(error)}.`);
  }
}

function indexOfSequence(ids: readonly number[], part: readonly number[]): number {
  for (let start = 0; start + part.length <= ids.length; start++) {
    if (part.every((id, i) => ids[start + i] === id)) return start;
  }
  return ids.length;
}
