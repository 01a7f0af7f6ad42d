/** Verdicts on pairs, the file that brings them, and what they add up to. */

import { cohensKappa, type Agreement } from './kappa';

/** What may be said of a pair, as files write it. */
export const VERDICTS = ['answers', 'does not answer', 'cannot tell'] as const;

export type Verdict = (typeof VERDICTS)[number];

/** By judge, and by the key of the pair. */
export type VerdictBook = ReadonlyMap<string, ReadonlyMap<string, Verdict>>;

/** A line of a file of verdicts that is not counted. */
export interface RefusedVerdict {
  /** From 1. */
  readonly line: number;
  /** Null where none could be read. */
  readonly key: string | null;
  readonly reason: string;
}

export interface ReadVerdicts {
  readonly verdicts: VerdictBook;
  readonly refused: readonly RefusedVerdict[];
}

/** The pairs that verdicts may be given of. */
export interface AskedSample {
  readonly seed: number;
  /** How many pairs are asked for: the first of the order. */
  readonly size: number;
  /** Keys of the pairs in their order, more than are asked for. */
  readonly keys: readonly string[];
}

interface VerdictLine {
  readonly line: number;
  readonly key: string;
  readonly verdict: Verdict;
  readonly judge: string;
}

const KEY = /"(?:key|custom_id)"\s*:\s*"([^"]*)"/;

/**
 * Reads verdicts, one JSON object a line: `key`, `verdict`, `judge`; or the answers of a batch API to the requests of
 * `requests.ts`. A line with a fault is refused, and so are all lines of one judge on the same pair.
 */
export function readVerdicts(text: string, sample: AskedSample): ReadVerdicts {
  const places = new Map(sample.keys.map((key, place) => [key, place]));
  const refused: RefusedVerdict[] = [];
  const read: VerdictLine[] = [];
  for (const [i, content] of text
    .replace(/^\ufeff/, '')
    .split(/\r?\n/)
    .entries()) {
    if (content.trim() === '') continue;
    const found = lineOf(content, i + 1);
    if ('reason' in found) refused.push(found);
    else {
      const reason = outside(places.get(found.key), sample);
      if (reason === null) read.push(found);
      else refused.push({ line: found.line, key: found.key, reason });
    }
  }
  const lines = new Map<string, VerdictLine[]>();
  for (const found of read) {
    const id = JSON.stringify([found.judge, found.key]);
    lines.set(id, [...(lines.get(id) ?? []), found]);
  }
  const verdicts = new Map<string, Map<string, Verdict>>();
  for (const same of lines.values()) {
    const [{ key, judge, verdict }] = same;
    if (same.length > 1) {
      for (const { line } of same) {
        const others = same.filter((each) => each.line !== line).map((each) => each.line);
        const reason = `${judge} judged this pair on line ${others.join(', ')} too: keep one of them.`;
        refused.push({ line, key, reason });
      }
      continue;
    }
    const own = verdicts.get(judge) ?? new Map<string, Verdict>();
    verdicts.set(judge, own.set(key, verdict));
  }
  return { verdicts, refused: refused.sort((a, b) => a.line - b.line) };
}

function outside(place: number | undefined, { seed, size }: AskedSample): string | null {
  if (place === undefined) {
    return `No pair of the sample with seed ${seed} has this key: it is of other pairs, or of another seed.`;
  }
  if (place < size) return null;
  return `This pair is number ${place + 1} of the order, and the sample has ${size}: enlarge the sample.`;
}

function lineOf(content: string, line: number): VerdictLine | RefusedVerdict {
  const refuse = (key: string | null, reason: string): RefusedVerdict => ({ line, key, reason });
  let value: unknown;
  try {
    value = JSON.parse(content);
  } catch {
    return refuse(KEY.exec(content)?.[1] ?? null, 'No whole JSON object: the line is cut off or damaged.');
  }
  if (!isObject(value)) return refuse(null, 'Expected a JSON object with key, verdict and judge.');
  const { key = value.custom_id, judge } = value;
  if (typeof key !== 'string' || key === '')
    return refuse(null, 'Expected "key", the key of the sample’s line.');
  const answer = 'verdict' in value ? { verdict: value.verdict, judge } : batchAnswer(value);
  const verdict = VERDICTS.find((known) => known === wordsOf(answer.verdict));
  if (verdict === undefined) {
    const said = JSON.stringify(answer.verdict)?.slice(0, 60) ?? 'missing';
    return refuse(
      key,
      `The verdict is ${said}. Expected ${VERDICTS.map((known) => `"${known}"`).join(', ')}.`,
    );
  }
  if (typeof answer.judge !== 'string' || answer.judge.trim() === '') {
    return refuse(key, 'Expected "judge", the name of who judged.');
  }
  return { line, key, verdict, judge: answer.judge.trim() };
}

