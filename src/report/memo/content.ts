/** What the memo says, as data: one sheet that says it all in figures, and the tables behind it. */

import { JUDGED_FINDINGS } from '../../judge/findings';
import type { OpenShare } from '../../judge/hypergeometric';
import { BUCKETS } from '../../scoring/buckets';
import { FINDINGS } from '../../scoring/findings';
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
import { GATE_COLUMNS, SIZE_COLUMNS } from '../columns';
import { tableOf, type Column } from '../data-table';
import { rangeInWords } from '../flags';
import { rankingOf, type RankedSource } from '../ranking';
import type { ReportSource } from '../result';
import { allFindings, rankInWords } from '../verdict';
import { cautions, titlesNotLookedFor } from '../verdict-words';
import { adviceOf, answersBefore, answersLeft } from './advice';
import type { ListedPair, Memo } from './types';

export interface MemoTable extends DataTable {
  readonly title: string;
  /** What is said below it; empty where nothing is. */
  readonly note: string;
}

export interface MemoContent {
  readonly date: string;
  readonly headline: string;
  readonly lead: string;
  /** On the first sheet: the sources, what is said in lines, the files, and what they were read with. */
  readonly sources: MemoTable;
  readonly parts: readonly { readonly title: string; readonly lines: readonly string[] }[];
  readonly files: MemoTable;
  /** On the sheets that follow. */
  readonly tables: readonly MemoTable[];
}

export function contentOf(memo: Memo): MemoContent {
  const { headline, inTheWay, next } = adviceOf(memo);
  const none = ['Nothing that these figures show.'];
  return {
    date: memo.report.created.slice(0, 10),
    headline,
    lead: leadOf(memo),
    sources: sourceTable(memo),
    parts: [
      { title: 'What stands in the way', lines: inTheWay.length > 0 ? inTheWay : none },
      { title: 'Next', lines: next.length > 0 ? next : none },
      { title: 'Judged', lines: judgedLines(memo) },
      { title: 'Decided', lines: decidedLines(memo) },
      { title: 'Shortcuts', lines: shortcutLines(memo) },
      { title: 'Limits of this page', lines: limitLines(memo) },
    ],
    files: fileTable(memo),
    tables: [findingTable(memo), figureTable(memo), pairTable(memo)],
  };
}

function leadOf({ report, decided }: Memo): string {
  const { verdict, certainty, sources } = report;
  const pairs = Object.values(sources).reduce((sum, { negatives }) => sum + negatives, 0);
  const counts = `${countOf(certainty.queries_used, 'query', 'queries')}, ${countOf(pairs, 'pair')}.`;
  const ranked = report.ranking.filter((name) => (verdict.sources[name]?.rank ?? null) !== null);
  const after = (name: string) => decided[name]?.eci_without ?? sources[name]?.eci ?? 0;
  const cleaned = ranked.toSorted((a, b) => after(b) - after(a));
  const isCleaned = ranked.some((name) => typeof decided[name]?.eci_without === 'number');
  const same = cleaned.every((name, i) => name === ranked[i]);
  const order = `Cleaning ${same ? 'keeps' : 'changes'} the order of the scores.`;
  return [verdict.headline, counts, ...(ranked.length > 1 && isCleaned ? [order] : [])].join(' ');
}

/** Sources by score, those with a rank first: answers before and after cleaning, what leaves, and the score. */
function sourceTable(memo: Memo): MemoTable {
  const spanOf = ({ interval }: RankedSource) =>
    interval ? ` (${interval.low.toFixed(3)} to ${interval.high.toFixed(3)})` : '';
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
      ['dropped', ({ name }) => droppedInWords(memo, name)],
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
  const span =
    low === null || high === null
      ? 'too few queries'
      : `${formatPercent(low, 0)} to ${formatPercent(high, 0)}`;
  return `${formatPercent(rate, 0)} (${span})`;
}

