import { flagEmbedding } from './flag-embedding';
import type { Format } from './format';
import { plain } from './plain';
import { table } from './table';
import { tevatron } from './tevatron';

/** Formats of JSON records, in the order in which they are tried. */
export const jsonFormats: readonly Format[] = [plain, tevatron, flagEmbedding];

/** Formats of table rows. */
export const tableFormats: readonly Format[] = [table];

export const allFormats: readonly Format[] = [...jsonFormats, ...tableFormats];
