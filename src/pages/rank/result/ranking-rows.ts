/** What the ranking shows, as plain values: each row with its drawings in per cent of their axes, and what it says. */

import { bars, type FindingId } from '../../../report/findings';
import { isBarred, pairOf, type Order, type RankedSource, type RankingView } from '../../../report/ranking';
import { rankInWords, readingParts } from '../../../report/verdict-words';
import { auditStatistic } from '../../../scoring/audit';
import { LEAST_DIFFERENCE } from '../../../scoring/certainty/intervals';
import { GATES } from '../../../scoring/pair-gates';
import { axisBetween, placeOn, spanBetween, ticksIn, type Axis } from '../../../ui/charts/axis';
import { formatCount, formatMean, formatScore, listInWords, told, visible } from '../../../ui/words';

export type Figure = ReturnType<typeof figureOf>;

/** A source, and where it is drawn. */
export type FigureRow = Figure['parts'][number]['rows'][number];

/** One gate of a source: its mean, the references' range and the mean of random passages, null where there is none. */
export type Strip = FigureRow['strips'][number];

/** Pixels of the narrowest axis: there the labels of the ticks stand apart. */
const NARROWEST = 240;

export function figureOf(view: RankingView) {
  const { result, order, rows } = view;
  const random = result?.yardstick?.eci ?? null;
  const axis = axisOf(rows, random);
  const labelled = ticksIn(axis, NARROWEST);
  const gates = gatesOf(view);
  const isWhole = result === null || result.stop.ended === 'all-records';
  const parts = view.groups.flatMap(({ setting, ranked, unranked, rows: all }, place) => {
    const tied = ranked.map((row, i) => areTied(order, row, ranked[i + 1]));
    /** The first source with another number of negatives asks for all of them. */
    const unlike = all.find((source) => has(source, 'unlike-k'));
    const drawn = (source: RankedSource, i = -1) => {
      const { eci, interval } = source;
      /** Only the user can answer: how it was read, which negatives to rank, whether a margin was used. */
      const asks = has(source, 'misread') || source === unlike || asksForMargin(source);
      return {
        source,
        /** A finding bars its rank. */
        hollow: isBarred(source),
        rank: source.verdict === null ? '' : rankInWords(source.rank),
        under: underRank(source),
        counted: countedInWords(source, isWhole),
        /** This row and the one above it, or below it, are too close to call. */
        tiedAbove: tied[i - 1] ?? false,
        tiedBelow: tied[i] ?? false,
        /** Place of the score; null before there is one. */
        dot: eci === null ? null : placeOn(axis, eci),
        whisker:
          eci !== null && interval
            ? spanBetween(placeOn(axis, interval.low), placeOn(axis, interval.high))
            : null,
        bounds: interval ? `${formatBound(interval.low)} to ${formatBound(interval.high)}` : '',
        strips: gates.map((stripOf) => stripOf(source)),
        reading: readingOf(source, ranked, order),
        /** Has evidence to open, and shows it unasked: where something is asked, and of the first source where its means lie outside. */
        tells: asks || source.verdict?.findings.some(({ severity }) => severity !== 'note') === true,
        opens: asks || (place === 0 && i === 0 && source.flags.length > 0),
      };
    };
    return [
      { title: view.groups.length > 1 ? `Setting: ${visible(setting)}` : '', rows: ranked.map(drawn) },
      { title: 'Not ranked', rows: unranked.map((row) => drawn(row)) },
    ];
  });
  return {
    axis,
    /** Where the axis has a line, and its label; '' where labels would touch. */
    ticks: axis.ticks.map((tick) => ({
      at: placeOn(axis, tick),
      label: labelled.includes(tick) ? axis.format(tick) : '',
    })),
    /** ECI of random passages, and its place; null if it is not known. */
    baseline: random === null ? null : { eci: random, at: placeOn(axis, random) },
    /** Ranked sources of each setting, during a run all of them, and those below a rule. */
    parts: parts.filter(({ title, rows: own }) => title.startsWith('Setting') || own.length > 0),
  };
}

/** Each gate from 0 to 1 in per cent; shapes of all sources are on one scale, by the root of the share of a bin. */
function gatesOf({ rows, result }: RankingView) {
  const left = result?.audit.reference_left;
  const references = rows.filter(({ name, reference }) => left?.includes(name) ?? reference);
  return GATES.map(({ id, sign }) => {
    const { key, edge } = auditStatistic(id);
    const most = Math.max(0, ...rows.flatMap(({ histograms }) => sharesOf(histograms?.[id] ?? [])));
    const shapeOf = (counts: readonly number[] | undefined) =>
      counts ? stepsPath(sharesOf(counts).map((share) => Math.sqrt(Math.min(1, share / (most || 1))))) : null;
    const trusted = references.flatMap(({ histograms }) => (histograms ? [histograms[id]] : []));
    const behind = shapeOf(
      trusted[0]?.map((_, bin) => trusted.reduce((sum, bins) => sum + (bins[bin] ?? 0), 0)),
    );
    const means = references.flatMap(({ gates }) => (gates ? 100 * gates[key] : []));
    // A range entered by hand has no lower end.
    const ends = result?.audit.entered ? [0, 100 * (result.audit.range?.[edge] ?? 0)] : means;
    const range = ends.length === 0 ? null : spanBetween(Math.min(...ends), Math.max(...ends));
    const random = result?.yardstick ? 100 * result.yardstick[key] : null;
    return ({ gates, histograms, verdict }: RankedSource) => {
      const flag = verdict?.flags.find((each) => each.flag === id);
      const standing = flag ? (flag.certain ? 'outside' : 'perhaps') : 'inside';
      const mean = gates && gates[key];
      return {
        gate: id,
        sign,
        mean,
        range,
        random,
        shape: shapeOf(histograms?.[id]),
        behind,
        standing,
      } as const;
    };
  });
}