function droppedInWords({ decided, report }: Memo, name: string): string {
  const { removed = 0, eci_without: after = null } = decided[name] ?? {};
  if (removed === 0) return 'none';
  const { negatives = 0, eci = 0 } = report.sources[name] ?? {};
  const change = after === null ? '' : ` (score ${formatDifference(after - eci, 4)})`;
  return `${formatCount(removed)} of ${formatCount(negatives)}${change}`;
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
    ...judged.judges.map((said) => {
      const untold = said['cannot tell'];
      return `${said.judge}: ${formatCount(said.answers)} answer, ${formatCount(said['does not answer'])} do not${untold === 0 ? '' : `, ${formatCount(untold)} cannot be told`}.`;
    }),
    ...judged.agreement.map(
      ({ judges, same, pairs }) =>
        `${listInWords(judges)} say the same of ${formatPercent(same, 0)} of ${countOf(pairs, 'pair')}.`,
    ),
    near &&
      near.rate !== null &&
      `${JUDGED_FINDINGS[0].words}: ${shareInWords({ ...near, rate: near.rate })} answer.`,
  ]);
}

/** What was marked, and what it takes away. */
function decidedLines({ rules, decided }: Memo): string[] {
  const all = Object.values(decided);
  const sum = (key: 'kept' | 'dropped' | 'false_negatives' | 'removed' | 'emptied') =>
    all.reduce((total, each) => total + each[key], 0);
  const [removed, emptied] = [sum('removed'), sum('emptied')];
  const marks = (
    [
      [sum('dropped'), 'to drop'],
      [sum('false_negatives'), 'false negatives'],
      [sum('kept'), 'to keep'],
    ] as const
  ).flatMap(([count, what]) => (count === 0 ? [] : `${formatCount(count)} ${what}`));
  if (marks.length === 0 && removed === 0) return ['No pair was marked.'];
  const losing = all.filter((each) => each.removed > 0).length;
  return told([
    removed === 0
      ? 'No pair leaves the files.'
      : `${countOf(removed, 'pair')} ${removed === 1 ? 'leaves' : 'leave'} ${countOf(losing, 'source')}.`,
    marks.length > 0 && `Marked: ${listInWords(marks)}.`,
    ...rules.map(({ rule, distinct, pairs }) => {
      const apart = distinct === null ? '' : `${formatCount(distinct)} distinct, `;
      return `${rule}: ${apart}${countOf(pairs, 'pair')}.`;
    }),
    emptied === 0
      ? 'No record is left without a negative.'
      : `${countOf(emptied, 'record')} without a negative ${emptied === 1 ? 'goes' : 'go'} too.`,
  ]);
}

/** Whether negatives can be told from positives without the query, by source. */
function shortcutLines({ report: { shortcuts } }: Memo): string[] {
  if (!shortcuts) return ['They were not looked for.'];
  const each = Object.entries(shortcuts).map(([name, found]) =>
    found === null
      ? `${name} not known`
      : `${name} ${found.auc.toFixed(3)} (${found.low.toFixed(3)} to ${found.high.toFixed(3)})`,
  );
  return [`Negatives told from positives without the query, AUC (0.5: not at all): ${each.join(', ')}.`];
}

/** What these figures do not say. */
function limitLines({ report }: Memo): string[] {
  const { audit, false_negatives, sources } = report;
  const trusted = audit.reference_left.length;
  const rejected = Object.values(sources).reduce((sum, source) => sum + source.rejected, 0);
  const isSampled = Object.values(sources).some(({ figures_of }) => figures_of === 'sample');
  const judged =
    ': the judged rates do, for these queries and these judges. What is left after cleaning is worked out from them, not judged afresh';
  return told([
    ...cautions(report),
    `No score sees a false negative${false_negatives ? judged : ''}.`,
    trusted > 0 &&
      `${trusted === 1 ? 'The reference is' : `The ${countOf(trusted, 'reference')} are`} trusted, not tested.`,
    audit.entered === true && 'The range was entered by hand.',
    isSampled && 'Figures are of a sample of the records.',
    rejected > 0 &&
      `${countOf(rejected, 'record')} ${rejected === 1 ? 'was' : 'were'} rejected and left out.`,
  ]);
}

/** Every file that was read or saved, with its hash; below it the program, the encoder's settings and the seal. */
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
    const [records, pairs] = [
      own.reduce((sum, source) => sum + source.records, 0),
      own.reduce((sum, source) => sum + source.negatives, 0),
    ];
    add(each.file, `${countOf(records, 'record')}, ${countOf(pairs, 'pair')}`, each.sha256);
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
  return {
    title: 'Files',
    columns: ['file', 'what', 'SHA-256'],
    rows: [...rows.values()],
    note: facts.join(' · '),
  };
}

