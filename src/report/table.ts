/** The ranking as a table in the order of the page: CSV for programs, Markdown and LaTeX for readers. */

import { FURTHER_COLUMNS, GATE_COLUMNS, SIZE_COLUMNS, type FigureColumn } from './columns';
import { csvOf, latexText, markdownLine, markdownOf, tableOf, type Column } from './data-table';
import { GATE_IDS, GATES } from '../scoring/pair-gates';
import { rankingOf, type RankedSource } from './ranking';
import type { Report } from './result';
import { rankInWords } from './verdict';
import { cautions } from './verdict-words';
import { shortNames } from '../ui/charts/text';
import {
  countUnits,
  firstNegatives,
  formatCount,
  formatMean,
  formatPercent,
  listInWords,
  sentenceOf,
} from '../ui/words';

/** Over the sources without a rank. */
const NOT_RANKED = 'Not ranked';

/** Decimals of every score and share in the CSV; the report has full precision. */
const DECIMALS = 6;

export function tableCsv(report: Report): string {
  const rows = rankingOf(report).groups.flatMap((group) => group.rows);
  const caution = cautionsOf(report).join(' ');
  const references = report.audit.reference.join(', ');
  const share = (value: number | null | undefined) => value?.toFixed(DECIMALS);
  const figures = (columns: readonly FigureColumn[]) =>
    columns.flatMap(({ csv, value, format, count }): Column<RankedSource>[] => {
      if (!csv) return [];
      const [title, counted] = csv;
      const whole = ({ figures: of }: RankedSource) => of && count?.(of);
      return [
        [title, (row) => (format === formatCount ? value(row) : share(value(row)))],
        ...(counted ? [[counted, whole] as const] : []),
      ];
    });
  const table = tableOf(rows, [
    ['rank from', ({ rank }) => rank?.from],
    ['rank to', ({ rank }) => rank?.to],
    ['source', ({ name }) => name],
    ['setting', ({ setting }) => setting],
    ['no rank because', ({ verdict }) => verdict?.unranked],
    ['ECI', ({ eci }) => share(eci)],
    ['ECI 95% low', ({ interval }) => share(interval?.low)],
    ['ECI 95% high', ({ interval }) => share(interval?.high)],
    ...figures(GATE_COLUMNS),
    ['copies of the positive', ({ figures }) => figures?.file_counts.negatives_equal_positive],
    ...figures(SIZE_COLUMNS),
    ['rejected records', ({ figures }) => figures?.rejected],
    ...figures(FURTHER_COLUMNS),
    ['findings', ({ verdict }) => verdict?.findings.map(({ id }) => id).join('; ')],
    ['reading', ({ verdict }) => verdict?.reading],
    ['random passages', () => share(report.yardstick?.eci)],
    ['tau', () => report.settings.tau],
    ['references', () => references],
    ['encoder', () => report.encoder.name],
    ['caution', () => caution],
  ]);
  // Without the mark Excel takes UTF-8 for another encoding.
  return `\ufeff${csvOf(table)}`;
}

/** Columns of a table to be read, one precision each. */
const PRINTED: readonly Column<RankedSource>[] = [
  ['rank', ({ rank }) => rankInWords(rank)],
  ['source', ({ name }) => name],
  ['ECI', ({ eci }) => eci?.toFixed(4)],
  ['95 %', ({ interval }) => (interval ? `${formatMean(interval.low)}–${formatMean(interval.high)}` : '–')],
  ...GATES.map(({ id, sign }): Column<RankedSource> => [
    `mean ${sign}`,
    ({ figures }) => figures && formatMean(figures[`mean_${id}`]),
  ]),
  ['inverted', ({ figures }) => figures && formatPercent(figures.inversion_rate, 2)],
  ['pairs', ({ figures }) => figures && formatCount(figures.negatives)],
];

const READ: readonly Column<RankedSource>[] = [...PRINTED, ['reading', ({ verdict }) => verdict?.reading]];

/** The ranking as a GitHub table under the headline; what is not ranked stands below a row that says why. */
export function tableMarkdown(report: Report): string {
  const rule = (title: string) => `|  | **${title}** |${'  |'.repeat(READ.length - 2)}`;
  const blocks = rankingOf(report).groups.map((group) => {
    const { setting } = group;
    const [head, line, ...lines] = markdownOf(tableOf(group.rows, READ)).trimEnd().split('\n');
    const inside = lines.splice(0, group.ranked.length);
    const ruled = group.unranked.length === 0 ? [] : [rule(NOT_RANKED), ...lines];
    return { setting, lines: [head, line, ...inside, ...ruled] };
  });
  const many = blocks.length > 1;
  const above = [report.verdict.headline, ...conditionsOf(report), ...cautionsOf(report)].map(markdownLine);
  return [
    ...above,
    ...blocks.flatMap(({ setting, lines }) => [
      '',
      ...(many ? [markdownLine(`Setting: ${setting}`), ''] : []),
      ...lines,
    ]),
    '',
  ].join('\n');
}

