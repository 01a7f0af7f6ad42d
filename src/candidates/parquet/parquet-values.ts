import type { SchemaElement } from 'hyparquet';

import { ParquetFault } from './parquet-fault';
import { converterOf } from './parquet-types';

type Numbers = Float32Array | Float64Array | Int32Array;

/** The values of one page, null ones left out. */
export interface Values {
  readonly length: number;
  /** The same where all are numbers as they are stored; null otherwise. */
  readonly numbers: Numbers | null;
  /** The value as an entry has it, mostly made anew at each call. */
  at(index: number): unknown;
}

/** What hyparquet's decoders read from. */
export interface Reader {
  readonly view: DataView;
  offset: number;
}

export function readerOf(bytes: Uint8Array): Reader {
  return { view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), offset: 0 };
}

export const NO_VALUES: Values = { length: 0, numbers: null, at: () => null };

/** Values that hyparquet has decoded. */
export function storedValues(raw: ArrayLike<unknown>, element: SchemaElement): Values {
  const convert = converterOf(element);
  if (convert !== null) return { length: raw.length, numbers: null, at: (index) => convert(raw[index]) };
  return { length: raw.length, numbers: isNumbers(raw) ? raw : null, at: (index) => raw[index] };
}

/** Values of bytes: value i is `bytes[starts[i] .. ends[i])`. */
export function byteValues(
  bytes: Uint8Array,
  starts: Uint32Array,
  ends: Uint32Array,
  element: SchemaElement,
): Values {
  const convert = converterOf(element);
  if (convert === null) throw new ParquetFault('values that are no bytes are written as such');
  const at = (index: number): unknown => convert(bytes.subarray(starts[index], ends[index]));
  return { length: starts.length, numbers: null, at };
}

/** Values given by their places in a dictionary. */
export function valuesAt(places: Uint32Array, dictionary: Values): Values {
  const { numbers } = dictionary;
  if (numbers === null) {
    return { length: places.length, numbers: null, at: (index) => dictionary.at(places[index] ?? 0) };
  }
  const own = new Float64Array(places.length);
  for (let i = 0; i < own.length; i += 1) own[i] = numbers[places[i] ?? 0] ?? NaN;
  return { length: own.length, numbers: own, at: (index) => own[index] };
}

/** The same values, each made once. */
export function kept(values: Values): Values {
  if (values.numbers !== null) return values;
  const all = Array.from({ length: values.length }, (_, index) => values.at(index));
  return { length: all.length, numbers: null, at: (index) => all[index] };
}

function isNumbers(raw: ArrayLike<unknown>): raw is Numbers {
  return raw instanceof Float32Array || raw instanceof Float64Array || raw instanceof Int32Array;
}
