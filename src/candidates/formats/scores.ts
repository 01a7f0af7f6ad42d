/** Scores beside passages: is one missing, or below zero? */

import { isObject } from '../fault';
import type { Draft } from './format';
import { numberOf } from './fields';

type ScoreCheck = Draft['scores'];

/**
 * Checks a list of scores that belongs to so many passages. A list that is absent, null or empty is no scores at all;
 * a score that is missing or no number outweighs one below zero.
 */
export function checkScores(scores: unknown, passages: number): ScoreCheck {
  if (scores === undefined || scores === null) return null;
  if (!Array.isArray(scores)) return 'missing';
  if (scores.length === 0) return null;
  if (scores.length < passages) return 'missing';
  let found: ScoreCheck = null;
  for (const score of scores as readonly unknown[]) {
    const check = checkScore(score);
    if (check === 'missing') return check;
    found = check ?? found;
  }
  return found;
}

/** Checks a score in JSON: a text that looks like a number is none. */
function checkScore(score: unknown): ScoreCheck {
  const number = typeof score === 'string' ? null : numberOf(score);
  if (number === null) return 'missing';
  return number < 0 ? 'negative' : null;
}

/**
 * Checks a column that holds one score, or a list of scores for so many negatives. A cell of a table is a text and may
 * hold either; a blank one lacks its score.
 */
export function checkScoreColumn(value: unknown, negatives: number): ScoreCheck {
  if (Array.isArray(value)) return checkScores(value, negatives);
  if (typeof value !== 'string') return checkScore(value);
  const number = numberOf(value);
  return number === null ? checkScores(parsedList(value) ?? [null], negatives) : checkScore(number);
}

/** The list that a cell holds as JSON; null where it holds none. */
function parsedList(cell: string): unknown {
  if (!cell.trimStart().startsWith('[')) return null;
  try {
    return JSON.parse(cell);
  } catch {
    return null;
  }
}

/** Checks the field `score` of passages: where one of a list has it, all of them should. */
export function checkPassageScores(passages: unknown): ScoreCheck {
  if (!Array.isArray(passages)) return null;
  let scored = 0;
  let found: ScoreCheck = null;
  for (const passage of passages as readonly unknown[]) {
    const score = isObject(passage) ? (passage['score'] ?? null) : null;
    if (score === null) continue;
    scored += 1;
    const check = checkScore(score);
    if (check === 'missing') return check;
    found = check ?? found;
  }
  return scored > 0 && scored < passages.length ? 'missing' : found;
}

export function worse(a: ScoreCheck, b: ScoreCheck): ScoreCheck {
  return a === 'missing' || b === 'missing' ? 'missing' : (a ?? b);
}
