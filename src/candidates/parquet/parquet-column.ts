import type { PageHeader } from 'hyparquet';
import { parquetHeader } from 'hyparquet/src/column.js';

import { quoted } from '../records/fault';
import type { ColumnBytes } from './parquet-bytes';
import { asFault, MAX_PAGE_BYTES, megabytes, ParquetFault } from './parquet-fault';
import type { Chunk } from './parquet-footer';
import { readDataPage, readDictionary, type Page, type PageContext } from './parquet-page';
import type { Leaf } from './parquet-schema';
import { endOfStruct, ThriftCutOff } from './parquet-thrift';
import type { Values } from './parquet-values';

/** Bytes looked at for the header of a page, which may hold the page's least and largest value: mostly, at most. */
const HEADER_BYTES = [2 ** 14, 2 ** 24] as const;

/**
 * One physical column of a row group, page by page. Rows are asked for with `prepare`, then its values are taken one
 * by one, with the levels at which they stand.
 */
export class ColumnReader {
  /** Level of the value that `take` gives next. */
  definition = 0;
  /** 0 where a row begins, and behind the last value. */
  repetition = 0;
  #page: Page | null = null;
  /** Next value, and next value that is not null, of the page. */
  #index = 0;
  #valueIndex = 0;
  readonly #pages: Page[] = [];
  #dictionary: Values | null = null;
  /** Where the next page lies in the file. */
  #at: number;
  /** Values in pages that have not been read. */
  #left: number;
  /** Rows that begin in pages read. */
  #begun = 0;

  constructor(
    readonly leaf: Leaf,
    private readonly chunk: Chunk,
    private readonly bytes: ColumnBytes,
  ) {
    this.#at = chunk.start;
    this.#left = chunk.values;
  }

