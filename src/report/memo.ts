/**
 * The memo of an audit: the report of a run, and what was decided and saved of it. It says whether to train, what stands in the
 * way, and what to do next.
 */

import type { CleanedMember } from '../candidates/clean/download';
import { JUDGED_FINDINGS } from '../judge/findings';
import type { OpenShare } from '../judge/hypergeometric';
import { isEnough } from '../judge/rates';
import type { DataTable } from '../ui/table';
import { countOf, formatCount, formatDifference, formatPercent, listInWords, told } from '../ui/words';
import { tableOf } from './data-table';
import type { FindingId } from './findings';
import { rankingOf } from './ranking';
import type { Report } from './result';
import { conditionsOf, readTable } from './table';
import { cautions, detailOf, rankInWords } from './verdict-words';

/** What was decided of the pairs of a source, and what it changes. */
export interface Decided {
  /** Pairs that leave the cleaned file, and records that lose all their negatives. */
  readonly removed: number;
  readonly emptied: number;
  /** The score without them; null where none leaves, or nothing is left. */
  readonly eci_without: number | null;
  /** Answers among the pairs that stay, worked out from the judged pairs; null where it is not known. */
  readonly answers_left: OpenShare | null;
  /** Findings of the file that its cleaned file no longer has. */
  readonly out: readonly FindingId[];
}

/** What the Audit page adds to the report of a run. */
export interface MemoAdditions {
  /** The address inside the page at which it was made: tab, filter, limit. */
  readonly place: string;
  /** Whether the page was sealed, and requests to other origins that it sent or refused. */
  readonly sealed: {
    readonly state: 'checking' | 'sealed' | 'open';
    readonly sent: number;
    readonly refused: number;
  };
  /** From this share of answers on a source should not be trained on: the user's choice. */
  readonly answers_at_most: number;
  /** By name of the source. */
  readonly decided: Readonly<Record<string, Decided>>;
  /** Pairs that leave for one reason: who set it, or the limit. */
  readonly rules: readonly { readonly rule: string; readonly pairs: number }[];
  /** The cleaned files that were saved, while the same pairs would leave; null where none were. */
  readonly cleaned: readonly CleanedMember[] | null;
}

/** The memo as data, which is also its JSON. */
export type Memo = ReturnType<typeof memoOf>;

export function memoOf(report: Report, additions: MemoAdditions) {
  const { negscope } = report;
  return { kind: 'negscope-audit' as const, schema_version: 4, negscope, ...additions, report };
}

/**
 * "Train" stands only where no finding stands in the way of a source, random passages were looked for in it, and the interval of
 * its answers ends below the user's limit.
 */
