/** Rows of numbers outside the JavaScript heap: as many objects would take several times the memory. */

const FIRST_ROWS = 1024;

/** A table of numbers that grows; a row is known by its number. */
export class NumberColumns<Name extends string> {
  private values: Float64Array;
  private rows = 0;
  private readonly width: number;
  private readonly column: Readonly<Record<Name, number>>;

  constructor(names: readonly Name[]) {
    this.width = names.length;
    this.column = Object.fromEntries(names.map((name, i) => [name, i])) as Record<Name, number>;
    this.values = new Float64Array(this.width * FIRST_ROWS);
  }

  /** Memory held. */
  get bytes(): number {
    return this.values.byteLength;
  }

  get length(): number {
    return this.rows;
  }

  /** Adds a row and gives its number. */
  add(row: Readonly<Record<Name, number>>): number {
    if ((this.rows + 1) * this.width > this.values.length) this.grow();
    const number = this.rows++;
    for (const name in this.column) this.set(number, name, row[name]);
    return number;
  }

  get(row: number, name: Name): number {
    return this.values[row * this.width + this.column[name]] as number;
  }

  set(row: number, name: Name, value: number): void {
    this.values[row * this.width + this.column[name]] = value;
  }

  /** By half: what is copied comes to no more than three times what is there. */
  private grow(): void {
    const larger = new Float64Array(this.width * Math.ceil(1.5 * (this.rows + 1)));
    larger.set(this.values);
    this.values = larger;
  }
}
