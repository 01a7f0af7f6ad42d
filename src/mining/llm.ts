/**
 * Negatives that a language model writes (paper, "LLM Hard-Negative Generation Prompt"): the prompt of a record, and the
 * negatives of a reply. Nothing is sent: a batch API or a local server gets the prompts as a file.
 */

import { isObject, saidText } from '../judge/batch-api';

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

/** The paper's prompt, filled in. */
export function negativesPrompt(query: string, positive: string, settings: PromptSettings): string {
  const { domain, num_negatives, level, length } = settings;
  const example = JSON.stringify({ user_query: query, positive_document: positive });
  const keys = Array.from(
    { length: num_negatives },
    (_, i) => `- "${NEGATIVE_KEY}${i + 1}": a string, a hard negative document for the "user_query".`,
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

/** Why a negative of a reply is left out. */
export type LeftOutNegative = 'blank' | 'positive' | 'query' | 'repeated';

export interface ReplyNegatives {
  readonly negatives: readonly string[];
  readonly left_out: Readonly<Record<LeftOutNegative, number>>;
}

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
): ReplyNegatives | string {
  const object = objectOf(reply);
  if (typeof object === 'string') return object;
  const named = Object.entries(object).filter(([key]) => key.startsWith(NEGATIVE_KEY));
  if (named.length === 0)
    return `The reply has no "${NEGATIVE_KEY}1". Expected the keys that the prompt names.`;
  const missing = Array.from({ length: asked }, (_, i) => `${NEGATIVE_KEY}${i + 1}`).find(
    (key) => !(key in object),
  );
  if (missing !== undefined)
    return `"${missing}" is missing, and ${asked} were asked for (num_negatives). Ask again.`;
  const wrong = named.find(([, value]) => typeof value !== 'string');
  if (wrong)
    return `"${wrong[0]}" is ${JSON.stringify(wrong[1])?.slice(0, 40) ?? 'missing'}, expected a string.`;
  const left_out = { blank: 0, positive: 0, query: 0, repeated: 0 };
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
