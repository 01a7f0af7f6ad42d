/** A row-major float32 matrix, written entry by entry. A state (a row vector) is multiplied from the left. */
export class Matrix {
  /** @param {number[]} dims rows and columns */
  constructor([rows = 0, columns = 0]) {
    this.columns = columns;
    this.data = new Float32Array(rows * columns);
  }

  /**
   * @param {number} row
   * @param {number} column
   * @param {number} value
   */
  set(row, column, value) {
    this.data[row * this.columns + column] = value;
  }

  /**
   * `count` entries downwards to the right: copies that many dimensions, times `value`.
   * @param {number} row
   * @param {number} column
   * @param {number} count
   * @param {number} value
   */
  setDiagonal(row, column, count, value) {
    for (let at = 0; at < count; at++) this.set(row + at, column + at, value);
  }

  /**
   * Entries downwards: the new dimension `column` is the dot product with `values`.
   * @param {number} row
   * @param {number} column
   * @param {ArrayLike<number> & Iterable<number>} values
   */
  setColumn(row, column, values) {
    Array.from(values).forEach((value, at) => this.set(row + at, column, value));
  }

  /**
   * Entries to the right.
   * @param {number} row
   * @param {number} column
   * @param {ArrayLike<number> & Iterable<number>} values
   */
  setRow(row, column, values) {
    Array.from(values).forEach((value, at) => this.set(row, column + at, value));
  }
}
