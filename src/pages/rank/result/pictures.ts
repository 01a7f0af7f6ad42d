/** The picture of a result as an SVG file. */

import type { StatedRun } from '../../../report/opened';
import type { RankingView } from '../../../report/ranking';
import { phraseText, verdictInWords } from '../../../report/verdict-words';
import { svgPicture, svgText } from '../../../ui/picture';
import { conditions, intervalsOf } from './state-line';

function headlineOf({ verdict }: RankingView): string {
  return verdict ? phraseText(verdictInWords(verdict).headline) : '';
}

/** Encoder, τ, weighting, records, and what intervals are over. */
export function statedOf(view: RankingView, run: StatedRun): string[] {
  const stated = conditions(run).map(({ word, value }) => `${word} ${value}`.trim());
  return [...stated, ...intervalsOf(view)];
}

/** The figure of the page with headline, conditions and cautions. */
export function pictureOf(
  figure: SVGSVGElement,
  view: RankingView,
  run: StatedRun,
  cautions: readonly string[],
): string {
  return svgText(
    svgPicture(figure, headlineOf(view), [statedOf(view, run).join(' · '), ...cautions].join('\n')),
  );
}
