/** Deepest nesting; the footer of a Parquet file needs about 8. */
const MAX_DEPTH = 24;

/** The bytes are no such struct. */
export class ThriftFault extends Error {
  override readonly name: string = 'ThriftFault';
}

/** The bytes end inside the struct. */
export class ThriftCutOff extends ThriftFault {
  override readonly name = 'ThriftCutOff';
}

/**
 * Goes through a struct of Thrift's compact protocol, in which footers and page headers are written, and gives the
 * offset behind it. hyparquet trusts lengths: it would make lists of billions of items and numbers of millions of
 * digits. What passes here has no list longer than its bytes. Errors: `ThriftFault`, `ThriftCutOff`.
 */
export function endOfStruct(bytes: Uint8Array, start: number): number {
  const walk = new Walk(bytes, start);
  walk.struct(0);
  return walk.offset;
}

class Walk {
  constructor(
    private readonly bytes: Uint8Array,
    public offset: number,
  ) {}

  struct(depth: number): void {
    if (depth > MAX_DEPTH) throw new ThriftFault('its fields are nested too deep');
    for (;;) {
      const header = this.#byte();
      const type = header & 0x0f;
      if (type === 0) return;
      if (header >> 4 === 0) this.#varint(5);
      if (type > 2) this.#value(type, depth);
    }
  }

  #value(type: number, depth: number): void {
    switch (type) {
      case 1:
      case 2:
      case 3:
        return this.#skip(1);
      case 4:
      case 5:
        this.#varint(5);
        return;
      case 6:
        this.#varint(10);
        return;
      case 7:
        return this.#skip(8);
      case 8:
        return this.#skip(this.#varint(5));
      case 9:
        return this.#list(depth);
      case 12:
        return this.struct(depth + 1);
      default:
        throw new ThriftFault(`a field has the unknown type ${type}`);
    }
  }

  #list(depth: number): void {
    if (depth > MAX_DEPTH) throw new ThriftFault('its lists are nested too deep');
    const header = this.#byte();
    const size = header >> 4 === 15 ? this.#varint(5) : header >> 4;
    // Every item takes a byte at least.
    if (size > this.bytes.length - this.offset) throw new ThriftCutOff('a list is longer than its bytes');
    for (let i = 0; i < size; i += 1) this.#value(header & 0x0f, depth + 1);
  }

  #byte(): number {
    const byte = this.bytes[this.offset];
    if (byte === undefined) throw new ThriftCutOff('it ends too early');
    this.offset += 1;
    return byte;
  }

  #skip(length: number): void {
    if (length > this.bytes.length - this.offset) throw new ThriftCutOff('a text is longer than its bytes');
    this.offset += length;
  }

  #varint(longest: number): number {
    let value = 0;
    for (let i = 0; i < longest; i += 1) {
      const byte = this.#byte();
      value += (byte & 0x7f) * 2 ** (7 * i);
      if (byte < 0x80) return value;
    }
    throw new ThriftFault('a number has too many digits');
  }
}
