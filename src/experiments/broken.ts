/** Break it yourself: other negatives put into one source, and which checks notice them. */

import type { CandidatesForEngine } from '../candidates/api';
import { rankedSource, type FinishedRun } from '../engine/finished-run';
import { cornerOfRun, pairShares } from '../engine/pair-audit';
import { shortcutOf } from '../engine/shortcuts';
import type { SourceData } from '../engine/source-data';
import type { Task } from '../engine/task';
import { tableOf } from '../report/data-table';
import type { Phrase } from '../report/verdict-words';
import {
  AUDIT_STATISTICS,
  auditFlags,
  auditStatisticsOf,
  envelope,
  type AuditStatistics,
} from '../scoring/audit';
import { seededRandom } from '../scoring/random';
import { ALL_FOREIGN, judgeShare, type ForeignShare, type PairShare } from '../scoring/share-audit';
import { gatedSource } from '../scoring/statistics';
import { foreignShareOf } from '../scoring/unrelated';
import type { Auc } from '../shortcuts/auc';
import { isGivenAway, type Shortcut } from '../shortcuts/shortcuts';
import type { Surface } from '../shortcuts/surface';
import type { DataTable } from '../ui/table';
import { formatMean, formatPercent, formatScore, listInWords } from '../ui/words';
import { rowChart, type ChartRow, type RowChart } from './chart';
import { pairsOf, type ExperimentSettings } from './experiment';
import { ForeignSupplies, withForeign } from './foreign';
import { chosenFigures } from './made';
import type { ShownSource } from './shown-source';
import type { Summing } from './weighted-sums';
import { chosenScores } from './weightings';

/** What can be put in, and what it is called. */
export const FOREIGN_WORDS = {
  random: 'random passages',
  copies: 'copies of the positive',
  near: 'positives of other queries',
} as const;

export type ForeignKind = keyof typeof FOREIGN_WORDS;

export const FOREIGN_KINDS = Object.keys(FOREIGN_WORDS) as readonly ForeignKind[];

/** By kind, a share of the pairs. */
export type ForeignShares = Readonly<Record<ForeignKind, number>>;

/** The most of one kind: of all three together less than all pairs. */
export const MOST_SHARE = 0.3;

/** Spreads records over the seeds. */
const RECORD_STEP = 0x9e3779b1;

export interface BrokenRequest {
  /** Id of the source. */
  readonly base: number;
  readonly shares: ForeignShares;
  readonly settings: ExperimentSettings;
}

/** What the checks ask of a source, but for the shortcut. */
export interface BrokenProfile extends AuditStatistics {
  readonly eci: number;
  /** Pairs that look drawn at random; null without a random baseline. */
  readonly unrelated: PairShare | null;
  /** Pairs whose negative lies near the positive. */
  readonly near_positive: PairShare;
}

export interface BrokenFigures {
  readonly base: number;
  readonly pairs: number;
  /** Pairs that were put in, by kind. */
  readonly putIn: ForeignShares;
  readonly before: BrokenProfile;
  readonly now: BrokenProfile;
  /** All references, the source as it was among them where it is one. */
  readonly references: readonly BrokenProfile[];
  /** Share of random pairs that look drawn at random. */
  readonly randomShare: ForeignShare;
}

/** How well negatives are told from positives without the query; null with too few queries. */
export interface BrokenShortcuts {
  readonly before: Auc | null;
  readonly now: Auc | null;
  readonly references: readonly Auc[];
}

/** Breaks one source of a run; what does not change between two tries is kept. */
export class BreakableSource {
  private readonly supplies: ForeignSupplies;
  private readonly surfaces = new Map<number, Surface>();
  private readonly shortcuts = new Map<number, Shortcut | null>();

  constructor(
    readonly run: FinishedRun,
    readonly base: number,
    private readonly candidates: Pick<CandidatesForEngine, 'passageTexts'>,
  ) {
    this.supplies = new ForeignSupplies(run, rankedSource(run, base));
  }

  /** Pairs that are compared, measured, summed and looked at for shortcuts, each as often as that is done. */
  steps({ shares, settings }: BrokenRequest): number {
    const { base } = this.supplies;
    const isChanged = FOREIGN_KINDS.some((kind) => shares[kind] > 0);
    const unknown = [base, ...this.references(settings)].filter(({ id }) => !this.shortcuts.has(id));
    return pairsOf([base]) * (Number(shares.near > 0) + (isChanged ? 3 : 0)) + pairsOf([...new Set(unknown)]);
  }

