/** What the audit's figures mean for training: whether to train, what stands in the way, and what to do next. */

import type { OpenShare } from '../../judge/hypergeometric';
import { isEnough } from '../../judge/rates';
import { countOf, formatPercent, listInWords, told } from '../../ui/words';
import type { Finding } from '../result';
import type { Memo } from './types';

export interface Advice {
  readonly headline: string;
  readonly inTheWay: readonly string[];
  readonly next: readonly string[];
}

/** A share of answers with its interval. */
type Known = { readonly [Key in keyof OpenShare]: number };

/** A source with the findings that forbid to train on it, and what of its pairs answers once it is cleaned; null: not known. */
interface Advised {
  readonly name: string;
  readonly standing: readonly Finding[];
  readonly left: Known | null;
}

/**
 * "Train" stands only where no finding stands in the way of a source, random passages were looked for in it, and the interval of
 * its answers ends below the user's limit.
 */
export function adviceOf(memo: Memo): Advice {
  const all = Object.keys(memo.report.sources).map((name): Advised => {
    return { name, standing: standing(memo, name), left: known(answersLeft(memo, name)) };
  });
  const usable = all.filter((source) => source.standing.length === 0);
  const outside = all.filter((source) => source.standing.length > 0);
  const { verdict, sources } = memo.report;
  const unseen = usable.flatMap(({ name }) =>
    verdict.sources[name]?.random_looked_for || sources[name]?.reading.looked_at ? [] : [name],
  );
  const unknown = usable.filter(({ left }) => left === null).map(({ name }) => name);
  const above = usable
    .flatMap(({ name, left }) => (left !== null && left.high >= memo.answers_at_most ? [{ name, left }] : []))
    .sort((a, b) => b.left.rate - a.left.rate);
  const cleaned = Object.values(memo.decided).some(({ removed }) => removed > 0);
  const files =
    outside.length === 0 || usable.length === 0
      ? `${cleaned ? 'the cleaned' : 'these'} files`
      : `the ${cleaned ? 'cleaned ' : ''}files of ${namesOf(usable)}`;
  return { headline: headline(), inTheWay: inTheWay(), next: next() };

  function headline(): string {
    const { false_negatives: judged } = memo.report;
    if (usable.length === 0) {
      const why = outside.map(({ name, standing: [first] }) =>
        first ? `${name} ${first.id === 'misread' ? '' : 'has '}${first.words}` : name,
      );
      return `Do not train on ${files}: ${listInWords(why)}.`;
    }
    const most = above.find(({ name, left }) => {
      const rate = judged?.sources[name];
      return left.low > memo.answers_at_most && isEnough(rate?.judged ?? Infinity, rate?.pairs ?? Infinity);
    });
    if (most) {
      const share = formatPercent(most.left.rate, 0);
      return `Do not train on ${files} yet: about ${share} of the negatives of ${most.name} answer their query.`;
    }
    const [first] = above;
    if (first) {
      const share = formatPercent(first.left.high, 0);
      return `Too early to train on ${files}: up to ${share} of the negatives of ${first.name} may answer their query.`;
    }
    if (unknown.length > 0) {
      const few = `too few pairs of ${listInWords(unknown)} were judged`;
      return `Not decided yet: ${(judged?.judged ?? 0) === 0 ? 'nobody has judged a pair' : few}.`;
    }
    if (unseen.length > 0)
      return `Not decided yet: random passages were not looked for in ${listInWords(unseen)}.`;
    const greatest = Math.max(...usable.map(({ left }) => left?.high ?? 0));
    return `Train on ${files}: at most ${formatPercent(greatest, 0)} of their negatives answer the query.`;
  }

  function inTheWay(): string[] {
    const ends = above.map(
      ({ name, left: { low, high } }) => `${name} ${formatPercent(low, 0)} to ${formatPercent(high, 0)}`,
    );
    const limit = formatPercent(memo.answers_at_most, 0);
    return told([
      ...outside.flatMap((source) => source.standing.map(({ sentence }) => sentence)),
      ends.length > 0 && `Answers that are left, against your limit of ${limit}: ${ends.join(', ')}.`,
      unknown.length > 0 && `How many negatives of ${listInWords(unknown)} answer is not known.`,
      unseen.length > 0 && `Random passages were not looked for in ${listInWords(unseen)}.`,
    ]);
  }

  function next(): string[] {
    const { answers_at_most } = memo;
    const { judged = 0, sample = 0 } = memo.report.false_negatives ?? {};
    return told([
      judged === 0 && 'Judge 200 pairs: each source then has a rate of answers.',
      judged > 0 && judged < sample && `Judge the other ${countOf(sample - judged, 'pair')} of the sample.`,
      ...(above.length > 0
        ? [
            `Have a judge read more pairs, most suspicious first: ${above.map(({ name }) => name).join(', then ')}.`,
            'Drop what answers, save again, and judge a fresh sample.',
            `Train when every source that you use ends below ${formatPercent(answers_at_most, 0)}.`,
          ]
        : []),
      outside.length > 0 && `Leave out ${namesOf(outside)}, or drop what was found and save again.`,
      usable.length > 0 &&
        unknown.length === 0 &&
        unseen.length === 0 &&
        above.length === 0 &&
        `Train on the ${cleaned ? 'cleaned files' : 'files'} of ${namesOf(usable)}.`,
    ]);
  }
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

function known(share: OpenShare | null): Known | null {
  if (share === null || share.low === null || share.high === null) return null;
  return { rate: share.rate, low: share.low, high: share.high };
}

function namesOf(sources: readonly { readonly name: string }[]): string {
  return listInWords(sources.map(({ name }) => name));
}
