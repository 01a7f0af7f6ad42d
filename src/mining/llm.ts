/**
 * Negatives that a language model writes (paper, "LLM Hard-Negative Generation Prompt"): the prompts of records, and the
 * negatives of replies. Nothing is sent: a batch API or a local server gets the prompts as a file.
 */

import { unpackedText } from '../candidates/read/head';
import { sha256OfStream, sha256OfText } from '../hash';
import { batchLine, batchReply, isObject, keyedLines, saidText } from '../judge/batch-api';
import type { KeyedLine, RefusedLine, RequestForm } from '../judge/batch-api';
import type { LeftOutNegative, WrittenBy } from './card';
import { MiningInputError, type MiningCorpus } from './corpus';
import type { MinedNegatives } from './mine';

export interface PromptSettings {
  /** What the model is an expert in: `{domain_name}`. */
  readonly domain: string;
  readonly num_negatives: number;
  /** `{difficult_level}`; the paper gives no value. */
  readonly level: string;
  /** `{length}`; the paper gives no value. */
  readonly length: string;
}

export const PROMPT_DEFAULTS: PromptSettings = {
  domain: 'information retrieval',
  num_negatives: 10,
  level: 'high school',
  length: 'about as long as',
};

const NEGATIVE_KEY = 'hard_negative_document_';

function keysOf(count: number): string[] {
  return Array.from({ length: count }, (_, i) => `${NEGATIVE_KEY}${i + 1}`);
}

/** The paper's prompt, filled in. */
export function negativesPrompt(query: string, positive: string, settings: PromptSettings): string {
  const { domain, num_negatives, level, length } = settings;
  const example = JSON.stringify({ user_query: query, positive_document: positive });
  const keys = keysOf(num_negatives).map(
    (key) => `- "${key}": a string, a hard negative document for the "user_query".`,
  );
  return `Assume you are an expert in ${domain}, and there is a example with a "user_query" and its related doc "positive_document".
example: ${example}

[Task Definition]
Your task is to write ${num_negatives} hard negative samples in JSON format. The JSON object must contain the following keys:

- "reasoning": a string, reasoning steps on how to generate ${num_negatives} hard negative documents.

${keys.join('\n')}

[Reasoning Definition]

- Write the inference process step by step in "reasoning", including how to associate from the "user_query" and "positive_document" to get the hard-negative documents.

[Hard Negatives Definition]

- All the hard negative documents should use similar keywords or topics as the "positive_document".

- All the hard negative documents appear to address the "user_query" at first glance. However, subtly diverges in content or context such that it does not truly answer the query or meet the user's information need.

- All the hard negative documents should be plausible and accurate documents; they should be diverse in topic, sources, and styles.

[Attributes Definition]

- All the negative documents should be in the education level of ${level} to comprehend, and the length should be ${length} the "positive_document".

[Format Definition]

- Your output must always be a JSON object only; do not explain yourself or output anything else.`;
}

const NONE_LEFT_OUT: Readonly<Record<LeftOutNegative, number>> = {
  blank: 0,
  positive: 0,
  query: 0,
  repeated: 0,
};

/**
 * The negatives of a reply: its JSON object, alone, among other words, or after a model's thinking.
 * @param known query and positives of the record, which are no negatives
 * @param asked negatives that the prompt asked for
 * @returns a sentence where there are none
 */
export function negativesOfReply(
  reply: unknown,
  known: { readonly query: string; readonly positives: readonly string[] },
  asked: number,
): { readonly negatives: readonly string[]; readonly left_out: typeof NONE_LEFT_OUT } | string {
  const object = objectOf(reply);
  if (typeof object === 'string') return object;
  const named = Object.entries(object).filter(([key]) => key.startsWith(NEGATIVE_KEY));
  if (named.length === 0)
    return `The reply has no "${NEGATIVE_KEY}1". Expected the keys that the prompt names.`;
  const missing = keysOf(asked).find((key) => !(key in object));
  if (missing !== undefined)
    return `"${missing}" is missing, and ${asked} were asked for (num_negatives). Ask again.`;
  const wrong = named.find(([, value]) => typeof value !== 'string');
  if (wrong)
    return `"${wrong[0]}" is ${JSON.stringify(wrong[1])?.slice(0, 40) ?? 'missing'}, expected a string.`;
  const left_out = { ...NONE_LEFT_OUT };
  const negatives: string[] = [];
  for (const [, value] of named) {
    const text = String(value).trim();
    if (text === '') left_out.blank++;
    else if (known.positives.includes(text)) left_out.positive++;
    else if (text === known.query) left_out.query++;
    else if (negatives.includes(text)) left_out.repeated++;
    else negatives.push(text);
  }
  return negatives.length > 0 ? { negatives, left_out } : 'The reply has no negative that is a new text.';
}

