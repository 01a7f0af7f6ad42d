/** Whether the sources of a comparison have enough negatives, and alike many. */

import type { CheckFound, LoadedSource } from '../candidates/outcomes';
import { firstOfEach, inFile, kOfMost, recordsBelow, usualK } from '../scoring/k-counts';
import { formatCount } from '../ui/words';

/** Sources of one setting are compared. */
export interface CountedSource {
  readonly name: string;
  readonly setting: string;
  readonly loaded: Pick<LoadedSource, 'byK'>;
}

/** The numbers of negatives in one setting. */
export interface Depths {
  /** K of the comparison. */
  readonly k: number;
  /** As many as most records of each source have. */
  readonly ofMost: number;
  readonly sources: readonly Depth[];
  /** Those of them that have too many records with fewer. */
  readonly short: readonly Depth[];
}

interface Depth {
  readonly source: CountedSource;
  readonly byK: LoadedSource['byK'];
  readonly ofMost: number;
}

/** By setting. @param negatives the first so many of each record are ranked; null for all */
export function depthsOf(all: readonly CountedSource[], negatives: number | null): Depths[] {
  return [...new Set(all.map(({ setting }) => setting))].map((setting) => {
    const sources = all
      .filter((source) => source.setting === setting)
      .map((source): Depth => {
        const byK = firstOfEach(source.loaded.byK, negatives);
        return { source, byK, ofMost: kOfMost(byK) };
      });
    const k = usualK(sources.map(({ byK }) => byK));
    const ofMost = Math.min(...sources.map((each) => each.ofMost));
    return { k, ofMost, sources, short: sources.filter((each) => each.ofMost < k) };
  });
}

/** Records of a source with fewer negatives than K of its comparison. */
export function shortRecords(source: CountedSource, depths: readonly Depths[]): CheckFound {
  const among = depths.find(({ sources }) => sources.some((each) => each.source === source));
  const byK = among?.sources.find((each) => each.source === source)?.byK ?? [];
  const k = among?.k ?? 0;
  const [first] = byK
    .filter((row) => inFile(row) < k)
    .flatMap(({ first, ...row }) => (first ? [{ ...first, text: `${inFile(row)} of ${k}` }] : []))
    .sort((a, b) => a.place - b.place);
  return { count: recordsBelow(byK, k), example: first ?? null };
}

/** `19 to 30 negatives a query`. */
export function negativesAQuery(counts: readonly number[]): string {
  return `${range(counts)} ${Math.max(...counts) === 1 ? 'negative' : 'negatives'} a query`;
}

/** `19 to 30`, or `30`. */
function range(counts: readonly number[]): string {
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  return least === most ? formatCount(most) : `${formatCount(least)} to ${formatCount(most)}`;
}
