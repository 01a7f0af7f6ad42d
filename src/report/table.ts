/** The ranking as a table in the order of the page: CSV for programs, Markdown and LaTeX for readers. */

import { csvOf, latexText, markdownLine, markdownOf, tableOf, type Column } from './data-table';
import type { Report, ReportSource, ReportVerdict } from './types';
import { judgingEncoder } from './verdict';
import { cautions } from './verdict-words';
import { firstNegatives, formatCount, formatMean, formatPercent, listInWords } from '../ui/words';

interface Row {
  readonly name: string;
  readonly source: ReportSource;
  readonly verdict: ReportVerdict | undefined;
  /** Interval of its score; null where none is known. */
  readonly interval: { readonly low: number; readonly high: number } | null;
}

/** Rows of one setting: in the ranking or not judged, then those below a rule with its title. */
interface RowGroup {
  readonly ranked: readonly Row[];
  readonly below: readonly { readonly title: string; readonly rows: readonly Row[] }[];
}

/** Decimals of every score and share in the CSV; the report has full precision. */
const DECIMALS = 6;

/** As on the page: by setting; ranked sources, others inside, sources outside the ranking; each by score. */
function rowGroups({ ranking, sources, verdict, certainty }: Report): RowGroup[] {
  const rows = ranking.map((name): Row => {
    const { low = null, high = null } = certainty.scores[name] ?? {};
    const interval = low === null || high === null ? null : { low, high };
    return { name, source: sources[name] as ReportSource, verdict: verdict.sources[name], interval };
  });
  const settings = [...new Set(Object.values(sources).map(({ setting }) => setting))];
  return settings.map((setting) => {
    const own = rows.filter(({ source }) => source.setting === setting);
    const inside = own.filter((row) => !isOutside(row) && !isUnsettled(row));
    const isRanked = ({ verdict: judged }: Row) => judged !== undefined && judged.rank !== null;
    return {
      ranked: [...inside.filter(isRanked), ...inside.filter((row) => !isRanked(row))],
      below: [
        { title: 'Outside the ranking', rows: own.filter(isOutside) },
        { title: 'Not audited yet', rows: own.filter(isUnsettled) },
      ].filter(({ rows: part }) => part.length > 0),
    };
  });
}

function allOf({ ranked, below }: RowGroup): Row[] {
  return [...ranked, ...below.flatMap(({ rows }) => rows)];
}

function isUnsettled(row: Row): boolean {
  return row.verdict?.standing === 'open' && !isOutside(row);
}

function isOutside({ verdict }: Row): boolean {
  return verdict?.standing === 'outside' || verdict?.unranked === 'misread';
}

export function tableCsv(report: Report): string {
  const caution = cautionsOf(report).join(' ');
  const references = report.audit.reference.join(', ');
  const share = (value: number | undefined) => value?.toFixed(DECIMALS);
  const rows = rowGroups(report).flatMap(allOf);
  const table = tableOf(rows, [
    ['rank', ({ verdict }) => verdict?.rank ?? ''],
    ['source', ({ name }) => name],
    ['setting', ({ source }) => source.setting],
    ['standing', ({ verdict }) => standingInWords(verdict)],
    ['ECI', ({ source }) => share(source.eci)],
    ['ECI 95% low', ({ interval }) => share(interval?.low)],
    ['ECI 95% high', ({ interval }) => share(interval?.high)],
    ['mean rho', ({ source }) => share(source.mean_rho)],
    ['mean eta', ({ source }) => share(source.mean_eta)],
    ['mean psi', ({ source }) => share(source.mean_psi)],
    ['inversion rate', ({ source }) => share(source.inversion_rate)],
    ['inverted pairs', ({ source }) => source.counts.inverted_pairs],
    ['copies of the positive', ({ source }) => source.file_counts.negatives_equal_positive],
    ['pairs', ({ source }) => source.negatives],
    ['records', ({ source }) => source.records],
    ['rejected records', ({ source }) => source.rejected],
    ['MNRL loss', ({ source }) => share(source.mnrl_proxy)],
    ['pairwise loss', ({ source }) => share(source.mean_pairwise_loss)],
    ['trace', ({ source }) => share(source.trace)],
    ['largest eigenvalue', ({ source }) => share(source.lambda_max)],
    ['findings', ({ verdict }) => verdict?.findings.join('; ') ?? ''],
    ['reading', ({ verdict }) => verdict?.reading ?? ''],
    ['tau', () => report.settings.tau],
    ['references', () => references],
    ['encoder', () => report.encoder.name],
    ['caution', () => caution],
  ]);
  return csvOf(table);
}

