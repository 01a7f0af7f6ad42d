/** What stands behind the findings of each source: its file before a run, its figures and pairs after it. */

import type { FoundEvaluation, LoadedSource } from '../candidates/outcomes';
import { areOne, isInside } from '../candidates/overlaps';
import { standingsIn } from '../engine/looks';
import type { Certainty, RunResult, SourceFigures } from '../engine/result';
import type { Share } from '../judge/hypergeometric';
import {
  AUDIT_STATISTICS,
  auditFlags,
  auditStatistic,
  envelope,
  SMALLEST_EFFECT,
  type AuditProfile,
} from '../scoring/audit';
import { differsTooMuchInK, firstOfEach, kOfMost, medianK, recordsBelow, usualK } from '../scoring/k-counts';
import { isGivenAway, type SourceShortcut } from '../shortcuts/shortcuts';
import { formatApart, formatMean, formatPercent, listInWords } from '../ui/words';

/** A loaded source with its name, setting and reference of now. */
export interface ReadSource {
  readonly loaded: LoadedSource;
  readonly name: string;
  readonly setting: string;
  readonly reference: boolean;
  /** Name of an earlier file with the same bytes; null where there is none. */
  readonly sameAs: string | null;
  /** The user says that it is as meant, whatever the signs of a wrong reading. */
  readonly asMeant: boolean;
  /** The user looked at its pairs and ranks it, whatever statistics say of random passages. */
  readonly lookedAt: boolean;
  /** Mined with a margin under the run's encoder. */
  readonly margin: boolean;
  /** Null where there is no file of evaluation. */
  readonly evaluation: FoundEvaluation | null;
}

/** What was asked for on the Audit page; by key of the source the judged rate of answers, and the user's limit. */
export interface AskedFindings {
  readonly shortcuts?: readonly SourceShortcut[] | null;
  readonly answers?: ReadonlyMap<number, Share & { readonly limit: number }>;
}

interface ScoredSource extends ReadSource {
  readonly figures: SourceFigures;
}

/** A source as the findings see it; null: not looked for. */
export type Evidence = ReturnType<typeof evidenceOf>[number];

/**
 * What is known of files, and after a run of their figures and pairs.
 * @param negatives the first so many of each record are ranked; null: all
 * @param ofRun of the same sources; none before a run
 */
export function evidenceOf(
  sources: readonly ReadSource[],
  negatives: number | null,
  ofRun: readonly RunEvidence[] = [],
  { shortcuts, answers }: AskedFindings = {},
) {
  const references = new Set(sources.flatMap(({ reference, loaded }) => (reference ? loaded.id : [])));
  const counted = sources.map((source) => {
    const byK = firstOfEach(source.loaded.byK, negatives);
    return { source, byK, median: medianK(byK), ofMost: kOfMost(byK) };
  });
  return counted.map(({ source, byK, median }, s) => {
    const beside = counted.filter((other) => other.source.setting === source.setting);
    const unlike = beside.flatMap((other) => (differsTooMuchInK(other.median, median) ? other.median : []));
    const k = usualK(beside.map((other) => other.byK));
    return {
      ...source,
      run: ofRun[s] ?? null,
      shortcut: shortcutOf(source.loaded.id, shortcuts ?? [], references),
      answers: answers?.get(source.loaded.id) ?? null,
      medianK: median,
      /** The first so many of each record that most records of all sources of the setting have. */
      firstOfEach: Math.min(...beside.map(({ ofMost }) => ofMost)),
      /** Median numbers of negatives of others of its setting that are too unlike its own. */
      unlikeK: [...new Set(unlike)].sort((a, b) => a - b),
      /** K of the comparison, and the records that have fewer. */
      k,
      short: recordsBelow(byK, k),
    };
  });
}

/** Negatives of the whole file that are positives of their own query, as reader and run counted them. */
export function ownPositives({ counts, preflight }: LoadedSource, inRun = 0): number {
  return Math.max(counts.negativesEqualPositive, preflight?.positives?.count ?? 0, inRun);
}

/** What a run says of a source; null: not looked for. */
export type RunEvidence = ReturnType<typeof evidenceOfRun>['of'][number];

/**
 * What a run says of each source, the names of the references that are left, and their range: those with a `stop` leave range
 * and yardsticks, also where the user ranks them all the same.
 * @param run under the names of the sources
 * @param range the reference range entered by hand
 */
