/**
 * Negatives that a language model writes (paper, "LLM Hard-Negative Generation Prompt"): the prompts of records, and the
 * negatives of replies. Nothing is sent: a batch API or a local server gets the prompts as a file.
 */

import { unpackedText } from '../candidates/read/head';
import { sha256OfStream, sha256OfText } from '../hash';
import { batchLine, batchReply, isObject, keyedLines, saidText } from '../judge/batch-api';
import type { KeyedLine, RefusedLine, RequestForm } from '../judge/batch-api';
import type { WrittenBy } from './card';
import { MiningInputError, type MiningCorpus } from './corpus';
import type { MinedNegatives } from './mine';

/** What the prompt is filled with. For `level` and `length` the paper gives no value. */
export const PROMPT_DEFAULTS = {
  domain: 'information retrieval',
  num_negatives: 10,
  level: 'high school',
  length: 'about as long as',
};

export type PromptSettings = Readonly<typeof PROMPT_DEFAULTS>;

const NEGATIVE_KEY = 'hard_negative_document_';

const keysOf = (count: number) => Array.from({ length: count }, (_, i) => `${NEGATIVE_KEY}${i + 1}`);

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

/**
 * The negatives of a reply: its JSON object, alone, among other words, or after a model's thinking.
 * @param known query and positives of the record, which are no negatives
 * @param asked negatives that the prompt asked for
 * @returns a sentence where there are none; how many are no new text, or blank
 */
export function negativesOfReply(
  reply: unknown,
  known: { readonly query: string; readonly positives: readonly string[] },
  asked: number,
): { readonly negatives: readonly string[]; readonly left_out: number } | string {
  const object = objectOf(reply);
  if (typeof object === 'string') return object;
  const missing = keysOf(asked).find((key) => !(key in object));
  if (missing !== undefined)
    return `"${missing}" is missing, and ${asked} were asked for (num_negatives). Ask again.`;
  const named = Object.entries(object).filter(([key]) => key.startsWith(NEGATIVE_KEY));
  const wrong = named.find(([, value]) => typeof value !== 'string');
  if (wrong) return `"${wrong[0]}" is ${JSON.stringify(wrong[1]).slice(0, 40)}, expected a string.`;
  const texts = new Set(named.map(([, value]) => String(value).trim()));
  for (const text of ['', known.query, ...known.positives]) texts.delete(text);
  if (texts.size === 0) return 'The reply has no negative that is a new text.';
  return { negatives: [...texts], left_out: named.length - texts.size };
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

type Records = Pick<MiningCorpus, 'records' | 'texts'>;

/**
 * What is asked for a corpus: a prompt for each record with its first positive, by its key, which is a hash of the two. Of
 * records with both in common the second and further ones have their number in it too.
 */
async function askedOf({ records, texts }: Records) {
  const asked = new Map<string, { query: string; positives: string[]; place: number }>();
  const keyOf = async (told: readonly unknown[]) =>
    (await sha256OfText(JSON.stringify(told))).slice(0, KEY_CHARACTERS);
  for (const [place, { query, positives: places }] of records.entries()) {
    const positives = places.map((at) => texts[at] ?? '');
    const told = [query, positives[0] ?? ''];
    let key = await keyOf(told);
    for (let again = 2; asked.has(key); again++) key = await keyOf([...told, again]);
    asked.set(key, { query, positives, place });
  }
  return asked;
}

export async function promptLines(
  corpus: Records,
  settings: PromptSettings,
  form: RequestForm,
  model: string,
): Promise<string[]> {
  return Array.from(await askedOf(corpus), ([key, { query, positives }]) => {
    const [positive = ''] = positives;
    const prompt = negativesPrompt(query, positive, settings);
    if (form === 'plain') return JSON.stringify({ key, query, positive, prompt });
    return batchLine({ key, prompt, model, maxTokens: REPLY_TOKENS }, form);
  });
}

/**
 * What a model wrote: replies joined to their records by key, in the order of the corpus, with its texts behind those of the
 * corpus. A line with a fault is refused, and so are all lines of a key that has several.
 * @param source names the passages
 * @param numNegatives what the prompts asked for
 * @throws MiningInputError where no reply can be used; what reading a file throws
 */
export async function writtenByModel(corpus: MiningCorpus, file: File, source: string, numNegatives: number) {
  const asked = await askedOf(corpus);
  const lines = keyedLines(await unpackedText(file), 'key and answer');
  const times = new Map<string, number>();
  for (const line of lines) if (!('reason' in line)) times.set(line.key, (times.get(line.key) ?? 0) + 1);
  const texts = [...corpus.texts];
  const ids = [...corpus.ids];
  const records: MinedNegatives[] = [];
  const refused: RefusedLine[] = [];
  const models = new Set<string>();
  let left_out = 0;
  /** Why a line cannot be used; null where it can. */
  const take = ({ key, value }: KeyedLine): string | null => {
    const of = asked.get(key);
    if (!of) return 'No record has this key. The prompts were for other queries or positives.';
    const same = times.get(key) ?? 0;
    if (same > 1) return `${same} lines have this key: keep one of them.`;
    const said = 'answer' in value ? { text: value.answer, model: value.model } : batchReply(value);
    const found = negativesOfReply(said.text, of, numNegatives);
    if (typeof found === 'string') return found;
    left_out += found.left_out;
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
  const written_by: WrittenBy = {
    models: [...models].sort(),
    replies: { name: file.name, bytes: file.size, sha256: await sha256OfStream(file.stream()) },
    counts: {
      lines: lines.length,
      records: records.length,
      records_without_reply: corpus.records.length - records.length,
      left_out,
    },
  };
  return { corpus: { texts, ids, records: corpus.records }, records, refused, written_by };
}
