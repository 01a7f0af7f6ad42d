/** The result's figure as data: what each row draws, in per cent of its axis, and what it says. */

import { formatCount, formatMean, formatScore } from '../../../ui/words';
import { auditStatistic, isAudited } from '../../../scoring/audit';
import { rankInWords } from '../../../report/verdict';
import { ONE_REFERENCE } from '../../../report/verdict-words';
import { axisBetween, axisFromZero, placeOn, type Axis } from '../../../ui/charts/axis';
import { GATES, type Gate } from '../../../session/result/gate-words';
import { pairOf, type OrderView } from '../../../session/result/order-view';
import {
  certainSoFar,
  isOutside,
  isUnsettled,
  type RankedSource,
  type RankingView,
} from '../../../session/result/ranking-view';

import type { KnownAt } from '../../../session/run/running';
import { intervalBand } from './bands';
import { readingOf, type Reading } from './readings';

/** A whisker, in per cent of the axis. */
export interface Whisker {
  readonly left: number;
  readonly width: number;
}

/** One gate's mean on a strip from 0 to 1, all in per cent. */
export interface Strip {
  readonly gate: Gate;
  readonly sign: string;
  /** The mean; null while it is not computed. */
  readonly mean: number | null;
  readonly at: number;
  /** The reference range of the mean; null if there is none. */
  readonly range: Whisker | null;
  /** Heights of the bins of [0, 1], of [0, 1], by the root of their share: of the source, and of the references together. */
  readonly bins: readonly number[] | null;
  readonly behind: readonly number[] | null;
  /** `outside`: the audit flags it; `perhaps`: flagged, but within the noise of the mean. */
  readonly standing: 'inside' | 'outside' | 'perhaps';
}

export interface FigureRow {
  /** Key of the source on the page. A removed source may share its name with another. */
  readonly key: number;
  readonly name: string;
  /** 0-based place in the palette. */
  readonly colour: number;
  /** `11,900 pairs`, `300 records so far`. */
  readonly counted: string;
  /** Null before there is one. */
  readonly score: number | null;
  /** `1`, `1–2`, `–` outside the ranking; empty where nothing is ranked. */
  readonly rank: string;
  /** True where this row and the one above it, or below it, are too close to call. */
  readonly tiedAbove: boolean;
  readonly tiedBelow: boolean;
  readonly outside: boolean;
  /** True where its file was not read to its end and its audit is open: drawn hollow and dashed. */
  readonly unsettled: boolean;
  /** Place of the score; null before there is one. */
  readonly dot: number | null;
  /** A stored score of the same source, drawn until it is computed; null without one. */
  readonly stored: number | null;
  readonly whisker: Whisker | null;
  /** `0.207 to 0.265`; null if no interval is known. */
  readonly interval: string | null;
  readonly strips: readonly Strip[];
  readonly reading: Reading;
  /** Outline of the intervals so far, in a square of 100 by 100. */
  readonly band: string;
}

export interface FigureGroup {
  readonly setting: string;
  /** In the ranking, or not yet judged. */
  readonly ranked: readonly FigureRow[];
  /** Below a rule. */
  readonly outside: readonly FigureRow[];
  /** Below another rule: not audited yet. */
  readonly unsettled: readonly FigureRow[];
}

export interface Figure {
  readonly axis: Axis;
  readonly groups: readonly FigureGroup[];
  /** Whether the reference range is drawn. */
  readonly ranged: boolean;
}

/**
 * The figure of a ranking.
 * @param order intervals and separated pairs; null before any are known
 * @param randomBaseline what random passages would score; null where that is not known
 * @param intervals of each source so far, by its key
 * @param axis on which it is drawn; by default one that holds all that is known
 */