  /** @param onSteps gets how many more pairs are done @throws RunCancelledError */
  async figures(
    { shares, settings }: BrokenRequest,
    summing: Summing,
    onSteps: (count: number) => void,
  ): Promise<{ readonly source: SourceData; readonly figures: BrokenFigures }> {
    const { run, supplies } = this;
    const { task } = summing;
    const { base } = supplies;
    if (shares.near > 0) await supplies.compare(task, onSteps);
    const pairs = pairsOf([base]);
    const supply = { random: supplies.random, copies: supplies.copies(pairs), near: supplies.near };
    const made = withForeign(
      base.structure,
      FOREIGN_KINDS.map((kind) => ({
        share: shares[kind],
        supply: supply[kind],
        repeats: kind === 'copies',
      })),
      (record) => seededRandom(settings.seed + Math.imul(record + 1, RECORD_STEP)),
    );
    const source = made.changed.length === 0 ? base : await supplies.measured(made, task);
    if (source !== base) onSteps(pairs);
    const scores = await chosenScores(run, settings, summing);
    const scoreOf = (one: SourceData) => scores[run.sources.indexOf(one)] ?? NaN;
    const eci =
      source === base ? scoreOf(base) : (await chosenFigures(source, settings, summing, onSteps)).eci;
    const corner = cornerOfRun(run);
    const profile = (one: SourceData, score: number): BrokenProfile => {
      const { statistics } = gatedSource(one.columns, settings);
      return { ...auditStatisticsOf(statistics), eci: score, ...pairShares(one, corner) };
    };
    const countOf = (kind: ForeignKind) =>
      made.from.reduce((count, part) => count + Number(FOREIGN_KINDS[part] === kind), 0);
    return {
      source,
      figures: {
        base: base.id,
        pairs,
        putIn: { random: countOf('random'), copies: countOf('copies'), near: countOf('near') },
        before: profile(base, scoreOf(base)),
        now: profile(source, eci),
        references: this.references(settings).map((one) => profile(one, scoreOf(one))),
        randomShare: corner === null ? ALL_FOREIGN : foreignShareOf(corner),
      },
    };
  }

  /**
   * @param source as `figures` made it
   * @param onSteps gets how many more pairs are done
   * @throws RunCancelledError
   */
  async shortcutsOf(
    source: SourceData,
    settings: ExperimentSettings,
    task: Task,
    onSteps: (count: number) => void,
  ): Promise<BrokenShortcuts> {
    const { base } = this.supplies;
    const before = await this.shortcut(base, task, onSteps);
    const now = source === base ? before : await this.foundIn(source, this.surfaces, task, onSteps);
    const references: Auc[] = [];
    for (const one of this.references(settings)) {
      const known = await this.shortcut(one, task, onSteps);
      if (known) references.push(known);
    }
    return {
      before: aucOf(before),
      now: aucOf(now),
      references: references.flatMap((one) => aucOf(one) ?? []),
    };
  }

  private references({ references }: ExperimentSettings): SourceData[] {
    return this.run.sources.filter((_, s) => references[s]);
  }

  /** Of a source as it is: looked for once. */
  private async shortcut(
    source: SourceData,
    task: Task,
    onSteps: (count: number) => void,
  ): Promise<Shortcut | null> {
    const known = this.shortcuts.get(source.id);
    if (known !== undefined) return known;
    const surfaces = source === this.supplies.base ? this.surfaces : new Map<number, Surface>();
    const found = await this.foundIn(source, surfaces, task, onSteps);
    this.shortcuts.set(source.id, found);
    return found;
  }

  private async foundIn(
    source: SourceData,
    surfaces: Map<number, Surface>,
    task: Task,
    onSteps: (count: number) => void,
  ): Promise<Shortcut | null> {
    const pairs = pairsOf([source]);
    let done = 0;
    const onShare = (share: number) => {
      onSteps(pairs * (share - done));
      done = share;
    };
    const found = await shortcutOf(source, surfaces, this.candidates, task, onShare);
    onShare(1);
    return found;
  }
}

function aucOf(shortcut: Auc | null): Auc | null {
  return shortcut && { auc: shortcut.auc, low: shortcut.low, high: shortcut.high };
}

/** One check: what it looks at without and with what was put in. */
export interface BrokenCheck {
  readonly name: string;
  readonly before: number | null;
  readonly now: number | null;
  /** Of the references. */
  readonly range: { readonly low: number; readonly high: number } | null;
  /** What the check says was put in, as a share of the pairs; null for checks that do not say. */
  readonly estimate: number | null;
  readonly called: { readonly before: boolean; readonly now: boolean };
  readonly isRate: boolean;
}

/** @param shortcuts null while they are looked for */
export function checksOf(figures: BrokenFigures, shortcuts: BrokenShortcuts | null): BrokenCheck[] {
  const { before, now, references, randomShare } = figures;
  const range = envelope(references);
  const flags = { before: auditFlags(before, range), now: auditFlags(now, range) };
  const means = AUDIT_STATISTICS.map(({ flag, key, name, kind }): BrokenCheck => ({
    name,
    before: before[key],
    now: now[key],
    range: rangeOf(references.map((one) => one[key])),
    estimate: null,
    called: { before: flags.before.includes(flag), now: flags.now.includes(flag) },
    isRate: kind === 'rate',
  }));
  const byPairs = (name: string, of: (one: BrokenProfile) => PairShare | null, foreign: ForeignShare) => {
    const [was, is] = [of(before), of(now)];
    const known = references.flatMap((one) => of(one) ?? []);
    if (was === null || is === null) return [];
    const verdict = judgeShare(is, known, foreign);
    const check: BrokenCheck = {
      name,
      before: was.share,
      now: is.share,
      range: rangeOf(known.map(({ share }) => share)),
      estimate: verdict.excess,
      called: { before: judgeShare(was, known, foreign).flagged, now: verdict.flagged },
      isRate: true,
    };
    return [check];
  };
  const given = (auc: Auc | null | undefined) =>
    Boolean(auc && isGivenAway(auc, shortcuts?.references ?? []));
  return [
    ...means,
    ...byPairs('random-looking pairs', ({ unrelated: one }) => one, randomShare),
    ...byPairs('near the positive', (one) => one.near_positive, ALL_FOREIGN),
    {
      name: 'shortcut AUC',
      before: shortcuts?.before?.auc ?? null,
      now: shortcuts?.now?.auc ?? null,
      range: rangeOf((shortcuts?.references ?? []).map(({ auc }) => auc)),
      estimate: null,
      called: { before: given(shortcuts?.before), now: given(shortcuts?.now) },
      isRate: false,
    },
  ];
}

