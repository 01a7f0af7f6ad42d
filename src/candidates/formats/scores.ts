/** Scores beside passages: is one missing? */

import type { ScoreCheck } from '../candidate-record';
import { isObject } from '../fault';
import { numberOf } from './fields';

/** Whether a miner's score says that its passage is excluded. */
export function isExcluded(score: unknown): boolean {
  return score === -Infinity || (typeof score === 'string' && /^\s*-inf(inity)?\s*$/i.test(score));
}

/** In JSON a text is no number. */
function check(scores: readonly unknown[]): ScoreCheck {
  const isMissing = (score: unknown) => typeof score === 'string' || numberOf(score) === null;
  return scores.some((score) => !isExcluded(score) && isMissing(score)) ? 'missing' : 'fine';
}

/** Checks a list of scores for some passages. A list that is absent, null or empty is no scores at all. */
export function checkScores(scores: unknown, passages: number): ScoreCheck {
  if (scores === undefined || scores === null) return null;
  if (!Array.isArray(scores)) return 'missing';
  if (scores.length === 0) return null;
  return scores.length < passages ? 'missing' : check(scores);
}

/** Checks a column of a score, or of a list of scores for each negative. A table's cell holds either as a text. */
export function checkScoreColumn(value: unknown, negatives: number): ScoreCheck {
  if (Array.isArray(value)) return checkScores(value, negatives);
  if (isExcluded(value)) return 'fine';
  const number = numberOf(value);
  const isList = typeof value === 'string' && number === null && value.trimStart().startsWith('[');
  return isList ? checkScores(parsedList(value), negatives) : check([number]);
}

/** The list that a cell holds as JSON, or as NumPy prints numbers: `[0.51 0.53]`. */
function parsedList(cell: string): unknown {
  try {
    return JSON.parse(cell);
  } catch {
    const numbers = /^\s*\[([^[\],]*)\]\s*$/.exec(cell)?.[1]?.trim().split(/\s+/);
    return numbers?.map((number) => (isExcluded(number) ? -Infinity : numberOf(number))) ?? [null];
  }
}

/** The list that a field or a table's cell holds; empty for anything else. */
export function listOf(value: unknown): readonly unknown[] {
  const list = typeof value === 'string' && value.trimStart().startsWith('[') ? parsedList(value) : value;
  return Array.isArray(list) ? (list as unknown[]) : [];
}

/** The score that each passage has: its field `score`, or what stands beside its id. */
export function passageScores(passages: readonly unknown[]): readonly unknown[] {
  return passages.map((passage) =>
    isObject(passage) ? passage['score'] : Array.isArray(passage) ? (passage[1] as unknown) : undefined,
  );
}

/** Checks the scores that passages have (`passageScores`): where one of a list has one, all of them should. */
export function checkPassageScores(scores: readonly unknown[]): ScoreCheck {
  const found = scores.filter((score) => (score ?? null) !== null);
  if (found.length === 0) return null;
  return found.length < scores.length ? 'missing' : check(found);
}

const WORST_FIRST = ['missing', 'fine', null] as const;

export function worse(a: ScoreCheck, b: ScoreCheck): ScoreCheck {
  return WORST_FIRST.find((each) => each === a || each === b) ?? null;
}
