/**
 * The demo's result, shown before anything is computed. `npm run bench -- --make opening` writes `demo.json` from the report of a run
 * on the built page; a browser test compares it with a live run.
 */

import { isBarred, rankingOf, type RankingView } from '../../../report/ranking';
import type { Report } from '../../../report/result';
import { emptyGates } from '../../../scoring/pair-gates';
import { WEIGHTINGS } from '../../../scoring/weightings';
import demo from './demo.json' with { type: 'json' };

/** A passage. Its title, a space and its text are embedded. */
export interface Passage {
  readonly title: string;
  readonly text: string;
  /** What the opening shows of the text. */
  readonly shown: readonly string[];
}

interface ExampleNegative extends Passage {
  readonly source: string;
  readonly rho: number;
  readonly eta: number;
  readonly psi: number;
  /** C, of [0, 1]. */
  readonly coverage: number;
}

export interface StoredDemo {
  /** A report cut to what is shown. */
  readonly report: object;
  readonly example: {
    readonly query: string;
    readonly positive: Passage;
    /** The part of the positive that answers the query. */
    readonly answer: string;
    readonly negatives: readonly ExampleNegative[];
  };
}

export const { report: DEMO_REPORT, example: EXAMPLE } = demo as unknown as StoredDemo;

/** Shown as any result is. */
export const DEMO: RankingView = rankingOf(DEMO_REPORT as Report);

/** A negative of the example with its source and its weight. */
export interface ExampleRow {
  readonly negative: ExampleNegative;
  /** 0-based place of its source in the palette. */
  readonly colour: number;
  /** True where a finding bars its source from a rank. */
  readonly outside: boolean;
  /** w = ρ · η · ψ. */
  readonly weight: number;
}

/** What is shown of a passage, in parts; dots stand for what is left out. */
export function partsShown({ text, shown }: Passage): string[] {
  return shown.flatMap((part, i) => {
    const next = shown[i + 1];
    const isEnd =
      next === undefined ? part.endsWith('.') || text.endsWith(part) : text.includes(`${part} ${next}`);
    return isEnd ? [part] : [part, ' … '];
  });
}

export function exampleRows(): ExampleRow[] {
  return EXAMPLE.negatives.map((negative) => {
    const { rho, eta, psi } = negative;
    const source = DEMO.rows.find(({ name }) => name === negative.source);
    return {
      negative,
      colour: source?.colour ?? 0,
      outside: source !== undefined && isBarred(source),
      weight: WEIGHTINGS.full.weight({ ...emptyGates(1), rho, eta, psi }),
    };
  });
}
