/** The random-mixing ladder: what random passages do to the score (paper, Section "Negative-Source Controls"). */

import { fillColumns } from '../engine/blocks';
import { rankedSource, type FinishedRun } from '../engine/finished-run';
import { pairAuditOf } from '../engine/pair-audit';
import type { SourceData } from '../engine/source-data';
import { formatPercent, formatScore } from '../ui/words';
import { AUDIT_STATISTICS, auditFlags, type AuditProfile } from '../scoring/audit';
import { FEWEST_REFERENCES, LOOK_BESIDE_REFERENCES } from '../scoring/random-looking';
import type { ChartLine, Place } from '../ui/charts/lines';
import { shareAxis, zeroAxis } from './chart';
import { envelopeOf } from './controls';
import {
  defaultBase,
  nameOf,
  NO_WORK,
  pairsOfSource,
  type Experiment,
  type ExperimentSettings,
} from './experiment';
import { chosenFigures, materialOf, mixtureOf, withNegatives, type MadeFigures } from './made';
import { listField } from './option-text';
import { tableOf } from '../report/data-table';
import { chosenScores } from './weightings';

const SHARES = [0, 0.01, 0.02, 0.05, 0.1, 0.15, 0.25, 0.5, 1];

export interface MixingOptions {
  /** Id of the source that is mixed with random passages. */
  readonly base: number;
  /** Shares of random passages, each of [0, 1]. */
  readonly shares: readonly number[];
}

interface MixingStep extends MadeFigures {
  /** Of the pairs, what was replaced: the share asked for, as near as the number of pairs allows. */
  readonly share: number;
  /** The audit by pairs: whether more of its pairs look random than of every reference's. Null without a verdict. */
  readonly pairsFlagged: boolean | null;
}

export interface MixingResult {
  readonly base: number;
  /** By share of random passages, ascending; 0 is the base source itself. */
  readonly steps: readonly MixingStep[];
  readonly envelope: AuditProfile | null;
  /** The best score among the references; null where there is none. */
  readonly bestReference: number | null;
}

export const mixing = {
  question: 'What do random passages do to the score?',
  about: 'Replaces a growing share of one source’s negatives by random passages.',
  field: listField(
    'Shares of random passages',
    20,
    'shares',
    (share) => share >= 0 && share <= 1,
    'numbers from 0 to 1',
  ),
  options: ({ sources, own: { base = defaultBase(sources), shares = SHARES } }): MixingOptions => ({
    base,
    shares,
  }),
  work({ sources }, { base, shares }) {
    const summedPairs = shares.length * pairsOfSource(sources, base);
    return { ...NO_WORK, summedPairs, matrices: shares.length, steps: summedPairs };
  },
  async perform({ run, settings, options, task, summing, onSteps }): Promise<MixingResult> {
    const base = rankedSource(run, options.base);
    const { material, passages } = materialOf(run, base, settings.seed);
    const judge = pairJudge(run, settings);
    const steps: MixingStep[] = [];
    const pairs = base.columns.margin.length;
    for (const share of sharesOf(options.shares, pairs)) {
      const source =
        share === 0 ? base : withNegatives(base, base.name, mixtureOf(share, material), passages);
      if (share > 0) await fillColumns(source, run.lexicon, task);
      const figures = await chosenFigures(source, settings, summing);
      steps.push({ share, ...figures, pairsFlagged: judge(source) });
      onSteps(pairs);
    }
    const scores = await chosenScores(run, settings, summing);
    const trusted = scores.filter((_, s) => settings.references[s]);
    return {
      base: base.id,
      steps,
      envelope: envelopeOf(run.sources, settings),
      bestReference: trusted.length === 0 ? null : Math.max(...trusted),
    };
  },
  /** Between which shares the audit begins to see random passages, by its means and by its pairs. */
  title(outcome) {
    const { sources, result } = outcome;
    const { steps, envelope, base } = result;
    if (envelope === null) return [riseWords(result)];
    const flagged = steps.map((step) => auditFlags(step, envelope).length > 0);
    if (steps[0]?.share === 0 && flagged[0])
      return [{ source: nameOf(sources, base) }, ' is flagged as it is'];
    const shares = steps.map(({ share }) => share);
    const means = seenFrom(shares, flagged);
    const judged = steps.every(({ pairsFlagged }) => pairsFlagged !== null);
    const pairs = judged
      ? seenFrom(
          shares,
          steps.map(({ pairsFlagged }) => pairsFlagged === true),
        )
      : null;
    const byMeans =
      means === null
        ? `Random passages are not flagged at any share up to ${formatPercent(shares.at(-1) ?? 1, 0)}`
        : `Random passages are flagged ${means}`;
    if (pairs === null) return [byMeans];
    return [byMeans, pairs === means ? ', by pairs too' : `; pair by pair, ${pairs}`];
  },
  how(outcome) {
    const { sources, about, result } = outcome;
    const { base, steps, bestReference } = result;
    const reaches = bestReference === null ? undefined : steps.find(({ eci }) => eci >= bestReference);
    const level =
      reaches && reaches.share > 0
        ? ` At ${formatPercent(reaches.share, 0)} they score as high as the best reference.`
        : '';
    return `${riseWords(result)}.${level} From ${nameOf(sources, base)}, seed ${about.seed}. Hollow: flagged by means; squares: by pairs.`;
  },
  chart({ sources, result: { steps, base, envelope } }) {
    const points = (of: (step: MixingStep) => number) => steps.map((step): Place => [step.share, of(step)]);
    const flagged = steps.filter((step) => auditFlags(step, envelope).length > 0);
    const statistics = AUDIT_STATISTICS.map(({ key, name }): ChartLine => ({
      name,
      colour: 'var(--muted)',
      thin: true,
      points: points((step) => step[key]),
    }));
    return {
      kind: 'lines',
      lines: [
        ...statistics,
        {
          name: 'score',
          colour: sources.find(({ id }) => id === base)?.css ?? 'var(--ink)',
          points: points(({ eci }) => eci),
          rings: flagged.map(({ share, eci }): Place => [share, eci]),
          squares: steps.flatMap(({ share, eci, pairsFlagged }): Place[] =>
            pairsFlagged ? [[share, eci]] : [],
          ),
          dotted: true,
        },
      ],
      x: shareAxis('random passages'),
      y: zeroAxis([1, ...steps.map(({ eci }) => eci)], 'score and means'),
    };
  },
  table: ({ result: { steps, envelope } }) =>
    tableOf(steps, [
      ['share random', ({ share }) => share],
      ['ECI', ({ eci }) => eci],
      ['trace', ({ trace }) => trace],
      ...AUDIT_STATISTICS.map(({ key, name }) => [name, (step: MixingStep) => step[key]] as const),
      ['pairs', ({ negatives }) => negatives],
      ['flags', (step) => auditFlags(step, envelope).join(' ') || 'none'],
      ['pairs flagged', ({ pairsFlagged }) => (pairsFlagged === null ? null : pairsFlagged ? 'yes' : 'no')],
    ]),
  report: ({ about, result: { base, steps, envelope } }, { name }) => ({
    mixing: {
      base: name(base),
      seed: about.seed,
      steps: steps.map(({ pairsFlagged, ...step }) => ({
        ...step,
        flags: auditFlags(step, envelope),
        pairs_flagged: pairsFlagged,
      })),
    },
  }),
} satisfies Experiment<MixingOptions, MixingResult>;