export function figureOf(
  view: RankingView,
  order: OrderView | null,
  randomBaseline: number | null,
  intervals: ReadonlyMap<number, readonly KnownAt[]> = new Map(),
  axis = axisOf(smallestOf(view.rows, order, randomBaseline), largestOf(view.rows, order, randomBaseline)),
): Figure {
  // During a run the range is that of the references so far.
  const audited = view.verdict?.audited ?? isAudited(view.rows.map(({ reference }) => reference));
  const rangeOf = (gate: Gate) => (audited ? gateRange(view, gate) : null);
  const shapesOf = gateShapes(view.rows, audited);
  const groups = view.groups.map((group) => {
    const inside = group.rows.filter((row) => !isOutside(row) && !isUnsettled(row));
    const drawn = (row: RankedSource) => ({
      ...drawnRow(row, axis, order, rangeOf, shapesOf),
      reading: readingOf(row, group, order),
      band: intervalBand(intervals.get(row.key) ?? [], axis),
      stored: null,
    });
    const tied = inside.map((row, i) => areTied(order, row, inside[i + 1]));
    return {
      setting: group.setting,
      ranked: inside.map((row, i) => ({
        ...drawn(row),
        rank: row.rank === null ? '' : rankInWords(row.rank),
        tiedAbove: tied[i - 1] ?? false,
        tiedBelow: tied[i] ?? false,
      })),
      outside: group.rows.filter(isOutside).map(drawn),
      unsettled: group.rows.filter(isUnsettled).map(drawn),
    };
  });
  return { axis, groups, ranged: audited };
}

/** How the figure of a finished result is read. @param oneReference one source alone is the reference */
export function legendInWords({ groups, ranged }: Figure, oneReference: boolean): string {
  const strips = rowsOf(groups).flatMap((row) => row.strips);
  return [
    ...(strips.some(({ bins }) => bins !== null)
      ? ['A gate’s shape: how its values spread from 0 to 1. Mark: the mean.']
      : ['Mark: the mean of a gate, from 0 to 1.']),
    ...(oneReference ? [ONE_REFERENCE] : []),
    ranged
      ? 'Shaded: the references. Orange: a finding, or outside their range. Hollow: maybe by chance, or not settled.'
      : 'No references, so no range.',
  ].join(' ');
}

/** All rows of a figure, from the top down. */
export function rowsOf(groups: readonly FigureGroup[]): FigureRow[] {
  return groups.flatMap(({ ranked, outside, unsettled }) => [...ranked, ...outside, ...unsettled]);
}

/** True if the order of two neighbours in the ranking is open. */
function areTied(order: OrderView | null, row: RankedSource, next: RankedSource | undefined): boolean {
  if (!order || !next || row.rank === null || next.rank === null) return false;
  return pairOf(order, row.key, next.key)?.separated === false;
}

function drawnRow(
  row: RankedSource,
  axis: Axis,
  order: OrderView | null,
  rangeOf: (gate: Gate) => Strip['range'],
  shapesOf: (row: RankedSource, gate: Gate) => Pick<Strip, 'bins' | 'behind'>,
): Omit<FigureRow, 'reading' | 'band' | 'stored'> {
  const outside = isOutside(row);
  const unsettled = isUnsettled(row);
  const interval = row.eci === null ? undefined : order?.scores.get(row.key);
  const known = interval && Number.isFinite(interval.low) && Number.isFinite(interval.high) ? interval : null;
  return {
    key: row.key,
    name: row.name,
    colour: row.colour,
    counted: countedInWords(row),
    score: row.eci,
    rank: outside || unsettled ? '–' : '',
    tiedAbove: false,
    tiedBelow: false,
    outside,
    unsettled,
    dot: row.eci === null ? null : placeOn(axis, row.eci),
    whisker: known && spanOn(axis, known.low, known.high),
    interval: known && boundsInWords(known),
    strips: GATES.map(({ id, sign }) => {
      const mean = row.gates && row.gates[auditStatistic(id).key];
      return {
        gate: id,
        sign,
        mean,
        at: 100 * (mean ?? 0),
        range: rangeOf(id),
        ...shapesOf(row, id),
        standing: standingOf(row, id),
      };
    }),
  };
}

function countedInWords({ figures, records, verdict }: RankedSource): string {
  if (figures && verdict?.whole === false) return `${formatCount(figures.records)} records read`;
  if (figures) return `${formatCount(figures.negatives)} pairs`;
  return records > 0 ? `${formatCount(records)} records so far` : 'waiting';
}