export function adviceOf(memo: Memo) {
  const { report, answers_at_most: limit, decided } = memo;
  const { judged = 0, sample = 0, sources: rates = {} } = report.false_negatives ?? {};
  const all = Object.entries(report.verdict.sources).map(([name, verdict]) => ({
    name,
    // Judged answers are told by what is left of them; what a user looked at and set aside is no obstacle.
    found: verdict.findings.filter(
      ({ id, severity, set_aside: aside }) =>
        (severity === 'stop' || severity === 'train') &&
        !aside &&
        id !== 'answers' &&
        !decided[name]?.out.includes(id),
    ),
    isUnseen: !verdict.random_looked_for && !verdict.set_aside,
    answers: answersLeft(memo, name),
  }));
  const outside = all.filter(({ found }) => found.length > 0);
  const usable = all.filter(({ found }) => found.length === 0);
  const known = usable.flatMap(({ name, answers }) =>
    answers === null || answers.low === null || answers.high === null
      ? []
      : { name, rate: answers.rate, low: answers.low, high: answers.high },
  );
  const above = known.filter(({ high }) => high >= limit).sort((a, b) => b.rate - a.rate);
  const sure = above.find(
    ({ name, low }) => low > limit && (!rates[name] || isEnough(rates[name].judged, rates[name].pairs)),
  );
  const [most] = above;
  const unknown = usable.filter(({ name }) => !known.some((each) => each.name === name));
  const unseen = usable.filter(({ isUnseen }) => isUnseen);
  const names = (some: readonly { readonly name: string }[]) => listInWords(some.map(({ name }) => name));
  const percent = (share: number) => formatPercent(share, 0);
  const cleaned = Object.values(decided).some(({ removed }) => removed > 0) ? 'cleaned ' : '';
  const files = `the ${cleaned}files of ${names(usable.length === 0 ? all : usable)}`;
  const why = outside.map(({ name, found: [first] }) => `${name}: ${first?.words}`);
  const [headline] = told([
    usable.length === 0 && `Do not train on ${files}: ${listInWords(why)}.`,
    sure &&
      `Do not train on ${files} yet: about ${percent(sure.rate)} of the negatives of ${sure.name} answer their query.`,
    most &&
      `Too early to train on ${files}: up to ${percent(most.high)} of the negatives of ${most.name} may answer their query.`,
    unknown.length > 0 &&
      `Not decided yet: ${judged > 0 ? `too few pairs of ${names(unknown)} were judged` : 'nobody has judged a pair'}.`,
    unseen.length > 0 && `Not decided yet: random passages were not looked for in ${names(unseen)}.`,
    `Train on ${files}: at most ${percent(Math.max(...known.map(({ high }) => high)))} of their negatives answer the query.`,
  ]) as [string];
  const ends = above.map(({ name, low, high }) => `${name} ${percent(low)} to ${percent(high)}`);
  return {
    headline,
    inTheWay: told([
      ...outside.flatMap(({ found }) => found.map(({ sentence }) => sentence)),
      most && `Answers that are left, against your limit of ${percent(limit)}: ${ends.join(', ')}.`,
      unknown.length > 0 && `How many negatives of ${names(unknown)} answer is not known.`,
      unseen.length > 0 && `Random passages were not looked for in ${names(unseen)}.`,
    ]),
    next: told([
      judged === 0 && 'Judge a sample of the pairs: each source then has a rate of answers.',
      judged > 0 && judged < sample && `Judge the other ${countOf(sample - judged, 'pair')} of the sample.`,
      most &&
        `Have a judge read more pairs of ${names(above)}, drop what answers, save again, and judge a fresh sample.`,
      outside.length > 0 && `Leave out ${names(outside)}, or drop what was found and save again.`,
      headline.startsWith('Train') && `Train on ${files}.`,
    ]),
  };
}

function answersLeft({ report, decided }: Memo, name: string): OpenShare | null {
  return decided[name] ? decided[name].answers_left : answersBefore(report, name);
}

function answersBefore({ false_negatives: judged }: Memo['report'], name: string): OpenShare | null {
  const { rate = null, low = null, high = null } = judged?.sources[name] ?? {};
  return rate === null ? null : { rate, low, high };
}

export type MemoContent = ReturnType<typeof contentOf>;

/** `findings` and `figures` stand behind the first sheet. */
export function contentOf(memo: Memo) {
  const { report } = memo;
  const { headline, inTheWay, next } = adviceOf(memo);
  return {
    date: report.created.slice(0, 10),
    headline,
    lead: report.verdict.headline,
    sources: sourceTable(memo),
    parts: [
      { title: 'What stands in the way', lines: inTheWay },
      { title: 'Next', lines: next },
      { title: 'Judged', lines: judgedLines(memo) },
      { title: 'Decided', lines: decidedLines(memo) },
    ],
    files: fileTable(memo),
    made: madeLines(memo),
    findings: detailOf(report, Infinity),
    figures: readTable(report, [
      ['rejected records', ({ figures }) => figures?.file_counts.rejected],
      ['shortcut, AUC', ({ name }) => report.shortcuts?.[name]?.auc.toFixed(2)],
    ]),
  };
}

