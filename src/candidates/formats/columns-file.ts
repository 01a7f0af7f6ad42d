/** Whether lines are TREC's columns. */

const SEEN_LINES = 50;
/** Share of the lines that must fit: a few may be damaged. */
const MOST = 0.9;
/** TREC's second column of judgements: an iteration, or what a run has there. */
const ITERATION = /^(-?\d+|q0|iter\w*)$/i;
const NUMBER = /^[-+]?(\d+(\.\d*)?|\.\d+)(e[-+]?\d+)?$/i;

/**
 * Whether lines are TREC's, with white space between columns: a run (`qid Q0 docid rank score tag`), judgements
 * (`qid 0 docid relevance`), or three columns (`qid docid number`) with blanks between them. Blank lines do not matter;
 * nearly all of the first 50 others must fit.
 */
export function isColumnsFile(lines: readonly string[]): boolean {
  const seen = lines
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .slice(0, SEEN_LINES);
  const fits = (holds: (row: readonly string[], line: string) => boolean): boolean =>
    seen.filter((line) => holds(line.split(/\s+/), line)).length >= MOST * seen.length;
  return seen.length > 0 && (fits(isRunRow) || fits(isJudgementRow) || fits(isShortRow));
}

function isRunRow(row: readonly string[]): boolean {
  const [, , , rank = '', score = ''] = row;
  return row.length === 6 && NUMBER.test(rank) && NUMBER.test(score);
}

function isJudgementRow(row: readonly string[]): boolean {
  const [, iteration = '', , relevance = ''] = row;
  return row.length === 4 && ITERATION.test(iteration) && NUMBER.test(relevance);
}

/** Tabs and commas are those of tables. */
function isShortRow(row: readonly string[], line: string): boolean {
  return row.length === 3 && NUMBER.test(row[2] ?? '') && !/[\t,]/.test(line);
}