/** `Each share of random passages raises the score, from 0.1 to 0.3`. */
function riseWords({ steps }: MixingResult): string {
  const scores = steps.map(({ eci }) => eci);
  const rises = scores.slice(1).map((score, i) => score - (scores[i] ?? 0));
  const range = `from ${formatScore(scores[0] ?? 0)} to ${formatScore(scores.at(-1) ?? 0)}`;
  if (rises.every((rise) => rise > 0)) return `Each share of random passages raises the score, ${range}`;
  if (rises.every((rise) => rise < 0)) return `Each share of random passages lowers the score, ${range}`;
  const rising = rises.filter((rise) => rise > 0).length;
  return `The score rises at ${rising} of ${rises.length} steps to more random passages, ${range}`;
}

/** The shares that so many pairs can have, ascending: those asked for, in whole pairs, each once. */
function sharesOf(asked: readonly number[], pairs: number): number[] {
  const counts = new Set(asked.map((share) => Math.round(share * pairs)));
  return [...counts].sort((a, b) => a - b).map((count) => count / pairs);
}

/**
 * `from between 10 and 15 % on`: from the last share that is not seen to the one after it. Where the least share
 * tried is seen, no more is known than that. Null where the largest share is not seen.
 * @param shares ascending
 */
function seenFrom(shares: readonly number[], seen: readonly boolean[]): string | null {
  const from = seen.lastIndexOf(false) + 1;
  const [low, high] = [shares[from - 1], shares[from]];
  if (high === undefined) return null;
  if (low === undefined) return `at every share tried, the least ${formatPercent(high, 0)}`;
  return `from between ${Math.round(100 * low)} and ${formatPercent(high, 0)} on`;
}

/** Whether certainly more of a made source looks drawn at random than of every reference (docs/AUDIT.md). */
function pairJudge(
  { sources, drawn }: FinishedRun,
  { references }: ExperimentSettings,
): (source: SourceData) => boolean | null {
  const known = sources.filter((_, s) => references[s]);
  if (drawn === null || known.length < FEWEST_REFERENCES) return () => null;
  return (source) => {
    const all = [source, ...known];
    const audit = pairAuditOf(all, drawn, new Array<string>(all.length).fill(''), 1);
    const shares = audit.sources.slice(1).map(({ unrelated, pairs }) => (unrelated ?? 0) / pairs);
    // The shares of the made source come first, beside each reference.
    const beside = audit.shares[shares.indexOf(Math.max(...shares))]?.random;
    return beside ? beside.low > LOOK_BESIDE_REFERENCES : null;
  };
}
