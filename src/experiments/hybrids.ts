/** Hybrids: unions of two sources over the queries that both have, named A+B (paper, Section "Hybrid sources"). */

import type { SourceData } from '../engine/source-data';
import { fillColumns } from '../engine/blocks';
import { rankedSource } from '../engine/finished-run';
import { capitalised, countInWords, countOf, formatScore } from '../ui/words';
import { pairsWithin } from '../scoring/certainty/order';
import { GATES } from '../scoring/pair-gates';
import { rowChart, sourceRow, type ChartRow } from './chart';
import { nameOf, pairsOfSource, sumWork, type Experiment, type Shown } from './experiment';
import type { ExperimentSource } from './shown-source';
import { chosenFigures, joined, type MadeFigures } from './made';
import { tableOf } from '../report/data-table';
import { scoresUnder, weightColumn } from './weighted-sums';

export interface HybridsOptions {
  /** Ids of the two sources of each union. */
  readonly pairs: readonly (readonly [number, number])[];
}

/** The union of two sources over the queries that both have. */
export interface HybridFigures extends MadeFigures {
  /** `A+B`. */
  readonly name: string;
  readonly a: number;
  readonly b: number;
  /** Records of each without a partner in the other. */
  readonly withoutPartner: { readonly a: number; readonly b: number };
  /** Negatives that both have, counted once. */
  readonly sharedNegatives: number;
}

export interface HybridsResult {
  /** ECI of each source under the chosen weighting, by source. */
  readonly scores: readonly number[];
  readonly hybrids: readonly HybridFigures[];
  /** Pairs of sources (ids) that share no query with the same positive. */
  readonly apart: readonly (readonly [number, number])[];
}

type ShownHybrids = Shown<HybridsOptions, HybridsResult>;

export const hybrids = {
  question: 'What does the union of two sources score?',
  about: 'Joins the negatives of each two references over the records that both have.',
  options: ({ sources }): HybridsOptions => ({ pairs: pairsOfReferences(sources) }),
  work({ sources }, { pairs }) {
    const joint = pairs.reduce(
      (sum, [a, b]) => sum + pairsOfSource(sources, a) + pairsOfSource(sources, b),
      0,
    );
    const own = sumWork(sources, 1);
    return {
      ...own,
      summedPairs: own.summedPairs + joint,
      matrices: own.matrices + pairs.length,
      steps: own.steps + joint,
    };
  },
  async perform({ run, settings, options, task, summing, onSteps }): Promise<HybridsResult> {
    const { tau, weighting } = settings;
    const weigh = ({ columns }: SourceData) => [weightColumn(columns, tau, weighting)];
    const [scores = []] = await scoresUnder(run.sources, weigh, summing, onSteps);
    const made: HybridFigures[] = [];
    const apart: (readonly [number, number])[] = [];
    for (const [a, b] of options.pairs) {
      const [first, second] = [rankedSource(run, a), rankedSource(run, b)];
      const { source, union } = joined(first, second);
      if (union.of.length === 0) {
        apart.push([a, b]);
      } else {
        await fillColumns(source, run.lexicon, task);
        const [withoutA, withoutB] = union.withoutPartner;
        made.push({
          ...(await chosenFigures(source, settings, summing)),
          name: source.name,
          a,
          b,
          withoutPartner: { a: withoutA, b: withoutB },
          sharedNegatives: union.shared,
        });
      }
      onSteps(first.columns.margin.length + second.columns.margin.length);
    }
    return { scores, hybrids: made, apart };
  },
  /** Whether unions score between their parts. */
  title(outcome) {
    const { hybrids, apart } = outcome.result;
    const [only] = hybrids;
    if (!only) {
      return [
        apart.length === 0
          ? 'Two references in one setting make a union; here there are none'
          : 'No two references share a query with its positive, so no union can be made',
      ];
    }
    if (hybrids.length === 1) {
      const words = { above: 'above both parts', between: 'between its parts', below: 'below both parts' };
      return [`${unionName(outcome.sources, only)} scores ${words[standingOf(outcome, only)]}`];
    }
    const standing = (wanted: Standing) => hybrids.filter((hybrid) => standingOf(outcome, hybrid) === wanted);
    const [above, below] = [standing('above'), standing('below')];
    const between = hybrids.length - above.length - below.length;
    const all = countInWords(hybrids.length);
    if (between === hybrids.length) return [`All ${all} unions score between their parts`];
    const others = [
      ...above.map((hybrid) => `${unionName(outcome.sources, hybrid)} above both parts`),
      ...below.map((hybrid) => `${unionName(outcome.sources, hybrid)} below both`),
    ];
    const scores = `${capitalised(countInWords(between))} of ${all} unions ${between === 1 ? 'scores' : 'score'}`;
    if (others.length > 2) return [`${scores} between their parts`];
    if (between === 0) return [capitalised(others.join(', '))];
    return [`${scores} between the parts; ${others.join(', ')}`];
  },
  how: () => 'Diamonds: unions, each negative of a record once. Circles: your sources.',
  chart({ sources, result }) {
    const own = sources.map((source, s): ChartRow => {
      const value = result.scores[s] ?? 0;
      return { ...sourceRow(source), value, note: formatScore(value) };
    });
    const unions = result.hybrids.map((hybrid): ChartRow => {
      const [name, value] = [unionName(sources, hybrid), hybrid.eci];
      return { name, colour: null, mark: 'diamond', value, note: formatScore(value) };
    });
    return rowChart([...own, ...unions].sort((a, b) => b.value - a.value));
  },
  table: (outcome) =>
    tableOf(outcome.result.hybrids, [
      ['union', ({ name }) => name],
      ['ECI', ({ eci }) => eci],
      ['against its parts', (hybrid) => standingOf(outcome, hybrid)],
      ['records', ({ records }) => records],
      ['pairs', ({ negatives }) => negatives],
      ['negatives both have', ({ sharedNegatives }) => sharedNegatives],
      ['of the first without partner', ({ withoutPartner }) => withoutPartner.a],
      ['of the second', ({ withoutPartner }) => withoutPartner.b],
      ...GATES.map(({ id, sign }) => [`mean ${sign}`, (of: HybridFigures) => of[`mean_${id}`]] as const),
      ['inverted', ({ inversion_rate }) => inversion_rate],
    ]),
  notes: ({ sources, result: { hybrids, apart } }) => [
    ...hybrids.flatMap((hybrid) => partnerless(sources, hybrid)),
    ...apart.map(
      ([a, b]) =>
        `${nameOf(sources, a)} and ${nameOf(sources, b)} share no record with the same query and positive.`,
    ),
  ],
  made: ({ result }) => result.hybrids.map(({ name, a, b }) => ({ name, request: { kind: 'hybrid', a, b } })),
  report: ({ result }, { name: nowCalled }) => ({
    hybrids: Object.fromEntries(
      result.hybrids.map(({ name: _name, a, b, withoutPartner, sharedNegatives, ...figures }) => [
        `${nowCalled(a)}+${nowCalled(b)}`,
        {
          setting: 'hybrid',
          a: nowCalled(a),
          b: nowCalled(b),
          without_partner: withoutPartner,
          shared_negatives: sharedNegatives,
          ...figures,
        },
      ]),
    ),
  }),
} satisfies Experiment<HybridsOptions, HybridsResult>;

