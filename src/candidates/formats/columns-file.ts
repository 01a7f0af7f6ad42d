const SEEN_LINES = 50;
const WHOLE = /^-?\d+$/;
const NUMBER = /^[-+]?(\d+(\.\d*)?|\.\d+)(e[-+]?\d+)?$/i;

/**
 * Whether lines are TREC's, with white space between columns: a run (`qid Q0 docid rank score tag`) or judgements
 * (`qid 0 docid relevance`). Blank lines do not matter; the first 50 others decide.
 */
export function isColumnsFile(lines: readonly string[]): boolean {
  const rows = lines
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .slice(0, SEEN_LINES)
    .map((line) => line.split(/\s+/));
  return rows.length > 0 && (rows.every(isRunRow) || rows.every(isJudgementRow));
}

function isRunRow(row: readonly string[]): boolean {
  const [, q0 = '', , rank = '', score = ''] = row;
  return row.length === 6 && q0.toLowerCase() === 'q0' && WHOLE.test(rank) && NUMBER.test(score);
}

function isJudgementRow(row: readonly string[]): boolean {
  const [, iteration = '', , relevance = ''] = row;
  return row.length === 4 && WHOLE.test(iteration) && WHOLE.test(relevance);
}
