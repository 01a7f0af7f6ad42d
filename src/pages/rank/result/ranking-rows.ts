/** What the ranking shows, as plain values: each row with its drawings in per cent of their axes, and what it says. */

import { formatCount, formatMean, formatScore } from '../../../ui/words';
import { auditStatistic } from '../../../scoring/audit';
import { pairOf, type Order, type RankedSource, type RankingView } from '../../../report/ranking';
import { rankInWords } from '../../../report/verdict-words';
import { shortNames, type ShortNames } from '../../../ui/charts/text';
import { axisBetween, placeOn, spanBetween, type Axis, type Span } from '../../../ui/charts/axis';
import { GATES, type GateId } from '../../../scoring/pair-gates';
import { readingOf, type ReadingPart } from './readings';

/** One gate's mean on a strip from 0 to 1, all in per cent. */
export interface Strip {
  readonly gate: GateId;
  readonly sign: string;
  /** The mean; null while it is not computed. */
  readonly mean: number | null;
  /** The reference range of the mean; null if there is none. */
  readonly range: Span | null;
  /** Heights of the bins of [0, 1], of [0, 1], by the root of their share: of the source, and of the references together. */
  readonly bins: readonly number[] | null;
  readonly behind: readonly number[] | null;
  /** The mean of random passages, in per cent; null where it is not known. */
  readonly random: number | null;
  /** `outside` the references' range; `perhaps`: that may be chance. */
  readonly standing: 'inside' | 'outside' | 'perhaps';
}

/** A source, and where it is drawn. */
export interface FigureRow {
  readonly source: RankedSource;
  /** How many pairs or records its figures are of. */
  readonly counted: string;
  /** True where this row and the one above it, or below it, are too close to call. */
  readonly tiedAbove: boolean;
  readonly tiedBelow: boolean;
  /** Place of the score; null before there is one. */
  readonly dot: number | null;
  readonly whisker: Span | null;
  readonly strips: readonly Strip[];
  readonly reading: readonly ReadingPart[];
}

export interface FigureGroup {
  readonly setting: string;
  /** In the ranking; during a run all of them. */
  readonly ranked: readonly FigureRow[];
  /** Below a rule. */
  readonly unranked: readonly FigureRow[];
}

export interface Figure {
  readonly axis: Axis;
  /** Where the axis has a line, and the label of it; '' where labels would touch. */
  readonly ticks: readonly { readonly at: number; readonly label: string }[];
  /** ECI of random passages, and its place; null if it is not known. */
  readonly baseline: { readonly eci: number; readonly at: number } | null;
  readonly groups: readonly FigureGroup[];
  readonly names: ShortNames;
}

/** Widths of one and of two columns of a paper, in millimetres. */
export type PaperWidth = 85 | 180;

export interface RankingPicture {
  readonly figure: Figure;
  /** The headline. */
  readonly title: string;
  /** Conditions and cautions, below it. */
  readonly stated: readonly string[];
}

/** The figure of a ranking. @param fromZero the axis begins at 0, however close the scores are */
export function figureOf(view: RankingView, fromZero = false): Figure {
  const { result, order, rows } = view;
  const random = result?.yardstick?.eci ?? null;
  const names = shortNames(rows.map(({ name }) => name));
  const axis = axisOf(rows, random, fromZero);
  const every = Math.ceil((axis.ticks.length * TICK) / NARROWEST);
  const references = referencesOf(view);
  const shapesOf = gateShapes(rows, references);
  const whole = result === null || result.stop.ended === 'all-records';
  const groups = view.groups.map((group): FigureGroup => {
    const { ranked, unranked } = group;
    const tied = ranked.map((row, i) => areTied(order, row, ranked[i + 1]));
    const drawn = (source: RankedSource, i = -1): FigureRow => ({
      source,
      counted: countedInWords(source, whole),
      tiedAbove: tied[i - 1] ?? false,
      tiedBelow: tied[i] ?? false,
      dot: source.eci === null ? null : placeOn(axis, source.eci),
      whisker: source.eci === null ? null : source.interval && spanOn(axis, source.interval),
      strips: GATES.map(({ id, sign }) => ({
        gate: id,
        sign,
        mean: source.gates && source.gates[auditStatistic(id).key],
        range: gateRange(view, references, id),
        random: result?.yardstick ? 100 * result.yardstick[auditStatistic(id).key] : null,
        ...shapesOf(source, id),
        standing: standingOf(source, id),
      })),
      reading: readingOf(source, group, order, names.of),
    });
    return {
      setting: group.setting,
      ranked: ranked.map(drawn),
      unranked: unranked.map((row) => drawn(row)),
    };
  });
  return {
    axis,
    ticks: axis.ticks.map((tick, i) => ({
      at: placeOn(axis, tick),
      label: i % every === 0 ? axis.format(tick) : '',
    })),
    baseline: random === null ? null : { eci: random, at: placeOn(axis, random) },
    groups,
    names,
  };
}

