/** The pass `idf`: document frequencies over the distinct passages of all shards, and the sample that random passages are of. */

import { createTextHash } from '../candidates/store/text-hash';
import { MOST_QUERIES } from '../engine/drawn-passages';
import { TokenDictionary } from '../lexical/idf';
import { alphanumericTokens } from '../lexical/tokens';
import { seededPriority } from '../scoring/random';
import { DRAWN_PASSAGES } from '../scoring/random-looking';
import {
  inOrder,
  PART_FORM,
  type DrawnText,
  type Program,
  type ReadSettings,
  type Sample,
  type Table,
  type TextPart,
} from './parts';
import { ShardReading, type OnRecords, type ShardFile } from './reading';

/** The key of a text: its hash of 128 bits, as eight characters. */
export type KeyOf = (text: string) => string;

export async function textKeys(): Promise<KeyOf> {
  const [hash, encoder, words] = [await createTextHash(), new TextEncoder(), new Uint32Array(4)];
  const halves = new Uint16Array(words.buffer);
  return (text) => {
    hash(encoder.encode(text), words);
    return String.fromCharCode(...halves);
  };
}

/** The pass over some shards. @throws ShardError, CandidatesError */
export async function textsOf(
  files: readonly ShardFile[],
  settings: ReadSettings,
  negscope: Program,
  onRecords: OnRecords,
): Promise<TextPart> {
  const [keyOf, texts, drawn] = [await textKeys(), new TextSet(), new Drawing()];
  const ordered = [...files].sort(inOrder);
  for (const file of ordered) {
    const reading = await ShardReading.open(await file.open(), settings.normalise);
    let records = 0;
    for await (const { query, positive, negatives, embeddings } of reading.records()) {
      const told = (text: string, vector: ArrayLike<number>): DrawnText => {
        const priority = seededPriority(settings.seed, text, 0);
        return { key: keyOf(text), text, priority, vector: Float64Array.from(vector) };
      };
      const own = told(positive, embeddings.positive);
      const others = negatives.map((text, k) => told(text, embeddings.negatives[k] as Float64Array));
      for (const { key, text } of [own, ...others]) texts.add(key, () => alphanumericTokens(text));
      drawn.add({
        passages: [own, ...others.slice(0, settings.negatives ?? undefined)],
        queries: [{ ...told(query, embeddings.query), positives: [own] }],
      });
      onRecords(file.file, (records += 1));
    }
  }
  const shards = ordered.map(({ open: _open, ...shard }) => shard);
  const head = { form: PART_FORM, negscope, shards, settings };
  return { kind: 'negscope-texts', ...head, ...texts.columns(), sample: drawn.sample() };
}

/** @param parts that fit together, in order */
export function tableOf(parts: readonly TextPart[]): Table {
  const [texts, drawn] = [new TextSet(), new Drawing()];
  for (const { words, keys, offsets, tokens, sample } of parts) {
    const wordsOf = (i: number) =>
      Array.from(tokens.subarray(offsets[i], offsets[i + 1]), (token) => words[token] as string);
    keys.forEach((key, i) => texts.add(key, () => new Set(wordsOf(i))));
    drawn.add(sample);
  }
  const { form, negscope, settings } = parts[0] as TextPart;
  const shards = parts.flatMap((part) => part.shards).sort(inOrder);
  const { words, keys, tokens } = texts.columns();
  const frequencies = new Uint32Array(words.length);
  for (const token of tokens) frequencies[token] = (frequencies[token] as number) + 1;
  const head = { form, negscope, settings, shards, sample: drawn.sample() };
  return { kind: 'negscope-table', ...head, texts: keys.length, words, frequencies };
}

/** Distinct passages with their words. */
class TextSet {
  private readonly dictionary = new TokenDictionary();
  private readonly texts = new Map<string, Int32Array>();

  add(key: string, words: () => ReadonlySet<string>): void {
    if (!this.texts.has(key)) this.texts.set(key, this.dictionary.idsOf(words()));
  }

  columns(): Pick<TextPart, 'words' | 'keys' | 'offsets' | 'tokens'> {
    const lists = [...this.texts.values()];
    const offsets = new Uint32Array(lists.length + 1);
    lists.forEach((list, i) => (offsets[i + 1] = (offsets[i] as number) + list.length));
    const tokens = new Uint32Array(offsets.at(-1) as number);
    lists.forEach((list, i) => tokens.set(list, offsets[i]));
    const words = Array.from(this.dictionary.entries(), ([word]) => word);
    return { words, keys: [...this.texts.keys()], offsets, tokens };
  }
}

/** The passages and queries with the smallest priorities. One that comes again stays as it came first. */
class Drawing {
  private passages = new Map<string, DrawnText>();
  private queries = new Map<string, Sample['queries'][number]>();

  add({ passages, queries }: Sample): void {
    for (const passage of passages)
      if (!this.passages.has(passage.key)) this.passages.set(passage.key, passage);
    for (const query of queries) {
      const { positives = [] } = this.queries.get(query.key) ?? {};
      const more = query.positives.filter(({ key }) => !positives.some((known) => known.key === key));
      this.queries.set(query.key, {
        ...(this.queries.get(query.key) ?? query),
        positives: [...positives, ...more],
      });
    }
    if (this.passages.size > 4 * DRAWN_PASSAGES) this.passages = smallest(this.passages, DRAWN_PASSAGES);
    if (this.queries.size > 4 * MOST_QUERIES) this.queries = smallest(this.queries, MOST_QUERIES);
  }

  sample(): Sample {
    return {
      passages: [...smallest(this.passages, DRAWN_PASSAGES).values()],
      queries: [...smallest(this.queries, MOST_QUERIES).values()],
    };
  }
}

function smallest<T extends DrawnText>(texts: ReadonlyMap<string, T>, most: number): Map<string, T> {
  return new Map([...texts].sort(([, a], [, b]) => a.priority - b.priority).slice(0, most));
}
