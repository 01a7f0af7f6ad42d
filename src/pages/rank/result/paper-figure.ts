/** The result's figure as it is printed in a column of a paper: one line a source, 85 mm wide, as the text of an SVG. */

import { escaped } from '../../../report/audit/markup';
import { readingInWords } from '../../../report/verdict-words';
import type { RankingView } from '../../../report/ranking';
import { placeOn, ticksIn } from '../../../ui/charts/axis';
import { linesOf } from '../../../ui/charts/text';
import { formatMean, formatScore, listInWords, sentenceOf } from '../../../ui/words';
import { figureOf, rankLabel, rowsOf, type FigureRow } from './figure-rows';

/** All in millimetres. */
const WIDTH = 85;
const NAME_X = 6;
const PLOT = { x: 27, width: 24 };
// Where Inter is not installed another font stands in, up to a fifth wider.
const SCORE_X = 60.6;
const GATES_X = [69, 77, 85] as const;
const GATE_SIZE = 1.75;
/** Of a millimetre, where an axis is laid out for the page's type. */
const PIXELS = 6.5;
const HEAD = 8.6;
const ROW = 4.2;
const RULE = 1;
const AXIS = 4;
const TEXT = { size: 1.95, line: 2.4 };

/** The light colours of `tokens.css`: a paper is white. */
export const PAPER = {
  ink: '#1d2126',
  muted: '#5a616a',
  line: '#e2dfd7',
  axis: '#b5b1a6',
  warn: '#b4410e',
  sources: ['#117a6b', '#7340cf', '#4a5500', '#8c1c60', '#0f5a82', '#78550f', '#3f7a2a', '#9a4a9e'],
} as const;

/** What each gate measures, over its column. */
const GATE_WORDS = [
  ['ρ', 'prefers', 'positive'],
  ['η', 'nearer', 'to it'],
  ['ψ', 'lacks', 'words'],
] as const;

/**
 * @param title for those who hear it
 * @param stated conditions of the result: encoder, τ, queries
 */
export function paperFigure(view: RankingView, title: string, stated: string): string {
  const { axis, baseline, groups, names } = figureOf(view);
  const rows = rowsOf(groups);
  const across = (place: number) => PLOT.x + (PLOT.width * place) / 100;
  const drawn: string[] = [];
  let y = HEAD;
  const top = y;
  for (const { ranked, outside, unsettled } of groups) {
    for (const row of ranked) drawn.push(...rowOf(row, names.of(row.source.name), (y += ROW), across));
    const below = [...outside, ...unsettled];
    if (below.length > 0) drawn.push(line(0, (y += RULE), WIDTH, y, PAPER.axis, '0.8 0.6'));
    for (const row of below) drawn.push(...rowOf(row, names.of(row.source.name), (y += ROW), across));
  }
  const bottom = y + 1;
  const labelled = ticksIn(axis, PLOT.width * PIXELS);
  const ticks = axis.ticks.flatMap((tick) => {
    const x = across(placeOn(axis, tick));
    return [
      line(x, top, x, bottom, PAPER.line),
      labelled.includes(tick)
        ? text(x, bottom + 2.6, axis.format(tick), { anchor: 'middle', muted: true })
        : '',
    ];
  });
  const random = baseline === null ? null : across(placeOn(axis, baseline));
  const words = [
    ...rows.flatMap(({ source }) => {
      const { verdict, rank } = source;
      const told = verdict && (rank === null || verdict.findings.length > 0 || verdict.flags.length > 0);
      return told ? [`${names.of(source.name)}: ${sentenceOf(readingInWords(verdict, names.of))}`] : [];
    }),
    [
      ...(rows.some(({ tiedBelow }) => tiedBelow) ? ['A shared rank: not told apart.'] : []),
      references(view, names.of),
      `${stated}.`,
      names.note,
    ]
      .filter((part) => part !== '')
      .join(' '),
  ].flatMap((each) => linesOf(each, TEXT.size, WIDTH - 1));
  const from = bottom + AXIS + TEXT.line;
  const height = from + TEXT.line * (words.length - 1) + 1.4;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" role="img" width="${WIDTH}mm" height="${round(height)}mm" viewBox="0 0 ${WIDTH} ${round(height)}" font-family="'Inter Variable', Helvetica, Arial, sans-serif" font-size="2.3">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="${WIDTH}" height="${round(height)}" fill="#fff"/>`,
    text(
      PLOT.x + PLOT.width / 2,
      2.6,
      rows.some(({ whisker }) => whisker !== null) ? 'score (ECI), 95 %' : 'score (ECI)',
      {
        anchor: 'middle',
        muted: true,
      },
    ),
    ...GATE_WORDS.flatMap(([sign, ...lines], i) => [
      text(GATES_X[i] ?? 0, 2.6, sign, { anchor: 'end', italic: true }),
      ...lines.map((each, at) =>
        text(GATES_X[i] ?? 0, 5 + 2 * at, each, { anchor: 'end', muted: true, size: GATE_SIZE }),
      ),
    ]),
    ...ticks,
    line(0, top, WIDTH, top, PAPER.ink),
    ...(random === null || baseline === null
      ? []
      : [
          text(random, top - 1, `random passages ${formatScore(baseline)}`, {
            anchor: random > PLOT.x + 16 ? 'end' : 'start',
          }),
          line(random, top - 0.6, random, bottom, PAPER.ink, '0.8 0.6'),
        ]),
    ...drawn,
    line(0, bottom, WIDTH, bottom, PAPER.axis),
    ...words.map((each, i) => text(0, from + TEXT.line * i, each, { size: TEXT.size })),
    '</svg>',
    '',
  ].join('\n');
}

