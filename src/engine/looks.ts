/** What a run that may end early has read so far, and whether it may end there. */

import { areOne, overlapsOf } from '../candidates/overlaps';
import { FEWEST_UNITS } from '../scoring/certainty/intervals';
import type { FileFindings } from '../scoring/findings';
import { selectPairs } from '../scoring/pairs';
import { standingsOf, type JudgedSource, type Standing } from '../scoring/stops';
import { recordsOf, type Block } from './blocks';
import type { Certainty, PairAudit } from './result';
import { partOf, remembered, type SourceData } from './source-data';
import type { PartFigures, RunRequest } from './types';

export interface StoppedRun {
  /** The sources with all their records. */
  readonly whole: readonly SourceData[];
  /** True where the user asked for the stop. */
  readonly byUser: boolean;
}

/** The sources with the records of some blocks alone. */
export function readOf(sources: readonly SourceData[], blocks: readonly Block[]): readonly SourceData[] {
  return sources.map((source, s) => {
    const read = Int32Array.from(blocks.flatMap(({ places }) => recordsOf(places, s))).sort();
    return partOf(source, selectPairs(source.columns.offsets, read));
  });
}

/** What bars each source, in the order given. Sources of one setting are held against each other. */
export function standingsIn(
  sources: readonly (Omit<JudgedSource, 'small' | keyof typeof NO_PAIRS> & {
    readonly setting: string;
    readonly trace: number;
  })[],
  { scores }: Pick<Certainty, 'scores'>,
  { random_share: random, pairs, shares }: PairAudit,
): (Standing & Pick<JudgedSource, 'small'>)[] {
  const judged = sources.map(({ trace, ...source }) => {
    const small = (scores[source.id]?.effective_units ?? 0) < FEWEST_UNITS || !(trace > 0);
    return { ...NO_PAIRS, ...pairs[source.id], ...source, small };
  });
  const shareOf = (source: string, beside: string) =>
    shares.find((share) => share.source === source && share.beside === beside)?.random ?? null;
  const standings = new Map<string, Standing>();
  for (const setting of new Set(sources.map((source) => source.setting))) {
    const own = judged.filter((source) => source.setting === setting);
    for (const [id, standing] of standingsOf(own, random, shareOf)) standings.set(id, standing);
  }
  return judged.map(({ id, small }) => ({ ...(standings.get(id) as Standing), small }));
}

const NO_PAIRS = { pairs: 0, unrelated: null, stock: 0, stock_unrelated: null };

const overlapsIn = remembered((sources: readonly SourceData[]) =>
  overlapsOf(
    sources.map(({ structure }) => structure),
    [],
  ),
);

/**
 * Whether a run may end at a look: what bars a source is settled for each of them, two sources of a setting are left, and the
 * order of all that are left. Sources with the same pairs are one.
 * @param whole the sources with all their records
 * @param figures and `audit` of the records scored so far, with errors divided by the looks
 */
export function isSettled(
  whole: readonly SourceData[],
  asked: RunRequest['sources'],
  files: readonly FileFindings[],
  { sources: figures, certainty }: PartFigures,
  audit: PairAudit,
): boolean {
  if (certainty === null) return false;
  const ids = asked.map(({ id }) => String(id));
  const overlaps = overlapsIn(whole);
  const pairsOf = (id: string) => figures[ids.indexOf(id)]?.figures.negatives;
  const sources = asked.map((source, s) => {
    const id = ids[s] as string;
    const isSame = (other: string) => areOne(overlaps, certainty.pairs, pairsOf, other, id);
    const same = ids.find((other) => other === id || isSame(other)) ?? id;
    return { ...source, id, same, trace: figures[s]?.figures.trace ?? 0, file: files[s] as FileFindings };
  });
  const standings = standingsIn(sources, certainty, audit);
  const left = new Map(sources.flatMap(({ id, same }, s) => (standings[s]?.stopped ? [] : [[id, same]])));
  const races = certainty.pairs.filter(
    ({ a, b }) => left.has(a) && left.has(b) && left.get(a) !== left.get(b),
  );
  return (
    races.length > 0 &&
    races.every(({ status }) => status === 'separated') &&
    standings.every(({ settled }) => settled)
  );
}
