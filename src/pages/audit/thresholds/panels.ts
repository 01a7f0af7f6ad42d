/** The curves of a limit: what is drawn in each panel, and where. */

import type { LimitPoint, SourceLimits } from '../../../engine/types';
import { axisFromZero, axisOn, placeOn, type Axis } from '../../../ui/charts/axis';
import { formatPercent } from '../../../ui/words';

/** A source's figures with its name and colour. */
export interface DrawnSource {
  readonly name: string;
  /** 0-based place in the palette. */
  readonly colour: number;
  readonly figures: SourceLimits;
}

export interface PanelLine {
  readonly name: string;
  readonly colour: number;
  /** One value a limit; null where there is none. */
  readonly values: readonly (number | null)[];
  /** Intervals of 95 %, where there are any. */
  readonly spans: readonly (readonly [number, number] | null)[];
}

export interface Panel {
  readonly title: string;
  readonly note: string;
  readonly up: Axis;
  readonly lines: readonly PanelLine[];
  /** What dropping as many pairs of the first source by chance gives; null where that says nothing. */
  readonly chance: readonly number[] | null;
}

const SHARES: Axis = { ...axisOn(0, 1), ticks: [0, 0.5, 1], format: (share) => formatPercent(share, 0) };

/** Panels in their order; those that nothing is known for are left out. */
export function panelsOf(sources: readonly DrawnSource[]): Panel[] {
  const [first] = sources;
  if (!first) return [];
  const line = (
    of: (point: LimitPoint, source: SourceLimits) => number | null,
    span: (point: LimitPoint) => readonly [number, number] | null = () => null,
  ): PanelLine[] =>
    sources.map(({ name, colour, figures }) => ({
      name,
      colour,
      values: figures.points.map((point) => of(point, figures)),
      spans: figures.points.map(span),
    }));
  const dropped = first.figures.points.map((point) => droppedShare(point, first.figures));
  const emptied = line(({ emptied: records }) => records);
  const scores = line(({ eci }) => eci);
  return [
    {
      title: 'Pairs kept',
      note: '',
      up: SHARES,
      lines: line((point, source) => 1 - droppedShare(point, source)),
      chance: null,
    },
    ...(sources.some(({ figures }) => figures.answers > 0)
      ? [
          {
            title: 'Answers removed',
            note: 'of those judged, 95 %',
            up: SHARES,
            lines: line(
              ({ answers }) => answers?.rate ?? null,
              ({ answers }) =>
                answers === null || answers.low === null || answers.high === null
                  ? null
                  : [answers.low, answers.high],
            ),
            chance: dropped,
          },
        ]
      : []),
    ...(sources.some(({ figures }) => figures.findings > 0)
      ? [
          {
            title: 'Findings removed',
            note: 'near or known positives',
            up: SHARES,
            lines: line(({ findings }, source) =>
              source.findings === 0 ? null : findings / source.findings,
            ),
            chance: dropped,
          },
        ]
      : []),
    {
      title: 'Records left empty',
      note: '',
      up: fewTicks(axisFromZero(largest(emptied))),
      lines: emptied,
      chance: first.figures.points.map((point) => point.emptiedByChance),
    },
    {
      title: 'Score',
      note: 'estimated; by chance it stays as it is',
      up: fewTicks(axisFromZero(largest(scores))),
      lines: scores,
      chance: null,
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

function largest(lines: readonly PanelLine[]): number {
  return Math.max(...lines.flatMap(({ values }) => values.flatMap((value) => value ?? [])));
}

/** Ends only, and the middle where it is a round number: the panels are low. */
function fewTicks(axis: Axis): Axis {
  const middle = (axis.from + axis.to) / 2;
  return { ...axis, ticks: [axis.from, ...axis.ticks.filter((tick) => tick === middle), axis.to] };
}

/** A panel's room in pixels. */
export interface Room {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Where the curves stand in a panel of some width: beside them ticks, and names where there is room. */
export function plotOf(width: number): Pick<Room, 'left' | 'right'> & { readonly hasNames: boolean } {
  const hasNames = width >= 520;
  return { left: 48, right: Math.max(88, width - (hasNames ? 120 : 14)), hasNames };
}

/** x of the i-th of some steps. */
export function across({ left, right }: Room, i: number, steps: number): number {
  return steps < 2 ? left : left + (i / (steps - 1)) * (right - left);
}

export function upwards({ top, bottom }: Room, axis: Axis, value: number): number {
  return bottom - (placeOn(axis, value) / 100) * (bottom - top);
}

/** The path of a line, broken where there is no value. */
export function linePath(room: Room, axis: Axis, values: readonly (number | null)[]): string {
  return values
    .map((value, i) => {
      if (value === null) return '';
      const isFirst = i === 0 || values[i - 1] === null;
      return `${isFirst ? 'M' : 'L'}${pixels(across(room, i, values.length))} ${pixels(upwards(room, axis, value))}`;
    })
    .join('');
}

/** The outline of a band, along its upper end and back along its lower one. */
export function bandPath(room: Room, axis: Axis, spans: PanelLine['spans']): string {
  const known = spans.flatMap((span, i) => (span === null ? [] : [{ i, span }]));
  const point = (i: number, value: number) =>
    `${pixels(across(room, i, spans.length))} ${pixels(upwards(room, axis, value))}`;
  const upper = known.map(({ i, span: [, high] }) => point(i, high));
  const lower = known.map(({ i, span: [low] }) => point(i, low)).reverse();
  return known.length < 2 ? '' : `M${[...upper, ...lower].join('L')}Z`;
}

/** Where the lines' names stand at their ends: in their order, at least `gap` apart, inside the room. */
export function namePlaces(room: Room, ends: readonly number[], gap: number): number[] {
  const order = [...ends.keys()].sort((a, b) => (ends[a] as number) - (ends[b] as number));
  const places = [...ends];
  let least = -Infinity;
  for (const i of order) {
    least = Math.max(least, ends[i] as number);
    places[i] = least;
    least += gap;
  }
  let most = room.bottom;
  for (const i of order.toReversed()) {
    places[i] = Math.min(most, places[i] as number);
    most = places[i] - gap;
  }
  return places;
}

function pixels(value: number): string {
  return value.toFixed(1);
}
