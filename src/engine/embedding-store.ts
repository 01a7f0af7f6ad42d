/** Embeddings of distinct token sequences, row by row, in blocks that never move. */

const ROWS_PER_BLOCK = 4096;

export class EmbeddingStore {
  private readonly blocks: Float32Array[] = [];
  private length = 0;
  private width = 0;

  /** d, or 0 while empty. */
  get dimension(): number {
    return this.width;
  }

  /** Makes room for one more row and gives its index. */
  reserve(): number {
    return this.length++;
  }

  /** @throws RangeError for a row of another length than the first */
  set(index: number, vector: Float32Array): void {
    if (this.width === 0) this.width = vector.length;
    if (vector.length !== this.width) {
      throw new RangeError(`An embedding of length ${vector.length} came after one of length ${this.width}.`);
    }
    const block = Math.floor(index / ROWS_PER_BLOCK);
    while (this.blocks.length <= block) this.blocks.push(new Float32Array(ROWS_PER_BLOCK * this.width));
    (this.blocks[block] as Float32Array).set(vector, (index % ROWS_PER_BLOCK) * this.width);
  }

  row(index: number): Float32Array {
    const start = (index % ROWS_PER_BLOCK) * this.width;
    return (this.blocks[Math.floor(index / ROWS_PER_BLOCK)] as Float32Array).subarray(start, start + this.width);
  }
}
