/**
 * All formats in the order in which they are tried, those with telling names before those that others might fit, and
 * which of them a file has.
 */

import type { JsonObject } from '../fault';
import type { CompanionKind, FormatId } from '../reading';
import { colbert } from './colbert';
import {
  anyCompanion,
  companionFormats,
  namedQrels,
  namedTextFormats,
  placedTextFormats,
} from './companions';
import type { CompanionFormat, Format, Hint } from './format';
import { jsonFormats } from './json-formats';
import { labeledLists } from './labeled-lists';
import { labeledPairs } from './labeled-pairs';
import { named } from './named';
import { reranking } from './reranking';
import { rocketqa } from './rocketqa';
import { run } from './run';
import { namedTuples, orderedTuples, tuples } from './tuples';

type AnyFormat = Format | CompanionFormat;

/** Formats of candidates, the fallback last. */
export const candidateFormats: readonly Format[] = [
  ...jsonFormats,
  labeledLists,
  labeledPairs,
  colbert,
  run,
  reranking,
  rocketqa,
  tuples,
  named,
];

/** Formats that the names of a table's columns can tell. */
export const formatsUnderNames: readonly AnyFormat[] = [
  namedTuples,
  labeledPairs,
  run,
  namedQrels,
  ...namedTextFormats,
];

const tabular: readonly AnyFormat[] = [
  labeledPairs,
  colbert,
  run,
  rocketqa,
  ...companionFormats,
  named,
  orderedTuples,
];

/**
 * Formats that are tried when no other one fits any of the first entries: those that entries about a file may fit by
 * chance (texts under any id, any columns in order), and fields whose names alone decide.
 */
const weakFormats: ReadonlySet<AnyFormat> = new Set<AnyFormat>([
  ...namedTextFormats,
  ...placedTextFormats,
  named,
  orderedTuples,
]);

/** For entries of JSON and Parquet. */
const jsonOrder: readonly AnyFormat[] = [...jsonFormats, reranking, namedTuples, labeledLists, ...tabular];

/** For rows of tables: cells are texts. */
const tableOrder: readonly AnyFormat[] = [namedTuples, ...tabular];

/** The format that an entry fits, as its file has it; null where it fits none. */
export function recognise(value: JsonObject, hint: Hint): AnyFormat | null {
  const found = orderFor(hint).find((format) => format.matches(value, hint));
  return found === undefined ? null : fitted(found, hint);
}

/**
 * The format of a file: that of the first sample that fits a telling format, or else of the first that fits any. So a
 * line about the file, which columns by order would fit, does not decide for the records under it. Null where no
 * sample fits any.
 */
export function recogniseFile(hint: Hint): AnyFormat | null {
  const telling = orderFor(hint).filter((format) => !weakFormats.has(format));
  for (const sample of hint.samples) {
    const found = telling.find((format) => format.matches(sample, hint));
    if (found !== undefined) return fitted(found, hint);
  }
  for (const sample of hint.samples) {
    const found = recognise(sample, hint);
    if (found !== null) return found;
  }
  return null;
}

function orderFor({ container }: Hint): readonly AnyFormat[] {
  return container === 'CSV' || container === 'TSV' || container === 'columns' ? tableOrder : jsonOrder;
}

/**
 * The format that the user says a file has. A companion's format reads all shapes of its kind.
 * @param hint what is known of the file: with it, its samples decide what columns hold, as for a file that is
 *   recognised; strings of digits are texts then, and only numbers ids
 */
export function formatById(
  id: Exclude<FormatId, 'mapped'> | CompanionKind,
  hint: Hint | null = null,
): AnyFormat {
  if (id === 'corpus' || id === 'queries' || id === 'qrels') return anyCompanion[id];
  const found = candidateFormats.find((format) => format.id === id);
  if (found === undefined) throw new Error(`no format has the id ${id}`);
  return hint === null ? found : fitted(found, { ...hint, isSaid: true });
}

function fitted<T extends AnyFormat>(format: T, hint: Hint): T | Format {
  return 'fit' in format ? (format.fit?.(hint) ?? format) : format;
}
