/** Whether the sources of a comparison have enough negatives, and alike many. */

import type { CheckFound, LoadedSource } from '../candidates/outcomes';
import { firstOfEach, inFile, kOfMost, recordsBelow, usualK } from '../scoring/k-counts';
import { differsTooMuchInK } from '../scoring/ranking';
import { capitalised, countInWords, formatCount, listInWords, rankFirst } from '../ui/words';

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

/** `repllama has 19 to 30 negatives a query, the others 30. Rank the first 19 of each, or mine more.` */
export function unevenInWords(settings: readonly Depths[]): string {
  const sentences = settings.map(({ k, sources, short }) => {
    const others = sources.filter((each) => !short.includes(each)).map(({ ofMost }) => ofMost);
    const beside = others.length > 0 ? `the others ${range(others)}` : `most records ${k}`;
    const counted = short.map(({ source, byK }) => ({ name: source.name, counts: byK.map(inFile) }));
    return `${haveInWords(counted)}, ${beside}.`;
  });
  const first = Math.min(...settings.map(({ ofMost }) => ofMost));
  return `${sentences.join(' ')} ${rankFirst(first)}, or mine more.`;
}

/** `c has 5 negatives a query, the others 10: too unlike to rank together.` @param all of the setting */
export function unlikeInWords(
  unlike: readonly { readonly name: string; readonly medianK: number }[],
  all: readonly { readonly name: string; readonly medianK: number }[],
): string {
  const others = all.flatMap((source) => {
    const differs = unlike.some(({ medianK }) => differsTooMuchInK(medianK, source.medianK));
    return differs && !unlike.includes(source) ? [source.medianK] : [];
  });
  const beside = others.length > 0 ? `, the others ${range(others)}` : '';
  const counted = unlike.map(({ name, medianK }) => ({ name, counts: [medianK] }));
  return `${haveInWords(counted)}${beside}: too unlike to rank together.`;
}

/** `a has 5 and b has 3 to 5 negatives a query`; of many, `Three sources have 3 to 5`. */
function haveInWords(
  sources: readonly { readonly name: string; readonly counts: readonly number[] }[],
): string {
  if (sources.length > NAMED) {
    const counts = sources.flatMap((source) => source.counts);
    return `${capitalised(countInWords(sources.length))} sources have ${negativesAQuery(counts)}`;
  }
  const last = sources.at(-1);
  return listInWords(
    sources.map((source) => {
      const { name, counts } = source;
      return `${name} has ${source === last ? negativesAQuery(counts) : range(counts)}`;
    }),
  );
}

/** `19 to 30 negatives a query`. */
export function negativesAQuery(counts: readonly number[]): string {
  return `${range(counts)} ${Math.max(...counts) === 1 ? 'negative' : 'negatives'} a query`;
}

/** `19 to 30`, or `30`. */
export function range(counts: readonly number[]): string {
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  return least === most ? formatCount(most) : `${formatCount(least)} to ${formatCount(most)}`;
}

/** More sources that have fewer are counted. */
const NAMED = 2;
