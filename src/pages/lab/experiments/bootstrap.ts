/** Bootstrap over queries and permutation test: an interval a source, a verdict a pair. */

import { formatCount, formatPercent, formatScore } from '../../../ui/words';
import type { ExperimentOutcome } from '../../../experiments/types';
import { bootstrapTitle } from '../../../report/titles/bootstrap';
import { zeroAxis } from '../chart/axes';
import { rowChart } from '../chart/rows';
import type { Drawn, ExperimentView } from '../view';

type Outcome = ExperimentOutcome<'bootstrap'>;

export const bootstrapView: ExperimentView<'bootstrap'> = {
  id: 'bootstrap',
  question: 'Which orders are more than chance?',
  about: 'Draws the queries again, with replacement, and exchanges sources query by query.',
  title: bootstrapTitle,
  how: ({ about, result: { level, resamples, queries } }) =>
    `Whiskers: ${formatPercent(level, 0)} of ${formatCount(resamples)} resamples of ${formatCount(queries)} queries, seed ${about.seed}.`,
  draw({ result: { intervals } }, sources, width, label) {
    const rows = sources
      .map(({ name, css, outside }, place) => {
        const { eci = 0, low = 0, high = 0 } = intervals[place] ?? {};
        const mark = outside ? ('hollow' as const) : ('circle' as const);
        return {
          name,
          colour: css,
          mark,
          value: eci,
          low,
          high,
          note: `${formatScore(low)} to ${formatScore(high)}`,
        };
      })
      .sort((a, b) => b.value - a.value);
    return rowChart({ rows, x: zeroAxis(Math.max(...rows.map(({ high }) => high)), 'score') }, width, label);
  },
  table: ({ result: { intervals } }, sources) => ({
    columns: ['source', 'ECI', 'low', 'high'],
    rows: sources.map(({ name }, place) => {
      const { eci = null, low = null, high = null } = intervals[place] ?? {};
      return [name, eci, low, high];
    }),
  }),
  tables: (outcome, sources) => [
    {
      id: 'pairs',
      caption: 'Pairs: interval of the difference, probability, permutation test',
      table: pairTable(outcome),
    },
    {
      id: 'sequence',
      caption: 'Any-time intervals as a run goes on',
      table: sequenceTable(outcome, sources),
    },
  ],
  notes: (outcome, sources) => comparison(outcome, sources),
};

function pairTable({ about, result: { pairs } }: Outcome) {
  const nameOf = (id: number) => about.sources.find((source) => source.id === id)?.name ?? '';
  return {
    columns: [
      'higher',
      'lower',
      'difference',
      'low',
      'high',
      'verdict',
      'probability',
      'permutation p',
      'shared queries',
    ],
    rows: pairs.map(
      ({ a, b, difference, low, high, separated, probability, permutationP, sharedQueries }) => [
        nameOf(a),
        nameOf(b),
        difference,
        low,
        high,
        separated ? 'separated' : 'not separated',
        probability,
        permutationP,
        sharedQueries,
      ],
    ),
  };
}

function sequenceTable({ result: { sequence } }: Outcome, sources: Drawn) {
  return {
    columns: ['queries drawn', ...sources.flatMap(({ name }) => [`${name}, low`, `${name}, high`])],
    rows: sequence.map(({ drawn, intervals }) => [
      drawn,
      ...sources.flatMap((_, place) => [finite(intervals[place]?.low), finite(intervals[place]?.high)]),
    ]),
  };
}

/** How the two kinds of interval differ on these data, and why. */
function comparison({ result: { intervals, sequence, queries } }: Outcome, sources: Drawn): string[] {
  const why =
    'Two kinds of interval: the bootstrap asks what other queries like these would give, and stays as wide as their number makes it. The any-time interval of a run asks what all of these files will give; it has to hold at every moment at once, and closes at the last record.';
  const moment = sequence.find(({ drawn }) => drawn >= queries / 2 && drawn < queries);
  if (!moment) return [why];
  const ratios = sources.flatMap((_, place) => {
    const [own, anyTime] = [intervals[place], moment.intervals[place]];
    const times = own && anyTime ? (anyTime.high - anyTime.low) / (own.high - own.low) : NaN;
    return Number.isFinite(times) ? [times] : [];
  });
  const after = `After ${formatCount(moment.drawn)} of ${formatCount(queries)} queries the any-time intervals`;
  if (ratios.length === 0) return [why, `${after} said nothing yet.`];
  const [least, most] = [Math.min(...ratios), Math.max(...ratios)].map((times) => times.toFixed(1));
  const range = least === most ? least : `${least} to ${most}`;
  return [why, `${after} were ${range} times as wide as the bootstrap’s are over all.`];
}

function finite(value: number | undefined): number | null {
  return value !== undefined && Number.isFinite(value) ? value : null;
}
