/** The random-mixing ladder: what random passages do to the score (paper, Section "Negative-Source Controls"). */

import { fillColumns } from '../engine/blocks';
import { rankedSource } from '../engine/finished-run';
import { formatPercent, formatScore } from '../ui/words';
import { AUDIT_STATISTICS, auditFlags, type AuditProfile } from '../scoring/audit';
import { shareAxis, zeroAxis, type ChartLine, type Point } from './chart';
import { envelopeOf } from './controls';
import { defaultBase, nameOf, NO_WORK, pairsOfSource, type Experiment } from './experiment';
import { chosenFigures, materialOf, mixtureOf, withNegatives, type MadeFigures } from './made';
import { listField } from './option-text';
import { tableOf } from '../report/data-table';

const SHARES = [0, 0.25, 0.5, 0.75, 1];

export interface MixingOptions {
  /** Id of the source that is mixed with random passages. */
  readonly base: number;
  /** Shares of random passages, each of [0, 1]. */
  readonly shares: readonly number[];
}

interface MixingStep extends MadeFigures {
  readonly share: number;
}

export interface MixingResult {
  readonly base: number;
  /** By share of random passages, ascending; 0 is the base source itself. */
  readonly steps: readonly MixingStep[];
  readonly envelope: AuditProfile | null;
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
    const steps: MixingStep[] = [];
    for (const share of [...options.shares].sort((a, b) => a - b)) {
      const source =
        share === 0 ? base : withNegatives(base, base.name, mixtureOf(share, material), passages);
      if (share > 0) await fillColumns(source, run.lexicon, task);
      steps.push({ share, ...(await chosenFigures(source, settings, summing)) });
      onSteps(base.columns.margin.length);
    }
    return { base: base.id, steps, envelope: envelopeOf(run.sources, settings) };
  },
  /** Whether random passages raise the score at every step, and from which share on the audit sees them. */
  title({ sources, result: { steps, envelope, base } }) {
    const scores = steps.map(({ eci }) => eci);
    const [first, last] = [scores[0] ?? 0, scores.at(-1) ?? 0];
    const rises = scores.slice(1).map((score, i) => score - (scores[i] ?? 0));
    const range = `from ${formatScore(first)} to ${formatScore(last)}`;
    const found = rises.every((rise) => rise > 0)
      ? `Each share of random passages raises the score, ${range}`
      : rises.every((rise) => rise < 0)
        ? `Each share of random passages lowers the score, ${range}`
        : `The score does not follow the share of random passages: ${range}`;
    if (envelope === null) return [found];
    const flagged = steps.map((step) => auditFlags(step, envelope).length > 0);
    if (flagged[0]) return [`${found}; `, { source: nameOf(sources, base) }, ' is flagged as it is'];
    const seen = flagged.findIndex((_, place) => flagged.slice(place).every(Boolean));
    const share = steps[seen]?.share;
    if (share === undefined) return [`${found}; the audit does not see them`];
    return [`${found}; the audit sees them from ${formatPercent(share, 0)} on`];
  },
  how: ({ about, sources, result: { base } }) =>
    `From ${nameOf(sources, base)}, seed ${about.seed}. In colour the score; thin: the four audit statistics; rings: flagged.`,
  chart({ sources, result: { steps, base, envelope } }) {
    const points = (of: (step: MixingStep) => number) => steps.map((step): Point => [step.share, of(step)]);
    const flagged = steps.filter((step) => auditFlags(step, envelope).length > 0);
    const statistics = AUDIT_STATISTICS.map(({ key, name }): ChartLine => ({
      name,
      colour: 'var(--muted)',
      dashed: false,
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
          dashed: false,
          points: points(({ eci }) => eci),
          rings: flagged.map(({ share, eci }): Point => [share, eci]),
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
    ]),
  report: ({ about, result: { base, steps, envelope } }, { name }) => ({
    mixing: {
      base: name(base),
      seed: about.seed,
      steps: steps.map((step) => ({ ...step, flags: auditFlags(step, envelope) })),
    },
  }),
} satisfies Experiment<MixingOptions, MixingResult>;
