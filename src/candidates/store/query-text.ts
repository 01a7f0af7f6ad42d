/** Checks a user's query by DuckDB's own tokens: one statement, one that reads, values for its question marks. */

import { CandidatesError } from '../errors';

/** A value for a question mark. */
export type QueryParameter = string | number | null;

/** A token with the spaces and comments behind it. */
export interface QueryPiece {
  readonly text: string;
  /** A text in quotes: nothing in it is a name, a semicolon or a question mark. */
  readonly quoted: boolean;
}

/** One statement with its question marks filled in. */
export interface QueryText {
  readonly sql: string;
  /** The statement behind EXPLAIN; null for other statements. */
  readonly explained: string | null;
}

const READING = new Set(
  'select with from values describe desc show summarize pivot unpivot table explain'.split(' '),
);

/**
 * Functions that change the database from inside a query, and `query`, which hides another query in a text. All other
 * functions only read (checked in `duckdb_functions()` of DuckDB 1.4.3).
 */
const ACTING = new Set(
  'checkpoint force_checkpoint enable_logging disable_logging truncate_duckdb_logs write_log query'.split(
    ' ',
  ),
);

/**
 * The statement with values for its question marks.
 * @param pieces the tokens of the whole text
 * @throws QueryRefusedError if it is empty, several statements, or one that does more than read
 * @throws QuerySyntaxError if there are not as many values as question marks
 */
export function queryText(pieces: readonly QueryPiece[], values: readonly QueryParameter[]): QueryText {
  const statement = withoutEnd(pieces);
  const [first] = statement;
  if (first === undefined) throw new CandidatesError('QueryRefusedError', { found: 'The query is empty' });
  if (statement.some((piece) => isMark(piece, ';'))) {
    throw new CandidatesError('QueryRefusedError', { found: 'There is more than one statement' });
  }
  const word = nameOf(first);
  if (!READING.has(word) && !isMark(first, '(')) {
    throw new CandidatesError('QueryRefusedError', {
      found: `The statement begins with ${word.toUpperCase() || first.text.trim()}`,
    });
  }
  for (const [i, piece] of statement.entries()) {
    const next = statement[i + 1];
    if (next !== undefined && isMark(next, '(') && ACTING.has(nameOf(piece))) {
      throw new CandidatesError('QueryRefusedError', {
        found: `${nameOf(piece)}() acts on the database, or hides what is run`,
      });
    }
  }
  const filled = withValues(statement, values);
  if (word !== 'explain') return { sql: filled.join(''), explained: null };
  const analyzed = statement[1] !== undefined && nameOf(statement[1]) === 'analyze';
  return { sql: filled.join(''), explained: filled.slice(analyzed ? 2 : 1).join('') };
}

/** Without semicolons at the end. */
function withoutEnd(pieces: readonly QueryPiece[]): readonly QueryPiece[] {
  return pieces.slice(0, pieces.findLastIndex((piece) => !isMark(piece, ';')) + 1);
}

function withValues(pieces: readonly QueryPiece[], values: readonly QueryParameter[]): string[] {
  let given = 0;
  const filled = pieces.map((piece) => {
    if (!isMark(piece, '?')) return piece.text;
    const value = values[given] ?? null;
    given += 1;
    return literal(value) + piece.text.slice(1);
  });
  if (given === values.length) return filled;
  throw new CandidatesError('QuerySyntaxError', {
    reason: `The query has ${given} question marks and ${values.length} values were given.`,
    place: null,
  });
}

function literal(value: QueryParameter): string {
  if (value === null) return 'NULL';
  if (typeof value === 'string') return `'${value.replaceAll("'", "''")}'`;
  return Number.isFinite(value) ? `(${value})` : `'${value}'::DOUBLE`;
}

function isMark({ text, quoted }: QueryPiece, mark: string): boolean {
  return !quoted && text.startsWith(mark);
}

/** The word or name at the start of a piece, in lower case, without double quotes. */
function nameOf({ text, quoted }: QueryPiece): string {
  return quoted ? '' : (/^"?(\w+)/.exec(text)?.[1] ?? '').toLowerCase();
}
