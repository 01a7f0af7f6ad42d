/** Which format a file has: those that are tried, in their order. */

import type { JsonObject } from '../fault';
import { qrels, textsById } from './companions';
import type { CompanionReader, Fit, Format, Hint } from './format';
import { labeledLists, labeledPairs } from './graded';
import { run } from './hits';
import { named, rocketqa } from './mapped';
import { colbert, reranking, tools } from './tools';

/** Formats of JSON and Parquet only: their entries hold lists or objects. */
const nested: readonly Fit[] = [...tools, labeledLists, reranking, colbert];

/** Formats of any container. */
const flat: readonly Fit[] = [labeledPairs, run, rocketqa, qrels];

/** Those that are tried when no other fits any of the first entries: an entry about the file may fit them by chance. */
const weak: readonly Fit[] = [textsById, named];

/** Whether a format is recognised by the names of a table's columns, which are those of the entry. */
export function fitsNames(entry: JsonObject, hint: Hint): boolean {
  return [named, labeledPairs, run, qrels, textsById].some((fit) => fit(entry, hint) !== null);
}

/** Whatever a file's entries are like. */
const SAID = { run, qrels, corpus: textsById, queries: textsById };

/**
 * How a file is read: as the user says, or by the first sample that fits a distinctive format, or else by the first that fits
 * any; null where none does. So a line about the file does not decide for the records under it.
 */
export function recogniseFile(hint: Hint): Format | CompanionReader | null {
  const { container, hasLists, said, samples } = hint;
  const isTable = container === 'CSV' || container === 'TSV' || container === 'columns';
  const asSaid = said === undefined || said === null ? [] : [SAID[said]];
  for (const formats of [asSaid, isTable && hasLists !== true ? flat : [...nested, ...flat], weak]) {
    for (const sample of samples) {
      for (const fit of formats) {
        const found = fit(sample, hint);
        if (found !== null) return found;
      }
    }
  }
  return null;
}
