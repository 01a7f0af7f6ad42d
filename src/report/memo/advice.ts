/** What the audit's figures mean for training: whether to train, what stands in the way, and what to do next. */

import type { OpenShare } from '../../judge/hypergeometric';
import { isEnough } from '../../judge/rates';
import { countOf, formatPercent, listInWords, told } from '../../ui/words';
import type { Memo } from './types';

/**
 * "Train" stands only where no finding stands in the way of a source, random passages were looked for in it, and the interval of
 * its answers ends below the user's limit.
 */
export function adviceOf(memo: Memo) {
  const { report, answers_at_most: limit, decided } = memo;
  const { judged = 0, sample = 0, sources: rates = {} } = report.false_negatives ?? {};
  const all = Object.entries(report.verdict.sources).map(([name, verdict]) => ({
    name,
    // Judged answers are told by what is left of them; what a user looked at and set aside is no obstacle.
    found: verdict.findings.filter(
      ({ id, severity, set_aside: aside }) =>
        (severity === 'stop' || severity === 'train') &&
        !aside &&
        id !== 'answers' &&
        !decided[name]?.out.includes(id),
    ),
    isUnseen: !verdict.random_looked_for && !verdict.set_aside,
    answers: answersLeft(memo, name),
  }));
  const outside = all.filter(({ found }) => found.length > 0);
  const usable = all.filter(({ found }) => found.length === 0);
  const known = usable.flatMap(({ name, answers }) =>
    answers === null || answers.low === null || answers.high === null
      ? []
      : { name, rate: answers.rate, low: answers.low, high: answers.high },
  );
  const above = known.filter(({ high }) => high >= limit).sort((a, b) => b.rate - a.rate);
  const sure = above.find(
    ({ name, low }) => low > limit && (!rates[name] || isEnough(rates[name].judged, rates[name].pairs)),
  );
  const [most] = above;
  const unknown = usable.filter(({ name }) => !known.some((each) => each.name === name));
  const unseen = usable.filter(({ isUnseen }) => isUnseen);
  const names = (some: readonly { readonly name: string }[]) => listInWords(some.map(({ name }) => name));
  const percent = (share: number) => formatPercent(share, 0);
  const cleaned = Object.values(decided).some(({ removed }) => removed > 0) ? 'cleaned ' : '';
  const own = `the ${cleaned}files of ${names(usable)}`;
  const isWhole = outside.length === 0 || usable.length === 0;
  const files = isWhole ? `${cleaned ? 'the cleaned' : 'these'} files` : own;
  const why = outside.map(({ name, found: [first] }) => `${name}: ${first?.words}`);
  const [headline] = told([
    usable.length === 0 && `Do not train on ${files}: ${listInWords(why)}.`,
    sure &&
      `Do not train on ${files} yet: about ${percent(sure.rate)} of the negatives of ${sure.name} answer their query.`,
    most &&
      `Too early to train on ${files}: up to ${percent(most.high)} of the negatives of ${most.name} may answer their query.`,
    unknown.length > 0 &&
      `Not decided yet: ${judged > 0 ? `too few pairs of ${names(unknown)} were judged` : 'nobody has judged a pair'}.`,
    unseen.length > 0 && `Not decided yet: random passages were not looked for in ${names(unseen)}.`,
    `Train on ${files}: at most ${percent(Math.max(...known.map(({ high }) => high)))} of their negatives answer the query.`,
  ]) as [string];
  const ends = above.map(({ name, low, high }) => `${name} ${percent(low)} to ${percent(high)}`);
  return {
    headline,
    inTheWay: told([
      ...outside.flatMap(({ found }) => found.map(({ sentence }) => sentence)),
      most && `Answers that are left, against your limit of ${percent(limit)}: ${ends.join(', ')}.`,
      unknown.length > 0 && `How many negatives of ${names(unknown)} answer is not known.`,
      unseen.length > 0 && `Random passages were not looked for in ${names(unseen)}.`,
    ]),
    next: told([
      judged === 0 && 'Judge 200 pairs: each source then has a rate of answers.',
      judged > 0 && judged < sample && `Judge the other ${countOf(sample - judged, 'pair')} of the sample.`,
      most &&
        `Have a judge read more pairs of ${names(above)}, drop what answers, save again, and judge a fresh sample.`,
      outside.length > 0 && `Leave out ${names(outside)}, or drop what was found and save again.`,
      headline.startsWith('Train') && `Train on ${own}.`,
    ]),
  };
}

/** The share of answers among the pairs of a source that stay; null where it is not known. */
export function answersLeft({ report, decided }: Memo, name: string): OpenShare | null {
  return decided[name] ? decided[name].answers_left : answersBefore(report, name);
}

/** The judged share of answers among all pairs of a source; null where it is not known. */
export function answersBefore({ false_negatives: judged }: Memo['report'], name: string): OpenShare | null {
  const { rate = null, low = null, high = null } = judged?.sources[name] ?? {};
  return rate === null ? null : { rate, low, high };
}
