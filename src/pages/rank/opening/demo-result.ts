/**
 * The demo's result, shown before anything is computed. `npm run demo:report` writes `demo.json` from the report of a run
 * on the built page; a browser test compares it with a live run.
 */

import type { Flag } from '../../../scoring/audit';
import { emptyGates } from '../../../scoring/pair-gates';
import { WEIGHTINGS } from '../../../scoring/weightings';
import { axisFromZero, placeOn } from '../../../ui/charts/axis';
import type { Figure, FigureRow } from '../result/figure-rows';
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

/** The result as the figure draws it. */
export function demoFigure({ sources, random_baseline }: DemoResult): Figure {
  const axis = axisFromZero(Math.max(random_baseline ?? 0, ...sources.map(({ high }) => high)));
  const rows = sources.map(({ name, eci, low, high, flags, rank }, colour): FigureRow => {
    const left = placeOn(axis, low);
    return {
      key: colour,
      name,
      colour,
      counted: '',
      score: eci,
      rank: rank ?? '–',
      tiedAbove: false,
      tiedBelow: false,
      outside: flags.length > 0,
      dot: placeOn(axis, eci),
      whisker: { left, width: placeOn(axis, high) - left },
      interval: null,
      strips: [],
      reading: { warning: '', words: [], address: null },
      band: '',
      stored: null,
    };
  });
  const byScore = rows.toSorted((a, b) => (b.score ?? 0) - (a.score ?? 0));
  const ranked = byScore.filter(({ outside }) => !outside);
  return {
    axis,
    ranged: false,
    groups: [{ setting: '', ranked, outside: byScore.filter((row) => row.outside) }],
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
