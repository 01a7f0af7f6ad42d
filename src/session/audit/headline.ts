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
  /** The source that has all of them; null where several have some. */
  readonly only: string | null;
  /** Share of the pairs of each source. */
  readonly shares: readonly number[];
}

function countsOf(id: FoundId, { cells, sources }: CrossCounts, names: readonly string[]): Standing {
  const bySource = cells.map((own) => own[FOUND_IDS.indexOf(id)] ?? 0);
  const count = bySource.reduce((sum, each) => sum + each, 0);
  const all = names.find((_, s) => bySource[s] === count) ?? null;
  return {
    count,
    only: names.length > 1 ? all : null,
    shares: bySource.map((own, s) => own / Math.max(1, sources[s] ?? 0)),
  };
}

/**
 * Where they are: the one source that has them, else the least and largest share of a source. A raw count would blame
 * the longest file. Empty for a run of one source.
 */
function whereOf({ count, only, shares }: Standing): string {
  if (shares.length < 2) return '';
  if (only !== null) return `, ${count === 1 ? 'in' : 'all in'} ${only}`;
  const [least, most] = [Math.min(...shares), Math.max(...shares)].map((share) => formatPercent(share, 1));
  return least === most ? `: ${most} of each source` : `: ${least} to ${most} of a source`;
}

function lie(count: number): string {
  return count === 1 ? 'lies' : 'lie';
}
