/** The first page of the audit report: one sheet of A4 that says it all in figures, and what stands behind them. */

import { JUDGED_FINDINGS } from '../../judge/findings';
import type { OpenShare } from '../../judge/hypergeometric';
import { axisFromZero, type Axis } from '../../ui/charts/axis';
import { colourClass } from '../../ui/palette';
import {
  countOf,
  firstNegatives,
  formatCount,
  formatDifference,
  formatPercent,
  formatScore,
  listInWords,
} from '../../ui/words';
import { html, table, type Markup } from './markup';
import { adviceOf, answersLeft } from './advice';
import { intervalPlot, tickLine } from './plots';
import type { AuditedSource, AuditReport } from './types';

/** Lines of sources, and files, that fit on the page; the others stand in the tables. */
const MOST_LINES = 10;
const MOST_FILES = 5;
const MOST_JUDGES = 3;
const MOST_RULES = 5;

/** A source with its name and its place in the palette. */
export interface NamedSource {
  readonly name: string;
  readonly colour: number;
  readonly source: AuditedSource;
}

/** @param sources in load order */
export function memo(report: AuditReport, sources: readonly NamedSource[]): Markup {
  const advice = adviceOf(report);
  return html`<section class="memo">
    <p class="letterhead"><b>Negscope audit</b> <span>${report.created.slice(0, 10)}</span></p>
    <h1>${advice.headline}</h1>
    <p class="muted">${report.headline} ${summary(report, sources)}</p>
    ${figures(report, sources)}
    <div class="columns">
      <div>
        ${part('What stands in the way', linesOr(advice.inTheWay, 'Nothing that these figures show.'))}
        ${part('Judged', judgedLines(report))} ${part('Shortcuts', shortcutLines(report))}
      </div>
      <div>
        ${part('Next', linesOr(advice.next, 'Nothing that these figures show.'))}
        ${part('Decided', decidedLines(report, sources))} ${part('Limits of this page', limits(report))}
      </div>
    </div>
    ${provenance(report, sources)}
    <p class="sign">
      <span>Checked by</span> <span>Date</span> <span class="plain">Tables and pairs follow</span>
    </p>
  </section>`;
}

/** Sources by score; those with a rank first. */
function inOrder(report: AuditReport, sources: readonly NamedSource[]): NamedSource[] {
  const byScore = report.ranking.flatMap((name) => sources.find((source) => source.name === name) ?? []);
  const isRanked = ({ source }: NamedSource) => source.rank !== null;
  return [...byScore.filter(isRanked), ...byScore.filter((source) => !isRanked(source))];
}

function summary({ queries }: AuditReport, sources: readonly NamedSource[]): string {
  const pairs = sources.reduce((sum, { source }) => sum + source.negatives, 0);
  const bars = sources.some(({ source }) => hasInterval(source)) ? ' Dots with 95 % intervals.' : '';
  return `${countOf(queries, 'query', 'queries')}, ${countOf(pairs, 'pair')}.${bars}${orderAfterwards(sources)}`;
}

function hasInterval({ low, high }: AuditedSource): boolean {
  return low !== null && high !== null;
}

/** Whether the ranked sources would stand in the same order by their scores without what was removed. */
function orderAfterwards(sources: readonly NamedSource[]): string {
  const ranked = sources.filter(({ source }) => source.rank !== null).map(({ source }) => source);
  const changed = ranked.some(({ decided }) => decided !== null && decided.eci_without !== null);
  if (ranked.length < 2 || !changed) return '';
  const order = (scoreOf: (source: AuditedSource) => number) =>
    [...ranked].sort((a, b) => scoreOf(b) - scoreOf(a));
  const [before, after] = [order(({ eci }) => eci), order(({ eci, decided }) => decided?.eci_without ?? eci)];
  const same = before.every((source, i) => source === after[i]);
  return ` Cleaning ${same ? 'keeps' : 'changes'} the order of the scores.`;
}

