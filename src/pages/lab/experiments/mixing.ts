/** The mixing ladder: the score and the four audit statistics against the share of random passages. */

import { AUDIT_STATISTICS, auditFlags } from '../../../scoring/audit';
import { mixingTitle } from '../../../report/titles/mixing';
import { shareAxis, zeroAxis } from '../chart/axes';
import { lineChart, type ChartLine, type Point } from '../chart/lines';
import type { ExperimentView } from '../view';

export const mixingView: ExperimentView<'mixing'> = {
  id: 'mixing',
  question: 'What do random passages do to the score?',
  about: 'Replaces a growing share of one source’s negatives by random passages.',
  title: mixingTitle,
  how: ({ about, result: { base } }) =>
    `From ${about.sources.find(({ id }) => id === base)?.name ?? ''}, seed ${about.seed}. In colour the score; thin: the four audit statistics; rings: flagged.`,
  draw({ result: { steps, base, envelope } }, sources, width, label) {
    const source = sources.find(({ id }) => id === base);
    const points = (of: (step: (typeof steps)[number]) => number) =>
      steps.map((step): Point => [step.share, of(step)]);
    const flagged = steps.filter((step) => auditFlags(step, envelope).length > 0);
    const score: ChartLine = {
      name: 'score',
      colour: source?.css ?? 'var(--ink)',
      dashed: false,
      points: points(({ eci }) => eci),
      rings: flagged.map(({ share, eci }): Point => [share, eci]),
      dotted: true,
    };
    const statistics = AUDIT_STATISTICS.map(({ key, name }): ChartLine => {
      return { name, colour: 'var(--muted)', dashed: false, thin: true, points: points((step) => step[key]) };
    });
    const largest = Math.max(...steps.map(({ eci }) => eci), 0.99);
    return lineChart(
      {
        lines: [...statistics, score],
        x: shareAxis('random passages'),
        y: zeroAxis(largest, 'score and means'),
      },
      width,
      label,
    );
  },
  table: ({ result: { steps, envelope } }) => ({
    columns: ['share random', 'ECI', 'trace', ...AUDIT_STATISTICS.map(({ name }) => name), 'pairs', 'flags'],
    rows: steps.map((step) => [
      step.share,
      step.eci,
      step.trace,
      ...AUDIT_STATISTICS.map(({ key }) => step[key]),
      step.negatives,
      auditFlags(step, envelope).join(' ') || 'none',
    ]),
  }),
};