function rangeOf(values: readonly number[]): BrokenCheck['range'] {
  return values.length === 0 ? null : { low: Math.min(...values), high: Math.max(...values) };
}

/** `bm25 with 10 % random passages: noticed by mean ψ`. A check that calls the source as it is notices nothing new. */
export function brokenTitle(name: string, figures: BrokenFigures, shortcuts: BrokenShortcuts | null): Phrase {
  const put = FOREIGN_KINDS.filter((kind) => figures.putIn[kind] > 0).map((kind) => {
    const share = figures.putIn[kind] / figures.pairs;
    return `${formatPercent(share, share < 0.01 ? 1 : 0)} ${FOREIGN_WORDS[kind]}`;
  });
  if (put.length === 0) return ['Break ', { source: name }, ' yourself: which check notices?'];
  return [{ source: name }, ` with ${listInWords(put)}: ${noticedWords(figures, shortcuts)}`];
}

function noticedWords(figures: BrokenFigures, shortcuts: BrokenShortcuts | null): string {
  if (figures.references.length === 0) return 'without references nothing can notice';
  const noticed = checksOf(figures, shortcuts).filter(({ called }) => called.now && !called.before);
  if (noticed.length > 0) return `noticed by ${listInWords(noticed.map((check) => check.name))}`;
  return shortcuts === null ? 'not noticed so far' : 'no check notices';
}

/** How to read the chart, and what the score does. */
export function brokenWords(figures: BrokenFigures, shortcuts: BrokenShortcuts | null): string {
  const { before, now, references } = figures;
  const best = Math.max(...references.map(({ eci }) => eci));
  const passes = references.length > 0 && before.eci <= best && now.eci > best;
  const already = checksOf(figures, shortcuts).filter(({ called }) => called.before);
  return [
    'Diamond: with them; tick: without; line: the references.',
    `Score ${formatScore(before.eci)} → ${formatScore(now.eci)}${passes ? ', now above every reference' : ''}.`,
    ...(already.length > 0 ? [`Outside without them: ${listInWords(already.map(({ name }) => name))}.`] : []),
    ...(references.length === 1 ? ['The checks by pairs need two references.'] : []),
  ].join(' ');
}

export function brokenChart(
  base: ShownSource | undefined,
  figures: BrokenFigures,
  shortcuts: BrokenShortcuts | null,
): RowChart {
  const { before, now, references } = figures;
  const score: ChartRow = {
    name: 'score',
    colour: base?.css ?? null,
    mark: 'diamond',
    value: now.eci,
    ticks: [before.eci],
    ...rangeOf(references.map(({ eci }) => eci)),
    note: formatScore(now.eci),
  };
  const rows = checksOf(figures, shortcuts).map((check): ChartRow => ({
    name: check.name,
    colour: null,
    mark: 'diamond',
    value: check.now ?? NaN,
    ticks: check.before === null ? [] : [check.before],
    ...check.range,
    note: noteOf(check, shortcuts !== null),
    warm: check.called.now,
  }));
  const chart = rowChart([score, ...rows], [1, now.eci, before.eci, ...references.map(({ eci }) => eci)]);
  return { ...chart, x: { ...chart.x, label: 'score, mean, share or AUC' } };
}

function noteOf({ now, called, isRate }: BrokenCheck, known: boolean): string {
  if (now === null) return known ? 'too few queries' : '…';
  return `${isRate ? formatPercent(now) : formatMean(now)}${called.now ? ' outside' : ''}`;
}

export function brokenTable(figures: BrokenFigures, shortcuts: BrokenShortcuts | null): DataTable {
  const scores = rangeOf(figures.references.map(({ eci }) => eci));
  const score = { name: 'score', before: figures.before.eci, now: figures.now.eci, range: scores };
  return tableOf<Partial<BrokenCheck>>(
    [score, ...checksOf(figures, shortcuts)],
    [
      ['figure', ({ name }) => name],
      ['without', ({ before }) => before],
      ['with', ({ now }) => now],
      ['references, least', ({ range }) => range?.low],
      ['references, most', ({ range }) => range?.high],
      ['estimated share put in', ({ estimate }) => estimate],
      ['outside', ({ called }) => called && (called.now ? 'yes' : 'no')],
    ],
  );
}
