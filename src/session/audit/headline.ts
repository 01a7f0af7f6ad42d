/** What stands out in a run, in one sentence. */

import { FOUND_IDS } from '../../crossfilter/found';
import { knownShare, type JudgedRate } from '../../judge/figures';
import type { OpenShare } from '../../judge/hypergeometric';
import type { Result } from '../../report/result';
import { allFindings, type FoundInSource } from '../../report/verdict';
import { sentence, titlesNotLookedFor, type Phrase } from '../../report/verdict-words';
import { findingPhrase } from '../result/coloured-names';
import { formatCount, formatPercent, listInWords } from '../../ui/words';
import { FOUND_OF } from './finding-links';

/**
 * The largest finding that has a pair left; with none above a note, what nobody looked for. Once pairs are judged the rate of
 * answers is told before all that takes no rank.
 * @param open distinct pairs with each finding that no mark takes away, in the order of `FOUND_IDS`
 */
export function headlineOf(
  verdict: Pick<Result['verdict'], 'sources' | 'not_looked_for'>,
  open: readonly number[],
  judged: readonly JudgedSource[],
): Phrase {
  const isLeft = ({ finding: { id } }: FoundInSource) => {
    const found = FOUND_OF[id];
    return found === undefined || open[FOUND_IDS.indexOf(found)] !== 0;
  };
  const [worst] = allFindings(verdict.sources).filter(
    (found) => found.finding.severity !== 'note' && isLeft(found),
  );
  const rate = worst?.finding.severity === 'stop' ? null : judgedHeadline(judged);
  if (rate) return rate;
  if (worst) return findingPhrase(worst.finding, worst.name);
  const unseen = listInWords(titlesNotLookedFor(verdict.not_looked_for));
  return [`No finding calls for a look. Not looked for: ${unseen}.`];
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
function judgedHeadline(sources: readonly JudgedSource[]): Phrase | null {
  const known = sources.flatMap(({ name, rate, left }) => {
    const share = knownShare(rate);
    return share ? [{ name, ...share, judged: rate.judged, left }] : [];
  });
  const worst = known.reduce<(typeof known)[number] | null>(
    (most, each) => (most === null || each.rate > most.rate ? each : most),
    null,
  );
  if (worst === null) return null;
  const { name, rate, low, high, judged, left } = worst;
  const span = `${formatPercent(low, 0)} to ${formatPercent(high, 0)}, ${formatCount(judged)} judged`;
  const about = sentence`About ${formatPercent(rate, 0)} of the negatives of ${{ source: name }} answer their query (${span}).`;
  return left === null || left.rate === rate
    ? about
    : sentence`${about} After cleaning, about ${formatPercent(left.rate, 0)} still do.`;
}
