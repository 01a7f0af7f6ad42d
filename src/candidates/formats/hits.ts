/** Retrieval runs, and what tells them from relevance judgements: both name a query, a document and a number in each row. */

import { Fault, type JsonObject } from '../fault';
import { isIdLike, isNumber, isWholeNumber, mostly, scalarText } from './columns';
import { isPositional } from '../read/entries';
import { missing, numberOf, readId, wrongType } from './fields';
import { format, Ref, type Fit, type Hint } from './format';
import { byNames, idAmong, isOfThing, roleOf, type Role } from './names';

/** The largest whole number taken for a grade where nothing else tells. */
const HIGHEST_GRADE = 4;

/** Names of the columns; `number` is the score, the rank or the grade. */
export interface HitColumns {
  readonly query: string;
  readonly document: string;
  readonly number: string;
  readonly means: 'score' | 'rank' | 'grade';
}

/** Columns by their names; null where one is missing, or where the row has texts too. A score may be a grade. */
function namedHits(names: readonly string[]): HitColumns | null {
  const has =
    (...roles: Role[]) =>
    (name: string) =>
      !roleOf(name).ids && roles.includes(roleOf(name).role);
  if (names.some(has('positive', 'negative', 'document', 'answer'))) return null;
  // PyTerrier writes the text of the query beside score and rank.
  if (names.some(has('query')) && !(names.some(has('rank')) && names.some(has('score')))) return null;
  const query = idAmong(names, 'query');
  const document = documentIdAmong(names, query);
  if (query === null || document === null) return null;
  for (const [role, means] of NUMBERS) {
    const number = names.find((name) => roleOf(name).role === role && roleOf(name).sure && !/s$/i.test(name));
    if (number !== undefined) return { query, document, number, means };
  }
  const rated = names.find((name) => RATED.test(name));
  return rated === undefined ? null : { query, document, number: rated, means: 'grade' };
}

/** The id of a document; PyTerrier's `docid` counts from 0, and other collections name what their documents are: `product_id`. */
function documentIdAmong(names: readonly string[], query: string | null): string | null {
  const known = names.find((name) => /^docno$/i.test(name)) ?? idAmong(names, 'document');
  const isThing = (name: string): boolean =>
    roleOf(name).ids &&
    name !== query &&
    !/s$/i.test(name) &&
    (isOfThing(name) || roleOf(name).role === 'answer');
  const isTriple = names.some((name) => roleOf(name).role === 'negative');
  const [other = null, ...more] = known === null && !isTriple ? names.filter(isThing) : [known];
  return more.length === 0 ? other : null;
}

/** Names of grades that elsewhere are none: stars of a review, scores of a teacher. */
const RATED = /^(rating|gain|relevan(ce|cy)[ _-]?score)$/i;

const NUMBERS = [
  ['score', 'score'],
  ['rank', 'rank'],
  ['label', 'grade'],
] as const;

/** Columns by their places: TREC's six of a run, its four of judgements, or three of either. */
function placedHits(names: readonly string[]): HitColumns | null {
  if (!isPositional(names)) return null;
  switch (names.length) {
    case 3:
      return { query: '1', document: '2', number: '3', means: 'score' };
    case 4:
      return { query: '1', document: '3', number: '4', means: 'grade' };
    case 6:
      return { query: '1', document: '3', number: '5', means: 'score' };
    default:
      return null;
  }
}

/** The columns of a hit, by their names or by their places. */
function hitColumns(names: readonly string[]): HitColumns | null {
  return namedHits(names) ?? placedHits(names);
}

interface Hit {
  readonly columns: HitColumns;
  readonly queryId: string;
  readonly documentId: string;
  readonly value: number;
}

