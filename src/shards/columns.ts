/** Columns of numbers in one file of bytes, which a part's JSON names by their places. */

type Column = Float64Array<ArrayBuffer> | Uint32Array<ArrayBuffer>;

/** Place of a column in the bytes. */
interface Place {
  readonly type: 'f64' | 'u32';
  readonly offset: number;
  readonly length: number;
}

export type Places = Readonly<Record<string, Place>>;

export class Columns {
  private readonly columns = new Map<string, Column>();

  set(name: string, column: Column): void {
    this.columns.set(name, column);
  }

  f64(name: string): Float64Array<ArrayBuffer> {
    const column = this.columns.get(name);
    if (column instanceof Float64Array) return column;
    throw new Error(`The part has no column ${name} of float64.`);
  }

  u32(name: string): Uint32Array<ArrayBuffer> {
    const column = this.columns.get(name);
    if (column instanceof Uint32Array) return column;
    throw new Error(`The part has no column ${name} of whole numbers.`);
  }

  /** All columns one after another, each at a multiple of eight bytes; little-endian, as every machine here is. */
  bytes(): { places: Places; parts: Uint8Array<ArrayBuffer>[] } {
    const places: Record<string, Place> = {};
    const parts: Uint8Array<ArrayBuffer>[] = [];
    let offset = 0;
    for (const [name, column] of this.columns) {
      const type = column instanceof Float64Array ? 'f64' : 'u32';
      places[name] = { type, offset, length: column.length };
      const padding = -column.byteLength & 7;
      parts.push(
        new Uint8Array(column.buffer, column.byteOffset, column.byteLength),
        new Uint8Array(padding),
      );
      offset += column.byteLength + padding;
    }
    return { places, parts };
  }

  static of(places: Places, bytes: Uint8Array<ArrayBuffer>): Columns {
    const columns = new Columns();
    for (const [name, { type, offset, length }] of Object.entries(places)) {
      const at = bytes.byteOffset + offset;
      columns.set(
        name,
        type === 'f64'
          ? new Float64Array(bytes.buffer, at, length)
          : new Uint32Array(bytes.buffer, at, length),
      );
    }
    return columns;
  }
}
