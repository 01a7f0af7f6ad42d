/**
 * Sources made from those of the run and scored beside them: controls, mixtures, unions. How each is made stands in its own file;
 * how they are scored, told from chance, flagged, drawn, tabulated and reported stands here.
 */

import { fillColumns } from '../engine/blocks';
import type { MatrixFigures } from '../engine/result';
import type { SourceData } from '../engine/source-data';
import { tableOf, type Column } from '../report/data-table';
import {
  AUDIT_STATISTICS,
  auditFlags,
  auditStatisticsOf,
  envelope,
  type AuditProfile,
  type AuditStatistics,
  type Flag,
} from '../scoring/audit';
import type { Interval } from '../scoring/certainty/intervals';
import { planUnits } from '../scoring/certainty/units';
import { orderOf } from '../scoring/orders';
import { gatedSource } from '../scoring/statistics';
import type { WeightingId } from '../scoring/weightings';
import type { DataTable } from '../ui/table';
import { judgedScores, traceSums, type Scored } from './apart';
import { rowChart, sourceRow, type ChartRow, type RowChart } from './chart';
import {
  nameOfMade,
  type MadeRequest,
  type NamedRequest,
  type NamedSources,
  type Performance,
} from './experiment';
import { matricesUnder } from './made';
import { chosenScores } from './matrices';
import type { ExperimentSource, ShownSource } from './shown-source';
import { weightColumn } from './weighted-sums';

/** Figures of a made source. */
export interface MadeSource extends MatrixFigures, AuditStatistics {
  /** What it is; its name follows. */
  readonly request: MadeRequest;
  readonly records: number;
  readonly negatives: number;
  readonly inverted_pairs: number;
  /** Its means outside the range of the references. */
  readonly flags: readonly Flag[];
  /** Figures of its making: pairs replaced, negatives shared. */
  readonly facts: Readonly<Record<string, number | null>>;
  /** Under each weighting that was asked for. */
  readonly weightings: Readonly<Partial<Record<WeightingId, MatrixFigures>>>;
}

export interface MadeResult {
  readonly made: readonly MadeSource[];
  /** What was not made, and why. */
  readonly missing: readonly { readonly request: MadeRequest; readonly reason: string }[];
  /** ECI of each source of the run under the chosen weighting, and its means outside the range, by source. */
  readonly scores: readonly number[];
  readonly flags: readonly (readonly Flag[])[];
  /** By place among the sources, then the made ones: the interval of the score. */
  readonly intervals: readonly (Interval | null)[];
  /** Of them: places of each two that are more than chance apart, the higher first. */
  readonly apart: Scored['apart'];
  /** The range of the references; null without one. */
  readonly envelope: AuditProfile | null;
}

/** One source to make. */
export interface Making {
  readonly request: MadeRequest;
  /** How many steps of the progress it is. */
  readonly steps: number;
  /** The source without its columns and figures of its making; or why it is not made. */
  build(): Promise<{ readonly source: SourceData; readonly facts: MadeSource['facts'] } | string>;
  /** More facts, once its columns are filled. */
  judge?(source: SourceData): MadeSource['facts'];
}

/**
 * Makes sources one after the other and scores them.
 * @param weightings under which each is summed; the chosen one is always among them
 * @returns what was found, and the made sources, which are not sent anywhere
 * @throws RunCancelledError, RunInputError
 */
export async function makeAll(
  { run, settings, summing, task, onSteps }: Performance<object>,
  makings: readonly Making[],
  weightings: readonly WeightingId[],
): Promise<[MadeResult, readonly SourceData[]]> {
  const { tau, weighting, references } = settings;
  const statistics = run.sources.map((source) => gatedSource(source.columns, settings).statistics);
  const range = envelope(statistics.filter((_, s) => references[s] === true));
  const made: MadeSource[] = [];
  const sources: SourceData[] = [];
  const missing: { request: MadeRequest; reason: string }[] = [];
  for (const { request, steps, build, judge } of makings) {
    const built = await build();
    if (typeof built === 'string') missing.push({ request, reason: built });
    else {
      const { source } = built;
      await fillColumns(source, run.lexicon, task);
      const under = await matricesUnder(source, tau, [weighting, ...weightings], summing);
      const of = gatedSource(source.columns, settings).statistics;
      made.push({
        request,
        ...(under[0] as MatrixFigures),
        records: of.records,
        negatives: of.negatives,
        ...auditStatisticsOf(of),
        inverted_pairs: of.counts.inverted_pairs,
        flags: auditFlags(of, range),
        facts: { ...built.facts, ...judge?.(source) },
        weightings: Object.fromEntries(weightings.map((id, i) => [id, under[i + 1]])),
      });
      sources.push(source);
    }
    onSteps(steps);
  }
  const scores = await chosenScores(run, settings, summing);
  const all = [...run.sources, ...sources];
  const plan = planUnits(all.map(({ units }) => units));
  const { intervals, apart } = judgedScores(
    [...scores, ...made.map(({ eci }) => eci)],
    all.map((one, s) => traceSums(one, weightColumn(one.columns, tau, weighting), plan, s)),
    all.map(() => ''),
    settings,
  );
  const flags = statistics.map((of) => auditFlags(of, range));
  return [{ made, missing, scores, flags, intervals, apart, envelope: range }, sources];
}