/** LaTeX of the columns' titles. */
const LATEX_TITLES = [
  '',
  'Source',
  'ECI',
  '95\\,\\%',
  ...GATE_IDS.map((id) => `$\\bar\\${id}$`),
  'Inverted',
  'Pairs',
];

/** Letters of a name in a column. */
const LATEX_LETTERS = 24;

/** Letters that pdfLaTeX has only with further packages. */
const BEYOND_LATIN = /[\u0250-\u200f\u2027-\u{10ffff}]/u;

/** A `table` with the rules of the package booktabs: what is outside stands below a rule, reasons and findings below it. */
export function tableLatex(report: Report): string {
  const { groups } = rankingOf(report);
  const names = shortNames(
    groups.flatMap(({ rows }) => rows.map(({ name }) => name)),
    LATEX_LETTERS,
  );
  const line = (row: RankedSource) => {
    const shown = { ...row, name: names.of(row.name) };
    return `${PRINTED.map(([, cell], i) => latexText(String(cell(shown, i) ?? ''))).join(' & ')} \\\\`;
  };
  const across = (text: string) => `\\multicolumn{${PRINTED.length}}{l}{${text}} \\\\`;
  const notes = groups.flatMap(({ rows }) =>
    rows.flatMap(({ name, rank, verdict }) => {
      const told = verdict && (rank === null || verdict.findings.length > 0);
      return told
        ? [`\\textit{${latexText(names.of(name))}}: ${latexText(sentenceOf(verdict.reading))}`]
        : [];
    }),
  );
  const body = groups.flatMap((group, i) => {
    const { setting, ranked, unranked } = group;
    return [
      ...(i > 0 ? ['\\midrule'] : []),
      ...(groups.length > 1 ? [across(`\\textit{Setting: ${latexText(setting)}}`)] : []),
      ...ranked.map(line),
      ...(unranked.length === 0
        ? []
        : ['\\midrule', across(`\\textit{${NOT_RANKED}}`), ...unranked.map(line)]),
    ];
  });
  const caption = [report.verdict.headline, ...conditionsOf(report), ...cautionsOf(report)].map(latexText);
  const isLatin = ![...body, ...notes, ...caption].some((text) => BEYOND_LATIN.test(text));
  return [
    '% Needs \\usepackage{booktabs}.',
    ...(isLatin ? [] : ['% Its names have letters beyond Latin: set it by XeLaTeX or LuaLaTeX.']),
    '\\begin{table}',
    '\\centering',
    // Nine columns fit the line of an article.
    '\\footnotesize',
    '\\setlength{\\tabcolsep}{4pt}',
    `\\caption{${caption.join(' ')}}`,
    '\\label{tab:negscope}',
    `\\begin{tabular}{llrc${'r'.repeat(PRINTED.length - 4)}}`,
    '\\toprule',
    `${LATEX_TITLES.join(' & ')} \\\\`,
    '\\midrule',
    ...body,
    '\\bottomrule',
    '\\end{tabular}',
    // Below the table, so that no column grows wide.
    ...(notes.length > 0 ? ['\\par\\smallskip', '\\raggedright', ...notes] : []),
    ...(names.note === '' ? [] : [latexText(names.note)]),
    '\\end{table}',
    '',
  ].join('\n');
}

/** Encoder, τ, queries, references, version: whole sentences. */
function conditionsOf({ encoder, settings, certainty, audit, negscope, sources }: Report): string[] {
  const pairs = Object.values(sources).reduce((sum, { negatives }) => sum + negatives, 0);
  const { entered, reference_left: left } = audit;
  const first = firstNegatives(settings.negatives);
  return [
    `Encoder ${encoder.name}, τ = ${settings.tau}, n = ${formatCount(certainty.queries_used)} queries and ${formatCount(pairs)} pairs.`,
    ...(first === null ? [] : [`Scored: ${first}.`]),
    ...(left.length > 0 ? [`References: ${listInWords([...left])}.`] : []),
    ...(entered ? ['The range was entered by hand.'] : []),
    `Intervals are ${formatPercent(certainty.level, 0)}, over ${countUnits(certainty.units.count, certainty.units.kind)}. Negscope ${negscope.version}.`,
  ];
}

function cautionsOf({ encoder, out_of_date: outOfDate }: Report): string[] {
  return cautions({ encoder, outOfDate });
}