export function evidenceOfRun(
  sources: readonly ScoredSource[],
  { certainty, overlap, pair_audit: audit, file_findings: files, findings }: RunResult,
  range: AuditProfile | null,
) {
  const pairsOf = (name: string) => sources.find((other) => other.name === name)?.figures.negatives;
  /** The first in load order with the same pairs: itself where there is no other. */
  const firstOf = new Map(
    sources.map(({ name, setting, sameAs }) => {
      const isSame = (other: string) =>
        other === name ||
        other === sameAs ||
        (overlap !== null && areOne(overlap, certainty.pairs, pairsOf, name, other));
      const first = sources.find((other) => other.setting === setting && isSame(other.name));
      return [name, first?.name ?? name];
    }),
  );
  const same = (name: string) => firstOf.get(name) ?? name;
  const standings = standingsIn(
    sources.map(({ name, setting, reference, asMeant, loaded, figures }) => ({
      id: name,
      setting,
      reference,
      misread: !asMeant && loaded.warnings.length > 0,
      trace: figures.trace,
      file: { pairs: loaded.counts.pairs, own_positives: ownPositives(loaded, files?.[name]?.own_positives) },
      same: same(name),
    })),
    certainty,
    audit,
  );
  const left = sources.filter(
    ({ reference }, s) => reference && standings[s]?.small === false && !standings[s].stopped,
  );
  const references = left.map(({ name }) => name);
  const profile = range ?? envelope(left.map(({ figures }) => figures));
  const edges = range === null ? references : [];
  const nearShare = (name: string) =>
    (audit.pairs[name]?.near_positive ?? 0) / (audit.pairs[name]?.pairs ?? 1);
  const of = sources.map((source, s) => {
    const { name, setting, figures } = source;
    const beside = left.flatMap((other) => (other.setting === setting ? other.name : []));
    const [nearest] = beside.toSorted((a, b) => nearShare(b) - nearShare(a));
    const near = audit.shares.find((share) => share.source === name && share.beside === nearest);
    const twin = same(name) === name ? null : same(name);
    const around = sources.find(
      (other) =>
        other !== source && other.setting === setting && overlap && isInside(overlap, name, other.name),
    );
    return {
      figures,
      effectiveUnits: certainty.scores[name]?.effective_units ?? 0,
      unitKind: certainty.units.kind,
      file: files?.[name] ?? null,
      pairs: audit.pairs[name] ?? null,
      randomShare: audit.random_share,
      random: standings[s]?.random ?? null,
      known: findings[name] ?? null,
      /** Share near the positive beyond the references' largest. */
      nearPositive: references.includes(name) ? null : (near?.near_positive ?? null),
      /** References left that are not the same pairs. */
      nearReferences: new Set(beside.map(same)).size,
      range: profile,
      flags: flagReadings(source, profile, edges, certainty.flags),
      /** Another source with the same pairs, and one that holds all of its pairs. */
      twin,
      inside: twin === null ? (around?.name ?? null) : null,
    };
  });
  return { of, references, profile };
}

function shortcutOf(id: number, found: readonly SourceShortcut[], references: ReadonlySet<number>) {
  const own = found.find(({ source }) => source === id)?.shortcut ?? null;
  const others = found.flatMap(({ source, shortcut }) =>
    source !== id && references.has(source) ? (shortcut ?? []) : [],
  );
  return own && { ...own, flagged: isGivenAway(own, others) };
}

/** `mean ρ at most 0.679, … and inversion rate at least 29.2 %`. */
export function rangeInWords(range: AuditProfile): string {
  const edges = AUDIT_STATISTICS.map(({ name, edge, outside, kind }) => {
    const bound = kind === 'rate' ? formatPercent(range[edge]) : formatMean(range[edge]);
    return `${name} ${outside === 'above' ? 'at most' : 'at least'} ${bound}`;
  });
  return listInWords(edges);
}

/**
 * The flags of a source that count: beyond the range by more than the smallest effect. Where a margin under the judging encoder
 * left no inverted pair, that is no flag.
 * @param references names of those that make the range; none where it was entered by hand
 */
function flagReadings(
  { name, margin, figures }: ScoredSource,
  range: AuditProfile | null,
  references: readonly string[],
  distances: Certainty['flags'],
) {
  if (range === null) return [];
  return auditFlags(figures, range, SMALLEST_EFFECT).flatMap((flag) => {
    if (flag === 'inversion' && margin && figures.inversion_rate === 0) return [];
    const { sign, outside, key, edge, kind } = auditStatistic(flag);
    const figure = (mean: number, decimals: number) =>
      kind === 'rate' ? formatPercent(mean, decimals - 1) : mean.toFixed(decimals);
    // Enough decimals to tell them apart.
    const [value, limit] = formatApart(figures[key], range[edge], figure, 2);
    const isBeyond = (reference: string) =>
      distances.some(
        (each) =>
          each.source === name && each.reference === reference && each.flag === flag && (each.low ?? 0) > 0,
      );
    const words = `${sign} ${value} ${outside === 'above' ? '>' : '<'} ${limit}`;
    return [{ flag, words, certain: references.every(isBeyond) }];
  });
}