/** A row's hit, whatever the places of its columns. @param expected what a row is to have, for the fault of one that has it not */
export function hitReader(expected: string): (value: JsonObject) => Hit | Fault {
  const columnsOf = byNames(hitColumns);
  return (value) => {
    const columns = columnsOf(value);
    if (columns === null) return missing('score', expected);
    const queryId = readId(value, columns.query);
    if (queryId instanceof Fault) return queryId;
    const documentId = readId(value, columns.document);
    if (documentId instanceof Fault) return documentId;
    const found = value[columns.number];
    if (found === undefined) return missing(columns.number, 'a number');
    const read = numberOf(found);
    return read === null
      ? wrongType(columns.number, 'a number', found)
      : { columns, queryId, documentId, value: read };
  };
}

/** The columns of a run or of judgements, and what the number means; null for other files. */
export function hitsOf(value: JsonObject, hint: Hint): HitColumns | null {
  const names = Object.keys(value);
  const named = namedHits(names);
  if (named !== null) return { ...named, means: meaningOfName(named, names, hint) };
  const placed = hint.container === 'JSONL' ? null : placedHits(names);
  if (placed === null) return null;
  if (names.length === 6) return isTrecRun(value, hint) ? placed : null;
  const meaningOf = names.length === 4 ? meaningOfFourth : meaningOfThird;
  const means = meaningOf(hint.samples, hint.path);
  return means === null ? null : { ...placed, means };
}

function meaningOfName(
  { number, means }: HitColumns,
  names: readonly string[],
  hint: Hint,
): HitColumns['means'] {
  const byPath = kindByPath(hint.path);
  if (means === 'grade' && byPath !== 'qrels' && hint.samples.some((row) => isFraction(row[number])))
    return 'score';
  if (means !== 'score') return means;
  if (byPath !== null) return byPath === 'qrels' ? 'grade' : 'score';
  if (names.some((name) => roleOf(name).role === 'rank')) return 'score';
  return hint.samples.every((row) => isWholeNumber(row[number]) || row[number] === '') ? 'grade' : 'score';
}

function kindByPath(path: string): 'qrels' | 'run' | null {
  if (/qrel/i.test(path)) return 'qrels';
  return /(^|[^a-z])runs?([^a-z]|$)/i.test(path) ? 'run' : null;
}

/** In a table the second column tells a run from other rows of six; TREC's own files may have anything there. */
function isTrecRun(row: JsonObject, { container }: Hint): boolean {
  const isTold = container === 'columns' || /^q0$/i.test(scalarText(row['2']));
  return isTold && isRunRow(Object.values(row));
}

/** TREC's row of a run: `qid Q0 docid rank score tag`. */
export function isRunRow(row: readonly unknown[]): boolean {
  return row.length === 6 && isNumber(row[3]) && isNumber(row[4]);
}

/** TREC's second column of judgements: Q0, or an iteration, of which there are few. */
const ITERATION = /^(-?\d{1,2}|q0|iter\w*)$/i;

const NO_ITERATION = /^q?0$/i;

/** TREC's row of judgements: `qid 0 docid relevance`. */
export function isJudgementRow(row: readonly unknown[]): boolean {
  const [query, iteration, document, grade] = row;
  return (
    row.length === 4 &&
    isIdLike(query) &&
    ITERATION.test(scalarText(iteration)) &&
    isIdLike(document) &&
    isNumber(grade) &&
    // An id triple with a margin has ids there: only TREC's own 0 or Q0 goes with decimals.
    (NO_ITERATION.test(scalarText(iteration)) || Number.isInteger(numberOf(grade)))
  );
}

/** Different second columns that judgements have: those of a collection have one, or a few iterations. */
const MOST_ITERATIONS = 10;

/** The largest whole number taken for a grade in TREC's columns of judgements. */
const HIGHEST_JUDGEMENT = 10;

/**
 * What the fourth column means, where the others are TREC's of judgements; else null. Judgements change every run beside
 * them, so only whole small numbers are grades, unless the path says so: others are a run's ranks or scores.
 */
