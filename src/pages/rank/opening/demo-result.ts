/**
 * The demo's result, shown before anything is computed. `npm run bench -- --make opening` writes `demo.json` from the report of a run
 * on the built page; a browser test compares it with a live run.
 */

import { rankingOf, type RankedSource, type RankingView } from '../../../report/ranking';
import type { Report } from '../../../report/result';
import demo from './demo.json' with { type: 'json' };

/** A report cut to what is shown, and a query with a negative of three sources. A title, a space and a text are embedded. */
export const { report: DEMO_REPORT, example: EXAMPLE } = demo;

/** Shown as any result is. */
export const DEMO: RankingView = rankingOf(DEMO_REPORT as unknown as Report);

/** The negatives of the example with their source and their weight w = ρ · η · ψ. */
export const EXAMPLE_ROWS = EXAMPLE.negatives.map((negative) => ({
  negative,
  source: DEMO.rows.find(({ name }) => name === negative.source) as RankedSource,
  weight: negative.rho * negative.eta * negative.psi,
}));

/** What is shown of a passage, in parts; dots stand for what is left out. */
export function partsShown({ text, shown }: { text: string; shown: readonly string[] }): string[] {
  return shown.flatMap((part, i) => {
    const next = shown[i + 1];
    const isEnd =
      next === undefined ? part.endsWith('.') || text.endsWith(part) : text.includes(`${part} ${next}`);
    return isEnd ? [part] : [part, ' … '];
  });
}
