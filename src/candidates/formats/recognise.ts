/**
 * All formats in the order in which they are tried, and which of them a file has.
 */

import { corpus, qrels, queries } from './companions';
import type { CompanionReader, Format, Hint, KnownFormat } from './format';
import { labeledLists, labeledPairs } from './graded';
import { run } from './hits';
import { named, rocketqa, tuples } from './mapped';
import { colbert, reranking, tools } from './tools';

/** Formats of JSON and Parquet only: their entries hold lists or objects. */
const nestedFormats: readonly KnownFormat[] = [...tools, labeledLists, reranking, colbert];

/** Formats of any container. */
const flatFormats: readonly KnownFormat[] = [labeledPairs, run, rocketqa, qrels, corpus, queries, tuples];

/** All that is recognised, in the order in which it is tried. */
export const allFormats: readonly KnownFormat[] = [...nestedFormats, ...flatFormats, named];

/** Formats that are recognised by the names of a table's columns. */
export const formatsUnderNames: readonly KnownFormat[] = [named, labeledPairs, run, qrels, corpus, queries];

/**
 * Formats that are tried when no other fits any of the first entries: an entry about the file may fit them by chance.
 */
const weakFormats: ReadonlySet<KnownFormat> = new Set<KnownFormat>([corpus, queries, tuples]);

/**
 * How a file is read: as the user says, or by the first sample that fits a distinctive format, or else by the first that fits
 * any; null where none does. So a line about the file does not decide for the records under it.
 */
export function recogniseFile(hint: Hint): Format | CompanionReader | null {
  const isTable = hint.container === 'CSV' || hint.container === 'TSV' || hint.container === 'columns';
  const isFlat = isTable && hint.hasLists !== true;
  const usual = isFlat ? flatFormats : [...nestedFormats, ...flatFormats];
  const said = allFormats.filter(({ id }) => id === hint.said);
  for (const formats of [said, usual.filter((format) => !weakFormats.has(format)), usual]) {
    for (const sample of hint.samples) {
      for (const format of formats) {
        const found = format.fit(sample, hint);
        if (found !== null) return found;
      }
    }
  }
  return null;
}
