/** What the memo says, as data: one sheet that says it all in figures, and the tables behind it. */

import { JUDGED_FINDINGS } from '../../judge/findings';
import type { OpenShare } from '../../judge/hypergeometric';
import type { DataTable } from '../../ui/table';
import {
  countOf,
  firstNegatives,
  formatCount,
  formatDifference,
  formatMean,
  formatPercent,
  formatScore,
  listInWords,
  told,
} from '../../ui/words';
import { figureColumns, type FigureColumn } from '../columns';
import { allFindings } from '../findings';
import { tableOf, type Column } from '../data-table';
import { rangeInWords } from '../flags';
import { rankingOf, type RankedSource } from '../ranking';
import { rankInWords } from '../verdict';
import { cautions, findingInWords, titlesNotLookedFor } from '../verdict-words';
import { adviceOf, answersBefore, answersLeft } from './advice';
import type { Memo } from './types';

interface MemoTable extends DataTable {
  readonly title: string;
  /** What is said below it; empty where nothing is. */
  readonly note: string;
}

export type MemoContent = ReturnType<typeof contentOf>;

/** Date to `files` stand on the first sheet, `tables` on those that follow. */
export function contentOf(memo: Memo) {
  const { headline, inTheWay, next } = adviceOf(memo);
  const { verdict, certainty, sources, created } = memo.report;
  const pairs = Object.values(sources).reduce((sum, { negatives }) => sum + negatives, 0);
  const none = ['Nothing that these figures show.'];
  return {
    date: created.slice(0, 10),
    headline,
    lead: `${verdict.headline} ${countOf(certainty.queries_used, 'query', 'queries')}, ${countOf(pairs, 'pair')}.`,
    sources: sourceTable(memo),
    parts: [
      { title: 'What stands in the way', lines: inTheWay.length > 0 ? inTheWay : none },
      { title: 'Next', lines: next.length > 0 ? next : none },
      { title: 'Judged', lines: judgedLines(memo) },
      { title: 'Decided', lines: decidedLines(memo) },
    ],
    files: fileTable(memo),
    tables: [findingTable(memo), figureTable(memo)],
  };
}

/** Sources by score, those with a rank first: answers before and after cleaning, what leaves, and the score. */
function sourceTable(memo: Memo): MemoTable {
  const spanOf = ({ interval }: RankedSource) =>
    interval ? ` (${formatMean(interval.low)} to ${formatMean(interval.high)})` : '';
  const dropped = ({ name, figures }: RankedSource) => {
    const { removed = 0, eci_without: after = null } = memo.decided[name] ?? {};
    if (removed === 0) return 'none';
    const change = after === null ? '' : ` (score ${formatDifference(after - (figures?.eci ?? 0), 4)})`;
    return `${formatCount(removed)} of ${formatCount(figures?.negatives ?? 0)}${change}`;
  };
  const table = tableOf(
    rankingOf(memo.report).groups.flatMap(({ rows }) => rows),
    [
      ['source', ({ name }) => name],
      [
        'rank',
        ({ rank, reference }) => (rank ? rankInWords(rank) : reference ? 'reference, no rank' : 'no rank'),
      ],
      ['answers before', ({ name }) => shareInWords(answersBefore(memo, name))],
      ['after', ({ name }) => shareInWords(answersLeft(memo, name))],
      ['dropped', dropped],
      ['score (95 %)', (row) => `${formatScore(row.eci ?? 0)}${spanOf(row)}`],
      ['verdict', ({ verdict }) => verdict?.reading],
    ],
  );
  return { title: 'Sources', ...table, note: '' };
}

/** `47 % (37 % to 57 %)` */
function shareInWords(share: OpenShare | null): string {
  if (share === null) return 'not known';
  const { rate, low, high } = share;
  const isOpen = low === null || high === null;
  const span = isOpen ? 'too few queries' : `${formatPercent(low, 0)} to ${formatPercent(high, 0)}`;
  return `${formatPercent(rate, 0)} (${span})`;
}

/** What was judged, by whom, and how often a finding was right. */
function judgedLines({ report: { false_negatives: judged } }: Memo): string[] {
  if (!judged || judged.judged === 0) {
    return ['No pair was judged: how many negatives answer their query is not known.'];
  }
  const near = judged.findings['near_positive'];
  return told([
    `${formatCount(judged.judged)} distinct pairs of a sample of ${formatCount(judged.sample)}, by source and suspicion, seed ${judged.seed}.`,
    judged.counted < judged.judged &&
      `Rates rest on the first ${formatCount(judged.counted)} of the order, up to the first pair not judged.`,
    ...judged.judges.map(
      (said) =>
        `${said.judge}: ${formatCount(said.answers)} answer, ${formatCount(said['does not answer'])} do not, ${formatCount(said['cannot tell'])} cannot be told.`,
    ),
    ...judged.agreement.map(
      ({ judges, same, pairs }) =>
        `${listInWords(judges)} say the same of ${formatPercent(same, 0)} of ${countOf(pairs, 'pair')}.`,
    ),
    near &&
      near.rate !== null &&
      `${JUDGED_FINDINGS[0].words}: ${shareInWords({ ...near, rate: near.rate })} answer.`,
  ]);
}