/** The one JSON object of a reply, whatever words stand around it; a sentence where there is none. */
function objectOf(reply: unknown): Readonly<Record<string, unknown>> | string {
  if (isObject(reply)) return reply;
  const text = typeof reply === 'string' ? saidText(reply) : '';
  const [start, end] = [text.indexOf('{'), text.lastIndexOf('}') + 1];
  if (start === -1) return 'The reply has no JSON object.';
  try {
    return JSON.parse(text.slice(start, end)) as Readonly<Record<string, unknown>>;
  } catch {
    return 'The reply’s JSON object is cut off or damaged. Ask again, where it is cut off with more tokens.';
  }
}

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

type Records = Pick<MiningCorpus, 'records' | 'texts'>;

/**
 * What is asked for a corpus: a prompt for each record, by its key, which is a hash of query and first positive. Of records
 * with both in common the second and further ones have their number in it too.
 */
async function askedOf({ records, texts }: Records): Promise<ReadonlyMap<string, Asked>> {
  const asked = new Map<string, Asked>();
  for (const [place, { query, positives: places }] of records.entries()) {
    const positives = places.map((at) => texts[at] ?? '');
    const told = [query, positives[0] ?? ''];
    let key = await keyOf(told);
    for (let again = 2; asked.has(key); again++) key = await keyOf([...told, again]);
    asked.set(key, { query, positives, place });
  }
  return asked;
}

async function keyOf(told: readonly (string | number)[]): Promise<string> {
  return (await sha256OfText(JSON.stringify(told))).slice(0, KEY_CHARACTERS);
}

/** One line of a file of prompts for each record. */
export async function promptLines(
  corpus: Records,
  settings: PromptSettings,
  form: RequestForm,
  model: string,
): Promise<string[]> {
  return Array.from(
    await askedOf(corpus),
    ([
      key,
      {
        query,
        positives: [positive = ''],
      },
    ]) => {
      const prompt = negativesPrompt(query, positive, settings);
      if (form === 'plain') return JSON.stringify({ key, query, positive, prompt });
      return batchLine({ key, prompt, model, maxTokens: REPLY_TOKENS }, form);
    },
  );
}

/**
 * What a model wrote: replies joined to their records by key, in the order of the corpus, with its texts behind those of the
 * corpus. A line with a fault is refused, and so are all lines of a key that has several.
 * @param source names the passages
 * @param numNegatives what the prompts asked for
 * @throws MiningInputError where no reply can be used; what reading a file throws
 */
export async function writtenByModel(
  corpus: MiningCorpus,
  file: File,
  source: string,
  numNegatives: number,
): Promise<{
  readonly corpus: Pick<MiningCorpus, 'texts' | 'ids' | 'records'>;
  readonly records: readonly MinedNegatives[];
  readonly refused: readonly RefusedLine[];
  readonly written_by: WrittenBy;
}> {
  const asked = await askedOf(corpus);
  const lines = keyedLines(await unpackedText(file), 'key and answer');
  const times = new Map<string, number>();
  for (const line of lines) if (!('reason' in line)) times.set(line.key, (times.get(line.key) ?? 0) + 1);
  const texts = [...corpus.texts];
  const ids = [...corpus.ids];
  const records: MinedNegatives[] = [];
  const refused: RefusedLine[] = [];
  const models = new Set<string>();
  const left_out = { ...NONE_LEFT_OUT };
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
    const passages = found.negatives.map((_, i) => texts.length + i);
    texts.push(...found.negatives);
    // Ids of queries may repeat; places of records do not.
    ids.push(...found.negatives.map((_, i) => `${source}-${of.place + 1}-${i + 1}`));
    records.push({ record: of.place, passages, scores: null });
    return null;
  };
  for (const line of lines) {
    const reason = 'reason' in line ? line.reason : take(line);
    if (reason !== null) refused.push({ line: line.line, key: line.key, reason });
  }
  if (records.length === 0) {
    const [first] = refused;
    const why = first ? `Line ${first.line}: ${first.reason}` : 'It is empty.';
    throw new MiningInputError(`${file.name}: no reply can be used. ${why}`);
  }
  records.sort((a, b) => a.record - b.record);
  const sha256 = await sha256OfStream(file.stream());
  const counts = {
    lines: lines.length,
    records: records.length,
    records_without_reply: corpus.records.length - records.length,
    left_out,
  };
  const replies = { name: file.name, bytes: file.size, sha256 };
  const written_by = { models: [...models].sort(), replies, counts };
  return { corpus: { texts, ids, records: corpus.records }, records, refused, written_by };
}