function meaningOfFourth(all: readonly JsonObject[], path: string): HitColumns['means'] | null {
  const rows = all.filter((row) => isJudgementRow(Object.values(row)));
  const iterations = new Set(rows.map((row) => scalarText(row['2'])));
  if (iterations.size > MOST_ITERATIONS || !mostly(all, (row) => isJudgementRow(Object.values(row))))
    return null;
  if (kindByPath(path) === 'qrels') return 'grade';
  const numbers = rows.map((row) => numberOf(row['4']) as number);
  if (numbers.some((number) => !Number.isInteger(number))) return 'score';
  if (numbers.every((number) => Math.abs(number) <= HIGHEST_JUDGEMENT)) return 'grade';
  const direction = directionOf(rows, numbers);
  return direction === 'up' ? 'rank' : direction === 'down' ? 'score' : 'grade';
}

function isFraction(value: unknown): boolean {
  const number = numberOf(value);
  return number !== null && !Number.isInteger(number);
}

/**
 * What the third column of rows without header means; null where the rows are no hits but, for example, three ids. Whole
 * numbers that rise within a query are ranks (a cleaned run has gaps), small ones grades, falling ones scores.
 */
function meaningOfThird(all: readonly JsonObject[], path: string): HitColumns['means'] | null {
  if (!mostly(all, isHit)) return null;
  const rows = all.filter(isHit);
  const byPath = kindByPath(path);
  if (byPath === 'qrels') return 'grade';
  if (!rows.every((row) => isWholeNumber(row['3']))) return 'score';
  const numbers = rows.map((row) => numberOf(row['3']) as number);
  const direction = directionOf(rows, numbers);
  if (direction === 'up' && areRanks(rows, numbers)) return 'rank';
  if (byPath === 'run') return 'score';
  if (numbers.every((number) => number >= 0 && number <= HIGHEST_GRADE)) return 'grade';
  if (direction === 'down') return 'score';
  return rows.every((row) => isWholeNumber(row['1']) && isWholeNumber(row['2'])) ? null : 'score';
}

function isHit(row: JsonObject): boolean {
  return isIdLike(row['1']) && isIdLike(row['2']) && isNumber(row['3']);
}

/** Whether the number rises, or never does, between all neighbouring rows of one query. */
function directionOf(rows: readonly JsonObject[], numbers: readonly number[]): 'up' | 'down' | null {
  const rises = numbers.flatMap((number, i) =>
    i > 0 && rows[i]?.['1'] === rows[i - 1]?.['1'] ? [number > (numbers[i - 1] as number)] : [],
  );
  const [first, ...more] = new Set(rises);
  return first === undefined || more.length > 0 ? null : first ? 'up' : 'down';
}

/** Highest first rank of a query: a cleaned run may have lost its first hits. */
const HIGHEST_FIRST_RANK = 1000;

/** Whether the numbers of each query begin low enough for ranks. */
function areRanks(rows: readonly JsonObject[], numbers: readonly number[]): boolean {
  const firsts = numbers.filter((_, i) => i === 0 || rows[i]?.['1'] !== rows[i - 1]?.['1']);
  const most = firsts.length === 1 || firsts.some((first) => first <= 1) ? HIGHEST_FIRST_RANK : 1;
  return firsts.every((first) => first >= 0 && first <= most);
}

/** One hit a row, with its score or rank. What the qrels call relevant are the positives. */
export const run: Fit = (entry, hint) => {
  const isSaid = hint.said === 'run';
  const found = hitsOf(entry, hint) ?? (isSaid ? hitColumns(Object.keys(entry)) : null);
  if (found === null || (found.means === 'grade' && !isSaid)) return null;
  const hitOf = hitReader('a query id, a document id and a score in each row');
  return format('run', {
    joins: 'run',
    grade: found.number,
    // A run is one source: no column of it is a label.
    uses: (value) => Object.keys(value),
    read(value) {
      const hit = hitOf(value);
      if (hit instanceof Fault) return hit;
      const { columns, queryId, documentId } = hit;
      const { query, document } = columns;
      return {
        queryId,
        query: new Ref('queries', queryId),
        positives: [],
        lists: [{ key: null, texts: [new Ref('corpus', documentId)], where: { holder: [], steps: null } }],
        given: [NaN, found.means === 'rank' ? -hit.value : hit.value],
        embeddings: null,
        scores: null,
        fields: { query, positive: query, negatives: document },
      };
    },
  });
};
