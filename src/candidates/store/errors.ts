/** What the table store refuses or fails at. Each message says what to do. */

import { CandidatesError } from '../errors';

/** DuckDB has no memory left for what it was asked. */
export class StoreFullError extends CandidatesError {
  override readonly name = 'StoreFullError';
  constructor(options?: ErrorOptions) {
    super(
      'The table store has no memory left. Expected room for the sources and for what is asked of them: remove a source, ' +
        'load smaller files, or ask for less at once.',
      options,
    );
  }
}

/** How a browser, or DuckDB, says that memory is refused. */
const REFUSED_MEMORY = /allocation failed|out of memory|bad_alloc/i;

/** DuckDB did not start. */
export class StoreStartError extends CandidatesError {
  override readonly name = 'StoreStartError';
  constructor(reason: string, options?: ErrorOptions) {
    const words = REFUSED_MEMORY.test(reason)
      ? 'the browser did not give it the memory that it needs'
      : reason;
    super(
      `The table store (DuckDB) did not start: ${words}. Expected its worker and its .wasm file beside this page. ` +
        'Reload the page; if that does not help, check that the server serves both files.',
      options,
    );
  }
}

/** DuckDB refused a statement or kept another number of rows than it was given. */
export class StoreInsertError extends CandidatesError {
  override readonly name = 'StoreInsertError';
  constructor(table: string, reason: string, options?: ErrorOptions) {
    super(
      `The table store failed at the table "${table}": ${reason}. Nothing of the file is kept. Expected room for all ` +
        'rows: remove a source or load a smaller file; if the store has stopped, reload the page.',
      options,
    );
  }
}

/** What a source is to be made of does not make records. */
export class MadeSourceError extends CandidatesError {
  override readonly name = 'MadeSourceError';
  constructor(source: string, fault: string) {
    super(
      `The source "${source}" cannot be made: ${fault}. Expected records of existing queries and passages, each with ` +
        'at least one negative. Nothing of it is kept.',
    );
  }
}

/** A source id, or a text id, that the store does not hold (any more). */
export class UnknownSourceError extends CandidatesError {
  override readonly name = 'UnknownSourceError';
  constructor(what: string) {
    super(`${what} is not loaded. It may have been removed; load the file again.`);
  }
}

/** A statement that is no query: it would change something, or it is several. */
export class QueryRefusedError extends CandidatesError {
  override readonly name = 'QueryRefusedError';
  constructor(found: string) {
    super(
      `${found}. Expected one query that reads: SELECT, WITH, FROM, VALUES, DESCRIBE, SHOW, SUMMARIZE, PIVOT or EXPLAIN. ` +
        'Nothing was run.',
    );
  }
}

/** DuckDB cannot read a query, does not know a name in it, or fails at a value. */
export class QuerySyntaxError extends CandidatesError {
  override readonly name = 'QuerySyntaxError';
  /** @param place 1-based line and column in the query; null where DuckDB names none */
  constructor(
    reason: string,
    readonly place: { readonly line: number; readonly column: number } | null,
    options?: ErrorOptions,
  ) {
    super(place === null ? reason : `Line ${place.line}, column ${place.column}: ${reason}`, options);
  }
}

/** The answer to a query cannot be written as Parquet. */
export class TableWriteError extends CandidatesError {
  override readonly name = 'TableWriteError';
  constructor(reason: string, options?: ErrorOptions) {
    super(
      `The answer was not written as Parquet: ${reason}. Save it as CSV, or cast the column at fault to VARCHAR.`,
      options,
    );
  }
}

/** A query was cancelled, by the user or by the next one. */
export class QueryCancelledError extends CandidatesError {
  override readonly name = 'QueryCancelledError';
  constructor() {
    super('The query was cancelled. Run it again for its answer.');
  }
}
