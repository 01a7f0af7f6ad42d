/** Requests to a language model as batch APIs and local servers take them, and the replies they give; nothing is sent here. */

/** Forms of a file of requests; `openai` is also what vLLM and other local servers run. */
export const REQUEST_FORMS = [
  { id: 'plain', words: 'JSON lines' },
  { id: 'openai', words: 'OpenAI or vLLM batch' },
  { id: 'anthropic', words: 'Anthropic batch' },
] as const;

export type RequestForm = (typeof REQUEST_FORMS)[number]['id'];

export interface BatchRequest {
  /** Comes back with the reply. */
  readonly key: string;
  readonly prompt: string;
  readonly model: string;
  /** Most tokens of the reply; Anthropic demands a number, others refuse one for models that think. */
  readonly maxTokens?: number;
}

/** One line of a batch file, without its end. */
export function batchLine(
  { key, prompt, model, maxTokens }: BatchRequest,
  form: Exclude<RequestForm, 'plain'>,
): string {
  const body = { model, max_tokens: maxTokens, messages: [{ role: 'user', content: prompt }] };
  if (form === 'anthropic') return JSON.stringify({ custom_id: key, params: body });
  return JSON.stringify({ custom_id: key, method: 'POST', url: '/v1/chat/completions', body });
}

/** What a model answered, and its name: a line of OpenAI's and vLLM's batch output, or of Anthropic's. */
export function batchReply(line: Readonly<Record<string, unknown>>): { text: unknown; model: unknown } {
  const body = at(line, 'response', 'body');
  const message = at(line, 'result', 'message');
  const chosen = at(body, 'choices');
  const content = at(message, 'content');
  const first = Array.isArray(chosen) ? at(chosen[0], 'message', 'content') : undefined;
  const said = Array.isArray(content) ? at(content[0], 'text') : undefined;
  return { text: first ?? said, model: at(body, 'model') ?? at(message, 'model') };
}

/** What a model says after its thinking, trimmed. */
export function saidText(text: string): string {
  return (text.split('</think>').at(-1) ?? '').trim();
}

function at(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>((inner, name) => (isObject(inner) ? inner[name] : undefined), value);
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const KEY = /"(?:key|custom_id)"\s*:\s*"([^"]*)"/;

/** A line of a file of replies that cannot be used. */
export interface RefusedLine {
  /** From 1. */
  readonly line: number;
  /** Null where none could be read. */
  readonly key: string | null;
  readonly reason: string;
}

export interface KeyedLine {
  readonly line: number;
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}

/** The objects of a file of JSON lines with a key, blank lines left out. @param expected words for what a line holds */
export function keyedLines(text: string, expected: string): (KeyedLine | RefusedLine)[] {
  const lines = text.replace(/^\ufeff/, '').split(/\r?\n/);
  return lines.flatMap((content, i) => (content.trim() === '' ? [] : [keyedLine(content, i + 1, expected)]));
}

function keyedLine(content: string, line: number, expected: string): KeyedLine | RefusedLine {
  let value: unknown;
  try {
    value = JSON.parse(content);
  } catch {
    const reason = 'No whole JSON object: the line is cut off or damaged.';
    return { line, key: KEY.exec(content)?.[1] ?? null, reason };
  }
  if (!isObject(value)) return { line, key: null, reason: `Expected a JSON object with ${expected}.` };
  const { key = value.custom_id } = value;
  if (typeof key === 'string' && key !== '') return { line, key, value };
  return { line, key: null, reason: 'Expected "key", the key of the line that was asked.' };
}
