/**
 * The one form of an experiment that makes sources of those of the run and scores them beside them: controls, mixtures, unions.
 * An experiment says which it asks for and what they tell.
 */

import { fillColumns } from '../engine/blocks';
import { talliesOf } from '../engine/figures';
import type { MatrixFigures } from '../engine/result';
import { pairsOf, type SourceData } from '../engine/source-data';
import { figuresUnder, weightUnder } from '../engine/sums';
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
import { zeroAxis, type ChartRow, type RowChart } from './chart';
import {
  nameOf,
  nameOfMade,
  type Experiment,
  type ExperimentSettings,
  type MadeRequest,
  type Performance,
  type Shown,
} from './experiment';
import { Workshop, type MakingFacts } from './made';
import { judgedScores, type Scored } from './orders';
import type { ReportMadeSources } from './result';
import { bySource, type ShownSource } from './shown-source';
import { chosenScores } from './sums';

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

/** An experiment that makes sources. @template Extra what it finds beside their figures */
interface MadeForm<Extra extends object> extends Pick<
  Experiment<MadeResult & Extra>,
  'question' | 'about' | 'built' | 'title' | 'how' | 'tables' | 'notes'
> {
  requests(sources: readonly SourceData[], settings: ExperimentSettings): readonly MadeRequest[];
  /** Under which each is summed beside the chosen one. */
  readonly weightings?: readonly WeightingId[];
  judge?(performance: Performance): (source: SourceData) => MakingFacts;
  /** @param made sources of `found`, which are not sent anywhere */
  conclude?(found: MadeResult, made: readonly SourceData[], performance: Performance): Promise<Extra>;
  /** By default a row for each source. */
  chart?: Experiment<MadeResult & Extra>['chart'];
  /** Of what it finds, what the report has. */
  readonly saved?: readonly (keyof Extra)[];
}

export function made<Extra extends object = object>(form: MadeForm<Extra>): Experiment<MadeResult & Extra> {
  const { requests, weightings = [], saved = [] } = form;
  return {
    chart: madeChart,
    ...form,
    steps: (sources, settings) =>
      requests(sources, settings).reduce(
        (steps, request) => steps + stepsOf(sources, request),
        weightings.length > 0 ? pairsOf(sources) : 0,
      ),
    async perform(performance) {
      const [found, sources] = await makeAll(performance, form);
      return { ...found, ...(await form.conclude?.(found, sources, performance)) } as MadeResult & Extra;
    },
    table: madeTable,
    notes: (outcome) => [...(form.notes?.(outcome) ?? []), ...missingWords(outcome)],
    made: ({ sources, result }) =>
      result.made.map(({ request }) => ({ name: nameOfMade(request, sources), request })),
    report: (outcome) => {
      const { about, sources, result } = outcome;
      return {
        ...reportMade(outcome),
        ...(form.built && { base: nameOf(sources, about.base), seed: about.seed }),
        ...Object.fromEntries(saved.map((key) => [key, result[key]])),
      };
    },
  };
}

/** Pairs that a source is made of. */
function stepsOf(sources: readonly SourceData[], request: MadeRequest): number {
  const from = request.kind === 'hybrid' ? [request.a, request.b] : [request.base];
  return pairsOf(sources.filter(({ id }) => from.includes(id)));
}

/** What a source is not made for that would be another once more. */
export const DOUBLE = 'it would be';

