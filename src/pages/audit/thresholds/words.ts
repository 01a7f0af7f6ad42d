/** A limit's effect in words. */

import { joined, sentence, type Phrase } from '../../../report/verdict-words';
import { capitalised, countInWords, countOf, formatPercent, formatScore } from '../../../ui/words';
import type { Taken } from './curves';
import { LIMIT_KINDS, limitInWords } from './kinds';

/**
 * `An absolute margin of 0.05 drops 44 % of the pairs of tasb and 50 % of its answers: about 33 % of what stays still
 * answers. Suspicion drops most for as many pairs: 55 %, more than chance would.`
 * @param best of all rules at as many pairs; null where none is told from chance
 */
export function headlineOf(chosen: Taken, best: Taken | null): Phrase {
  const { limit, point, dropped } = chosen;
  const subject = limitInWords(limit);
  const source = { source: chosen.source.name };
  if (dropped === 0) return sentence`${subject} drops no pair of ${source}.`;
  const pairs = sentence`${subject} drops ${formatPercent(dropped, 0)} of the pairs of ${source}`;
  if (point.answers === null) return sentence`${pairs}.`;
  const left =
    chosen.left === null ? '' : `: about ${formatPercent(chosen.left, 0)} of what stays still answers`;
  return sentence`${pairs} and ${formatPercent(point.answers.rate, 0)} of its answers${left}. ${bestInWords(chosen, best)}`;
}

function bestInWords({ limit, point }: Taken, best: Taken | null): string {
  if (point.againstChance === 'few')
    return 'The judged answers are of too few queries to hold it against chance.';
  if (best === null) return 'No rule is told from chance.';
  if (best.limit.id === limit.id) return 'That is more than chance would, and no rule does better.';
  const title = LIMIT_KINDS.find(({ id }) => id === best.limit.id)?.title ?? '';
  const rate = formatPercent(best.point.answers?.rate ?? 0, 0);
  return `${title} drops most for as many pairs: ${rate}, more than chance would.`;
}

/** `An absolute margin of 0.05: about 21 to 41 % of what stays still answers. More than chance would, it drops answers of bm25.` */
export function headlineOfAll(taken: readonly Taken[]): Phrase {
  const [first] = taken;
  if (!first) return [];
  const subject = limitInWords(first.limit);
  const left = taken.flatMap((each) => each.left ?? []);
  if (left.length === 0)
    return [`${subject} drops ${rangeInWords(taken.map(({ dropped }) => dropped))} of the pairs.`];
  const more = taken.filter(({ point }) => point.againstChance === 'more');
  const chance =
    more.length === 0
      ? 'In no source is it told from chance.'
      : sentence`More than chance would it drops answers of ${joined(more.map(({ source }) => [{ source: source.name }]))}.`;
  return sentence`${subject}: about ${rangeInWords(left)} of what stays still answers. ${chance}`;
}

function rangeInWords(shares: readonly number[]): string {
  const [least, most] = [Math.min(...shares), Math.max(...shares)].map((share) => formatPercent(share, 0));
  return least === most ? `${most}` : `${least?.replace(/\s%$/u, '')} to ${most}`;
}

/** `39 to 54 %`; why there is no interval. */
export function spanInWords({
  low,
  high,
}: {
  readonly low: number | null;
  readonly high: number | null;
}): string {
  if (low === null || high === null) return 'answers of one query: no interval';
  return `${formatPercent(low, 0).replace(/\s%$/u, '')} to ${formatPercent(high, 0)}`;
}

/** What a score after a limit is worth: `no gain: it is of other pairs`. */
export function scoreInWords(before: number, after: number): string {
  const change = `${formatScore(before)} → ${formatScore(after)}`;
  return after > before ? `${change}, no gain: it is of other pairs` : change;
}

/** `4,464 pairs stay, 9 records go.` */
export function keptInWords(taken: readonly Taken[]): string {
  const kept = taken.reduce((sum, { point }) => sum + point.kept, 0);
  const emptied = taken.reduce((sum, { point }) => sum + point.emptied, 0);
  return `${countOf(kept, 'pair')} ${kept === 1 ? 'stays' : 'stay'}, ${countOf(emptied, 'record')} ${emptied === 1 ? 'goes' : 'go'}.`;
}

/** Of how many limits the bands are, together. */
export function looksInWords(looks: number): string {
  return `${capitalised(countInWords(LIMIT_KINDS.length))} rules, ${countOf(looks, 'value')}: bands are 95 % for all of them together.`;
}
