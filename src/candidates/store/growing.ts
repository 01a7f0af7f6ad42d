/** Numbers in typed arrays that grow. */

const FIRST_LENGTH = 1024;

class Growing<Numbers extends Int32Array | Float64Array> {
  private values: Numbers;
  length = 0;

  constructor(private readonly make: (length: number) => Numbers) {
    this.values = make(FIRST_LENGTH);
  }

  get byteLength(): number {
    return this.values.byteLength;
  }

  push(value: number): void {
    if (this.length === this.values.length) {
      const larger = this.make(Math.ceil(1.5 * this.length));
      larger.set(this.values);
      this.values = larger;
    }
    this.values[this.length] = value;
    this.length += 1;
  }

  at(index: number): number {
    return this.values[index] as number;
  }

  /** All numbers in an array of their own. */
  copied(): Numbers {
    return this.values.slice(0, this.length) as Numbers;
  }
}

export class Integers extends Growing<Int32Array> {
  constructor() {
    super((length) => new Int32Array(length));
  }
}

export class Doubles extends Growing<Float64Array> {
  constructor() {
    super((length) => new Float64Array(length));
  }
}

/** Columns by name, also in groups. */
interface Columns<Column> {
  readonly [name: string]: Column | Columns<Column>;
}

/** The same columns as arrays of their own. */
export type Copied<Group> = {
  readonly [Name in keyof Group]: Group[Name] extends Growing<infer Numbers> ? Numbers : Copied<Group[Name]>;
};

/** All numbers of columns. */
export function copied<Group extends Columns<Integers | Doubles>>(columns: Group): Copied<Group> {
  const entries = Object.entries<Integers | Doubles | Columns<Integers | Doubles>>(columns);
  return Object.fromEntries(
    entries.map(([name, column]) => [name, column instanceof Growing ? column.copied() : copied(column)]),
  ) as Copied<Group>;
}

interface Sized {
  readonly byteLength: number;
}

/** Memory of columns. */
export function bytesIn(columns: Columns<Sized>): number {
  const isColumn = (column: Sized | Columns<Sized>): column is Sized => typeof column.byteLength === 'number';
  const bytes = Object.values(columns).map((column) =>
    isColumn(column) ? column.byteLength : bytesIn(column),
  );
  return bytes.reduce((sum, size) => sum + size, 0);
}
