/** What the audit's figures mean for training: whether to train, what stands in the way, and what to do next. */

import type { OpenShare } from '../../judge/hypergeometric';
import { isEnough } from '../../judge/rates';
import { countOf, formatPercent, listInWords, told } from '../../ui/words';
import { allFindings } from '../findings';
import type { Finding } from '../result';
import type { Memo } from './types';

export interface Advice {
  readonly headline: string;
  readonly inTheWay: readonly string[];
  readonly next: readonly string[];
}

/**
 * "Train" stands only where no finding stands in the way of a source, random passages were looked for in it, and the interval of
 * its answers ends below the user's limit.
 */
export function adviceOf(memo: Memo): Advice {
  const { report, answers_at_most: limit, decided } = memo;
  const { verdict, sources, false_negatives: judged } = report;
  const all = Object.keys(sources).map((name) => ({ name, found: standing(memo, name) }));
  const outside = all.filter(({ found }) => found.length > 0);
  const usable = all.flatMap(({ name, found }) => (found.length > 0 ? [] : [name]));
  const answers = usable.map((name) => {
    const { rate = 0, low = null, high = null } = answersLeft(memo, name) ?? {};
    return { name, rate, low, high };
  });
  const above = answers
    .flatMap((left) => (left.low !== null && left.high !== null && left.high >= limit ? [left] : []))
    .sort((a, b) => b.rate - a.rate);
  const unknown = answers.flatMap(({ name, low, high }) => (low === null || high === null ? [name] : []));
  const unseen = usable.filter(
    (name) => !verdict.sources[name]?.random_looked_for && !sources[name]?.reading.looked_at,
  );
  const isCleaned = Object.values(decided).some(({ removed }) => removed > 0);
  const these = isCleaned ? 'the cleaned files' : 'these files';
  const own = `the ${isCleaned ? 'cleaned ' : ''}files of ${listInWords(usable)}`;
  const files = outside.length === 0 || usable.length === 0 ? these : own;
  const percent = (share: number | null) => formatPercent(share ?? 0, 0);
  const why = outside.map(({ name, found: [first] }) => `${name}: ${first?.words}`);
  const [most] = above;
  const sure = above.find(({ name, low }) => {
    const { judged: count, pairs } = judged?.sources[name] ?? { judged: Infinity, pairs: Infinity };
    return (low ?? 0) > limit && isEnough(count, pairs);
  });
  const [headline] = told([
    usable.length === 0 && `Do not train on ${files}: ${listInWords(why)}.`,
    sure &&
      `Do not train on ${files} yet: about ${percent(sure.rate)} of the negatives of ${sure.name} answer their query.`,
    most &&
      `Too early to train on ${files}: up to ${percent(most.high)} of the negatives of ${most.name} may answer their query.`,
    unknown.length > 0 &&
      `Not decided yet: ${judged?.judged ? `too few pairs of ${listInWords(unknown)} were judged` : 'nobody has judged a pair'}.`,
    unseen.length > 0 && `Not decided yet: random passages were not looked for in ${listInWords(unseen)}.`,
    `Train on ${files}: at most ${percent(Math.max(...answers.map(({ high }) => high ?? 0)))} of their negatives answer the query.`,
  ]) as [string];
  const ends = above.map(({ name, low, high }) => `${name} ${percent(low)} to ${percent(high)}`);
  const { judged: done = 0, sample = 0 } = judged ?? {};
  return {
    headline,
    inTheWay: told([
      ...outside.flatMap(({ found }) => found.map(({ sentence }) => sentence)),
      ends.length > 0 &&
        `Answers that are left, against your limit of ${percent(limit)}: ${ends.join(', ')}.`,
      unknown.length > 0 && `How many negatives of ${listInWords(unknown)} answer is not known.`,
      unseen.length > 0 && `Random passages were not looked for in ${listInWords(unseen)}.`,
      ...allFindings(verdict.sources).flatMap(({ finding: { id, sentence } }) =>
        id === 'shortcuts' ? [sentence] : [],
      ),
    ]),
    next: told([
      done === 0 && 'Judge 200 pairs: each source then has a rate of answers.',
      done > 0 && done < sample && `Judge the other ${countOf(sample - done, 'pair')} of the sample.`,
      most &&
        `Have a judge read more pairs of ${listInWords(above.map(({ name }) => name))}, drop what answers, save again, and judge a fresh sample.`,
      outside.length > 0 &&
        `Leave out ${listInWords(outside.map(({ name }) => name))}, or drop what was found and save again.`,
      headline.startsWith('Train') && `Train on ${own}.`,
    ]),
  };
}

/**
 * Findings that forbid to train on a source as it will be saved. Judged answers are told by what is left of them; what a user
 * looked at and set aside is no obstacle.
 */
function standing({ report, decided }: Memo, name: string): Finding[] {
  const found = report.verdict.sources[name]?.findings ?? [];
  return found.filter(
    ({ id, severity, set_aside: aside }) =>
      (severity === 'stop' || severity === 'train') &&
      !aside &&
      id !== 'answers' &&
      !decided[name]?.out.includes(id),
  );
}

/** The share of answers among the pairs of a source that stay; null where it is not known. */
export function answersLeft({ report, decided }: Memo, name: string): OpenShare | null {
  const own = decided[name];
  return own === undefined ? answersBefore({ report }, name) : own.answers_left;
}

/** The judged share of answers among all pairs of a source; null where it is not known. */
export function answersBefore({ report }: Pick<Memo, 'report'>, name: string): OpenShare | null {
  const { rate = null, low = null, high = null } = report.false_negatives?.sources[name] ?? {};
  return rate === null ? null : { rate, low, high };
}
