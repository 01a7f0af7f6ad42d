/** Rows as aligned columns of text, for a terminal. */

/**
 * @param {readonly (readonly string[])[]} rows all of one length
 * @param {(column: number) => boolean} [isLeft] columns aligned on the left; all of them unless said
 * @returns {string} two blanks between columns, a line for each row
 */
export function alignColumns(rows, isLeft = () => true) {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => [...(row[column] ?? '')].length)),
  );
  /** @param {string} cell @param {number} column */
  const align = (cell, column) => {
    const blanks = ' '.repeat((widths[column] ?? 0) - [...cell].length);
    return isLeft(column) ? cell + blanks : blanks + cell;
  };
  return rows.map((row) => row.map(align).join('  ').trimEnd()).join('\n');
}