/** The first line of an answer in small letters, without quotes and full stops around it. */
function wordsOf(said: unknown): string {
  if (typeof said !== 'string') return '';
  const [first = ''] = said.trim().split('\n');
  return first
    .trim()
    .toLowerCase()
    .replaceAll(/^["'*]+|["'*.]+$/g, '');
}

/** What a model answered, by its name: a line of OpenAI's and vLLM's batch output, or of Anthropic's. */
function batchAnswer(value: Readonly<Record<string, unknown>>): { verdict: unknown; judge: unknown } {
  const body = at(value, 'response', 'body');
  const message = at(value, 'result', 'message');
  const chosen = at(body, 'choices');
  const content = at(message, 'content');
  const first = Array.isArray(chosen) ? at(chosen[0], 'message', 'content') : undefined;
  const text = Array.isArray(content) ? at(content[0], 'text') : undefined;
  return { verdict: first ?? text, judge: at(body, 'model') ?? at(message, 'model') };
}

function at(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>((inner, name) => (isObject(inner) ? inner[name] : undefined), value);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export const NO_VERDICTS: VerdictBook = new Map();

/** A book that a judge's verdicts are put into, in place of what the same judge said before. */
export function withJudges(book: VerdictBook, judges: VerdictBook): VerdictBook {
  return new Map([...book, ...judges]);
}

export function withoutJudge(book: VerdictBook, judge: string): VerdictBook {
  return new Map([...book].filter(([name]) => name !== judge));
}

/** The book with another verdict of a judge on a pair; undefined takes it away. */
export function withVerdict(
  book: VerdictBook,
  judge: string,
  key: string,
  verdict: Verdict | undefined,
): VerdictBook {
  const own = new Map(book.get(judge));
  if (verdict === undefined) own.delete(key);
  else own.set(key, verdict);
  return own.size === 0 ? withoutJudge(book, judge) : withJudges(book, new Map([[judge, own]]));
}

/** A book as plain lists, and back. */
export type VerdictList = readonly (readonly [judge: string, readonly (readonly [string, Verdict])[]])[];

export function listOfBook(book: VerdictBook): VerdictList {
  return [...book].map(([judge, own]) => [judge, [...own]] as const);
}

export function bookOfList(list: VerdictList): VerdictBook {
  return new Map(list.map(([judge, own]) => [judge, new Map(own)]));
}

/**
 * One verdict for each pair: what most of its judges say; where as many say yes as no, it cannot be told. A judge who
 * cannot tell has no voice where another can.
 */
export function agreedVerdicts(book: VerdictBook): ReadonlyMap<string, Verdict> {
  const votes = new Map<string, number>();
  for (const verdicts of book.values()) {
    for (const [key, verdict] of verdicts) {
      const vote = verdict === 'answers' ? 1 : verdict === 'does not answer' ? -1 : 0;
      votes.set(key, (votes.get(key) ?? 0) + vote);
    }
  }
  return new Map(
    [...votes].map(([key, sum]) => [key, sum > 0 ? 'answers' : sum < 0 ? 'does not answer' : 'cannot tell']),
  );
}

/** How two judges agree, for every two of them that judged a pair in common. */
export function agreements(
  book: VerdictBook,
): readonly (Agreement & { readonly judges: readonly [string, string] })[] {
  const judges = [...book];
  return judges.flatMap(([name, own], i) =>
    judges.slice(i + 1).flatMap(([other, theirs]) => {
      const counts = VERDICTS.map((a) =>
        VERDICTS.map((b) => [...own].filter(([key, said]) => said === a && theirs.get(key) === b).length),
      );
      const agreement = cohensKappa(counts);
      return agreement.pairs === 0 ? [] : [{ judges: [name, other] as const, ...agreement }];
    }),
  );
}