function has({ verdict }: RankedSource, id: FindingId): boolean {
  return verdict?.findings.some((finding) => finding.id === id) === true;
}

function sharesOf(counts: readonly number[]): number[] {
  const all = counts.reduce((sum, count) => sum + count, 0);
  return counts.map((count) => (all > 0 ? count / all : 0));
}

/** The outline of a distribution as a path of steps, closed along the lower side of a square of side 1. @param bins heights of [0, 1] */
function stepsPath(bins: readonly number[]): string {
  const short = (value: number) => Number(value.toFixed(3));
  const steps = bins.map((bin, i) => `V${short(1 - bin)}H${short((i + 1) / bins.length)}`);
  return `M0 1${steps.join('')}V1Z`;
}

/** What stands below a rank: that something of the source is to be looked at. */
function underRank({ verdict, rank }: RankedSource): string {
  const worst = verdict?.findings[0]?.severity;
  return rank !== null && (worst === 'look' || worst === 'train') ? 'look' : '';
}

/** True if the order of two neighbours in the ranking is open. */
function areTied(order: Order | null, row: RankedSource, next: RankedSource | undefined): boolean {
  if (!order || !next || row.rank === null || next.rank === null) return false;
  return pairOf(order, row.name, next.name)?.status === 'not separated';
}

/** `11,900 pairs`, `300 records so far`. @param isWhole false where a run stopped early */
function countedInWords({ figures, records }: RankedSource, isWhole: boolean): string {
  if (figures && !isWhole) return `${formatCount(figures.records)} records read`;
  if (figures) return `${formatCount(figures.negatives)} pairs`;
  return records > 0 ? `${formatCount(records)} records so far` : 'waiting';
}

/** A bound of an interval: one decimal less than the score. */
function formatBound(value: number): string {
  const size = Math.abs(value);
  return size >= 0.01 && size < 10 ? formatMean(value) : formatScore(value);
}

/** Scores that lie close together begin the axis above 0, so that their whiskers show. */
const CLOSE = 0.5;

/** The axis of scores, intervals and what random passages would score. */
function axisOf(rows: readonly RankedSource[], baseline: number | null): Axis {
  const held = rows.flatMap(({ eci, interval }) => [eci ?? 0, ...Object.values(interval ?? {})]);
  if (baseline !== null) held.push(baseline);
  const [smallest, largest] = [Math.min(...held), Math.max(0, ...held)];
  return axisBetween(largest > 0 && smallest > CLOSE * largest ? smallest : 0, largest);
}

/** The worst finding, `warm` above a note, where the source stands, and the other findings above a note; nothing before a result. */
function readingOf(
  row: RankedSource,
  ranked: readonly RankedSource[],
  order: Order | null,
): { readonly text: string; readonly warm: boolean }[] {
  const { verdict } = row;
  if (verdict === null) return [];
  const isWarm = verdict.findings[0] !== undefined && verdict.findings[0].severity !== 'note';
  const [worst, ...found] = readingParts(verdict).filter((_, i) => verdict.findings[i]?.severity !== 'note');
  const standing = order && verdict.rank !== null ? standingOf(row, ranked, order) : [];
  return told([worst, ...standing, ...found]).map((text, i) => ({ text, warm: isWarm && i === 0 }));
}

/** With which ranked sources it is too close to call, and above whom it surely is. */
function standingOf(row: RankedSource, ranked: readonly RankedSource[], order: Order) {
  const below = ranked[ranked.indexOf(row) + 1];
  const over = below && pairOf(order, row.name, below.name);
  const close = ranked.flatMap(({ name }) => {
    const pair = name === row.name ? undefined : pairOf(order, row.name, name);
    const isOpen = pair?.status === 'not separated' && pair.difference > LEAST_DIFFERENCE;
    return isOpen && pair.low !== null ? [name] : [];
  });
  return [
    close.length > 0 && `too close to call with ${listInWords(close)}`,
    over?.status === 'separated' && over.low !== null && over.high !== null
      ? `above ${below?.name ?? ''} by ${formatMean(over.difference)} (${formatMean(over.low)} to ${formatMean(over.high)})`
      : null,
  ];
}

/** What the user may say of a source: that its pairs were looked at, or no longer so; null where it changes nothing. */
export function lookOf({ verdict, figures }: RankedSource): 'rank it' | 'undo' | null {
  if (verdict === null) return null;
  if (figures?.reading.looked_at) return 'undo';
  const barring = verdict.findings.filter(bars);
  const isStatistical = verdict.unranked === 'stop' && barring.every(({ id }) => id === 'random');
  return isStatistical || verdict.unranked === 'not-looked-for' ? 'rank it' : null;
}

/** As many first negatives as most records of each source have. */
export function firstOfEach(rows: readonly RankedSource[]): number {
  return Math.min(...rows.flatMap(({ figures }) => figures?.k_of_most ?? []));
}

/** Whether only the user can tell if a margin took its inverted pairs. Of random passages nobody asks. */
export function asksForMargin(source: RankedSource): boolean {
  const lacks = source.flags.includes('inversion') && source.figures?.inversion_rate === 0;
  return has(source, 'margin') || (lacks && !has(source, 'random'));
}
