/** A row of a file that holds values and no text. */

import { Fault, type JsonObject } from '../fault';
import type { Entry } from './entries';

/** Its span is that of its number: rows have no bytes of their own. */
export class Row implements Entry {
  /** @param place 1-based row of the file */
  constructor(
    readonly place: number,
    readonly value: JsonObject | Fault,
  ) {}

  get start(): number {
    return this.place - 1;
  }

  get end(): number {
    return this.place;
  }

  /** The row as JSON with long texts and lists cut, or empty where it cannot be read. */
  get text(): string {
    if (this.value instanceof Fault) return '';
    return JSON.stringify(this.value, (_, value: unknown) => cut(value));
  }
}

/** Excerpts show 200 characters of a row. */
const CUT = { characters: 200, items: 20 } as const;

function cut(value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'string' && value.length > CUT.characters) return `${value.slice(0, CUT.characters)}…`;
  if (Array.isArray(value) && value.length > CUT.items) return [...value.slice(0, CUT.items), '…'];
  return value;
}
