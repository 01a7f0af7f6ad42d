/** The random-mixing ladder: what random passages do to the score (paper, Section "Negative-Source Controls"). */

import { pairAuditOf } from '../engine/pair-audit';
import { pairsOf, type SourceData } from '../engine/source-data';
import { AUDIT_STATISTICS } from '../scoring/audit';
import { FEWEST_REFERENCES, LOOK_BESIDE_REFERENCES } from '../scoring/random-looking';
import type { ChartLine, Place } from '../ui/charts/lines';
import { formatPercent, formatScore } from '../ui/words';
import { shareAxis, zeroAxis } from './chart';
import { nameOf, type Performance } from './experiment';
import type { MakingFacts } from './made';
import { made, type MadeResult, type MadeSource } from './made-sources';

/** Shares of random passages; 0 is the base source itself. */
const SHARES = [0, 0.01, 0.02, 0.05, 0.1, 0.15, 0.25, 0.5, 1];

export const mixing = made({
  question: 'What do random passages do to the score?',
  about: 'Replaces a growing share of one source’s negatives by random passages.',
  built: true,
  /** Each share once, as near as the number of pairs allows; ascending. */
  requests(sources, { base, seed }) {
    const pairs = pairsOf(sources.filter(({ id }) => id === base));
    const counts = new Set(SHARES.map((share) => Math.round(share * pairs)));
    return Array.from(counts, (count) => ({ kind: 'mixture', share: count / pairs, base, seed }));
  },
  judge: pairJudge,
  /** Between which shares the audit begins to see random passages, by its means and by its pairs. */
  title({ result }) {
    const { made, envelope } = result;
    if (made.length < 2) return ['No random passages can be mixed into this source'];
    if (envelope === null) return [riseWords(result)];
    const shares = made.map(shareOf);
    const seen = (is: (one: MadeSource) => boolean) => seenFrom(shares, made.map(is));
    const byMeans = seen(({ flags }) => flags.length > 0);
    const isUnknown = made.some(({ facts }) => facts['pairs_flagged'] === null);
    const byPairs = isUnknown ? '' : `; pair by pair, ${seen(({ facts }) => facts['pairs_flagged'] === 1)}`;
    return [`Random passages are flagged ${byMeans}${byPairs}`];
  },
  how({ sources, about, result }) {
    const from = `From ${nameOf(sources, about.base)}, seed ${about.seed}.`;
    return `${riseWords(result)}. ${from} Hollow: flagged by means; squares: by pairs.`;
  },
  chart({ sources, about: { base }, result: { made } }) {
    const scores = (some: readonly MadeSource[]) => some.map((one): Place => [shareOf(one), one.eci]);
    const statistics = AUDIT_STATISTICS.map(({ key, name }): ChartLine => {
      const points = made.map((one): Place => [shareOf(one), one[key]]);
      return { name, colour: 'var(--muted)', thin: true, points };
    });
    return {
      kind: 'lines',
      lines: [
        ...statistics,
        {
          name: 'score',
          colour: sources.find(({ id }) => id === base)?.css ?? 'var(--ink)',
          points: scores(made),
          rings: scores(made.filter(({ flags }) => flags.length > 0)),
          squares: scores(made.filter(({ facts }) => facts['pairs_flagged'] === 1)),
          dotted: true,
        },
      ],
      x: shareAxis('random passages'),
      y: zeroAxis([1, ...made.map(({ eci }) => eci)], 'score and means'),
    };
  },
});

/** Of its pairs, what was replaced. */
function shareOf({ request }: MadeSource): number {
  return request.kind === 'mixture' ? request.share : 0;
}

/** `The score rises at eight of eight steps to more random passages, from 0.1 to 0.3` */
function riseWords({ made }: MadeResult): string {
  const scores = made.map(({ eci }) => eci);
  const rising = scores.filter((score, i) => score > (scores[i - 1] ?? Infinity)).length;
  const range = `from ${formatScore(scores[0] ?? 0)} to ${formatScore(scores.at(-1) ?? 0)}`;
  return `The score rises at ${rising} of ${scores.length - 1} steps to more random passages, ${range}`;
}

/** `from 10 to 15 % on`: from the last share that is not seen to the one after it. @param shares ascending, from 0 */
function seenFrom(shares: readonly number[], seen: readonly boolean[]): string {
  const from = seen.lastIndexOf(false) + 1;
  const [low, high] = [shares[from - 1], shares[from]];
  if (low === undefined) return 'at every share, 0\u00a0% too';
  return high === undefined ? 'at no share' : `from ${Math.round(100 * low)} to ${formatPercent(high, 0)} on`;
}

/** `pairs_flagged`: 1 where certainly more of a made source looks drawn at random than of every reference, else 0; null without a verdict (docs/METHOD.md). */
function pairJudge({ run: { sources, drawn }, settings }: Performance): (source: SourceData) => MakingFacts {
  const known = sources.filter((_, s) => settings.sources[s]?.reference);
  if (drawn === null || known.length < FEWEST_REFERENCES) return () => ({ pairs_flagged: null });
  return (source) => {
    const all = [source, ...known];
    const audit = pairAuditOf(all, drawn, new Array<string>(all.length).fill(''), 1);
    const shares = known.map(({ id }) => {
      const { unrelated = null, pairs = 0 } = audit.pairs[id] ?? {};
      return (unrelated ?? 0) / pairs;
    });
    // The shares of the made source come first, beside each reference.
    const beside = audit.shares[shares.indexOf(Math.max(...shares))]?.random;
    return { pairs_flagged: beside ? Number(beside.low > LOOK_BESIDE_REFERENCES) : null };
  };
}
