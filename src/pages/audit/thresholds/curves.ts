/** What limits take from a source, held against each other at as many pairs, and as the lines of a chart. */

import type { LimitPoint, SourceLimits } from '../../../engine/types';
import { rateOfRest } from '../../../judge/removed';
import type { Limit, LimitId } from '../../../scoring/limits';
import type { ChartLine } from '../../../ui/charts/lines';
import { colourValue } from '../../../ui/palette';
import { LIMIT_KINDS } from './kinds';

/** A source's figures with its name and colour. */
export interface DrawnSource {
  readonly name: string;
  /** 0-based place in the palette. */
  readonly colour: number;
  readonly figures: SourceLimits;
  /** Share of its pairs that answer, by the judged ones; null where none is judged. */
  readonly rate: number | null;
}

/** What one limit takes from one source. */
export interface Taken {
  readonly source: DrawnSource;
  readonly limit: Limit;
  readonly point: LimitPoint;
  /** Share of the pairs that go: of anything as large a share goes by chance. */
  readonly dropped: number;
  /** About which share of the pairs that stay still answers; null where it is not known. */
  readonly left: number | null;
}

/** By kind, in the order of `LIMIT_KINDS`: the limits that are looked at, mildest first. */
export type Rules = readonly (readonly Limit[])[];

/** Rules that drop shares of the pairs further apart than this are not held against each other. */
const ALIKE = 0.05;

/** Of each kind, how its line is drawn. */
const DASHES: Readonly<Record<LimitId, string>> = {
  absolute_margin: '2 3',
  relative_margin: '9 3 2 3',
  max_score: '8 3',
  min_score: '1 5',
  num_negatives: '4 4',
  ranks: '12 4 2 4 2 4',
  cos_positive: '16 3',
  suspicion: '',
};

export function dashOf(id: LimitId): string {
  return DASHES[id];
}

/** What the limit at a place takes; null where there is none. @param rule place of its kind */
export function takenAt(source: DrawnSource, rules: Rules, rule: number, step: number): Taken | null {
  const [limit, point] = [rules[rule]?.[step], source.figures.rules[rule]?.[step]];
  if (!limit || !point) return null;
  const dropped = droppedShare(point, source.figures);
  const removed = point.answers?.rate ?? null;
  const left = source.rate === null || removed === null ? null : rateOfRest(source.rate, removed, dropped);
  return { source, limit, point, dropped, left };
}

/** Of each kind the limit that drops about as many pairs as the chosen one, which stands for its own. */
export function alikeIn(source: DrawnSource, rules: Rules, chosen: Taken): readonly (Taken | null)[] {
  return LIMIT_KINDS.map(({ id }, rule) => {
    if (id === chosen.limit.id) return chosen;
    const taken = takenAt(source, rules, rule, stepAtShare(source, rule, chosen.dropped));
    return taken && Math.abs(taken.dropped - chosen.dropped) <= ALIKE ? taken : null;
  });
}

/** The step of a rule whose share of pairs dropped is nearest to one. */
export function stepAtShare({ figures }: DrawnSource, rule: number, share: number): number {
  const apart = (figures.rules[rule] ?? []).map((point) => Math.abs(droppedShare(point, figures) - share));
  return apart.indexOf(Math.min(...apart));
}

/** Of the rules that drop more answers than chance would, the one that drops most beyond its share of pairs; null for none. */
export function bestOf(taken: readonly (Taken | null)[]): Taken | null {
  const gain = ({ point, dropped }: Taken) => (point.answers?.rate ?? 0) - dropped;
  return taken.reduce<Taken | null>(
    (best, each) =>
      each?.point.againstChance === 'more' && (best === null || gain(each) > gain(best)) ? each : best,
    null,
  );
}

/** Share of the answers against share of the pairs: a line each rule of one source, the chosen one last and with its band. */
export function linesOfRules(taken: readonly (Taken | null)[], chosen: Taken): ChartLine[] {
  const lines = LIMIT_KINDS.map(({ id }, rule): ChartLine => {
    const isChosen = id === chosen.limit.id;
    return {
      ...lineOf(chosen.source, rule, taken[rule] ?? null, isChosen),
      colour: isChosen ? colourValue(chosen.source.colour) : 'var(--muted)',
      dash: isChosen ? '' : dashOf(id),
      thin: !isChosen,
    };
  });
  const own = LIMIT_KINDS.findIndex(({ id }) => id === chosen.limit.id);
  return [CHANCE, ...lines.filter((_, rule) => rule !== own), ...lines.slice(own, own + 1)];
}

/** The same of one limit: a line each source, with its band. */
export function linesOfSources(taken: readonly Taken[]): ChartLine[] {
  const lines = taken.map((each) => {
    const rule = LIMIT_KINDS.findIndex(({ id }) => id === each.limit.id);
    const { colour } = each.source;
    return { ...lineOf(each.source, rule, each, true), colour: colourValue(colour) };
  });
  return [CHANCE, ...lines];
}

const CHANCE: ChartLine = {
  colour: 'var(--muted)',
  dash: '3 3',
  points: [
    [0, 0],
    [1, 1],
  ],
};

function lineOf(
  { figures }: DrawnSource,
  rule: number,
  at: Taken | null,
  withBand: boolean,
): Pick<ChartLine, 'points' | 'band'> & { mark?: readonly [number, number] } {
  const points = (figures.rules[rule] ?? []).flatMap((point) =>
    point.answers === null ? [] : [{ x: droppedShare(point, figures), ...point.answers }],
  );
  return {
    points: points.map(({ x, rate }) => [x, rate] as const),
    ...(withBand && {
      band: points.flatMap(({ x, low, high }) =>
        low === null || high === null ? [] : [[x, low, high] as const],
      ),
    }),
    ...(at?.point.answers && { mark: [at.dropped, at.point.answers.rate] as const }),
  };
}

function droppedShare({ kept }: LimitPoint, { pairs }: Pick<SourceLimits, 'pairs'>): number {
  return pairs === 0 ? 0 : (pairs - kept) / pairs;
}