/** Answers before and after cleaning, what leaves, and the score, a row a source. */
function figures(report: AuditReport, sources: readonly NamedSource[]): Markup {
  const rates = report.false_negatives?.sources ?? {};
  const rows = inOrder(report, sources);
  const shown = fitting(rows);
  const shares = axisFromZero(
    Math.max(0, ...shown.map(({ name }) => rates[name]?.high ?? rates[name]?.rate ?? 0)),
  );
  const percent: Axis = { ...shares, format: (share) => `${Math.round(100 * share)} %` };
  const lines = shown.map((row) => {
    const before = known(rates[row.name] ?? null);
    const after = answersLeft(report, row.name, row.source);
    return html`<tr class="${colourClass(row.colour)}">
        <th scope="row">
          <span class="name">${shortened(row.name, 11)}</span>
          ${place(row.source)}
        </th>
        <td>
          ${intervalPlot(percent, [
            ...(before === null ? [] : [{ ...before, hollow: true }]),
            ...(after === null ? [] : [{ ...after, hollow: false }]),
          ])}
        </td>
        <td>${shareCell(before)}</td>
        <td>${shareCell(after)}</td>
        <td>${droppedCell(report, row.source)}</td>
        <td>${scoreCell(row.source)}</td>
      </tr>
      ${outsideLine(row.source)}`;
  });
  const answers = html`<th scope="col">
    <b>Answers</b>, hollow: before ${report.false_negatives === null ? '' : tickLine(percent)}
  </th>`;
  return html`${table(['source', answers, 'before', 'after', 'dropped', 'score'], lines, 'figures')}
  ${
    rows.length > shown.length
      ? html`<p class="muted">${countOf(rows.length - shown.length, 'more source')} in the tables.</p>`
      : ''
  }`;
}

/** The first sources that fit: two lines each, and one more that says why it has no rank. */
function fitting(rows: readonly NamedSource[]): readonly NamedSource[] {
  let lines = 0;
  const end = rows.findIndex(({ source }) => (lines += source.rank === null ? 3 : 2) > MOST_LINES);
  return end === -1 ? rows : rows.slice(0, end);
}

function place({ rank, reference }: AuditedSource): Markup {
  return html`<small>${rank === null ? (reference ? 'reference' : '') : `rank ${rank}`}</small>`;
}

type Rate = NonNullable<AuditReport['false_negatives']>['sources'][string];

function known(rate: Rate | null): OpenShare | null {
  return rate === null || rate.rate === null ? null : { rate: rate.rate, low: rate.low, high: rate.high };
}

/** A share of answers with its interval below it. */
function shareCell(share: OpenShare | null): Markup {
  if (share === null) return html`<b>–</b> <small>not known</small>`;
  const { rate, low, high } = share;
  const span =
    low === null || high === null
      ? 'too few queries'
      : `${Math.round(100 * low)} to ${formatPercent(high, 0)}`;
  return html`<b>${formatPercent(rate, 0)}</b> <small>${span}</small>`;
}

/** A score that rises by a limit is of other pairs. */
function droppedCell({ rules }: AuditReport, { eci, negatives, decided }: AuditedSource): Markup {
  if (decided === null || decided.removed === 0) return html`<b>–</b> <small>none</small>`;
  const after = decided.eci_without;
  const isByLimit = rules.some(({ rule }) => rule.startsWith('limit: '));
  const gain = isByLimit && after !== null && after > eci ? ', no gain' : '';
  const change = after === null ? '' : `score ${formatDifference(after - eci, 4)}${gain}`;
  return html`<b>${formatCount(decided.removed)}</b> of ${formatCount(negatives)} <small>${change}</small>`;
}

function scoreCell({ eci, low, high }: AuditedSource): Markup {
  const words = low === null || high === null ? 'no interval' : `${low.toFixed(3)} to ${high.toFixed(3)}`;
  return html`<b>${formatScore(eci)}</b> <small>${words}</small>`;
}

/** Why a source has no rank. */
function outsideLine({ rank, reading }: AuditedSource): Markup {
  if (rank !== null || reading === '') return html``;
  return html`<tr class="why">
    <td colspan="6"><b>No rank:</b> ${reading}.</td>
  </tr>`;
}

function part(title: string, lines: readonly Markup[]): Markup {
  return html`<div>
    <h2>${title}</h2>
    ${lines}
  </div>`;
}

function linesOr(lines: readonly string[], none: string): Markup[] {
  return (lines.length > 0 ? lines : [none]).map(line);
}

function line(words: string): Markup {
  return html`<p>${words}</p>`;
}

