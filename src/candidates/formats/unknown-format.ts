/** What is said of a file of no known format. */

import type { Entry } from '../files/entries';
import { UnknownFormatError } from '../errors';
import { Fault, rejectOf } from '../records/fault';
import { recordName } from '../records/gathered';
import { candidateFormats } from './recognise';
import type { Format } from './format';
import type { PlaceKind, Reject } from '../types';

/**
 * For a file none of whose first entries fits a format: the error, which names the fields found and the nearest
 * format, and a reject for each entry.
 */
export function unknownFile(
  file: string,
  placeKind: PlaceKind,
  entries: readonly Entry[],
): [error: UnknownFormatError, rejects: Reject[]] {
  const { error, faults } = noFormat(file, placeKind, entries);
  const rejects = entries.map(({ place, text, value }, index) => {
    const record = value instanceof Fault ? null : recordName(value);
    return rejectOf({ file, placeKind, place, record }, faults[index] as Fault, text);
  });
  return [error, rejects];
}

function noFormat(
  file: string,
  placeKind: PlaceKind,
  entries: readonly Entry[],
): { error: UnknownFormatError; faults: readonly Fault[] } {
  const shapes = candidateFormats.map((format) => `${format.name}: ${format.shape}`);
  const first = entries[0];
  const readable = entries.find(({ value }) => !(value instanceof Fault));
  const faults = entries.map(({ value }) => (value instanceof Fault ? value : fitsNone(Object.keys(value))));
  if (readable === undefined) {
    const found = `None of the first ${entries.length} ${placeKind}s is a JSON object; ${placeKind} ${first?.place ?? 1}: ${faults[0]?.message ?? ''}`;
    const advice = 'Write one JSON object a line, or all of them in one JSON array.';
    return { error: new UnknownFormatError(file, found, shapes, advice), faults };
  }
  const keys = Object.keys(readable.value);
  const found = `The record at ${placeKind} ${readable.place} has the fields ${shown(keys)}.`;
  const advice = `${nearest(keys)} Or say which field is the query, the positive and the negatives.`;
  return { error: new UnknownFormatError(file, found, shapes, advice), faults };
}

function fitsNone(keys: readonly string[]): Fault {
  const message = `The record fits no known format: it has the fields ${shown(keys)}. ${nearest(keys)}`;
  return new Fault('missing-field', null, message);
}

/** What is missing for the format that shares most fields with the record, as advice. */
function nearest(keys: readonly string[]): string {
  const shared = (format: Format): number => format.keys.filter((key) => keys.includes(key)).length;
  const format = candidateFormats.reduce((best, each) => (shared(each) > shared(best) ? each : best));
  if (shared(format) === 0) return 'Rename the fields to those of one of the shapes.';
  const missing = format.keys.filter((key) => !keys.includes(key));
  if (missing.length === 0) return `The fields are those of ${format.name}, but not of its types.`;
  return `For the nearest shape, ${format.name}, add or rename: ${missing.join(', ')}.`;
}

function shown(keys: readonly string[]): string {
  if (keys.length === 0) return '(none)';
  const names = keys.slice(0, 20).map((key) => `\`${key.slice(0, 40)}\``);
  return names.join(', ') + (keys.length > 20 ? ' …' : '');
}
