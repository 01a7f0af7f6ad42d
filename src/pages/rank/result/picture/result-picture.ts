/** The result that the page shows as a picture: the same figure, sentence and conditions. */

import { cautions } from '../../../../report/cautions';
import { phraseText, verdictInWords } from '../../../../report/verdict-words';
import type { OrderView } from '../../../../session/result/order-view';
import type { RankingView } from '../../../../session/result/ranking-view';
import type { FinishedRun } from '../../../../session/run/runs';
import { figureOf } from '../figure-rows';
import { readingOf } from '../readings';
import { conditions, intervalInWords } from '../state-line';
import { figureSvg } from './figure-svg';

/** What is shown of a finished run. */
export interface ShownResult {
  readonly finished: FinishedRun;
  readonly view: RankingView;
  readonly order: OrderView | null;
  /** True where the page has other inputs by now. */
  readonly outOfDate: boolean;
}

/** The result as an SVG file. @returns an empty text where nothing is judged */
export function resultPicture({ finished, view, order, outOfDate }: ShownResult): string {
  const { result } = finished;
  const { verdict } = view;
  if (verdict === null) return '';
  const randomBaseline = result.random_baseline?.eci ?? null;
  const figure = figureOf(view, order, randomBaseline);
  const groupOf = new Map(figure.groups.flatMap(({ group }) => group.rows.map(({ key }) => [key, group])));
  const stated = conditions(result).map(({ word, value }) => `${word} ${value}`.trim());
  return figureSvg({
    headline: phraseText(verdictInWords(verdict).headline),
    conditions: [...stated, ...(order ? [intervalInWords(order)] : [])].join(' · '),
    cautions: cautions({ ...verdict, outOfDate }),
    figure,
    randomBaseline,
    readingOf: ({ source }) => {
      const group = groupOf.get(source.key);
      return group ? readingOf(source, group, order) : { warning: '', words: [] };
    },
  });
}