/** Where a union scores relative to its two parts. */
type Standing = 'above' | 'between' | 'below';

function standingOf({ sources, result }: ShownHybrids, { a, b, eci }: HybridFigures): Standing {
  const parts = [a, b].map((id) => result.scores[sources.findIndex((source) => source.id === id)] ?? 0);
  if (eci > Math.max(...parts)) return 'above';
  return eci < Math.min(...parts) ? 'below' : 'between';
}

/** Ids of each two reference sources of one setting. */
function pairsOfReferences(sources: readonly ExperimentSource[]): (readonly [number, number])[] {
  const references = sources.filter(({ reference }) => reference);
  return pairsWithin(references.map(({ setting }) => setting)).flatMap(([a, b]) => {
    const [one, other] = [references[a], references[b]];
    return one && other ? [[one.id, other.id] as const] : [];
  });
}

/** As its parts are called here. */
function unionName(sources: readonly ExperimentSource[], { a, b }: Pick<HybridFigures, 'a' | 'b'>): string {
  return `${nameOf(sources, a)}+${nameOf(sources, b)}`;
}

/** Says how many records of the two sources have no partner in the other. */
function partnerless(sources: readonly ExperimentSource[], hybrid: HybridFigures): string[] {
  const { a, b, withoutPartner } = hybrid;
  const parts = [
    ...(withoutPartner.a > 0 ? [`${countOf(withoutPartner.a, 'record')} of ${nameOf(sources, a)}`] : []),
    ...(withoutPartner.b > 0 ? [`${countOf(withoutPartner.b, 'record')} of ${nameOf(sources, b)}`] : []),
  ];
  return parts.length === 0
    ? []
    : [`${unionName(sources, hybrid)} leaves out ${parts.join(' and ')}: no partner in the other.`];
}