function standingInWords(verdict: ReportVerdict | undefined): string {
  if (verdict?.standing === 'open') return 'not audited yet';
  return (verdict?.standing ?? '').replace('-', ' ');
}

/** Columns of a table to be read, one precision each. */
const PRINTED: readonly Column<Row>[] = [
  ['rank', ({ verdict }) => verdict?.rank ?? '–'],
  ['source', ({ name }) => name],
  ['ECI', ({ source }) => source.eci.toFixed(4)],
  ['95 %', ({ interval }) => (interval ? `${formatMean(interval.low)}–${formatMean(interval.high)}` : '–')],
  ['mean ρ', ({ source }) => formatMean(source.mean_rho)],
  ['mean η', ({ source }) => formatMean(source.mean_eta)],
  ['mean ψ', ({ source }) => formatMean(source.mean_psi)],
  ['inverted', ({ source }) => formatPercent(source.inversion_rate, 2)],
  ['pairs', ({ source }) => formatCount(source.negatives)],
];

const READ: readonly Column<Row>[] = [...PRINTED, ['reading', ({ verdict }) => verdict?.reading ?? '']];

/** The ranking as a GitHub table under the headline; what is not ranked stands below a row that says why. */
export function tableMarkdown(report: Report): string {
  const rule = (title: string) => `|  | **${title}** |${'  |'.repeat(READ.length - 2)}`;
  const blocks = rowGroups(report).map((group) => {
    const { setting } = allOf(group)[0]?.source ?? { setting: '' };
    const [head, line, ...rows] = markdownOf(tableOf(allOf(group), READ))
      .trimEnd()
      .split('\n');
    const take = (count: number) => rows.splice(0, count);
    const inside = take(group.ranked.length);
    const below = group.below.flatMap(({ title, rows: part }) => [rule(title), ...take(part.length)]);
    return { setting, lines: [head, line, ...inside, ...below] };
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
  '$\\bar\\rho$',
  '$\\bar\\eta$',
  '$\\bar\\psi$',
  'Inverted',
  'Pairs',
];

/** Letters that pdfLaTeX has only with further packages. */
const BEYOND_LATIN = /[\u0250-\u200f\u2027-\u{10ffff}]/u;

/** A `table` with the rules of the package booktabs: what is outside stands below a rule, its reason below its row. */
export function tableLatex(report: Report): string {
  const groups = rowGroups(report);
  const line = (row: Row) =>
    `${PRINTED.map(([, cell], i) => latexText(String(cell(row, i) ?? ''))).join(' & ')} \\\\`;
  const across = (text: string) => `\\multicolumn{${PRINTED.length}}{p{0.95\\linewidth}}{${text}} \\\\`;
  const reason = ({ verdict }: Row) => across(`\\quad ${latexText(verdict?.reading ?? '')}`);
  const body = groups.flatMap((group, i) => {
    const { ranked, below } = group;
    const { setting } = allOf(group)[0]?.source ?? { setting: '' };
    return [
      ...(i > 0 ? ['\\midrule'] : []),
      ...(groups.length > 1 ? [across(`\\textit{Setting: ${latexText(setting)}}`)] : []),
      ...ranked.map(line),
      ...below.flatMap(({ title, rows }) => [
        '\\midrule',
        across(`\\textit{${title}}`),
        ...rows.flatMap((row) => [line(row), reason(row)]),
      ]),
    ];
  });
  const caption = [report.verdict.headline, ...conditionsOf(report), ...cautionsOf(report)].map(latexText);
  const isLatin = ![...body, ...caption].some((text) => BEYOND_LATIN.test(text));
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
    '\\end{table}',
    '',
  ].join('\n');
}

/** Encoder, τ, queries, references, version: whole sentences. */
function conditionsOf({ encoder, settings, certainty, audit, negscope, sources }: Report): string[] {
  const pairs = Object.values(sources).reduce((sum, { negatives }) => sum + negatives, 0);
  const trusted = audit.reference.length > 0 ? listInWords([...audit.reference]) : 'entered by hand';
  const first = firstNegatives(settings.negatives);
  return [
    `Encoder ${encoder.name}, τ = ${settings.tau}, n = ${formatCount(certainty.queries_used)} queries and ${formatCount(pairs)} pairs.`,
    ...(first === null ? [] : [`Scored: ${first}.`]),
    ...(audit.audited ? [`References: ${trusted}.`] : []),
    `Intervals are ${formatPercent(certainty.level, 0)}. Negscope ${negscope.version}.`,
  ];
}

function cautionsOf({ encoder, audit, out_of_date: outOfDate }: Report): string[] {
  const judging = judgingEncoder('bundled' in encoder ? encoder : null);
  return cautions({ encoder: judging, audited: audit.audited, outOfDate });
}
