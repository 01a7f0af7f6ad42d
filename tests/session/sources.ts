/** Scored sources of a made run, for the tests of verdicts and of the Rank page. */

import type { RunResult, SourceFigures } from '../../src/engine/result';
import { resultOf } from '../../src/report/build';
import type { ReadSource } from '../../src/report/evidence';
import { rankingOf, type RankingView } from '../../src/report/ranking';
import type { Result } from '../../src/report/result';
import type { AuditProfile } from '../../src/scoring/audit';
import {
  certainOrder,
  figuresOf,
  fileCounts,
  loadedSource,
  pairAudit,
  reportedSource,
  runResult,
  sourceResult,
  type PairShares,
} from '../support/results';

let nextId = 1;

export interface MadeSource extends Pick<
  ReadSource,
  'name' | 'setting' | 'reference' | 'lookedAt' | 'sameAs' | 'margin'
> {
  readonly id: number;
  readonly medianK: number;
  readonly negativesEqualPositive: number;
  /** Warnings of a wrong reading. */
  readonly warnings: ReadSource['loaded']['warnings'];
  readonly figures: SourceFigures;
}

export type SourceChanges = Partial<Omit<MadeSource, 'figures'>> & {
  readonly figuresOver?: Partial<SourceFigures>;
};

/** A finished source in the setting "default", a reference source unless told otherwise. */
export function source(name: string, eci: number, over: SourceChanges = {}): MadeSource {
  const { figuresOver, ...rest } = over;
  return {
    id: nextId++,
    name,
    setting: 'default',
    reference: true,
    lookedAt: false,
    sameAs: null,
    margin: false,
    medianK: 10,
    negativesEqualPositive: 0,
    warnings: [],
    figures: figuresOf({ eci, records: 97, queries: 97, ...figuresOver }),
    ...rest,
  };
}

/** What a test changes of a run: also shares of its pairs, and a range by hand. */
export interface RunChanges extends Partial<RunResult> {
  readonly shares?: PairShares;
  readonly range?: AuditProfile | null;
}

/** The order of a finished run of these sources in which every order and every flag is certain. */
export function certainOf(sources: readonly MadeSource[]): RunResult['certainty'] {
  const certainty = certainOrder(sources.map(({ id, figures: { eci } }) => ({ id, eci })));
  const settingOf = (own: string) => sources.find(({ id }) => String(id) === own)?.setting;
  return {
    ...certainty,
    pairs: certainty.pairs.filter(({ a, b }) => settingOf(a) === settingOf(b)),
    scores: Object.fromEntries(
      sources.map(({ id, figures: { units } }) => {
        const score = certainty.scores[id] as (typeof certainty.scores)[string];
        return [id, { ...score, effective_units: units }];
      }),
    ),
  };
}

/** The result of a finished run of these sources; where nothing else is said, every order and every flag is certain. */
export function resultOfSources(sources: readonly MadeSource[], changes: RunChanges = {}): Result {
  const { shares, range = null, ...own } = changes;
  const results = sources.map(({ id, name, figures: of }) => sourceResult(id, name, of));
  const run: RunResult = {
    ...runResult(results),
    certainty: certainOf(sources),
    pair_audit: pairAudit(results, shares),
    ...own,
  };
  const read = sources.map(({ id, medianK: k, negativesEqualPositive, warnings, figures: of, ...named }) => {
    const counts = fileCounts({ records: of.records, pairs: of.negatives, negativesEqualPositive });
    const byK = [{ k, copies: 0, records: counts.records, first: null }];
    const loaded = loadedSource(id, named.name, counts, { byK, warnings });
    return reportedSource({ id, name: named.name }, { ...named, loaded });
  });
  return resultOf(run, read, {}, range);
}

/** The result as it is shown; the id of each source is its key. */
export function viewOfSources(sources: readonly MadeSource[], changes: RunChanges = {}): RankingView {
  const idOf = (name: string) => sources.find((each) => each.name === name)?.id ?? 0;
  return rankingOf(resultOfSources(sources, changes), (name) => ({
    id: idOf(name),
    key: idOf(name),
    colour: 0,
  }));
}

/** The audit statistics of three mined sources and a random one (TREC-DL with potion-base-2M, rounded). */
export const MINED = { mean_rho: 0.679, mean_eta: 0.646, mean_psi: 0.492, inversion_rate: 0.292 };
export const RANDOM = { mean_rho: 0.994, mean_eta: 0.574, mean_psi: 0.936, inversion_rate: 0.004 };

/** A reference of 97 queries unless told otherwise. */
export function mined(name: string, eci: number, over: SourceChanges = {}): MadeSource {
  return source(name, eci, { medianK: 30, ...over, figuresOver: { ...MINED, ...over.figuresOver } });
}
