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

/** Columns by name as arrays of their own. */
export type Copied<Columns> = {
  readonly [Name in keyof Columns]: Columns[Name] extends Growing<infer Numbers> ? Numbers : never;
};

/** All numbers of columns. */
export function copied<Columns extends Record<string, Integers | Doubles>>(
  columns: Columns,
): Copied<Columns> {
  const entries = Object.entries(columns).map(([name, column]) => [name, column.copied()]);
  return Object.fromEntries(entries) as Copied<Columns>;
}

/** Memory of columns. */
export function bytesIn(columns: Readonly<Record<string, { readonly byteLength: number }>>): number {
  return Object.values(columns).reduce((sum, { byteLength }) => sum + byteLength, 0);
}
