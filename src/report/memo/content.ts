/** What the memo says, as data: one sheet that says whether to train, and behind it the findings and the table of the result. */

import { JUDGED_FINDINGS } from '../../judge/findings';
import type { OpenShare } from '../../judge/hypergeometric';
import type { DataTable } from '../../ui/table';
import { countOf, formatCount, formatDifference, formatPercent, listInWords, told } from '../../ui/words';
import { tableOf } from '../data-table';
import { rankingOf } from '../ranking';
import { conditionsOf, readTable } from '../table';
import { rankInWords } from '../verdict';
import { cautions } from '../verdict-words';
import { adviceOf, answersBefore, answersLeft } from './advice';
import type { Memo } from './types';

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
    findings: report.verdict.detail,
    figures: readTable(report),
  };
}

/** Sources by score, those with a rank first: answers before and after cleaning, and what leaves. */
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

/** What leaves the files, and by which rule. */
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

/** Every file that was given or saved, and the encoder's, with its hash. */
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

/** What the page cannot tell, the conditions of the ranking, the program and the seal. */
function madeLines({ report, sealed, place }: Memo): string[] {
  const { commit } = report.negscope;
  const seal = { sealed: 'sealed', open: 'not sealed', checking: 'the seal was still being checked' };
  return told([
    ...cautions(report),
    'No score sees a false negative.',
    report.audit.reference_left.length > 0 && 'References are trusted, not tested.',
    ...conditionsOf(report),
    `Seed ${report.settings.seed}, commit ${commit?.slice(0, 7) ?? 'not known'}, made at ${place}.`,
    `Page ${seal[sealed.state]}: ${countOf(sealed.sent, 'request')} elsewhere, ${formatCount(sealed.refused)} refused.`,
  ]);
}