/** Where sources with names are shown: those of the run in the order of the outcome. */
export interface NamedMade {
  readonly sources: readonly (ExperimentSource & Partial<Pick<ShownSource, 'css' | 'figures'>>)[];
  readonly result: MadeResult;
}

/** A source of the run, or a made one. */
interface Entry {
  readonly name: string;
  readonly eci: number;
  readonly flags: readonly Flag[];
  readonly interval: Interval | null;
  readonly figures: (AuditStatistics & Pick<MadeSource, 'records' | 'negatives'>) | null;
  readonly made: MadeSource | null;
  readonly source: NamedMade['sources'][number] | null;
}

/** All sources, highest score first. */
function entriesOf({ sources, result: { made, scores, flags, intervals } }: NamedMade): Entry[] {
  const all = [
    ...sources.map((source, s): Entry => {
      const own = { flags: flags[s] ?? [], interval: intervals[s] ?? null, figures: source.figures ?? null };
      return { name: source.name, eci: scores[s] ?? 0, ...own, made: null, source };
    }),
    ...made.map((one, i): Entry => {
      const own = { flags: one.flags, interval: intervals[scores.length + i] ?? null, figures: one };
      return { name: nameOfMade(one.request, sources), eci: one.eci, ...own, made: one, source: null };
    }),
  ];
  return orderOf(all.map(({ eci }) => eci)).flatMap((place) => all[place] ?? []);
}

/** The best score among the references; null where there is none. */
export function bestReference({ sources, result }: NamedMade): number | null {
  const scores = result.scores.filter((_, s) => sources[s]?.reference === true);
  return scores.length === 0 ? null : Math.max(...scores);
}

/** A row for each source, made ones as diamonds. */
export function madeChart(outcome: NamedMade): RowChart {
  const { sources, result } = outcome;
  const best = bestReference(outcome);
  const rows = entriesOf(outcome).map((entry) => rowOf(entry, result.envelope !== null));
  const leader = sources.find(({ reference }, s) => reference && result.scores[s] === best);
  return {
    ...rowChart(
      rows,
      rows.map(({ value, high = value }) => high),
    ),
    ...(best !== null && leader && { rule: { at: best, label: 'best reference', colour: leader.css ?? '' } }),
  };
}

function rowOf({ name, eci, flags, interval, source }: Entry, audited: boolean): ChartRow {
  const warm = flags.length > 0;
  const signs = AUDIT_STATISTICS.flatMap(({ flag, sign }) => (flags.includes(flag) ? [sign] : []));
  const inside = source?.reference ? 'reference' : 'inside';
  const note = warm ? `outside: ${signs.join(', ')}` : audited ? inside : 'not audited';
  const mark = source
    ? sourceRow({ ...source, css: source.css ?? '' })
    : ({ name, colour: null, mark: 'diamond' } as const);
  return { ...mark, value: eci, ...interval, note, warm };
}

export function madeTable(outcome: NamedMade): DataTable {
  const facts = [...new Set(outcome.result.made.flatMap((one) => Object.keys(one.facts)))];
  return tableOf(entriesOf(outcome), [
    ['source', ({ name }) => name],
    ['rank of all', (_, i) => i + 1],
    ['ECI', ({ eci }) => eci],
    ...AUDIT_STATISTICS.map(({ key, name }): Column<Entry> => [name, ({ figures }) => figures?.[key]]),
    ['records', ({ figures }) => figures?.records],
    ['pairs', ({ figures }) => figures?.negatives],
    ...facts.map((fact): Column<Entry> => [fact.replaceAll('_', ' '), ({ made }) => made?.facts[fact]]),
    ['flags', ({ flags }) => flags.join(' ') || 'none'],
  ]);
}

/** What the session can load: the very records whose figures are shown. */
export function madeRequests(sources: NamedMade['sources'], { made }: MadeResult): NamedRequest[] {
  return made.map(({ request }) => ({ name: nameOfMade(request, sources), request }));
}

/** Sentences on what was not made. */
export function missingWords({ sources, result: { missing } }: NamedMade): string[] {
  return missing.map(({ request, reason }) => `${nameOfMade(request, sources)} is not built: ${reason}.`);
}

/** A made source in the report. */
export type ReportMade = Omit<MadeSource, 'request'> & { readonly name: string };

/** Made sources in the report. */
export interface ReportMadeSources {
  readonly made: readonly ReportMade[];
  /** By name: why it was not made. */
  readonly missing: Readonly<Record<string, string>>;
  /** Names of all, highest score first. */
  readonly ranking: readonly string[];
  readonly envelope: AuditProfile | null;
  /** By name of a source of the run. */
  readonly flags: Readonly<Record<string, readonly Flag[]>>;
}

export function reportMade(outcome: NamedMade, named: NamedSources): ReportMadeSources {
  const sources = outcome.sources.map((source) => ({ ...source, name: named.name(source.id) }));
  const { result } = outcome;
  const name = (request: MadeRequest) => nameOfMade(request, sources);
  return {
    made: result.made.map(({ request, ...figures }) => ({ name: name(request), ...figures })),
    missing: Object.fromEntries(result.missing.map(({ request, reason }) => [name(request), reason])),
    ranking: entriesOf({ sources, result }).map((entry) => entry.name),
    envelope: result.envelope,
    flags: named.bySource((s) => result.flags[s] ?? []),
  };
}
