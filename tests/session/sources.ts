/** Scored sources for the tests of the Rank page: figures as the engine computes them, from given pair columns. */

import type { RunResult } from '../../src/engine/results';
import type { SourceFigures } from '../../src/engine/result';
import { gatedSource } from '../../src/scoring/statistics';
import { WEIGHTING_IDS, type WeightingId } from '../../src/scoring/weightings';
import { foundInRun } from '../../src/report/found-in-run';
import { byWeight } from '../../src/report/findings';
import { type Finding } from '../../src/report/result';
import type { ScoredSource } from '../../src/report/scored-source';
import type { JudgedRun } from '../../src/report/verdict';
import type { AuditProfile } from '../../src/scoring/audit';
import {
  certainOrder,
  fileCounts,
  loadedSource,
  pairAudit,
  reportedSource,
  runResult,
  sourceResult,
  type PairShares,
} from '../support/results';

/** Figures of two pairs with real statistics; what a test is about is put over them. */
function figures(over: Partial<SourceFigures> = {}): SourceFigures {
  const columns = {
    offsets: Int32Array.of(0, 2),
    margin: Float64Array.of(0.1, -0.02),
    locality: Float64Array.of(0.03, -0.2),
    distance: Float64Array.of(0.8, 0.9),
    coverage: Float64Array.of(0.2, 0.6),
  };
  const { statistics } = gatedSource(columns, { tau: 0.05, weighting: 'full' });
  const matrix = { eci: 0.1, trace: statistics.trace, lambda_max: 0.05 };
  return {
    ...statistics,
    ...matrix,
    queries: 1,
    units: over.queries ?? 1,
    dimension: 16,
    eci_per_dim: matrix.eci / 16,
    weightings: Object.fromEntries(WEIGHTING_IDS.map((id) => [id, matrix])) as Record<
      WeightingId,
      typeof matrix
    >,
    first_pairs: [],
    ...over,
  };
}

let nextKey = 1;

/** What a test changes of a source. */
export type SourceChanges = Partial<ScoredSource> & { readonly figuresOver?: Partial<SourceFigures> };

/** A finished source in the setting "default", a reference source unless told otherwise. */
export function source(name: string, eci: number, over: SourceChanges = {}): ScoredSource {
  const { figuresOver, ...rest } = over;
  const key = nextKey++;
  const own = figures({ eci, records: 97, queries: 97, ...figuresOver });
  return {
    key,
    id: key,
    name,
    setting: 'default',
    reference: true,
    colour: 0,
    medianK: 10,
    kOfMost: 10,
    lookedAt: false,
    negativesEqualPositive: 0,
    sameAs: null,
    margin: false,
    records: 1,
    runningTrace: null,
    eci,
    interval: null,
    figures: own,
    gates: own,
    histograms: null,
    ...rest,
  };
}

/** What a test changes of a run: also shares of its pairs, and a range by hand. */
export interface RunChanges extends Partial<Omit<RunResult, 'encoder'>>, Partial<Pick<JudgedRun, 'encoder'>> {
  readonly shares?: PairShares;
  readonly range?: AuditProfile | null;
}

/** A finished run of these sources in which every order and every flag is certain, with what is found in it. */
export function certainRun(sources: readonly ScoredSource[], changes: RunChanges = {}): JudgedRun {
  const { shares, range = null, encoder = null, ...own } = changes;
  const results = sources.flatMap(({ id, name, figures: of }) => (of ? [sourceResult(id, name, of)] : []));
  const certainty = certainOrder(sources);
  const settingOf = (own: number) => sources.find(({ id }) => id === own)?.setting;
  const result = {
    ...runResult(results),
    certainty: {
      ...certainty,
      pairs: certainty.pairs.filter(({ a, b }) => settingOf(a) === settingOf(b)),
      scores: certainty.scores.map((score, s) => ({
        ...score,
        effective_units: sources[s]?.figures?.units ?? 0,
      })),
    },
    pair_audit: pairAudit(results, shares),
    ...own,
  };
  const read = sources.map(({ id, name, medianK: k, negativesEqualPositive, figures: of, ...source }) => {
    const counts = fileCounts({
      records: of?.records ?? 0,
      pairs: of?.negatives ?? 0,
      negativesEqualPositive,
    });
    const byK = [{ k, copies: 0, records: counts.records, first: null }];
    return reportedSource({ id, name }, { ...source, loaded: loadedSource(id, name, counts, { byK }) });
  });
  return { ...result, encoder, found: foundInRun(read, result, {}, range) };
}

/** A finding of a source. */
export function finding(
  id: Finding['id'],
  severity: Finding['severity'],
  over: Partial<Finding> = {},
): Finding {
  return {
    id,
    severity,
    count: null,
    of: null,
    share: null,
    low: null,
    high: null,
    words: `words of ${id}`,
    sentence: `A sentence about ${id}.`,
    cure: '',
    set_aside: false,
    ...over,
  };
}

/** About 30 % random passages. */
export const RANDOM_FOUND = finding('random', 'stop', { share: 0.3, low: 0.26, high: 0.34 });

/** A finished run in which these were found too, by the name of a source. */
export function runWith(
  sources: readonly ScoredSource[],
  found: Readonly<Record<string, readonly Finding[]>>,
): JudgedRun {
  const run = certainRun(sources);
  const findings = new Map(
    sources.map(({ id, name }) => [
      id,
      [...(found[name] ?? []), ...(run.found.findings.get(id) ?? [])].sort(byWeight),
    ]),
  );
  return { ...run, found: { ...run.found, findings } };
}

/** The audit statistics of three mined sources and a random one (TREC-DL with potion-base-2M, rounded). */
export const MINED = { mean_rho: 0.679, mean_eta: 0.646, mean_psi: 0.492, inversion_rate: 0.292 };
export const RANDOM = { mean_rho: 0.994, mean_eta: 0.574, mean_psi: 0.936, inversion_rate: 0.004 };