  /** Reads pages until the group's first `rows` rows are whole. Errors: `ParquetFault`, `UnreadableFileError`. */
  async prepare(rows: number): Promise<void> {
    // A row goes on until the next one begins, which may be in a later page.
    const needed = rows + (this.leaf.maxRepetition === 0 ? 0 : 1);
    try {
      while (this.#begun < needed && this.#left > 0) await this.#readPage();
    } catch (error) {
      throw inColumn(this.leaf, error);
    }
    if (this.#begun < rows) {
      throw inColumn(this.leaf, new ParquetFault(`only ${this.#begun} rows were found`));
    }
    if (this.#page === null) this.#turn();
  }

  /** The next value; null where it, or something that it stands in, is null or empty. */
  take(): unknown {
    const page = this.#knownPage();
    let value: unknown = null;
    if (this.definition === this.leaf.maxDefinition) {
      value = page.values.at(this.#valueIndex);
      this.#valueIndex += 1;
    }
    this.#moveTo(page, this.#index + 1);
    return value;
  }

  /** The next value and all that follow it at this repetition level: a list that has no lists inside. */
  takeList(repetition: number): unknown[] {
    const items: unknown[] = [];
    do this.#takeItems(repetition, items);
    while (this.repetition === repetition);
    return items;
  }

  /** Those that are in this page. Lists of numbers are long; they are taken without a look at each. */
  #takeItems(repetition: number, items: unknown[]): void {
    const page = this.#knownPage();
    const { count, repetitions, definitions, values } = page;
    const most = this.leaf.maxDefinition;
    let index = this.#index;
    let present = 0;
    do {
      if (definitions === null || definitions[index] === most) present += 1;
      index += 1;
    } while (index < count && repetitions?.[index] === repetition);
    if (values.numbers !== null && present === index - this.#index) {
      for (const number of values.numbers.subarray(this.#valueIndex, this.#valueIndex + present))
        items.push(number);
      this.#valueIndex += present;
    } else {
      for (let i = this.#index; i < index; i += 1) {
        if (definitions === null || definitions[i] === most) items.push(values.at(this.#valueIndex++));
        else items.push(null);
      }
    }
    this.#moveTo(page, index);
  }

  #knownPage(): Page {
    if (this.#page === null) throw inColumn(this.leaf, new ParquetFault('its values end within a row'));
    return this.#page;
  }

  #moveTo(page: Page, index: number): void {
    this.#index = index;
    if (index === page.count) this.#turn();
    else this.#look(page);
  }

  /** Whether all values have been taken. */
  get isAtEnd(): boolean {
    return this.#page === null && this.#left === 0;
  }

  /** Goes on to the next page that has values. */
  #turn(): void {
    this.#page = this.#pages.shift() ?? null;
    this.#index = 0;
    this.#valueIndex = 0;
    this.definition = 0;
    this.repetition = 0;
    if (this.#page !== null) this.#look(this.#page);
  }

  #look({ definitions, repetitions }: Page): void {
    this.definition = definitions?.[this.#index] ?? this.leaf.maxDefinition;
    this.repetition = repetitions?.[this.#index] ?? 0;
  }

  async #readPage(): Promise<void> {
    const { header, length } = await this.#header();
    const packed = await this.bytes.get(this.#at + length, header.compressed_page_size);
    this.#at += length + header.compressed_page_size;
    const context: PageContext = {
      ...{ leaf: this.leaf, codec: this.chunk.codec, dictionary: this.#dictionary, left: this.#left },
    };
    if (header.type === 'DICTIONARY_PAGE') {
      this.#dictionary = await readDictionary(header, packed, context);
    } else if (header.type === 'DATA_PAGE' || header.type === 'DATA_PAGE_V2') {
      const page = await readDataPage(header, packed, context);
      this.#left -= page.count;
      this.#begun += page.rows;
      if (page.count > 0) this.#pages.push(page);
    }
  }

  /** The header of the next page, found to fit into the column, and its length. */
  async #header(): Promise<{ header: PageHeader; length: number }> {
    let header: PageHeader | null = null;
    let length = 0;
    for (const most of HEADER_BYTES) {
      const bytes = await this.bytes.get(this.#at, most);
      if (bytes.length === 0) throw new ParquetFault(`${this.#left} of its values are missing`);
      try {
        length = endOfStruct(bytes, 0);
        header = parquetHeader({ view: new DataView(bytes.buffer, bytes.byteOffset, length), offset: 0 });
        break;
      } catch (error) {
        if (!(error instanceof ThriftCutOff) || bytes.length < most) throw asFault(HEADER_FAULT, error);
      }
    }
    if (header === null) throw new ParquetFault(HEADER_FAULT);
    this.#checkSizes(header, this.chunk.end - this.#at - length);
    return { header, length };
  }

  #checkSizes({ compressed_page_size: packed, uncompressed_page_size: unpacked }: PageHeader, left: number) {
    if (unpacked > MAX_PAGE_BYTES) {
      const found = `a page of it has ${megabytes(unpacked)}`;
      throw new ParquetFault(
        `${found}, at most ${megabytes(MAX_PAGE_BYTES)} are read at once`,
        SMALLER_PAGES,
      );
    }
    if (!isCount(packed) || !isCount(unpacked) || packed > left) {
      throw new ParquetFault(`a page is said to have ${packed} bytes, ${left} are left`);
    }
  }
}

const SMALLER_PAGES =
  'Write the file with smaller row groups (such as `row_group_size=10000`) or smaller data pages; if it has no such ' +
  'page, it is damaged: copy or download it once more.';
const HEADER_FAULT = 'the header of a page makes no sense';

function isCount(value: unknown): boolean {
  return typeof value === 'number' && value >= 0;
}

/** Adds the column's name. */
export function inColumn({ path }: Leaf, error: unknown): unknown {
  if (!(error instanceof ParquetFault)) return error;
  const reason = `column ${quoted(path.join('.'))}: ${error.message}`;
  return new ParquetFault(reason, error.advice, { cause: error });
}
