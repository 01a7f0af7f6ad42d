/**
 * All formats in the order in which they are tried, and which of them a file has.
 */

import type { FormatId, NamedKind } from './catalogue';
import { corpus, qrels, queries } from './companions';
import type { CompanionFormat, Hint, KnownFormat } from './format';
import { labeledLists, labeledPairs } from './graded';
import { run } from './hits';
import { named, rocketqa, tuples } from './mapped';
import { colbert, reranking, tools } from './tools';

type AnyFormat = KnownFormat | CompanionFormat;

/** Formats of JSON and Parquet only: their entries hold lists or objects. */
const nestedFormats: readonly KnownFormat[] = [...tools, labeledLists, reranking, colbert];

/** Formats of any container. */
const flatFormats: readonly AnyFormat[] = [labeledPairs, run, rocketqa, qrels, corpus, queries, tuples];

/** All formats that the user may name. */
export const allFormats: readonly AnyFormat[] = [...nestedFormats, ...flatFormats, named];

/** Formats that are recognised by the names of a table's columns. */
export const formatsUnderNames: readonly AnyFormat[] = [named, labeledPairs, run, qrels, corpus, queries];

/**
 * Formats that are tried when no other fits any of the first entries: an entry about the file may fit them by chance.
 */
const weakFormats: ReadonlySet<AnyFormat> = new Set<AnyFormat>([corpus, queries, tuples]);

/**
 * The format of the first sample that fits a distinctive format, or else of the first that fits any; null where none does.
 * So a line about the file does not decide for the records under it.
 */
export function recogniseFile(hint: Hint): AnyFormat | null {
  const isTable = hint.container === 'CSV' || hint.container === 'TSV' || hint.container === 'columns';
  const isFlat = isTable && hint.hasLists !== true;
  const order = isFlat ? flatFormats : [...nestedFormats, ...flatFormats];
  for (const formats of [order.filter((format) => !weakFormats.has(format)), order]) {
    for (const sample of hint.samples) {
      const found = formats.find((format) => format.matches(sample, hint));
      if (found !== undefined) return found;
    }
  }
  return null;
}

/** The format that the user says a file has. */
export function formatById(id: Exclude<FormatId, 'mapped'>): KnownFormat;
export function formatById(id: NamedKind): CompanionFormat;
export function formatById(id: Exclude<FormatId, 'mapped'> | NamedKind): AnyFormat;
export function formatById(id: Exclude<FormatId, 'mapped'> | NamedKind): AnyFormat {
  const found = allFormats.find((format) => ('kind' in format ? format.kind : format.id) === id);
  if (found === undefined) throw new Error(`no format has the id ${id}`);
  return found;
}
