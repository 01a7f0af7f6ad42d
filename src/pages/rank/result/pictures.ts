/** The picture of a result as an SVG file. */

import type { Result } from '../../../report/result';
import type { RankingView } from '../../../report/ranking';
import { svgPicture, svgText } from '../../../ui/picture';
import { conditions, intervalsOf } from './state-line';

/** Encoder, τ, weighting, records, and what intervals are over. */
export function statedOf(view: RankingView, result: Result): string[] {
  const stated = conditions(result).map(({ word, value }) => `${word} ${value}`.trim());
  return [...stated, ...intervalsOf(view)];
}

/** The figure of the page with headline, conditions and cautions. */
export function pictureOf(
  figure: SVGSVGElement,
  view: RankingView,
  result: Result,
  cautions: readonly string[],
): string {
  return svgText(
    svgPicture(figure, result.verdict.headline, [statedOf(view, result).join(' · '), ...cautions].join('\n')),
  );
}
