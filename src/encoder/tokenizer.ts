/** Texts to token ids, with the special tokens of tokenizer.json's post-processor. */

import { PreTrainedTokenizer } from '@xenova/transformers';

import { BrokenModelFileError, reasonOf } from './errors';
import type { ModelFolder } from './model-folder';

const DEFINITION = 'tokenizer.json';
const CONFIG = 'tokenizer_config.json';

/** A tokenizer that truncates inside the special tokens, as the reference implementation does. */
export class TextTokenizer {
  private readonly before: readonly number[];
  private readonly after: readonly number[];
  readonly padId: number;

  constructor(private readonly tokenizer: PreTrainedTokenizer) {
    const body = tokenizer.encode('a', { add_special_tokens: false });
    const full = tokenizer.encode('a');
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
}

/** Paths of the files that a folder's tokenizer consists of. */
export function tokenizerFiles(folder: ModelFolder): string[] {
  return folder.files.some(({ path }) => path === CONFIG) ? [DEFINITION, CONFIG] : [DEFINITION];
}

/** @throws MissingModelFileError, BrokenModelFileError */
export async function loadTokenizer(folder: ModelFolder): Promise<TextTokenizer> {
  const [definition, config] = await Promise.all(
    tokenizerFiles(folder).map(async (path) => parse(folder, path, await folder.read(path))),
  );
  try {
    return new TextTokenizer(new PreTrainedTokenizer(definition, config ?? {}));
  } catch (error) {
    throw new BrokenModelFileError(folder.name, DEFINITION, reasonOf(error));
  }
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