/** Makes sources one after the other and scores them. @throws RunCancelledError, RunInputError */
async function makeAll(
  performance: Performance,
  { requests, weightings = [], judge }: Pick<MadeForm<object>, 'requests' | 'weightings' | 'judge'>,
): Promise<[MadeResult, readonly SourceData[]]> {
  const { run, settings, open, task, onSteps } = performance;
  const { tau, weighting } = settings;
  const statistics = run.sources.map((source) => gatedSource(source.columns, settings).statistics);
  const range = envelope(statistics.filter((_, s) => settings.sources[s]?.reference));
  const summed = [...new Set([weighting, ...weightings])];
  const factsOf = judge?.(performance);
  const workshop = new Workshop(run);
  const made: MadeSource[] = [];
  const sources: SourceData[] = [];
  const missing: { request: MadeRequest; reason: string }[] = [];
  for (const request of requests(run.sources, settings)) {
    const making = await task.follow(workshop.make(request));
    const double =
      typeof making === 'string' ? undefined : doubleOf(making.source, request, run.sources, sources);
    if (typeof making === 'string') missing.push({ request, reason: making });
    else if (double) missing.push({ request, reason: `${DOUBLE} ${double.name} once more` });
    else {
      const { source } = making;
      await fillColumns(source, run.lexicon, task);
      const weights = summed.map((id) => weightUnder(source.columns, { tau, weighting: id }));
      const figures = await figuresUnder(source, weights, open, task);
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

/** A control is no source of its own where it has the negatives of its base or of an earlier one. */
function doubleOf(
  { structure }: SourceData,
  request: MadeRequest,
  run: readonly SourceData[],
  earlier: readonly SourceData[],
): SourceData | undefined {
  if (request.kind !== 'control') return undefined;
  return [...run.filter(({ id }) => id === request.base), ...earlier].find(({ structure: other }) =>
    structure.negatives.every((id, pair) => id === other.negatives[pair]),
  );
}

type ShownMade = Pick<Shown<MadeResult>, 'sources' | 'result'>;

/** A source of the run, or a made one. */
interface Entry {
  readonly name: string;
  readonly eci: number;
  readonly flags: readonly Flag[];
  readonly interval: Interval | null;
  readonly figures: (AuditStatistics & Pick<MadeSource, 'records' | 'negatives'>) | null;
  readonly facts: MakingFacts;
  /** Null for a made one. */
  readonly source: ShownSource | null;
}

/** All sources, highest score first. */
function entriesOf({ sources, result: { made, scores, flags, intervals } }: ShownMade): Entry[] {
  const own = sources.map((source, s) => {
    const { name, figures } = source;
    return { name, eci: scores[s] ?? 0, flags: flags[s] ?? [], figures, facts: {}, source };
  });
  const others = made.map((one) => {
    const { eci, flags: found, facts } = one;
    const name = nameOfMade(one.request, sources);
    return { name, eci, flags: found, figures: one, facts, source: null };
  });
  const all = [...own, ...others].map((entry, i) => ({ ...entry, interval: intervals[i] ?? null }));
  return orderOf(all.map(({ eci }) => eci)).flatMap((place) => all[place] ?? []);
}

/** Place of the reference with the best score; null where there is none. */
export function bestReference({ sources, result: { scores } }: ShownMade): number | null {
  const references = [...sources.keys()].filter((s) => sources[s]?.reference);
  return orderOf(scores, references)[0] ?? null;
}

/** A row for each source, made ones as diamonds. */
function madeChart(outcome: ShownMade): RowChart {
  const { sources, result } = outcome;
  const best = bestReference(outcome);
  const rows = entriesOf(outcome).map((entry) => rowOf(entry, result.envelope !== null));
  const colour = sources[best ?? -1]?.css ?? '';
  return {
    kind: 'rows',
    rows,
    x: zeroAxis(
      rows.map(({ value, high = value }) => high),
      'score',
    ),
    ...(best !== null && { rule: { at: result.scores[best] ?? 0, label: 'best reference', colour } }),
  };
}

function rowOf({ name, eci, flags, interval, source }: Entry, audited: boolean): ChartRow {
  const warm = flags.length > 0;
  const signs = AUDIT_STATISTICS.flatMap(({ flag, sign }) => (flags.includes(flag) ? [sign] : []));
  const inside = source?.reference ? 'reference' : 'inside';
  const note = warm ? `outside: ${signs.join(', ')}` : audited ? inside : 'not audited';
  const mark = source === null ? 'diamond' : source.outside ? 'hollow' : 'circle';
  return { name, colour: source?.css ?? null, mark, value: eci, ...interval, note, warm };
}

function madeTable(outcome: ShownMade): DataTable {
  const names = [...new Set(outcome.result.made.flatMap(({ facts }) => Object.keys(facts)))];
  return tableOf(entriesOf(outcome), [
    ['source', ({ name }) => name],
    ['rank of all', (_, i) => i + 1],
    ['ECI', ({ eci }) => eci],
    ...AUDIT_STATISTICS.map(({ key, name }): Column<Entry> => [name, ({ figures }) => figures?.[key]]),
    ['records', ({ figures }) => figures?.records],
    ['pairs', ({ figures }) => figures?.negatives],
    ...names.map((fact): Column<Entry> => [fact.replaceAll('_', ' '), ({ facts }) => facts[fact]]),
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
