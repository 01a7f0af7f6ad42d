/** One row of the picture: rank, name, score on the axis, strips, reading. */

import { formatCount, formatScore } from '../../../../ui/words';
import { LIGHT, lightColour } from '../../../../ui/palette';
import { clipped, linesOf, svgElement } from '../../../../app/svg';
import type { Figure, FigureRow, Strip } from '../figure-rows';
import type { Reading } from '../readings';
import {
  across,
  line,
  NAME_LETTERS,
  PLOT,
  PLOT_WIDTH,
  RANK,
  READING,
  READING_LETTERS,
  RIGHT,
  ROW,
  SCORE,
  SOURCE,
  STRIP_WIDTH,
  STRIPS,
  text,
  upright,
} from './layout';

/** What all rows of a picture share. */
export interface RowContext {
  readonly figure: Figure;
  /** What random passages would score; null where that is not known. */
  readonly randomBaseline: number | null;
  readonly readingOf: (row: FigureRow) => Reading;
}

/** A row from the height `y` down. @param first true where a block begins: a darker line stands over it */
export function drawnRow(
  row: FigureRow,
  y: number,
  first: boolean,
  { figure, randomBaseline, readingOf }: RowContext,
): string {
  const { source } = row;
  const colour = lightColour(source.colour);
  const middle = y + ROW / 2;
  const mark = randomBaseline === null ? null : across(figure.axis, randomBaseline);
  return [
    line(RANK, RIGHT, y, first ? LIGHT.axis : LIGHT.line),
    text(RANK, middle + 6, row.rank, { 'font-size': 17, 'font-weight': 620 }),
    bracket(row, y),
    square(SOURCE, middle - 14, row.outside, colour),
    text(SOURCE + 16, middle - 4, clipped(source.name, NAME_LETTERS), {
      'font-size': 16,
      'font-weight': 620,
      fill: colour,
    }),
    text(SOURCE, middle + 14, source.figures ? `${formatCount(source.figures.negatives)} pairs` : '', {
      'font-size': 12,
      fill: LIGHT.muted,
    }),
    ...figure.axis.ticks.map((tick) => upright(across(figure.axis, tick), y, y + ROW, LIGHT.line)),
    mark === null
      ? ''
      : upright(mark, y, y + ROW, LIGHT.muted, { 'stroke-width': 1.5, 'stroke-dasharray': '4 3' }),
    scoreMark(row, middle, colour),
    text(SCORE, middle, source.eci === null ? '·' : formatScore(source.eci), {
      'font-size': 17,
      'font-weight': 620,
    }),
    text(SCORE, middle + 17, row.interval ?? '', { 'font-size': 12, fill: LIGHT.muted }),
    ...row.strips.map((strip, i) => drawnStrip(strip, STRIPS[i] as number, middle, colour)),
    reading(readingOf(row), middle),
  ].join('');
}

/** The bracket that joins those too close to call. */
function bracket({ tiedAbove, tiedBelow }: FigureRow, y: number): string {
  const [x, middle] = [SOURCE - 10, y + ROW / 2];
  const path = [
    tiedBelow ? `M${x - 5} ${middle}H${x}V${y + ROW}` : '',
    tiedAbove ? `M${x} ${y}V${middle}H${x - 5}` : '',
  ].join('');
  return path === ''
    ? ''
    : svgElement('path', { d: path, fill: 'none', stroke: LIGHT.muted, 'stroke-width': 1.5 });
}

function scoreMark({ dot, whisker, outside }: FigureRow, middle: number, colour: string): string {
  const x = (place: number) => PLOT + (PLOT_WIDTH * place) / 100;
  const stroke = { 'stroke-width': 2 };
  return [
    whisker === null
      ? ''
      : [
          line(x(whisker.left), x(whisker.left + whisker.width), middle, colour, stroke),
          ...[whisker.left, whisker.left + whisker.width].map((end) =>
            upright(x(end), middle - 5, middle + 5, colour, stroke),
          ),
        ].join(''),
    dot === null
      ? ''
      : svgElement('circle', {
          cx: x(dot),
          cy: middle,
          r: 5.25,
          fill: outside ? LIGHT.bg : colour,
          stroke: colour,
          'stroke-width': 2.5,
        }),
  ].join('');
}

function drawnStrip(
  { mean, at, range, standing }: Strip,
  left: number,
  middle: number,
  colour: string,
): string {
  const x = (place: number) => left + (STRIP_WIDTH * place) / 100;
  const warm = standing !== 'inside';
  const tick = { x: x(at) - (standing === 'perhaps' ? 3 : 1.5), y: middle - 21, height: 21 };
  return [
    line(left, left + STRIP_WIDTH, middle - 10, LIGHT.axis),
    range === null
      ? ''
      : svgElement('rect', {
          x: x(range.left),
          y: middle - 17,
          width: Math.max(3, (STRIP_WIDTH * range.width) / 100),
          height: 15,
          fill: LIGHT.band,
        }),
    mean === null
      ? ''
      : svgElement(
          'rect',
          standing === 'perhaps'
            ? { ...tick, width: 6, fill: LIGHT.bg, stroke: LIGHT.warn, 'stroke-width': 1.5 }
            : { ...tick, width: 3, fill: warm ? LIGHT.warn : colour },
        ),
    mean === null
      ? ''
      : text(Math.min(left + STRIP_WIDTH - 17, Math.max(left + 17, x(at))), middle + 16, mean.toFixed(3), {
          'font-size': 12.5,
          'text-anchor': 'middle',
          fill: standing === 'outside' ? LIGHT.warn : LIGHT.muted,
          'font-weight': standing === 'outside' ? 620 : 400,
        }),
  ].join('');
}

function reading({ warning, words }: Reading, middle: number): string {
  const lines = [
    ...(warning === '' ? [] : linesOf(warning, READING_LETTERS).map((line) => ({ line, warm: true }))),
    ...linesOf(words.join('; '), READING_LETTERS).map((line) => ({ line, warm: false })),
  ].filter(({ line }) => line !== '');
  const top = middle + 5 - ((lines.length - 1) * 15) / 2;
  return lines
    .map(({ line, warm }, i) =>
      text(READING, top + 15 * i, line, {
        'font-size': 12.5,
        fill: warm ? LIGHT.warn : LIGHT.muted,
        'font-weight': warm ? 620 : 400,
      }),
    )
    .join('');
}

function square(x: number, y: number, hollow: boolean, colour: string): string {
  const size = hollow ? 7 : 9;
  const at = hollow ? 1 : 0;
  return svgElement('rect', {
    x: x + at,
    y: y + at,
    width: size,
    height: size,
    rx: 2,
    fill: hollow ? 'none' : colour,
    stroke: colour,
    'stroke-width': hollow ? 2 : 0,
  });
}
