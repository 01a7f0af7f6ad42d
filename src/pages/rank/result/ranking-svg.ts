/** The ranking as an SVG file for a paper: one or two columns wide, light, with its headline and conditions. */

import { isBarred } from '../../../report/ranking';
import { linesOf } from '../../../ui/charts/text';
import { colourClass } from '../../../ui/palette';
import { formatMean, formatScore } from '../../../ui/words';
import { boundsInWords, rankLabel, stepsPath, type Figure, type FigureRow, type Strip } from './ranking-rows';

/** Widths of one and of two columns of a paper, in millimetres. */
export type PaperWidth = 85 | 180;

export interface RankingPicture {
  readonly figure: Figure;
  /** The headline. */
  readonly title: string;
  /** Conditions and cautions, below it. */
  readonly stated: readonly string[];
}

/** The value of a colour of `tokens.css`, by its name without dashes: `ink`, `c1`. */
export type ColourOf = (token: string) => string;

/** Pixels of a millimetre. */
const MM = 96 / 25.4;

const PAD = 10;
const ROW = 38;
/** Between two columns. */
const GAP = 12;
const GATE = { width: 74, height: 20 };
const SIZE = { title: 13, text: 9, name: 11 };

type Attributes = Readonly<Record<string, string | number>>;

/**
 * A whole SVG file. In one column it shows rank, source and score; in two also the gates.
 * @param mm its width
 */