/** What was judged, by whom, and how often a finding was right. */
function judgedLines({ false_negatives: judged }: AuditReport): Markup[] {
  if (judged === null || judged.judged === 0) {
    return [line('No pair was judged: how many negatives answer their query is not known.')];
  }
  const judges = judged.judges.slice(0, MOST_JUDGES);
  const [agreement] = judged.agreement;
  const near = judged.findings['near_positive'];
  return [
    html`<p>
      <b class="big">${formatCount(judged.judged)}</b> distinct pairs of a sample of
      ${formatCount(judged.sample)}.
    </p>`,
    ...(judged.counted < judged.judged
      ? [
          line(
            `Rates rest on the first ${formatCount(judged.counted)} of the order, up to the first pair not judged.`,
          ),
        ]
      : []),
    ...judges.map((said) =>
      line(
        `${said.judge}: ${formatCount(said.answers)} answer, ${formatCount(said['does not answer'])} do not` +
          `${said['cannot tell'] === 0 ? '' : `, ${formatCount(said['cannot tell'])} cannot be told`}.`,
      ),
    ),
    ...(judged.judges.length > judges.length
      ? [line(`${countOf(judged.judges.length - judges.length, 'more judge')} in the JSON.`)]
      : []),
    line(`Sample by source and suspicion, seed ${judged.seed}.`),
    ...(agreement === undefined
      ? []
      : [
          line(
            `${listInWords(agreement.judges)} say the same of ${formatPercent(agreement.same, 0)} of ` +
              `${countOf(agreement.pairs, 'pair')}.`,
          ),
        ]),
    ...(near && near.rate !== null && near.low !== null && near.high !== null
      ? [
          line(
            `${JUDGED_FINDINGS[0].words}: ${formatPercent(near.rate, 0)} answer ` +
              `(${formatPercent(near.low, 0)} to ${formatPercent(near.high, 0)}).`,
          ),
        ]
      : []),
  ];
}

/** What was marked, and what it takes away. */
function decidedLines({ rules }: AuditReport, sources: readonly NamedSource[]): Markup[] {
  const all = sources.flatMap(({ source: { decided } }) => decided ?? []);
  const sum = (of: (each: (typeof all)[number]) => number) =>
    all.reduce((total, each) => total + of(each), 0);
  const [dropped, answers, kept] = [
    sum((each) => each.dropped),
    sum((each) => each.false_negatives),
    sum((each) => each.kept),
  ];
  const [removed, emptied] = [sum((each) => each.removed), sum((each) => each.emptied)];
  if (dropped + answers + kept + removed === 0) return [line('No pair was marked.')];
  const losing = all.filter((each) => each.removed > 0).length;
  const marks = [
    `${formatCount(dropped)} to drop`,
    countOf(answers, 'false negative'),
    `${formatCount(kept)} to keep`,
  ];
  return [
    html`<p>
      <b class="big">${formatCount(removed)}</b> ${removed === 1 ? 'pair leaves' : 'pairs leave'}
      ${removed === 0 ? 'the files' : `${countOf(losing, 'source')}`}.
    </p>`,
    line(`Marked: ${listInWords(marks)}.`),
    ...rules
      .slice(0, MOST_RULES)
      .map(({ rule, distinct, pairs }) =>
        line(
          `${rule}: ${distinct === null ? '' : `${formatCount(distinct)} distinct, `}${countOf(pairs, 'pair')}.`,
        ),
      ),
    ...(rules.length > MOST_RULES
      ? [line(`${countOf(rules.length - MOST_RULES, 'more rule')} in the JSON.`)]
      : []),
    line(
      emptied === 0
        ? 'No record is left without a negative.'
        : `${countOf(emptied, 'record')} ${emptied === 1 ? 'is' : 'are'} left without a negative and ${emptied === 1 ? 'goes' : 'go'}.`,
    ),
  ];
}

/** What these figures do not say. */
function limits({ reference, entered, cautions, false_negatives, sources }: AuditReport): Markup[] {
  const sampled = Object.values(sources).some(({ figures_of }) => figures_of === 'sample');
  const rejected = Object.values(sources).reduce((sum, source) => sum + source.rejected, 0);
  const trust = [
    ...(reference.length > 0
      ? [
          `The ${countOf(reference.length, 'reference')} ${reference.length === 1 ? 'is' : 'are'} trusted, not tested.`,
        ]
      : []),
    ...(entered ? ['The range was entered by hand.'] : []),
  ];
  return [
    ...cautions,
    `No score sees a false negative${false_negatives === null ? '.' : ': the judged rates do, for these queries and these judges. What is left after cleaning is worked out from them, not judged afresh.'}`,
    ...trust,
    ...(sampled ? ['Figures are of a sample of the records.'] : []),
    ...(rejected > 0
      ? [
          `${countOf(rejected, 'record')} could not be read and ${rejected === 1 ? 'is' : 'are'} in no figure.`,
        ]
      : []),
  ].map(line);
}

/** A long name without its middle: what tells names apart often stands at the end. */
function shortened(name: string, most: number): string {
  const half = Math.floor(most / 2);
  return name.length <= most ? name : `${name.slice(0, half)}…${name.slice(-half)}`;
}

