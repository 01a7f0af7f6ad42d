/** Prompts for a language model from the records of a corpus, and the file of negatives from its replies. */

import {
  batchLine,
  batchReply,
  keyedLines,
  type KeyedLine,
  type RefusedLine,
  type RequestForm,
} from '../judge/batch-api';
import { unpackedText } from '../candidates/read/head';
import { sha256OfStream, sha256OfText } from '../hash';
import { cardOf } from './card';
import { negativesOfReply, negativesPrompt, type LeftOutNegative, type PromptSettings } from './llm';
import { written } from './mine';
import { MiningInputError } from './errors';
import { corpusOfCard, type ReadInput } from './read';
import type { MadeSource } from './source';

/** Tokens of a reply: ten negatives as long as their positive, and the thinking before them. */
const REPLY_TOKENS = 16_384;

/** Characters of a key that are kept; a batch API takes 64. */
const KEY_CHARACTERS = 32;

interface Asked {
  readonly query: string;
  /** The first of them is in the prompt. */
  readonly positives: readonly string[];
  /** Place of the record. */
  readonly place: number;
}

/**
 * What is asked for a corpus: a prompt for each record, by its key, which is a hash of query and first positive. Of records
 * with both in common the second and further ones have their number in it too.
 */
async function askedOf({ corpus: { records, texts } }: ReadInput): Promise<ReadonlyMap<string, Asked>> {
  const asked = new Map<string, Asked>();
  for (const [place, { query, positives }] of records.entries()) {
    const own = positives.map((at) => texts[at] as string);
    const told = [query, own[0] ?? ''];
    let key = await keyOf(told);
    for (let again = 2; asked.has(key); again++) key = await keyOf([...told, again]);
    asked.set(key, { query, positives: own, place });
  }
  return asked;
}

async function keyOf(told: readonly (string | number)[]): Promise<string> {
  return (await sha256OfText(JSON.stringify(told))).slice(0, KEY_CHARACTERS);
}

/** One line of a file of prompts for each record. */
export async function promptLines(
  input: ReadInput,
  settings: PromptSettings,
  form: RequestForm,
  model: string,
): Promise<string[]> {
  return Array.from(await askedOf(input), ([key, { query, positives }]) => {
    const positive = positives[0] ?? '';
    const prompt = negativesPrompt(query, positive, settings);
    if (form === 'plain') return JSON.stringify({ key, query, positive, prompt });
    return batchLine({ key, prompt, model, maxTokens: REPLY_TOKENS }, form);
  });
}

/** Replies joined to their records by key; a line with a fault is refused, and all lines of a key that has several. */
async function readReplies(input: ReadInput, text: string, numNegatives: number) {
  const asked = await askedOf(input);
  const lines = keyedLines(text, 'key and answer');
  const times = new Map<string, number>();
  for (const line of lines) {
    if (!('reason' in line)) times.set(line.key, (times.get(line.key) ?? 0) + 1);
  }
  /** Negatives of the records that have a reply, by their places. */
  const negatives = new Map<number, readonly string[]>();
  const refused: RefusedLine[] = [];
  const models = new Set<string>();
  const left_out = { blank: 0, positive: 0, query: 0, repeated: 0 };
  /** Why a line cannot be used; null where it can. */
  const take = ({ key, value }: KeyedLine): string | null => {
    const of = asked.get(key);
    if (!of) return 'No record has this key. The prompts were for other queries or positives.';
    const same = times.get(key) ?? 0;
    if (same > 1) return `${same} lines have this key: keep one of them.`;
    const said = 'answer' in value ? { text: value.answer, model: value.model } : batchReply(value);
    const found = negativesOfReply(said.text, of, numNegatives);
    if (typeof found === 'string') return found;
    for (const rule of Object.keys(left_out) as LeftOutNegative[]) left_out[rule] += found.left_out[rule];
    if (typeof said.model === 'string') models.add(said.model);
    negatives.set(of.place, found.negatives);
    return null;
  };
  for (const line of lines) {
    const reason = 'reason' in line ? line.reason : take(line);
    if (reason !== null) refused.push({ line: line.line, key: line.key, reason });
  }
  const counts = {
    lines: lines.length,
    records: negatives.size,
    records_without_reply: input.corpus.records.length - negatives.size,
    left_out,
  };
  return { negatives, refused, models: [...models].sort(), counts };
}

/**
 * What a model wrote as a source; records stand in the order of the corpus.
 * @param name of the source
 * @param numNegatives what the prompts asked for, and an n-tuple has
 * @throws MiningInputError where no reply can be used; what reading a file throws
 */
export async function sourceOfReplies(
  input: ReadInput,
  file: File,
  name: string,
  numNegatives: number,
  version: string,
): Promise<{ readonly source: MadeSource; readonly refused: readonly RefusedLine[] }> {
  const { corpus } = input;
  const text = await unpackedText(file);
  const { negatives, refused, models, counts } = await readReplies(input, text, numNegatives);
  if (negatives.size === 0) {
    const [first] = refused;
    const why = first ? `Line ${first.line}: ${first.reason}` : 'It is empty.';
    throw new MiningInputError(`${file.name}: no reply can be used. ${why}`);
  }
  const records = [...negatives].sort(([a], [b]) => a - b);
  const sha256 = await sha256OfStream(file.stream());
  const written_by = { models, replies: { name: file.name, bytes: file.size, sha256 }, counts };
  const source: MadeSource = {
    card: cardOf(name, version, { parts: [], union: null, written_by, corpus: corpusOfCard(input) }),
    numNegatives,
    records: (form) => {
      if (form === 'nemo')
        throw new MiningInputError(
          'NeMo’s format names documents of a corpus. Written negatives are in no corpus.',
        );
      return {
        count: records.length,
        record: (at) => {
          const [record, own] = records[at] as (typeof records)[number];
          return {
            ...written(corpus, { record, passages: [], scores: null }),
            // Ids of queries may repeat; places of records do not.
            negatives: own.map((negative, i) => ({ id: `${name}-${record + 1}-${i + 1}`, text: negative })),
          };
        },
      };
    },
  };
  return { source, refused };
}