export function rankingSvg(
  { figure, title, stated }: RankingPicture,
  mm: PaperWidth,
  colour: ColourOf,
): string {
  const width = Math.round(mm * MM);
  const inner = width - 2 * PAD;
  const gates =
    mm === 180 ? ((figure.groups[0]?.ranked[0] ?? figure.groups[0]?.unranked[0])?.strips ?? []) : [];
  const at = {
    name: PAD + 30,
    plot: PAD + 30 + (mm === 180 ? 112 : 90),
    value: width - PAD - gates.length * (GATE.width + GAP) - 74,
  };
  const plot = at.value - GAP - at.plot;
  const across = (place: number) => at.plot + (plot * place) / 100;
  const drawn: string[] = [];
  const text = (x: number, y: number, words: string, more: Attributes = {}) =>
    drawn.push(
      element('text', { x, y, fill: colour('ink'), 'font-size': SIZE.text, ...more }, escaped(words)),
    );
  const line = (x1: number, y1: number, x2: number, y2: number, stroke: string, more: Attributes = {}) =>
    drawn.push(element('line', { x1, y1, x2, y2, stroke: colour(stroke), ...more }));

  let y = PAD;
  for (const words of linesOf(title, SIZE.title, inner)) {
    y += 17;
    text(PAD, y, words, { 'font-size': SIZE.title, 'font-weight': 600 });
  }
  for (const words of stated.flatMap((each) => linesOf(each, SIZE.text, inner))) {
    y += 13;
    text(PAD, y, words, { fill: colour('muted') });
  }
  y += 34;
  for (const { at: place, label } of figure.ticks)
    text(across(place), y, label, { fill: colour('muted'), 'text-anchor': 'middle' });
  text(at.value, y, 'ECI, 95 %', { fill: colour('muted') });
  gates.forEach(({ sign }, i) => text(gateAt(i), y, sign, { 'font-style': 'italic' }));
  if (figure.baseline)
    text(across(figure.baseline.at), y - 14, `random passages ${formatScore(figure.baseline.eci)}`, {
      fill: colour('muted'),
      'text-anchor': 'middle',
    });
  y += 6;
  for (const { setting, ranked, unranked } of figure.groups) {
    if (figure.groups.length > 1) part(`Setting: ${setting}`);
    ranked.forEach(row);
    if (unranked.length > 0) part('Not ranked');
    unranked.forEach(row);
  }
  line(PAD, y, width - PAD, y, 'line');
  const height = y + PAD;
  return element(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      width,
      height,
      viewBox: `0 0 ${width} ${height}`,
      role: 'img',
      'font-family': 'Inter, Helvetica, Arial, sans-serif',
    },
    element('title', {}, escaped(title)) +
      element('rect', { width, height, fill: colour('bg') }) +
      drawn.join(''),
  );

  function gateAt(place: number): number {
    return at.value + 74 + GAP + place * (GATE.width + GAP);
  }

  function part(title: string): void {
    y += 22;
    text(PAD, y - 6, title, { 'font-weight': 600 });
  }

  function row({ source, dot, whisker, strips }: FigureRow): void {
    const own = colourClass(source.colour);
    const middle = y + ROW / 2;
    const hollow = isBarred(source);
    line(PAD, y, width - PAD, y, 'line');
    text(PAD, middle + 4, rankLabel(source), { 'font-size': SIZE.name, 'font-weight': 600 });
    drawn.push(
      element('rect', {
        x: at.name - 11,
        y: middle - 4,
        width: 7,
        height: 7,
        fill: colour(hollow ? 'bg' : own),
        stroke: colour(own),
      }),
    );
    text(at.name, middle + 4, figure.names.of(source.name), {
      fill: colour(own),
      'font-size': SIZE.name,
      'font-weight': 600,
    });
    for (const { at: place } of figure.ticks) line(across(place), y, across(place), y + ROW, 'line');
    if (figure.baseline)
      line(across(figure.baseline.at), y, across(figure.baseline.at), y + ROW, 'muted', {
        'stroke-dasharray': '4 3',
      });
    if (whisker) {
      const [from, to] = [across(whisker.from), across(whisker.to)];
      drawn.push(
        element('rect', {
          x: from,
          y: middle - 5,
          width: to - from,
          height: 10,
          fill: colour(own),
          'fill-opacity': 0.25,
        }),
      );
      for (const end of [from, to]) line(end, middle - 5, end, middle + 5, own, { 'stroke-width': 1.5 });
    }
    if (dot !== null)
      drawn.push(
        element('circle', {
          cx: across(dot),
          cy: middle,
          r: 3,
          fill: colour(hollow ? 'bg' : own),
          stroke: colour(own),
          'stroke-width': 1.5,
        }),
      );
    text(at.value, middle - (source.interval ? 1 : -4), source.eci === null ? '·' : formatScore(source.eci), {
      'font-size': SIZE.name,
      'font-weight': 600,
    });
    if (source.eci !== null && source.interval)
      text(at.value, middle + 11, boundsInWords(source.interval), { fill: colour('muted') });
    if (gates.length > 0) strips.forEach((strip, i) => gate(strip, gateAt(i), own));
    y += ROW;
  }

  function gate({ bins, behind, mean, range, standing }: Strip, x: number, own: string): void {
    const [top, base] = [y + 3, y + 3 + GATE.height];
    const shape = (heights: readonly number[], fill: string, more: Attributes) =>
      drawn.push(
        element('path', {
          d: `${stepsPath(heights, GATE.width, GATE.height)}V${GATE.height}Z`,
          transform: `translate(${x} ${top})`,
          fill: colour(fill),
          ...more,
        }),
      );
    if (behind) shape(behind, 'band', {});
    if (bins) shape(bins, own, { 'fill-opacity': 0.12, stroke: colour(own) });
    line(x, base, x + GATE.width, base, 'axis');
    const on = (share: number) => x + (GATE.width * share) / 100;
    if (range)
      drawn.push(
        element('rect', {
          x: on(range.from),
          y: base + 1,
          width: (GATE.width * range.width) / 100,
          height: 3,
          fill: colour('band'),
        }),
      );
    if (mean === null) return;
    const ink = standing === 'outside' ? 'warn' : 'ink';
    line(on(100 * mean), base - 1, on(100 * mean), base + 4, ink, { 'stroke-width': 2 });
    text(x + GATE.width, base + 12, formatMean(mean), { fill: colour(ink), 'text-anchor': 'end' });
  }
}

function element(name: string, attributes: Attributes, content = ''): string {
  const written = Object.entries(attributes).map(([key, value]) => {
    return ` ${key}="${typeof value === 'number' ? Number(value.toFixed(2)) : escaped(value)}"`;
  });
  return `<${name}${written.join('')}>${content}</${name}>`;
}

/** A text as XML has it; signs that XML forbids are left out. */
function escaped(text: string): string {
  // eslint-disable-next-line no-control-regex -- they are what is left out
  const allowed = text.replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '');
  return allowed
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
