/** Verdicts on pairs, the file that brings them, and what they add up to. */

import { batchReply, keyedLines, saidText, type KeyedLine, type RefusedLine } from './batch-api';
import { MOST_JUDGED } from './sample';

/** What may be said of a pair, as files write it. */
export const VERDICTS = ['answers', 'does not answer', 'cannot tell'] as const;

export type Verdict = (typeof VERDICTS)[number];

/** By judge, and by the key of the pair. */
export type VerdictBook = ReadonlyMap<string, ReadonlyMap<string, Verdict>>;

export interface ReadVerdicts {
  readonly verdicts: VerdictBook;
  /** Lines that are not counted. */
  readonly refused: readonly RefusedLine[];
}

/** The pairs that verdicts may be given of. */
export interface AskedSample {
  readonly seed: number;
  /** How many pairs are asked for: the first of the order. */
  readonly size: number;
  /** Keys of the pairs in their order, more than are asked for: all of the run, or the first {@link MOST_JUDGED}. */
  readonly keys: readonly string[];
}

interface VerdictLine {
  readonly line: number;
  readonly key: string;
  readonly verdict: Verdict;
  readonly judge: string;
}

/**
 * Reads verdicts, one JSON object a line: `key`, `verdict`, `judge`; or the answers of a batch API to the requests of
 * `requests.ts`. A line with a fault is refused, and so are all lines of one judge on the same pair.
 */
export function readVerdicts(text: string, sample: AskedSample): ReadVerdicts {
  const places = new Map(sample.keys.map((key, place) => [key, place]));
  const refused: RefusedLine[] = [];
  const read: VerdictLine[] = [];
  for (const keyed of keyedLines(text, 'key, verdict and judge')) {
    const found = 'reason' in keyed ? keyed : verdictOf(keyed);
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

function outside(place: number | undefined, { seed, size, keys }: AskedSample): string | null {
  // A shorter order holds every pair of the run.
  if (place === undefined && keys.length < MOST_JUDGED)
    return 'No pair of this run has this key. Load the files that the sample was drawn from.';
  if (place === undefined) {
    return (
      `None of the first ${MOST_JUDGED} pairs drawn with seed ${seed} has this key. ` +
      'Its sample was larger, had another seed, or came from other files.'
    );
  }
  if (place < size) return null;
  return `Seed ${seed} draws this pair as number ${place + 1}, and the sample has ${size}. Its sample was larger, or had another seed.`;
}

function verdictOf({ line, key, value }: KeyedLine): VerdictLine | RefusedLine {
  const refuse = (reason: string): RefusedLine => ({ line, key, reason });
  const { text, model } = batchReply(value);
  const answer =
    'verdict' in value ? { verdict: value.verdict, judge: value.judge } : { verdict: text, judge: model };
  const verdict = VERDICTS.find((known) => known === wordsOf(answer.verdict));
  if (verdict === undefined) {
    const said = JSON.stringify(answer.verdict)?.slice(0, 60) ?? 'missing';
    return refuse(`The verdict is ${said}. Expected ${VERDICTS.map((known) => `"${known}"`).join(', ')}.`);
  }
  if (typeof answer.judge !== 'string' || answer.judge.trim() === '') {
    return refuse('Expected "judge", the name of who judged.');
  }
  return { line, key, verdict, judge: answer.judge.trim() };
}

/** The first line of an answer, after any thinking, in small letters, without quotes and full stops around it. */
function wordsOf(said: unknown): string {
  if (typeof said !== 'string') return '';
  const [first = ''] = saidText(said).split('\n');
  return first
    .trim()
    .toLowerCase()
    .replaceAll(/^["'*]+|(?<!["'*.])["'*.]+$/g, '');
}

/** The code of a verdict in a column, 0 for none. */
export function verdictCode(verdict: Verdict | null): number {
  return verdict === null ? 0 : VERDICTS.indexOf(verdict) + 1;
}

/**
 * What most judges of a pair say; where as many say yes as no, it cannot be told. A judge who cannot tell has no voice
 * where another can. Null where nobody judged.
 */
export function agreedVerdict(said: readonly Verdict[]): Verdict | null {
  const count = (verdict: Verdict) => said.filter((each) => each === verdict).length;
  const lead = count('answers') - count('does not answer');
  if (said.length === 0) return null;
  return lead > 0 ? 'answers' : lead < 0 ? 'does not answer' : 'cannot tell';
}

/** One verdict for each pair. @see agreedVerdict */
export function agreedVerdicts(book: VerdictBook): ReadonlyMap<string, Verdict> {
  const said = new Map<string, Verdict[]>();
  for (const verdicts of book.values()) {
    for (const [key, verdict] of verdicts) said.set(key, [...(said.get(key) ?? []), verdict]);
  }
  return new Map([...said].map(([key, all]) => [key, agreedVerdict(all) as Verdict]));
}

/** How one judge agrees with each other one that judged a pair in common: these pairs, and the share with the same verdict. */
export function agreements(book: VerdictBook, name: string) {
  const own = [...(book.get(name) ?? [])];
  return [...book].flatMap(([other, theirs]) => {
    const both = own.filter(([key]) => other !== name && theirs.has(key));
    if (both.length === 0) return [];
    const same = both.filter(([key, said]) => theirs.get(key) === said).length / both.length;
    return { judges: [name, other] as const, pairs: both.length, same };
  });
}
