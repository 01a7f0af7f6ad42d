/** Unions of two sources over the queries that both have. */

import { countOf, formatScore } from '../../../ui/words';
import type { ExperimentOutcome, HybridFigures } from '../../../experiments/types';
import { hybridsTitle, standingOf } from '../../../report/titles/hybrids';
import { zeroAxis } from '../chart/axes';
import { rowChart, type ChartRow } from '../chart/rows';
import type { Drawn, ExperimentView } from '../view';

type Outcome = ExperimentOutcome<'hybrids'>;

export const hybridsView: ExperimentView<'hybrids'> = {
  id: 'hybrids',
  question: 'What does the union of two sources score?',
  about: 'Joins the negatives of each two references over the records that both have.',
  title: hybridsTitle,
  how: () => 'Diamonds: unions, each negative of a record once. Circles: your sources.',
  draw(outcome, sources, width, label) {
    const rows = rowsOf(outcome, sources);
    return rowChart(
      { rows, x: zeroAxis(Math.max(...rows.map(({ value }) => value)), 'score') },
      width,
      label,
    );
  },
  table: (outcome) => ({
    columns: [
      'union',
      'ECI',
      'against its parts',
      'records',
      'pairs',
      'negatives both have',
      'of the first without partner',
      'of the second',
      'mean ρ',
      'mean η',
      'mean ψ',
      'inverted',
    ],
    rows: outcome.result.hybrids.map((hybrid) => [
      hybrid.name,
      hybrid.eci,
      standingOf(outcome, hybrid),
      hybrid.records,
      hybrid.negatives,
      hybrid.sharedNegatives,
      hybrid.withoutPartner.a,
      hybrid.withoutPartner.b,
      hybrid.mean_rho,
      hybrid.mean_eta,
      hybrid.mean_psi,
      hybrid.inversion_rate,
    ]),
  }),
  notes: ({ about, result }) => [
    ...result.hybrids.flatMap((hybrid) => partnerless(about.sources, hybrid)),
    ...result.apart.map(
      ([a, b]) =>
        `${nameOf(about.sources, a)} and ${nameOf(about.sources, b)} share no record with the same query and positive.`,
    ),
  ],
};

function rowsOf({ about, result }: Outcome, sources: Drawn): ChartRow[] {
  const own = sources.map(({ name, css, outside }, place): ChartRow => {
    const value = result.scores[place] ?? 0;
    return { name, colour: css, mark: outside ? 'hollow' : 'circle', value, note: formatScore(value) };
  });
  const unions = result.hybrids.map(({ name, eci }): ChartRow => {
    return { name, colour: null, mark: 'diamond', value: eci, note: formatScore(eci) };
  });
  return [...own.filter((_, place) => about.sources[place]), ...unions].sort((a, b) => b.value - a.value);
}

/** What of the two sources has no partner in the other. */
function partnerless(
  sources: readonly { readonly id: number; readonly name: string }[],
  { name, a, b, withoutPartner }: HybridFigures,
): string[] {
  const parts = [
    ...(withoutPartner.a > 0 ? [`${countOf(withoutPartner.a, 'record')} of ${nameOf(sources, a)}`] : []),
    ...(withoutPartner.b > 0 ? [`${countOf(withoutPartner.b, 'record')} of ${nameOf(sources, b)}`] : []),
  ];
  return parts.length === 0 ? [] : [`${name} leaves out ${parts.join(' and ')}: no partner in the other.`];
}

function nameOf(sources: readonly { readonly id: number; readonly name: string }[], id: number): string {
  return sources.find((source) => source.id === id)?.name ?? '';
}