/** Whether negatives can be told from positives without the query, by source. */
function shortcutLines({ shortcuts }: AuditReport): Markup[] {
  if (shortcuts === null) return [line('They were not looked for.')];
  const each = Object.entries(shortcuts).map(([name, found]) =>
    found === null
      ? `${name} not known`
      : `${name} ${found.auc.toFixed(3)} (${found.low.toFixed(3)} to ${found.high.toFixed(3)})`,
  );
  return [
    line(`Negatives told from positives without the query, AUC (0.5: not at all): ${each.join(', ')}.`),
  ];
}

/** Files with their hashes, the encoder, the version and the settings. */
function provenance(report: AuditReport, sources: readonly NamedSource[]): Markup {
  const rows = fileRows(report, sources);
  const shown = rows.slice(0, MOST_FILES);
  const { settings, encoder, negscope, sealed } = report;
  const model = 'files' in encoder ? encoder.files.find(({ path }) => path === encoder.onnx) : undefined;
  const seal = {
    sealed: 'sealed',
    open: 'not sealed',
    checking: 'the seal was still being checked',
  }[sealed.state];
  const build =
    negscope.commit === null
      ? ''
      : ` (${negscope.commit.slice(0, 7)}${negscope.modified ? ', modified' : ''})`;
  const first = firstNegatives(settings.negatives);
  const facts = [
    `Negscope ${negscope.version}${build}`,
    ...('settings' in encoder ? [`${encoder.settings.max_tokens} tokens`] : []),
    `τ ${settings.tau}`,
    `weighting ${settings.weighting}`,
    `seed ${settings.seed}`,
    ...(settings.sample === null ? [] : [`sample of ${formatCount(settings.sample)} records`]),
    ...(first === null ? [] : [first]),
  ];
  const read = [
    ...shown.flatMap((row) => [
      fileRow(row, true),
      ...(report.cleaned ?? [])
        .filter(({ of }) => of === row.file)
        .map(({ name, sha256 }) => fileRow({ file: name, counts: 'cleaned', sha256 }, true)),
    ]),
    fileRow({ file: encoder.name, counts: 'encoder', sha256: model?.sha256 ?? null }, true),
  ];
  return html`<h2>Files</h2>
    ${table(FILE_HEADS, read, 'files')}
    ${rows.length > shown.length ? html`<p class="muted">${countOf(rows.length - shown.length, 'more file')} in the tables.</p>` : ''}
    <p class="muted">
      ${facts.join(' · ')} · <b>${seal}</b>: ${countOf(sealed.sent, 'request')}
      elsewhere${sealed.refused > 0 ? `, ${formatCount(sealed.refused)} refused` : ''}
    </p>`;
}

export const FILE_HEADS = ['file', 'records', 'pairs', 'SHA-256'];

interface FileRow {
  readonly file: string;
  /** Records and pairs, or what the file is. */
  readonly counts: readonly [number, number] | string;
  readonly sha256: string | null;
}

/** Every file that was read, once. */
export function fileRows({ files }: Pick<AuditReport, 'files'>, sources: readonly NamedSource[]): FileRow[] {
  const seen = new Set<string>();
  return files.flatMap((each): FileRow[] => {
    if (each.status === 'companion') return [{ file: each.file, counts: each.kind, sha256: each.sha256 }];
    if (each.status !== 'loaded') return [];
    const key = `${each.file} ${each.sha256}`;
    if (seen.has(key)) return [];
    seen.add(key);
    const names = files.flatMap((other) =>
      other.status === 'loaded' && `${other.file} ${other.sha256}` === key ? other.source : [],
    );
    const own = sources.filter(({ name }) => names.includes(name));
    const sum = (of: (source: AuditedSource) => number) =>
      own.reduce((total, { source }) => total + of(source), 0);
    return [
      {
        file: each.file,
        counts: [sum(({ records }) => records), sum(({ negatives }) => negatives)],
        sha256: each.sha256,
      },
    ];
  });
}

/** @param short cuts a long name in its middle */
export function fileRow({ file, counts, sha256 }: FileRow, short: boolean): Markup {
  const cells =
    typeof counts === 'string'
      ? html`<td colspan="2">${counts}</td>`
      : html`<td>${formatCount(counts[0])}</td>
          <td>${formatCount(counts[1])}</td>`;
  return html`<tr>
    <th scope="row"><span class="name">${short ? shortened(file, 20) : file}</span></th>
    ${cells}
    <td class="hash">${sha256 ?? 'not known'}</td>
  </tr>`;
}
