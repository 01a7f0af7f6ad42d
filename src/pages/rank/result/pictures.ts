/** The pictures of a result as SVG files: as on the page, and for a column of a paper. */

import type { StatedRun } from '../../../report/opened';
import type { RankingView } from '../../../report/ranking';
import { phraseText, verdictInWords } from '../../../report/verdict-words';
import { svgPicture, svgText } from '../../../ui/picture';
import { paperFigure } from './paper-figure';
import { conditions, intervalsOf } from './state-line';

function headlineOf({ verdict }: RankingView): string {
  return verdict ? phraseText(verdictInWords(verdict).headline) : '';
}

/** Encoder, τ, weighting, records and the kind of interval. */
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

/** The figure for a column of a paper. */
export function paperOf(view: RankingView, run: StatedRun): string {
  return paperFigure(view, headlineOf(view), statedOf(view, run).join(', '));
}
