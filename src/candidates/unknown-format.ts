import type { Entry } from './entries/entries';
import { UnknownFormatError } from './errors';
import { Fault } from './fault';
import { allFormats } from './formats/index';
import type { Format } from './formats/format';
import type { PlaceKind } from './types';

/** An `UnknownFormatError` with the shapes of all formats. */
export function unknownFormat(file: string, found: string, advice: string): UnknownFormatError {
  const shapes = allFormats.map((format) => `${format.name}: ${format.shape}`);
  return new UnknownFormatError(file, found, shapes, advice);
}

/**
 * For a file none of whose first entries fits a format: the error, which names the fields found and the nearest
 * format, and a fault for each entry.
 */
export function noFormat(
  file: string,
  placeKind: PlaceKind,
  entries: readonly Entry[],
  formats: readonly Format[],
): { error: UnknownFormatError; faults: readonly Fault[] } {
  const first = entries[0];
  const readable = entries.find(({ value }) => !(value instanceof Fault));
  const faults = entries.map(({ value }) =>
    value instanceof Fault ? value : fitsNone(Object.keys(value), formats),
  );
  if (readable === undefined) {
    const found = `None of the first ${entries.length} ${placeKind}s is a JSON object; ${placeKind} ${first?.place ?? 1}: ${faults[0]?.message ?? ''}`;
    const advice = 'Write one JSON object a line, or all of them in one JSON array.';
    return { error: unknownFormat(file, found, advice), faults };
  }
  const keys = Object.keys(readable.value);
  const found = `The record at ${placeKind} ${readable.place} has the fields ${shown(keys)}.`;
  return { error: unknownFormat(file, found, nearest(keys, formats)), faults };
}

function fitsNone(keys: readonly string[], formats: readonly Format[]): Fault {
  const message = `The record fits no known format: it has the fields ${shown(keys)}. ${nearest(keys, formats)}`;
  return new Fault('missing-field', null, message);
}

/** What is missing for the format that shares most fields with the record, as advice. */
function nearest(keys: readonly string[], formats: readonly Format[]): string {
  const shared = (format: Format): number => format.keys.filter((key) => keys.includes(key)).length;
  const format = formats.reduce((best, each) => (shared(each) > shared(best) ? each : best));
  if (shared(format) === 0) return 'Rename the fields to those of one of the shapes.';
  const missing = format.keys.filter((key) => !keys.includes(key));
  return `For the nearest shape, ${format.name}, add or rename: ${missing.join(', ')}.`;
}

function shown(keys: readonly string[]): string {
  if (keys.length === 0) return '(none)';
  const names = keys.slice(0, 20).map((key) => `\`${key.slice(0, 40)}\``);
  return names.join(', ') + (keys.length > 20 ? ' …' : '');
}
