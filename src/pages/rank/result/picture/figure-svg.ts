/**
 * The result's figure as one SVG that stands alone: the page's rows, in light colours, with the sentence, the conditions
 * and the cautions. It holds no time, so that a second run of the same draws the same bytes.
 */

import { formatScore } from '../../../../ui/words';
import { LIGHT } from '../../../../ui/palette';
import { linesOf, svgElement, xmlText } from '../../../../app/svg';
import type { Figure } from '../figure-rows';
import {
  across,
  HEADLINE_LETTERS,
  line,
  LINE_LETTERS,
  MARGIN,
  PLOT,
  PLOT_WIDTH,
  RANK,
  READING,
  RIGHT,
  ROW,
  SCORE,
  SOURCE,
  STRIPS,
  text,
  WIDTH,
} from './layout';
import { drawnRow, type RowContext } from './row';

/** What the picture shows. */
export interface FigurePicture extends RowContext {
  readonly headline: string;
  /** One line below it. */
  readonly conditions: string;
  /** Each on a line of its own. */
  readonly cautions: readonly string[];
}

const SANS = "system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";

const GATE_WORDS = [
  ['ρ prefers', 'the positive'],
  ['η near', 'the positive'],
  ['ψ few', 'shared words'],
] as const;

/** The picture as text. */
export function figureSvg(picture: FigurePicture): string {
  const parts: string[] = [];
  let y = MARGIN + 26;
  for (const line of linesOf(picture.headline, HEADLINE_LETTERS)) {
    parts.push(text(MARGIN, y, line, { 'font-size': 26, 'font-weight': 620 }));
    y += 32;
  }
  for (const line of [picture.conditions, ...picture.cautions].flatMap((words) =>
    linesOf(words, LINE_LETTERS),
  )) {
    parts.push(text(MARGIN, y, line, { 'font-size': 14, fill: LIGHT.muted }));
    y += 20;
  }
  y += 76;
  parts.push(head(picture, y));
  for (const { group, ranked, outside } of picture.figure.groups) {
    if (picture.figure.groups.length > 1) {
      parts.push(text(RANK, y + 22, `Setting: ${group.setting}`, { 'font-weight': 620 }));
      y += 32;
    }
    for (const [i, row] of ranked.entries()) {
      parts.push(drawnRow(row, y, i === 0, picture));
      y += ROW;
    }
    if (outside.length > 0) {
      parts.push(rule(y));
      y += 36;
      for (const [i, row] of outside.entries()) {
        parts.push(drawnRow(row, y, i === 0, picture));
        y += ROW;
      }
    }
  }
  parts.push(
    line(RANK, RIGHT, y, LIGHT.line),
    text(RANK, y + 22, key(picture.figure), { fill: LIGHT.muted }),
  );
  const height = y + 22 + MARGIN;
  return `${svgElement(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      width: WIDTH,
      height,
      viewBox: `0 0 ${WIDTH} ${height}`,
      role: 'img',
      'font-family': SANS,
      'font-size': 13,
      fill: LIGHT.ink,
    },
    svgElement('title', {}, xmlText(picture.headline)),
    svgElement('rect', { x: 0, y: 0, width: WIDTH, height, fill: LIGHT.bg }),
    ...parts,
  )}\n`;
}

function key({ ranged }: Figure): string {
  const marks = ranged
    ? 'Shaded: the references’ range. Warm: outside it; hollow: outside, and it may be chance.'
    : 'No reference, so no range.';
  return `Dot: score. Whisker: its interval. Strips run from 0 to 1; the mark is the mean over a source’s pairs. ${marks}`;
}

/** Words of the columns, the axis, the random baseline's label; the line below them is the first row's. */
function head({ figure, randomBaseline }: FigurePicture, y: number): string {
  const words = (x: number, above: string, below: string) =>
    [above, below].map((word, i) => text(x, y - 26 + 16 * i, word, { fill: LIGHT.muted })).join('');
  const ticks = figure.axis.ticks.map((tick) =>
    text(across(figure.axis, tick), y - 30, figure.axis.format(tick), {
      'font-size': 12,
      fill: LIGHT.muted,
      'text-anchor': 'middle',
    }),
  );
  const place = randomBaseline === null ? null : across(figure.axis, randomBaseline);
  const before = place !== null && place > PLOT + PLOT_WIDTH / 2;
  return [
    words(RANK, '', 'rank'),
    words(SOURCE, '', 'source'),
    text(PLOT, y - 52, 'score, log det(I + Î)', { fill: LIGHT.muted }),
    ...ticks,
    place === null || randomBaseline === null
      ? ''
      : text(
          place + (before ? -8 : 8),
          y - 10,
          `random passages would score ${formatScore(randomBaseline)}`,
          {
            'font-size': 12,
            fill: LIGHT.muted,
            'text-anchor': before ? 'end' : 'start',
          },
        ),
    words(SCORE, '', 'ECI'),
    ...GATE_WORDS.map(([above, below], i) => words(STRIPS[i] as number, above, below)),
    words(READING, '', 'reading'),
  ].join('');
}

function rule(y: number): string {
  return [
    line(RANK, RIGHT, y, LIGHT.line),
    text(RANK, y + 23, 'Outside the ranking', { 'font-weight': 620 }),
    svgElement('line', {
      x1: 190,
      x2: RIGHT,
      y1: y + 19,
      y2: y + 19,
      stroke: LIGHT.axis,
      'stroke-dasharray': '3 3',
    }),
  ].join('');
}