/** The distributions of each gate, all sources on one scale, over that of the references together. */
function gateShapes(
  rows: readonly RankedSource[],
  audited: boolean,
): (row: RankedSource, gate: Gate) => Pick<Strip, 'bins' | 'behind'> {
  const scales = new Map<Gate, { readonly most: number; readonly behind: readonly number[] | null }>();
  for (const { id } of GATES) {
    const shares = rows.flatMap(({ histograms }) => (histograms ? [sharesOf(histograms[id])] : []));
    const trusted = rows.flatMap(({ reference, histograms }) =>
      reference && histograms ? [histograms[id]] : [],
    );
    const pooled = trusted[0]?.map((_, bin) => trusted.reduce((sum, bins) => sum + (bins[bin] ?? 0), 0));
    scales.set(id, {
      most: Math.max(...shares.flat(), 0),
      behind: audited && pooled ? sharesOf(pooled) : null,
    });
  }
  return ({ histograms }, gate) => {
    const { most = 0, behind = null } = scales.get(gate) ?? {};
    const height = (share: number) => (most > 0 ? Math.sqrt(Math.min(1, share / most)) : 0);
    return {
      bins: histograms && sharesOf(histograms[gate]).map(height),
      behind: behind && behind.map(height),
    };
  };
}

function sharesOf(counts: readonly number[]): number[] {
  const all = counts.reduce((sum, count) => sum + count, 0);
  return counts.map((count) => (all > 0 ? count / all : 0));
}

/**
 * The span of the references' means; of one reference up to the end of its interval, and as far below. A range entered by
 * hand has no lower end and starts at 0.
 */
function gateRange({ rows, envelope }: RankingView, gate: Gate): Strip['range'] {
  const { key, edge } = auditStatistic(gate);
  const means = rows.flatMap(({ reference, gates }) => (reference && gates ? [gates[key]] : []));
  const [only] = means;
  if (only === undefined) return envelope && { left: 0, width: 100 * envelope[edge] };
  if (means.length === 1 && envelope) {
    const half = envelope[edge] - only;
    return { left: 100 * Math.max(0, only - half), width: 200 * half };
  }
  const least = Math.min(...means);
  return { left: 100 * least, width: 100 * (Math.max(...means) - least) };
}

function standingOf(row: RankedSource, gate: Gate): Strip['standing'] {
  const { flags, verdict } = row;
  if (verdict === null) return certainSoFar(row).includes(gate) ? 'outside' : 'inside';
  if (!flags.includes(gate)) return 'inside';
  return verdict.flags.some(({ flag, certain }) => flag === gate && certain) ? 'outside' : 'perhaps';
}

export function spanOn(axis: Axis, low: number, high: number): Whisker {
  const left = placeOn(axis, low);
  return { left, width: placeOn(axis, high) - left };
}

/** `0.207 to 0.265`. */
export function boundsInWords({ low, high }: { readonly low: number; readonly high: number }): string {
  return `${formatBound(low)} to ${formatBound(high)}`;
}

/** A bound of an interval: one decimal less than the score. */
function formatBound(value: number): string {
  const size = Math.abs(value);
  return size >= 0.01 && size < 10 ? formatMean(value) : formatScore(value);
}

/** Scores that lie close together begin the axis above 0, so that their whiskers show; the figure says so. */
const CLOSE = 0.5;

/** The axis of scores, the smallest and the largest of what it has to hold. */
export function axisOf(smallest: number, largest: number): Axis {
  return smallest > CLOSE * largest ? axisBetween(smallest, largest) : axisFromZero(largest);
}

function smallestOf(
  rows: readonly RankedSource[],
  order: OrderView | null,
  randomBaseline: number | null,
): number {
  const lows = rows.map(({ key, eci }) => order?.scores.get(key)?.low ?? eci ?? 0);
  return Math.min(
    randomBaseline ?? Infinity,
    ...rows.map(({ eci }) => eci ?? 0),
    ...lows.filter(Number.isFinite),
  );
}

function largestOf(
  rows: readonly RankedSource[],
  order: OrderView | null,
  randomBaseline: number | null,
): number {
  const highs = rows.map(({ key, eci }) => order?.scores.get(key)?.high ?? eci ?? 0);
  const scores = rows.map(({ eci }) => eci ?? 0);
  return Math.max(0, randomBaseline ?? 0, ...scores, ...highs.filter(Number.isFinite));
}
