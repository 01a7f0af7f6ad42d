/** Competing sources: scores, order, audit, and the order with all gates. */

import {
  auditFlags,
  envelope,
  type AuditProfile,
  type AuditStatistics,
  type Flag,
} from '../../../scoring/audit';
import { accumulateInformation, informationMatrix } from '../../../scoring/information';
import { logDetPlusIdentity } from '../../../scoring/logdet';
import { seededPriority } from '../../../scoring/random';
import { rankByScore } from '../../../scoring/ranking';
import { gatePairs } from '../../../scoring/gated-pairs';
import { inversionRate, meanOf } from '../../../scoring/means';
import { emptyGates, gateMeans, gatesOfPair, type GateId } from '../../../scoring/pair-gates';
import type { PairColumns } from '../../../scoring/pairs';
import { weightWithout } from '../gates-off';
import type { LearnParameters, Mix } from '../parameters';
import { DRAWN_DIMENSION, DRAWN_PAIRS, drawnSource, type DrawnSource } from './draw';
import { PRESETS, type PresetId } from './presets';

/** A source in the ranking: a preset, or the mix of two. */
export interface Competitor {
  readonly id: PresetId | 'mix';
  readonly name: string;
  readonly words: string;
  /** True if it is a reference of the audit. */
  readonly reference: boolean;
  /** ECI with the gates that are on. */
  readonly eci: number;
  readonly statistics: AuditStatistics;
  readonly flags: readonly Flag[];
}

export interface Competition {
  /** Highest score first. */
  readonly ranking: readonly Competitor[];
  /** The same sources in the order of the full score ρ·η·ψ. */
  readonly fullOrder: readonly Competitor['id'][];
  /** Null without a mined source. */
  readonly profile: AuditProfile | null;
}

type CompetitionParameters = Pick<LearnParameters, 'sources' | 'mix' | 'off' | 'tau'>;

interface Entry {
  readonly id: Competitor['id'];
  readonly name: string;
  readonly words: string;
  readonly reference: boolean;
  readonly source: DrawnSource;
}

export function compete({ sources, mix, off, tau }: Readonly<CompetitionParameters>): Competition {
  const entries = entriesOf(sources, mix);
  const audited = entries.map((entry) => ({
    ...entry,
    statistics: statisticsOf(entry.source, tau, []),
  }));
  const profile = envelope(audited.filter(({ reference }) => reference).map(({ statistics }) => statistics));
  const scored = audited.map(({ id, name, words, reference, source, statistics }) => ({
    id,
    name,
    words,
    reference,
    eci: eciOf(source, tau, off),
    statistics,
    flags: auditFlags(statistics, profile),
  }));
  const ranking = rankByScore(scored);
  const full =
    off.length === 0
      ? ranking
      : rankByScore(entries.map(({ id, source }) => ({ id, eci: eciOf(source, tau, []) })));
  return { ranking, fullOrder: full.map(({ id }) => id), profile };
}

function auditStatistics(columns: PairColumns, tau: number): AuditStatistics {
  const pairs = gatePairs(columns, { tau, weighting: 'full' });
  return { ...gateMeans((id) => meanOf(pairs[id])), inversion_rate: inversionRate(columns) };
}

/** Remembers the figures of each source, so that only a changed one is computed again. */
function remembering<T>(compute: (source: DrawnSource, tau: number, off: readonly GateId[]) => T) {
  const known = new WeakMap<DrawnSource, Map<string, T>>();
  return (source: DrawnSource, tau: number, off: readonly GateId[]): T => {
    const figures = known.get(source) ?? new Map<string, T>();
    known.set(source, figures);
    const name = `${tau} ${off.join()}`;
    const figure = figures.get(name) ?? compute(source, tau, off);
    figures.set(name, figure);
    return figure;
  };
}

const statisticsOf = remembering(({ columns }, tau) => auditStatistics(columns, tau));
const eciOf = remembering(scoreOf);

function entriesOf(sources: readonly PresetId[], mix: Mix | null): Entry[] {
  const entries: Entry[] = PRESETS.filter(({ id }) => sources.includes(id)).map(
    ({ id, name, words, mined }) => ({ id, name, words, reference: mined, source: drawnSource(id) }),
  );
  if (mix !== null) {
    const [base, other] = [mix.base, mix.other].map((id) => PRESETS.find((preset) => preset.id === id)?.name);
    entries.push({
      id: 'mix',
      name: 'your mix',
      words: `${base}, ${mix.percent} of 100 pairs ${other}`,
      reference: false,
      source: mixedSource(mix),
    });
  }
  return entries;
}

/** Pairs in the order in which a mix replaces them. */
const REPLACED = Array.from({ length: DRAWN_PAIRS }, (_, i) => i).sort(
  (a, b) => seededPriority(42, 'mix', a) - seededPriority(42, 'mix', b),
);

/** The base, with a share of its pairs replaced by the other's pairs at the same places. */
function mixedSource({ base, other, percent }: Mix): DrawnSource {
  const from = drawnSource(base);
  const into = drawnSource(other);
  const replaced = new Set(REPLACED.slice(0, Math.round((percent / 100) * DRAWN_PAIRS)));
  const column = (name: Exclude<keyof PairColumns, 'offsets'>) =>
    from.columns[name].map((value, i) => (replaced.has(i) ? (into.columns[name][i] ?? 0) : value));
  return {
    columns: {
      offsets: from.columns.offsets,
      margin: column('margin'),
      locality: column('locality'),
      distance: column('distance'),
      coverage: column('coverage'),
    },
    residuals: from.residuals.map((value, i) =>
      replaced.has(Math.floor(i / DRAWN_DIMENSION)) ? (into.residuals[i] ?? 0) : value,
    ),
  };
}

/** log det(I + Î) with the weight that the gates leave. */
function scoreOf({ columns, residuals }: DrawnSource, tau: number, off: readonly GateId[]): number {
  const pairs = columns.margin.length;
  const gates = emptyGates(tau);
  const weights = Float64Array.from({ length: pairs }, (_, i) => {
    gatesOfPair(columns, i, tau, gates);
    return weightWithout(off, gates);
  });
  const sum = new Float64Array(DRAWN_DIMENSION * DRAWN_DIMENSION);
  accumulateInformation(sum, residuals, weights, pairs, DRAWN_DIMENSION);
  return logDetPlusIdentity(informationMatrix(sum, pairs, DRAWN_DIMENSION), DRAWN_DIMENSION);
}