/** Pixels of the narrowest axis, and of a tick's label: there they stand apart. */
const NARROWEST = 240;
const TICK = 34;

/** The outline of a distribution as a path of steps, from the lower left, in a square of side 1. @param bins heights of [0, 1] */
export function stepsPath(bins: readonly number[]): string {
  const short = (value: number) => Number(value.toFixed(3));
  const steps = bins.map((bin, i) => `V${short(1 - bin)}H${short((i + 1) / bins.length)}`);
  return `M0 1${steps.join('')}`;
}

/** What stands below a rank: that something of the source is to be looked at. */
export function underRank({ verdict, rank }: RankedSource): string {
  const worst = verdict?.findings[0]?.severity;
  return rank !== null && (worst === 'look' || worst === 'train') ? 'look' : '';
}

/** The references of a result that make its range; during a run those that are ticked. */
function referencesOf({ rows, result }: RankingView): RankedSource[] {
  const left = result?.audit.reference_left;
  return rows.filter(({ name, reference }) => left?.includes(name) ?? reference);
}

/** True if the order of two neighbours in the ranking is open. */
function areTied(order: Order | null, row: RankedSource, next: RankedSource | undefined): boolean {
  if (!order || !next || row.rank === null || next.rank === null) return false;
  return pairOf(order, row.name, next.name)?.status === 'not separated';
}

/** `1`, `1–2`, `–` where it has none; empty before a result. */
export function rankLabel({ verdict, rank }: RankedSource): string {
  return verdict === null ? '' : rankInWords(rank);
}

/** `11,900 pairs`, `300 records so far`. @param whole false where a run stopped early */
function countedInWords({ figures, records }: RankedSource, whole: boolean): string {
  if (figures && !whole) return `${formatCount(figures.records)} records read`;
  if (figures) return `${formatCount(figures.negatives)} pairs`;
  return records > 0 ? `${formatCount(records)} records so far` : 'waiting';
}

/** The distributions of each gate, all sources on one scale, over that of the references together. */
function gateShapes(
  rows: readonly RankedSource[],
  references: readonly RankedSource[],
): (row: RankedSource, gate: GateId) => Pick<Strip, 'bins' | 'behind'> {
  const scales = new Map<GateId, { readonly most: number; readonly behind: readonly number[] | null }>();
  for (const { id } of GATES) {
    const shares = rows.flatMap(({ histograms }) => (histograms ? [sharesOf(histograms[id])] : []));
    const trusted = references.flatMap(({ histograms }) => (histograms ? [histograms[id]] : []));
    const pooled = trusted[0]?.map((_, bin) => trusted.reduce((sum, bins) => sum + (bins[bin] ?? 0), 0));
    scales.set(id, {
      most: Math.max(...shares.flat(), 0),
      behind: pooled ? sharesOf(pooled) : null,
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

/** The span of the references' means. A range entered by hand has no lower end and starts at 0. */
function gateRange({ result }: RankingView, references: readonly RankedSource[], gate: GateId): Span | null {
  const range = result?.audit.range ?? null;
  const { key, edge } = auditStatistic(gate);
  if (result?.audit.entered) return range && spanBetween(0, 100 * range[edge]);
  const means = references.flatMap(({ gates }) => (gates ? [gates[key]] : []));
  if (means.length === 0) return null;
  return spanBetween(100 * Math.min(...means), 100 * Math.max(...means));
}

function standingOf(row: RankedSource, gate: GateId): Strip['standing'] {
  const found = row.verdict?.flags.find(({ flag }) => flag === gate);
  if (!found) return 'inside';
  return found.certain ? 'outside' : 'perhaps';
}

function spanOn(axis: Axis, { low, high }: NonNullable<RankedSource['interval']>): Span {
  return spanBetween(placeOn(axis, low), placeOn(axis, high));
}

/** `0.207 to 0.265`. */
export function boundsInWords({ low, high }: NonNullable<RankedSource['interval']>): string {
  return `${formatBound(low)} to ${formatBound(high)}`;
}

/** A bound of an interval: one decimal less than the score. */
function formatBound(value: number): string {
  const size = Math.abs(value);
  return size >= 0.01 && size < 10 ? formatMean(value) : formatScore(value);
}

/** Scores that lie close together begin the axis above 0, so that their whiskers show; the figure says so. */
const CLOSE = 0.5;

/** The axis of scores, intervals and what random passages would score. */
function axisOf(rows: readonly RankedSource[], baseline: number | null, fromZero: boolean): Axis {
  const held = rows.flatMap(({ eci, interval }) => [eci ?? 0, ...Object.values(interval ?? {})]);
  if (baseline !== null) held.push(baseline);
  const [smallest, largest] = [Math.min(...held), Math.max(0, ...held)];
  const isClose = !fromZero && largest > 0 && smallest > CLOSE * largest;
  return axisBetween(isClose ? smallest : 0, largest);
}
