/**
 * All formats in the order in which they are tried, those with telling names before those that others might fit, and
 * which of them a file has.
 */

import { Fault } from '../fault';
import type { CompanionKind, FormatId } from '../reading';
import { colbert } from './colbert';
import { corpus, qrels, queries } from './companions';
import type { CompanionFormat, Draft, Format, Hint } from './format';
import { digitsAreIds, withIds } from './ids-for-texts';
import { jsonFormats } from './json-formats';
import { labeledLists } from './labeled-lists';
import { labeledPairs } from './labeled-pairs';
import { named, tuples } from './mapped';
import { rocketqa } from './rocketqa';
import { run } from './run';

type AnyFormat = Format | CompanionFormat;

/** Formats of JSON and Parquet alone: their entries hold lists or objects. */
const nestedFormats: readonly Format[] = [...jsonFormats, labeledLists, colbert];

/** Formats of any container. */
const flatFormats: readonly AnyFormat[] = [labeledPairs, run, rocketqa, qrels, corpus, queries, tuples];

/** All formats that a user may name. */
export const allFormats: readonly AnyFormat[] = [...nestedFormats, ...flatFormats, named];

/** Formats that the names of a table's columns can tell. */
export const formatsUnderNames: readonly AnyFormat[] = [named, labeledPairs, run, qrels, corpus, queries];

/**
 * Formats that are tried when no other one fits any of the first entries: those that entries about a file may fit by
 * chance: texts under any id, and fields whose names or order alone decide.
 */
const weakFormats: ReadonlySet<AnyFormat> = new Set<AnyFormat>([corpus, queries, tuples]);

/**
 * The format of a file: that of the first sample that fits a telling format, or else of the first that fits any. So a
 * line about the file, which columns by order would fit, does not decide for the records under it. Null where no
 * sample fits any.
 */
export function recogniseFile(hint: Hint): AnyFormat | null {
  const isTable = hint.container === 'CSV' || hint.container === 'TSV' || hint.container === 'columns';
  const order = isTable ? flatFormats : [...nestedFormats, ...flatFormats];
  for (const formats of [order.filter((format) => !weakFormats.has(format)), order]) {
    for (const sample of hint.samples) {
      const found = formats.find((format) => format.matches(sample, hint));
      if (found !== undefined) return found;
    }
  }
  return null;
}

/** The format that the user says a file has. */
export function formatById(id: Exclude<FormatId, 'mapped'> | CompanionKind): AnyFormat {
  const found = allFormats.find((format) => ('kind' in format ? format.kind : format.id) === id);
  if (found === undefined) throw new Error(`no format has the id ${id}`);
  return found;
}

/** A format as one file has it, and what its first entries give. */
export interface FittedFormat {
  readonly format: Format;
  /** Of the first entries that are of the format. */
  readonly drafts: readonly Draft[];
}

/** Fits a format to the first entries of a file: they decide what fields hold, and whether strings of digits are ids. */
export function fitted(found: Format, hint: Hint): FittedFormat {
  const format = found.fit?.(hint) ?? found;
  const drafts = hint.samples.map((sample) => format.read(sample));
  if (format.ofTexts !== true) return { format, drafts: drafts.filter(isDraft) };
  const digits = hint.isSaid === true ? 'never' : digitsAreIds(drafts);
  const asIds = (draft: Draft | Fault): Draft | Fault =>
    draft instanceof Fault ? draft : withIds(draft, digits);
  return {
    format: { ...format, read: (value) => asIds(format.read(value)) },
    drafts: drafts.map(asIds).filter(isDraft),
  };
}

function isDraft(draft: Draft | Fault): draft is Draft {
  return !(draft instanceof Fault);
}