/** One source. @param base the line on which its words stand */
function rowOf(row: FigureRow, name: string, below: number, across: (place: number) => number): string[] {
  const { source, dot, whisker, strips } = row;
  const base = below - 1.2;
  const middle = base - 0.8;
  const colour = PAPER.sources[source.colour % PAPER.sources.length] ?? PAPER.ink;
  const label = rankLabel(source);
  const hollow = label === '–';
  return [
    text(0, base, label, { bold: true }),
    text(NAME_X, base, name, { bold: true, fill: colour }),
    ...(whisker === null
      ? []
      : [
          line(across(whisker.left), middle, across(whisker.left + whisker.width), middle, colour),
          ...[whisker.left, whisker.left + whisker.width].map((end) =>
            line(across(end), middle - 0.8, across(end), middle + 0.8, colour),
          ),
        ]),
    ...(dot === null
      ? []
      : [
          `<circle cx="${round(across(dot))}" cy="${round(middle)}" r="0.75" fill="${hollow ? '#fff' : colour}" stroke="${colour}" stroke-width="0.35"/>`,
        ]),
    text(SCORE_X, base, source.eci === null ? '' : formatScore(source.eci), { anchor: 'end', bold: true }),
    ...strips.map(({ mean, standing }, i) =>
      text(GATES_X[i] ?? 0, base, mean === null ? '' : formatMean(mean), {
        anchor: 'end',
        ...(standing === 'outside' ? { fill: PAPER.warn, bold: true } : {}),
      }),
    ),
  ];
}

function references({ rows, verdict }: RankingView, shown: (name: string) => string): string {
  const trusted = rows.flatMap(({ reference, name }) => (reference ? [shown(name)] : []));
  return verdict?.audited && trusted.length > 0 ? `References: ${listInWords(trusted)}.` : '';
}

interface Type {
  readonly anchor?: 'start' | 'middle' | 'end';
  readonly bold?: boolean;
  readonly italic?: boolean;
  readonly muted?: boolean;
  readonly fill?: string;
  readonly size?: number;
}

function text(x: number, y: number, words: string, type: Type = {}): string {
  const { anchor, bold, italic, muted, size } = type;
  const attributes = [
    `x="${round(x)}" y="${round(y)}" fill="${type.fill ?? (muted ? PAPER.muted : PAPER.ink)}"`,
    ...(anchor === undefined ? [] : [`text-anchor="${anchor}"`]),
    ...(bold ? ['font-weight="620"'] : []),
    ...(italic ? ['font-style="italic"'] : []),
    ...(size === undefined ? [] : [`font-size="${size}"`]),
  ];
  return words === '' ? '' : `<text ${attributes.join(' ')}>${escaped(words)}</text>`;
}

function line(x1: number, y1: number, x2: number, y2: number, stroke: string, dashes = ''): string {
  const dashed = dashes === '' ? '' : ` stroke-dasharray="${dashes}"`;
  return `<line x1="${round(x1)}" y1="${round(y1)}" x2="${round(x2)}" y2="${round(y2)}" stroke="${stroke}" stroke-width="0.25"${dashed}/>`;
}

function round(value: number): number {
  return Math.round(100 * value) / 100;
}