/** All that was found, the worst first. */
function findingTable({ report: { verdict, audit } }: Memo): MemoTable {
  const table = tableOf(allFindings(verdict.sources), [
    ['severity', ({ finding }) => finding.severity],
    ['source', ({ name }) => name],
    [
      'what',
      ({ finding: { sentence, cure, set_aside: aside } }) =>
        [sentence, cure, aside ? 'Set aside after a look at its pairs.' : ''].filter(Boolean).join(' '),
    ],
  ]);
  const whose = audit.entered
    ? 'The range entered by hand'
    : `The range of ${listInWords(audit.reference_left)}`;
  const range = audit.range === null ? '' : `${whose}: ${rangeInWords(audit.range)}. `;
  const unseen = `Not looked for: ${titlesNotLookedFor(verdict.not_looked_for).join(', ')}.`;
  return { title: 'Findings', ...table, note: `${range}${unseen}` };
}

/** Of each source the figures, the failure buckets, and known positives among the negatives by text. */
function figureTable({ report }: Memo): MemoTable {
  const { sources, findings, findings_left_out: missing } = report;
  const { rows } = rankingOf(report);
  const row = (what: string, of: (name: string, source: ReportSource) => string) => [
    what,
    ...Object.entries(sources).map(([name, source]) => of(name, source)),
  ];
  const figures = [...SIZE_COLUMNS, ...GATE_COLUMNS].map(({ title, value, format }) => [
    title,
    ...rows.map((each) => format(value(each) ?? 0)),
  ]);
  const buckets = BUCKETS.map(({ id, words, rule }) =>
    row(
      `${words}, ${rule}`,
      (_, source) => `${formatCount(source.counts.buckets[id])} (${formatPercent(source.buckets[id])})`,
    ),
  );
  const known = FINDINGS.map(({ id, words }) =>
    row(words, (name) => {
      const count = findings[name]?.[id] ?? null;
      return count === null ? `not looked for: ${missing[id] ?? ''}` : formatCount(count);
    }),
  );
  const table = { columns: ['', ...Object.keys(sources)], rows: [...figures, ...buckets, ...known] };
  return { title: 'Figures and counts', ...table, note: '' };
}

/** Pairs that are listed where their texts are not: the whole memo stays within twelve sheets. */
const MOST_WITHOUT_TEXTS = 100;

function pairTable({ report, pairs, pairs_in_all: all, texts_included: texts }: Memo): MemoTable {
  const shown = texts ? pairs : pairs.slice(0, MOST_WITHOUT_TEXTS);
  const listed =
    shown.length < all
      ? `The first ${formatCount(shown.length)} of ${countOf(all, 'pair')}`
      : countOf(all, 'pair');
  const missing = texts
    ? ''
    : ' Texts were left out: record, place and query id say where each pair stands. The JSON has more.';
  const columns: readonly Column<ListedPair>[] = [
    ['source', ({ source }) => source],
    ['record, negative', ({ record, position }) => `${formatCount(record)}, ${formatCount(position)}`],
    ['place', ({ source, place }) => `${report.sources[source]?.place_kind ?? ''} ${formatCount(place)}`],
    ['query id', (pair) => pair.query_id],
    ['cosine', (pair) => formatMean(pair.cos_positive)],
    ['ρ', ({ rho }) => formatMean(rho)],
    ['η', ({ eta }) => formatMean(eta)],
    ['ψ', ({ psi }) => formatMean(psi)],
    [
      'found',
      ({ findings }) => FINDINGS.flatMap(({ id, words }) => (findings.includes(id) ? words : [])).join('; '),
    ],
    ['mark', ({ mark, note }) => [mark, note].filter((part) => part !== null).join(': ')],
    ...(texts ? (['query', 'positive', 'negative'] as const) : []).map((text): Column<ListedPair> => [
      text,
      (pair) => cut(pair.texts?.[text]),
    ]),
  ];
  return {
    title: 'Pairs with a finding or a mark',
    ...tableOf(shown, columns),
    note: all === 0 ? '' : `${listed}, the most suspicious first.${missing}`,
  };
}

/** Characters of a text that the page shows; the JSON holds all of it. */
const TEXT = 600;

function cut(text = ''): string {
  return text.length <= TEXT ? text : `${text.slice(0, TEXT)}… (${countOf(text.length, 'character')})`;
}
