/**
 * The one form of an experiment that makes sources of those of the run and scores them beside them: controls, mixtures, unions.
 * An experiment says which it asks for and what they tell.
 */

import { fillColumns } from '../engine/blocks';
import type { MatrixFigures } from '../engine/result';
import { pairsOf, type SourceData } from '../engine/source-data';
import { figuresUnder, weightUnder } from '../engine/sums';
import { talliesOf } from '../engine/figures';
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
import { orderOf } from '../scoring/orders';
import { gatedSource } from '../scoring/statistics';
import type { WeightingId } from '../scoring/weightings';
import type { DataTable } from '../ui/table';
import { judgedScores, type Scored } from './apart';
import { rowChart, sourceRow, type ChartRow, type RowChart } from './chart';
import {
  nameOf,
  nameOfMade,
  pairsOfSource,
  type Experiment,
  type MadeRequest,
  type Performance,
  type Shown,
} from './experiment';
import { Workshop, type MakingFacts } from './made';
import { chosenScores } from './matrices';
import type { ReportMadeSources } from './result';
import { bySource, type ShownSource } from './shown-source';

/** Figures of a made source. */
export interface MadeSource extends MatrixFigures, AuditStatistics {
  /** What it is; its name follows. */
  readonly request: MadeRequest;
  readonly records: number;
  readonly negatives: number;
  readonly inverted_pairs: number;
  /** Its means outside the range of the references. */
  readonly flags: readonly Flag[];
  readonly facts: MakingFacts;
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

type Own<Options extends object, Result extends object> = Pick<
  Experiment<Options, Result>,
  'question' | 'about' | 'field' | 'options' | 'title' | 'how' | 'tables' | 'notes'
>;

/** An experiment that makes sources. @template Extra what it finds beside their figures */
interface MadeForm<Options extends object, Extra extends object> extends Own<Options, MadeResult & Extra> {
  requests(options: Options, seed: number, sources: readonly SourceData[]): readonly MadeRequest[];
  /** Under which each is summed beside the chosen one. */
  readonly weightings?: readonly WeightingId[];
  /** Whether what would be the base or an earlier one once more is left out. */
  readonly distinct?: boolean;
  /** More facts of a made source. */
  judge?(performance: Performance<object>): (source: SourceData) => MakingFacts;
  /** @param made sources of `found`, which are not sent anywhere */
  conclude?(found: MadeResult, made: readonly SourceData[], performance: Performance<object>): Promise<Extra>;
  /** By default a row for each source. */
  chart?: Experiment<Options, MadeResult & Extra>['chart'];
  /** Of what it finds, what the report has. */
  readonly saved?: readonly (keyof Extra)[];
}

/** What a source is not made for that would be another once more. */
export const DOUBLE = 'it would be';

/** The experiment of a form. */
export function made<Options extends object, Extra extends object = object>(
  form: MadeForm<Options, Extra>,
): Experiment<Options, MadeResult & Extra> {
  const { requests, weightings = [], saved = [] } = form;
  return {
    chart: madeChart,
    ...form,
    work({ sources }, options, { seed }) {
      const steps = requests(options, seed, sources).map((request) => stepsOf(sources, request));
      const pairs = steps.reduce((sum, own) => sum + own, weightings.length > 0 ? pairsOf(sources) : 0);
      return { pairs, weights: Math.max(1, weightings.length), spectra: 0, others: 0 };
    },
    async perform(performance) {
      const { run, settings, options } = performance;
      const [found, sources] = await makeAll(
        performance,
        requests(options, settings.seed, run.sources),
        form,
      );
      return { ...found, ...(await form.conclude?.(found, sources, performance)) } as MadeResult & Extra;
    },
    table: madeTable,
    notes: (outcome) => [...(form.notes?.(outcome) ?? []), ...missingWords(outcome)],
    made: ({ sources, result }) =>
      result.made.map(({ request }) => ({ name: nameOfMade(request, sources), request })),
    report: (outcome) => {
      const { about, sources, options, result } = outcome;
      return {
        ...reportMade(outcome),
        ...('base' in options && { base: nameOf(sources, options.base as number), seed: about.seed }),
        ...Object.fromEntries(saved.map((key) => [key, result[key]])),
      };
    },
  };
}

/** Pairs that a source is made of. */
function stepsOf(sources: readonly SourceData[], request: MadeRequest): number {
  const from = request.kind === 'hybrid' ? [request.a, request.b] : [request.base];
  return from.reduce((pairs, id) => pairs + pairsOfSource(sources, id), 0);
}

/** Makes sources one after the other and scores them. @throws RunCancelledError, RunInputError */
async function makeAll(
  performance: Performance<object>,
  requests: readonly MadeRequest[],
  {
    weightings = [],
    distinct = false,
    judge,
  }: Pick<MadeForm<object, object>, 'weightings' | 'distinct' | 'judge'>,
): Promise<[MadeResult, readonly SourceData[]]> {
  const { run, settings, open, clock, task, onSteps } = performance;
  const { tau, weighting } = settings;
  const statistics = run.sources.map((source) => gatedSource(source.columns, settings).statistics);
  const range = envelope(statistics.filter((_, s) => settings.sources[s]?.reference));
  const summed = [...new Set([weighting, ...weightings])];
  const factsOf = judge?.(performance);
  const workshop = new Workshop(run);
  const made: MadeSource[] = [];
  const sources: SourceData[] = [];
  const missing: { request: MadeRequest; reason: string }[] = [];
  for (const request of requests) {
    const making = await task.follow(workshop.make(request));
    const base = run.sources.filter(({ id }) => 'base' in request && request.base === id);
    const double =
      distinct && typeof making === 'object'
        ? [...base, ...sources].find((other) => hasSameNegatives(other, making.source))
        : undefined;
    if (typeof making === 'string') missing.push({ request, reason: making });
    else if (double) missing.push({ request, reason: `${DOUBLE} ${double.name} once more` });
    else {
      const { source } = making;
      await fillColumns(source, run.lexicon, task);
      const weights = summed.map((id) => weightUnder(source.columns, { tau, weighting: id }));
      const figures = await clock.during(() => figuresUnder(source, weights, open, task));
      const under = Object.fromEntries(summed.map((id, i) => [id, figures[i] as MatrixFigures]));
      const of = gatedSource(source.columns, settings).statistics;
      made.push({
        request,
        ...(under[weighting] as MatrixFigures),
        records: of.records,
        negatives: of.negatives,
        ...auditStatisticsOf(of),
        inverted_pairs: of.counts.inverted_pairs,
        flags: auditFlags(of, range),
        facts: { ...making.facts, ...factsOf?.(source) },
        weightings: Object.fromEntries(weightings.map((id) => [id, under[id]])),
      });
      sources.push(source);
    }
    onSteps(stepsOf(run.sources, request));
  }
  const scores = await chosenScores(performance);
  const all = [...run.sources, ...sources];
  const { intervals, apart } = judgedScores(
    [...scores, ...made.map(({ eci }) => eci)],
    talliesOf(all, settings),
    all.map(() => ''),
    settings,
  );
  const flags = statistics.map((of) => auditFlags(of, range));
  return [{ made, missing, scores, flags, intervals, apart, envelope: range }, sources];
}

function hasSameNegatives(one: SourceData, other: SourceData): boolean {
  const { negatives } = other.structure;
  return one.structure.negatives.every((id, pair) => id === negatives[pair]);
}

type ShownMade = Pick<Shown<object, MadeResult>, 'sources' | 'result'>;

/** A source of the run, or a made one. */
interface Entry {
  readonly name: string;
  readonly eci: number;
  readonly flags: readonly Flag[];
  readonly interval: Interval | null;
  readonly figures: (AuditStatistics & Pick<MadeSource, 'records' | 'negatives'>) | null;
  readonly made: MadeSource | null;
  readonly source: ShownSource | null;
}

/** All sources, highest score first. */
function entriesOf({ sources, result: { made, scores, flags, intervals } }: ShownMade): Entry[] {
  const all = [
    ...sources.map((source, s): Entry => {
      const own = { flags: flags[s] ?? [], interval: intervals[s] ?? null, figures: source.figures };
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
export function bestReference({ sources, result }: ShownMade): number | null {
  const scores = result.scores.filter((_, s) => sources[s]?.reference === true);
  return scores.length === 0 ? null : Math.max(...scores);
}

/** A row for each source, made ones as diamonds. */
function madeChart(outcome: ShownMade): RowChart {
  const { sources, result } = outcome;
  const best = bestReference(outcome);
  const rows = entriesOf(outcome).map((entry) => rowOf(entry, result.envelope !== null));
  const leader = sources.find(({ reference }, s) => reference && result.scores[s] === best);
  return {
    ...rowChart(
      rows,
      rows.map(({ value, high = value }) => high),
    ),
    ...(best !== null && leader && { rule: { at: best, label: 'best reference', colour: leader.css } }),
  };
}

function rowOf({ name, eci, flags, interval, source }: Entry, audited: boolean): ChartRow {
  const warm = flags.length > 0;
  const signs = AUDIT_STATISTICS.flatMap(({ flag, sign }) => (flags.includes(flag) ? [sign] : []));
  const inside = source?.reference ? 'reference' : 'inside';
  const note = warm ? `outside: ${signs.join(', ')}` : audited ? inside : 'not audited';
  const mark = source ? sourceRow(source) : ({ name, colour: null, mark: 'diamond' } as const);
  return { ...mark, value: eci, ...interval, note, warm };
}

function madeTable(outcome: ShownMade): DataTable {
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

/** Sentences on what was not made. */
function missingWords({ sources, result: { missing } }: ShownMade): string[] {
  return missing.map(
    ({ request, reason }) => `${nameOfMade(request, sources)} is not built: ${reason.replace(/\.?$/, '.')}`,
  );
}

function reportMade({ sources, result }: ShownMade): ReportMadeSources {
  const name = (request: MadeRequest) => nameOfMade(request, sources);
  return {
    made: result.made.map(({ request, ...figures }) => ({ name: name(request), ...figures })),
    missing: Object.fromEntries(result.missing.map(({ request, reason }) => [name(request), reason])),
    ranking: entriesOf({ sources, result }).map((entry) => entry.name),
    envelope: result.envelope,
    flags: bySource(sources, (s) => result.flags[s] ?? []),
  };
}