/** What leaves the files, and by which rule. */
function decidedLines({ rules, decided }: Memo): string[] {
  const losing = Object.values(decided).filter(({ removed }) => removed > 0);
  const sum = (key: 'removed' | 'emptied') => losing.reduce((total, each) => total + each[key], 0);
  const [removed, emptied] = [sum('removed'), sum('emptied')];
  if (removed === 0) return ['No pair leaves the files.'];
  return told([
    `${countOf(removed, 'pair')} ${removed === 1 ? 'leaves' : 'leave'} ${countOf(losing.length, 'source')}.`,
    ...rules.map(({ rule, distinct, pairs }) => {
      const apart = distinct === null ? '' : `${formatCount(distinct)} distinct, `;
      return `${rule}: ${apart}${countOf(pairs, 'pair')}.`;
    }),
    emptied > 0 && `${countOf(emptied, 'record')} without a negative ${emptied === 1 ? 'goes' : 'go'} too.`,
  ]);
}

/** Every file that was read or saved, with its hash; below it what the page cannot tell, the program, the settings, the seal. */
function fileTable({ report, cleaned, sealed, place }: Memo): MemoTable {
  const { files, sources, encoder, negscope, settings, idf_corpus } = report;
  const rows = new Map<string, string[]>();
  const add = (file: string, what: string, sha256: string | null) =>
    rows.set(`${file} ${sha256 ?? ''}`, [file, what, sha256 ?? 'not known']);
  for (const each of files) {
    if (each.status === 'companion') add(each.file, each.kind, each.sha256);
    if (each.status !== 'loaded') continue;
    const own = files.flatMap((other) =>
      other.status === 'loaded' && other.file === each.file && other.sha256 === each.sha256
        ? (sources[other.source] ?? [])
        : [],
    );
    const sum = (key: 'records' | 'negatives' | 'rejected') =>
      own.reduce((total, source) => total + source[key], 0);
    const rejected = sum('rejected') === 0 ? '' : `, ${formatCount(sum('rejected'))} rejected`;
    const what = `${countOf(sum('records'), 'record')}, ${countOf(sum('negatives'), 'pair')}${rejected}`;
    add(each.file, what, each.sha256);
  }
  for (const { name, of, sha256 } of cleaned ?? []) add(name, `cleaned of ${of}`, sha256);
  const model = 'files' in encoder ? encoder.files.find(({ path }) => path === encoder.onnx) : undefined;
  add(encoder.name, 'encoder', model?.sha256 ?? null);
  const { commit, modified } = negscope;
  const build = commit === null ? '' : ` (${commit.slice(0, 7)}${modified ? ', modified' : ''})`;
  const seal = { sealed: 'sealed', open: 'not sealed', checking: 'the seal was still being checked' };
  const facts = [
    `Negscope ${negscope.version}${build}`,
    ...('settings' in encoder ? [`${encoder.settings.max_tokens} tokens`] : []),
    `τ ${settings.tau}`,
    `weighting ${settings.weighting}`,
    `seed ${settings.seed}`,
    settings.sample === null ? 'all records' : `sample of ${formatCount(settings.sample)} records`,
    firstNegatives(settings.negatives) ?? 'all negatives',
    `${formatCount(idf_corpus.texts)} texts of the IDF corpus`,
    `made at ${place}`,
    `${seal[sealed.state]}: ${countOf(sealed.sent, 'request')} elsewhere${sealed.refused > 0 ? `, ${formatCount(sealed.refused)} refused` : ''}`,
  ];
  const limits = told([
    ...cautions(report),
    'No score sees a false negative.',
    (report.false_negatives?.judged ?? 0) > 0 && 'Rates hold for these queries and judges.',
    report.audit.reference_left.length > 0 && 'References are trusted, not tested.',
  ]);
  return {
    title: 'Files',
    columns: ['file', 'what', 'SHA-256'],
    rows: [...rows.values()],
    note: [...limits, facts.join(' · ')].join(' '),
  };
}

/** All that was found, the worst first. */
function findingTable({ report: { verdict, audit } }: Memo): MemoTable {
  const table = tableOf(allFindings(verdict.sources), [
    ['severity', ({ finding }) => finding.severity],
    ['source', ({ name }) => name],
    ['what', ({ finding }) => findingInWords(finding)],
  ]);
  const whose = audit.entered
    ? 'The range entered by hand'
    : `The range of ${listInWords(audit.reference_left)}`;
  const range = audit.range !== null && `${whose}: ${rangeInWords(audit.range)}.`;
  const titles = titlesNotLookedFor(verdict.not_looked_for);
  const unseen = titles.length > 0 && `Not looked for: ${titles.join(', ')}.`;
  return { title: 'Findings', ...table, note: told([range, unseen]).join(' ') };
}

/** All figures, a column a source. */
function figureTable({ report }: Memo): MemoTable {
  const { rows } = rankingOf(report);
  const shortcuts: FigureColumn = {
    title: 'told without the query, AUC',
    meaning: 'How well negatives are told from positives without the query; 0.5: not at all',
    value: ({ name }) => report.shortcuts?.[name]?.auc ?? null,
    format: formatMean,
  };
  const table = tableOf(
    [...figureColumns(report), shortcuts],
    [
      ['', ({ title }) => title],
      ...rows.map((row): Column<FigureColumn> => [
        row.name,
        ({ value, format, counted }) => {
          const known = value(row);
          if (known === null) return 'not looked for';
          const count = counted?.(row) ?? null;
          return count === null ? format(known) : `${format(known)} (${formatCount(count)})`;
        },
      ]),
    ],
  );
  return { title: 'Figures', ...table, note: '' };
}
