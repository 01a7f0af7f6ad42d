/**
 * The demo's result, shown before anything is computed. `npm run demo:report` writes `demo.json` from the report of a run
 * on the built page; a browser test compares it with a live run.
 */

import type { Flag } from '../../../scoring/audit';
import { emptyGates } from '../../../scoring/pair-gates';
import { WEIGHTINGS } from '../../../scoring/weightings';
import type { NamedInColour } from '../../../session/result/coloured-names';
import { GATES } from '../../../session/result/gate-words';
import { axisFromZero, placeOn, type Axis } from '../../../ui/charts/axis';
import { countOf } from '../../../ui/words';
import { axisOf, boundsInWords, rowsOf, spanOn, type Figure, type FigureRow } from '../result/figure-rows';
import demo from './demo.json' with { type: 'json' };

/** A source of the demo; figures are named as in the report. */
export interface DemoSource {
  readonly name: string;
  /** How it was made, in one sentence. */
  readonly how: string;
  readonly records: number;
  readonly negatives: number;
  readonly eci: number;
  /** The interval of `eci`. */
  readonly low: number;
  readonly high: number;
  readonly mean_rho: number;
  readonly mean_eta: number;
  readonly mean_psi: number;
  /** Null outside the ranking. */
  readonly rank: string | null;
  /** What the audit says of it, without a full stop. */
  readonly reading: string;
  readonly flags: readonly Flag[];
}

/** A passage. Its title, a space and its text are embedded. */
export interface Passage {
  readonly title: string;
  readonly text: string;
}

/** A negative of the example, and its gates. */
export interface ExampleNegative extends Passage {
  readonly source: string;
  readonly rho: number;
  readonly eta: number;
  readonly psi: number;
  /** C, of [0, 1]. */
  readonly coverage: number;
}

export interface DemoResult {
  readonly headline: string;
  /** Name of the encoder. */
  readonly encoder: string;
  /** Level of the intervals, such as 0.95. */
  readonly level: number;
  /** ECI of random passages; null if it is not known. */
  readonly random_baseline: number | null;
  /** In load order. */
  readonly sources: readonly DemoSource[];
  readonly example: {
    readonly query: string;
    readonly positive: Passage;
    readonly negatives: readonly ExampleNegative[];
  };
}

export const DEMO = demo as DemoResult;

/** Its sources as a sentence names them. */
export function demoNames({ sources }: DemoResult): NamedInColour[] {
  return sources.map(({ name, flags }, colour) => {
    const standing = flags.length > 0 ? ('outside' as const) : ('inside' as const);
    return { name, colour, warnings: [], verdict: { standing } };
  });
}

/** The result as the figure draws it. */
export function demoFigure({ sources, random_baseline }: DemoResult): Figure {
  const axis = axisFromZero(Math.max(random_baseline ?? 0, ...sources.map(({ high }) => high)));
  return figureOn(
    axis,
    sources.map((source, colour) => storedRow(source, colour, axis)),
  );
}

/**
 * The result while it is computed again: each source in its stored place, its score of now in place of the stored one as
 * soon as there is one, the stored one as a ring.
 * @param scores of now, as far as there are any
 * @param draw the figure of now, on an axis
 */
export function settlingFigure(
  { sources, random_baseline }: DemoResult,
  scores: readonly number[],
  draw: (axis: Axis) => Figure,
): Figure {
  const held = [...sources.flatMap(({ eci, low, high }) => [eci, low, high]), ...scores];
  if (random_baseline !== null) held.push(random_baseline);
  const axis = axisOf(Math.min(...held), Math.max(...held));
  const now = rowsOf(draw(axis).groups);
  return figureOn(
    axis,
    sources.map((source, colour) => {
      const stored = storedRow(source, colour, axis);
      const live = now.find(({ name, dot }) => name === source.name && dot !== null);
      if (!live) return stored;
      const { key, rank, outside, reading } = stored;
      return { ...live, key, rank, outside, reading, stored: source.eci };
    }),
  );
}

/** Ranked sources by stored score, and those outside below. */
function figureOn(axis: Axis, rows: readonly FigureRow[]): Figure {
  const byScore = rows.toSorted((a, b) => (b.stored ?? b.score ?? 0) - (a.stored ?? a.score ?? 0));
  return {
    axis,
    ranged: false,
    groups: [
      {
        setting: '',
        ranked: byScore.filter(({ outside }) => !outside),
        outside: byScore.filter(({ outside }) => outside),
        unsettled: [],
      },
    ],
  };
}

function storedRow(source: DemoSource, colour: number, axis: Axis): FigureRow {
  const { name, eci, low, high, flags, rank, negatives, reading } = source;
  const means = { rho: source.mean_rho, eta: source.mean_eta, psi: source.mean_psi };
  const [warning = '', figures] = reading.split(': ');
  return {
    key: colour,
    name,
    colour,
    counted: countOf(negatives, 'pair'),
    score: eci,
    rank: rank ?? '–',
    tiedAbove: false,
    tiedBelow: false,
    outside: flags.length > 0,
    unsettled: false,
    dot: placeOn(axis, eci),
    whisker: spanOn(axis, low, high),
    interval: boundsInWords({ low, high }),
    strips: GATES.map(({ id, sign }) => {
      const mean = means[id];
      return {
        gate: id,
        sign,
        mean,
        at: 100 * mean,
        range: null,
        bins: null,
        behind: null,
        standing: flags.includes(id) ? 'outside' : 'inside',
      };
    }),
    reading: {
      warning: figures === undefined ? '' : warning,
      words: [figures ?? reading],
      links: [],
      address: null,
    },
    band: '',
    stored: null,
  };
}

/** A negative of the example with the colour of its source and its weight. */
export interface ExampleRow {
  readonly negative: ExampleNegative;
  /** 0-based place of its source in the palette. */
  readonly colour: number;
  /** True where its source stands outside the ranking. */
  readonly outside: boolean;
  /** w = ρ · η · ψ. */
  readonly weight: number;
}

/** Words of a passage on the opening. */
const BEGINNING = 10;

/** The first words of a passage. */
export function beginning(text: string): string {
  const words = text.split(/\s+/);
  return words.length <= BEGINNING ? text : `${words.slice(0, BEGINNING).join(' ')} …`;
}

export function exampleRows({ example, sources }: DemoResult): ExampleRow[] {
  return example.negatives.map((negative) => {
    const { rho, eta, psi } = negative;
    const colour = sources.findIndex(({ name }) => name === negative.source);
    return {
      negative,
      colour: Math.max(0, colour),
      outside: (sources[colour]?.flags.length ?? 0) > 0,
      weight: WEIGHTINGS.full.weight({ ...emptyGates(1), rho, eta, psi }),
    };
  });
}