function sourceTable(memo: Memo): DataTable {
  return tableOf(
    rankingOf(memo.report).groups.flatMap(({ rows }) => rows),
    [
      ['source', ({ name }) => name],
      ['rank', ({ rank }) => rankInWords(rank)],
      ['answers before', ({ name }) => shareInWords(answersBefore(memo.report, name))],
      ['after', ({ name }) => shareInWords(answersLeft(memo, name))],
      [
        'dropped',
        ({ name, eci, figures }) => {
          const { removed = 0, eci_without: after = null } = memo.decided[name] ?? {};
          const change = after === null ? '' : ` (score ${formatDifference(after - (eci ?? 0), 4)})`;
          return `${formatCount(removed)} of ${formatCount(figures?.negatives ?? 0)}${change}`;
        },
      ],
      ['verdict', ({ verdict }) => verdict?.reading],
    ],
  );
}

export function shareInWords(share: OpenShare | null): string {
  if (share === null) return 'not known';
  const { rate, low, high } = share;
  const isOpen = low === null || high === null;
  const span = isOpen ? 'too few queries' : `${formatPercent(low, 0)} to ${formatPercent(high, 0)}`;
  return `${formatPercent(rate, 0)} (${span})`;
}

export function judgedLines({ report: { false_negatives: judged } }: Pick<Memo, 'report'>): string[] {
  if (!judged?.judged) return ['No pair was judged: how many negatives answer their query is not known.'];
  const near = judged.findings['near_positive'];
  return told([
    `${formatCount(judged.judged)} distinct pairs of a sample of ${formatCount(judged.sample)}, by source and suspicion, seed ${judged.seed}. Rates rest on the first ${formatCount(judged.counted)} of the order.`,
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

function decidedLines({ rules, decided }: Memo): string[] {
  const losing = Object.values(decided).filter(({ removed }) => removed > 0);
  const sum = (key: 'removed' | 'emptied') => losing.reduce((total, each) => total + each[key], 0);
  const [removed, emptied] = [sum('removed'), sum('emptied')];
  if (removed === 0) return ['No pair leaves the files.'];
  return told([
    `${countOf(removed, 'pair')} ${removed === 1 ? 'leaves' : 'leave'} ${countOf(losing.length, 'source')}.`,
    ...rules.map(({ rule, pairs }) => `${rule}: ${countOf(pairs, 'pair')}.`),
    emptied > 0 && `${countOf(emptied, 'record')} without a negative ${emptied === 1 ? 'goes' : 'go'} too.`,
  ]);
}

function fileTable({ report: { files, encoder }, cleaned }: Memo): DataTable {
  const model = 'files' in encoder ? encoder.files.find(({ path }) => path === encoder.onnx) : undefined;
  return {
    columns: ['file', 'what', 'SHA-256'],
    rows: [
      ...files.map((each) => {
        const what = each.status === 'loaded' ? `source ${each.source}` : each.status;
        return [each.file, what, each.sha256 ?? null];
      }),
      ...(cleaned ?? []).map(({ name, of, sha256 }) => [name, `cleaned of ${of}`, sha256]),
      [encoder.name, 'encoder', model?.sha256 ?? null],
    ],
  };
}

function madeLines({ report, sealed, place }: Memo): string[] {
  const { commit, modified } = report.negscope;
  const seal = { sealed: 'sealed', open: 'not sealed', checking: 'the seal was still being checked' };
  return told([
    ...cautions(report),
    'No score sees a false negative.',
    report.audit.reference_left.length > 0 && 'References are trusted, not tested.',
    ...conditionsOf(report),
    `Seed ${report.settings.seed}, commit ${commit?.slice(0, 7) ?? 'not known'}${modified ? ', modified' : ''}, made at ${place}.`,
    `Page ${seal[sealed.state]}: ${countOf(sealed.sent, 'request')} elsewhere, ${formatCount(sealed.refused)} refused.`,
  ]);
}
