/** What stands out in the pairs of a run, in one sentence. */

import { FOUND_IDS, type FoundId } from '../../crossfilter/found';
import type { CrossCounts } from '../../crossfilter/cross-filter';
import { countOf, formatCount, formatPercent } from '../../ui/words';

/** From this share of inverted pairs on, the sentence is about them. */
const MANY_INVERTED = 0.05;

/** @param names of the sources, in the order of the counts */
export function headlineOf(all: CrossCounts, names: readonly string[]): string {
  if (all.kept === 0) return 'This run has no pairs.';
  const near = countsOf('near_positive', all, names);
  const same = countsOf('same_text', all, names);
  if (same.count > 0) {
    const repeats = same.count === 1 ? 'repeats its positive' : 'repeat their positive';
    const more = near.count - same.count;
    const others =
      more > 0 ? `; ${formatCount(more)} more ${lie(more)} so near to it that they may be answers` : '';
    return `${countOf(same.count, 'negative')} ${repeats} word for word${whereOf(same)}${others}.`;
  }
  if (near.count > 0) {
    const own = near.count === 1 ? 'its positive that it' : 'their positive that they';
    return `${countOf(near.count, 'pair')} ${lie(near.count)} so near to ${own} may be ${near.count === 1 ? 'an answer' : 'answers'}${whereOf(near)}.`;
  }
  const inverted = countsOf('inversion', all, names);
  const share = inverted.count / all.kept;
  if (share >= MANY_INVERTED) {
    return `${formatPercent(share, 0)} of ${countOf(all.kept, 'pair')} are inverted: their negative scores above the positive${whereOf(inverted)}.`;
  }
  return `Nothing stands out among ${countOf(all.kept, 'pair')}.`;
}

interface Standing {
  readonly count: number;
  /** Source with the most of them. */
  readonly name: string;
  readonly most: number;
  readonly sources: number;
}

function countsOf(id: FoundId, { cells }: CrossCounts, names: readonly string[]): Standing {
  const bySource = cells.map((own) => own[FOUND_IDS.indexOf(id)] ?? 0);
  const most = Math.max(0, ...bySource);
  const count = bySource.reduce((sum, each) => sum + each, 0);
  return { count, most, name: names[bySource.indexOf(most)] ?? '', sources: names.length };
}

/** The only source that has them; empty where several have, since the largest file has most without being worse. */
function whereOf({ count, most, name, sources }: Standing): string {
  return sources > 1 && most === count ? `, ${count === 1 ? 'in' : 'all in'} ${name}` : '';
}

function lie(count: number): string {
  return count === 1 ? 'lies' : 'lie';
}
