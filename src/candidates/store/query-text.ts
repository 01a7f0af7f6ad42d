/** Checks a user's query by DuckDB's own tokens: one statement, one that reads. */

import { CandidatesError } from '../errors';

/** A token with the spaces and comments behind it. */
export interface QueryPiece {
  readonly text: string;
  /** A text in quotes: nothing in it is a name or a semicolon. */
  readonly quoted: boolean;
}

const READING = /^(select|with|from|values|desc|describe|show|summarize|pivot|unpivot|table)\b/i;

/**
 * The one statement of a text.
 * @param pieces the tokens of the whole text
 * @throws QueryRefusedError if it is empty, several statements, or one that does more than read
 */
export function queryText(pieces: readonly QueryPiece[]): string {
  const statement = pieces.slice(0, pieces.findLastIndex((piece) => !isMark(piece, ';')) + 1);
  const first = statement.find((piece) => !isMark(piece, '('));
  if (first === undefined) throw refusedQuery('The query is empty');
  if (statement.some((piece) => isMark(piece, ';'))) throw severalStatements();
  if (first.quoted || !READING.test(first.text.trim())) {
    const word = /^\s*(\w+|\S+)/.exec(first.text)?.[1] ?? '';
    throw refusedQuery(`The statement begins with ${word.toUpperCase()}`);
  }
  return statement.map(({ text }) => text).join('');
}

export function severalStatements(): CandidatesError {
  return refusedQuery('There is more than one statement');
}

function refusedQuery(found: string): CandidatesError {
  return new CandidatesError(
    'QueryRefusedError',
    `${found}. Expected one query that reads: SELECT, WITH, FROM, VALUES, DESCRIBE, SHOW, SUMMARIZE or PIVOT. Nothing was run.`,
  );
}

function isMark({ text, quoted }: QueryPiece, mark: string): boolean {
  return !quoted && text.startsWith(mark);
}
