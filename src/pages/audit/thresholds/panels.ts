/** The curves of a limit: what is drawn in each panel, and where. */

import type { LimitPoint, SourceLimits } from '../../../engine/types';
import { axisFromZero, axisOn, placeOn, type Axis } from '../../../ui/charts/axis';
import type { ChartLine } from '../../../ui/charts/lines';
import { colourValue } from '../../../ui/palette';
import { formatPercent } from '../../../ui/words';

/** A source's figures with its name and colour. */
export interface DrawnSource {
  readonly name: string;
  /** 0-based place in the palette. */
  readonly colour: number;
  readonly figures: SourceLimits;
}

export interface Panel {
  readonly title: string;
  readonly note: string;
  readonly up: Axis;
  /** A line for each source; dashed what dropping as many pairs of the first by chance gives, where that says something. */
  readonly lines: readonly ChartLine[];
}

const SHARES: Axis = { ...axisOn(0, 1), ticks: [0, 0.5, 1], format: (share) => formatPercent(share, 0) };

/** Panels in their order; those that nothing is known for are left out. */
export function panelsOf(sources: readonly DrawnSource[]): Panel[] {
  const [first] = sources;
  if (!first) return [];
  const line = (
    of: (point: LimitPoint, source: SourceLimits) => number | null,
    span: (point: LimitPoint) => readonly [number, number] | null = () => null,
  ): ChartLine[] =>
    sources.map(({ name, colour, figures }) => ({
      name,
      colour: colourValue(colour),
      points: figures.points.map((point, i) => {
        const value = of(point, figures);
        return value === null ? null : [i, value];
      }),
      band: figures.points.flatMap((point, i) => {
        const ends = span(point);
        return ends === null ? [] : [[i, ...ends] as const];
      }),
    }));
  const chance = (values: readonly number[]): ChartLine => ({
    name: 'by chance',
    colour: 'var(--muted)',
    dashed: true,
    points: values.map((value, i) => [i, value]),
  });
  const dropped = chance(first.figures.points.map((point) => droppedShare(point, first.figures)));
  const emptied = line(({ emptied: records }) => records);
  const scores = line(({ eci }) => eci);
  return [
    {
      title: 'Pairs kept',
      note: '',
      up: SHARES,
      lines: line((point, source) => 1 - droppedShare(point, source)),
    },
    ...(sources.some(({ figures }) => figures.answers > 0)
      ? [
          {
            title: 'Answers removed',
            note: 'of those judged, 95 %',
            up: SHARES,
            lines: [
              ...line(
                ({ answers }) => answers?.rate ?? null,
                ({ answers }) =>
                  answers === null || answers.low === null || answers.high === null
                    ? null
                    : [answers.low, answers.high],
              ),
              dropped,
            ],
          },
        ]
      : []),
    ...(sources.some(({ figures }) => figures.findings > 0)
      ? [
          {
            title: 'Findings removed',
            note: 'near or known positives',
            up: SHARES,
            lines: [
              ...line(({ findings }, source) => (source.findings === 0 ? null : findings / source.findings)),
              dropped,
            ],
          },
        ]
      : []),
    {
      title: 'Records left empty',
      note: '',
      up: fewTicks(axisFromZero(largest(emptied))),
      lines: [...emptied, chance(first.figures.points.map((point) => point.emptiedByChance))],
    },
    {
      title: 'Score',
      note: 'estimated; by chance it stays as it is',
      up: fewTicks(axisFromZero(largest(scores))),
      lines: scores,
    },
  ];
}

/** Which share of a source's pairs goes: of anything as large a share goes by chance. */
export function droppedShare({ kept }: LimitPoint, { pairs }: Pick<SourceLimits, 'pairs'>): number {
  return 1 - kept / pairs;
}

/** Whether a limit takes any pair of a source. */
export function dropsAny({ figures }: Pick<DrawnSource, 'figures'>, step: number): boolean {
  const point = figures.points[step];
  return point !== undefined && point.kept < figures.pairs;
}

function largest(lines: readonly ChartLine[]): number {
  return Math.max(...lines.flatMap(({ points }) => points.flatMap((point) => point?.[1] ?? [])));
}

/** Ends only, and the middle where it is a round number: the panels are low. */
function fewTicks(axis: Axis): Axis {
  const middle = (axis.from + axis.to) / 2;
  return { ...axis, ticks: [axis.from, ...axis.ticks.filter((tick) => tick === middle), axis.to] };
}

/** Where the curves stand in a panel of some width: beside them ticks, and names where there is room. */
export function plotOf(width: number): { left: number; right: number; hasNames: boolean } {
  const hasNames = width >= 520;
  return { left: 48, right: Math.max(88, width - (hasNames ? 120 : 14)), hasNames };
}

/** The values of a limit, evenly apart. */
export function stepAxis(steps: number): Axis {
  return { from: 0, to: Math.max(1, steps - 1), ticks: [], format: String };
}

/** x of the i-th of some steps. */
export function across({ left, right }: { left: number; right: number }, i: number, steps: number): number {
  return left + (placeOn(stepAxis(steps), i) / 100) * (right - left);
}
