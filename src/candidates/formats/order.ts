/** All formats, in the order in which they are tried: those with telling names before those that others might fit. */

import { anyQrels, namedQrels, placedQrels } from './companion-qrels';
import { anyTexts, namedTexts, placedTexts } from './companion-texts';
import { colbert } from './colbert';
import { contrastors } from './contrastors';
import { distillation } from './distillation';
import { dpr } from './dpr';
import { flagEmbedding } from './flag-embedding';
import type { CompanionFormat, Format } from './format';
import { labeledLists } from './labeled-lists';
import { labeledPairs } from './labeled-pairs';
import { msmarcoHardNegatives } from './msmarco-hard-negatives';
import { nemo } from './nemo';
import { plain } from './plain';
import { run } from './run';
import { tevatron } from './tevatron';
import { tevatronIds } from './tevatron-ids';
import { namedTuples, orderedTuples, tuples } from './tuples';

/** Formats whose records hold lists or objects: no table's rows are of these. */
const structured: readonly Format[] = [
  plain,
  tevatron,
  flagEmbedding,
  tevatronIds,
  dpr,
  msmarcoHardNegatives,
  nemo,
  contrastors,
  distillation,
];

const namedTextFormats = [
  namedTexts('corpus', true),
  namedTexts('corpus', false),
  namedTexts('queries', true),
  namedTexts('queries', false),
];

const placedCorpus = placedTexts('corpus');
const placedQueries = placedTexts('queries');

/** Formats of candidates, the fallback last. */
export const candidateFormats: readonly Format[] = [
  ...structured,
  labeledLists,
  labeledPairs,
  colbert,
  run,
  tuples,
];

/** Formats of companion files. */
export const companionFormats: readonly CompanionFormat[] = [
  namedQrels,
  placedQrels,
  ...namedTextFormats,
  placedCorpus,
  placedQueries,
];

/** Companions of any shape, for who says what a file is. */
export const anyCompanion = {
  corpus: anyTexts('corpus'),
  queries: anyTexts('queries'),
  qrels: anyQrels,
} as const;

/** Formats that the names of a table's columns can tell. */
export const formatsUnderNames: readonly (Format | CompanionFormat)[] = [
  namedTuples,
  labeledPairs,
  run,
  namedQrels,
  ...namedTextFormats,
];

const tabular: readonly (Format | CompanionFormat)[] = [
  labeledPairs,
  colbert,
  run,
  ...companionFormats,
  orderedTuples,
];

/** Formats that entries about a file may fit by chance: texts under any id, and any columns in order. */
export const weakFormats: ReadonlySet<Format | CompanionFormat> = new Set<Format | CompanionFormat>([
  ...namedTextFormats,
  placedCorpus,
  placedQueries,
  orderedTuples,
]);

/** For entries of JSON and Parquet. */
export const jsonOrder: readonly (Format | CompanionFormat)[] = [
  ...structured,
  namedTuples,
  labeledLists,
  ...tabular,
];

/** For rows of tables: cells are texts. */
export const tableOrder: readonly (Format | CompanionFormat)[] = [namedTuples, ...tabular];
