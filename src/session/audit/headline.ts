/** What stands out in the pairs of a run, in one sentence. */

import { FOUND_IDS, type FoundId } from '../../crossfilter/found';
import type { CrossCounts } from '../../crossfilter/cross-filter';
import type { JudgedRate } from '../../judge/figures';
import { isEnough } from '../../judge/rates';
import type { OpenShare } from '../../judge/hypergeometric';
import { sentence, type Phrase } from '../../report/verdict-words';
import { countOf, formatCount, formatPercent } from '../../ui/words';

/** From this share of inverted pairs on, the sentence is about them. */
const MANY_INVERTED = 0.05;

/**
 * Before anything is judged.
 * @param open distinct pairs with each finding that no mark takes away, in the order of `FOUND_IDS`
 * @param names of the sources, in the order of the counts
 */
export function headlineOf(all: CrossCounts, open: readonly number[], names: readonly string[]): Phrase {
  if (all.kept === 0) return ['This run has no pairs.'];
  const left = (id: FoundId) => open[FOUND_IDS.indexOf(id)] ?? 0;
  const [same, near] = [left('same_text'), left('near_positive')];
  if (same > 0) {
    const repeats = same === 1 ? 'repeats its positive' : 'repeat their positive';
    const more = near - same;
    const others = more > 0 ? `; ${formatCount(more)} more nearly so` : '';
    return sentence`${countOf(same, 'distinct negative')} ${repeats} word for word${whereOf('same_text', all, names)}${others}.`;
  }
  if (near > 0) {
    const copies =
      near === 1 ? 'is near the positive, nearly a copy' : 'are near the positive, nearly copies';
    return sentence`${countOf(near, 'distinct negative')} ${copies}${whereOf('near_positive', all, names)}. Answers in other words are not among them: judge 200 pairs to know.`;
  }
  const share = countsOf('inversion', all, names).count / all.kept;
  if (share >= MANY_INVERTED) {
    return sentence`${formatPercent(share, 0)} of ${countOf(all.kept, 'pair')} are inverted: their negative scores above the positive${whereOf('inversion', all, names)}.`;
  }
  return sentence`Nothing stands out among ${countOf(all.kept, 'pair')}.`;
}

/** A source with what the judged pairs say of it. */
export interface JudgedSource {
  readonly name: string;
  readonly rate: JudgedRate;
  /** Of the pairs that stay once the basket is saved. */
  readonly left: OpenShare | null;
}

/**
 * Once pairs are judged, of the source with most answers: `About 40 % of the negatives of tasb answer their query (31 to
 * 52 %, 96 judged). After cleaning, about 39 % still do.` Null where no source has an interval, or enough judgements, yet.
 */
export function judgedHeadline(sources: readonly JudgedSource[]): Phrase | null {
  const known = sources.flatMap(({ name, rate, left }) => {
    const { rate: at = 0, low = null, high = null } = rate.share ?? {};
    return low === null || high === null || !isEnough(rate.judged, rate.pairs)
      ? []
      : [{ name, at, low, high, judged: rate.judged, left }];
  });
  const worst = known.reduce<(typeof known)[number] | null>(
    (most, each) => (most === null || each.at > most.at ? each : most),
    null,
  );
  if (worst === null) return null;
  const { name, at, low, high, judged, left } = worst;
  const span = `${formatPercent(low, 0)} to ${formatPercent(high, 0)}, ${formatCount(judged)} judged`;
  const about = sentence`About ${formatPercent(at, 0)} of the negatives of ${{ source: name }} answer their query (${span}).`;
  return left === null || left.rate === at
    ? about
    : sentence`${about} After cleaning, about ${formatPercent(left.rate, 0)} still do.`;
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
function whereOf(id: FoundId, all: CrossCounts, names: readonly string[]): Phrase {
  const { count, most, name, sources } = countsOf(id, all, names);
  return sources > 1 && most === count
    ? sentence`, ${count === 1 ? 'in' : 'all in'} ${{ source: name }}`
    : [];
}
