/** What stands behind the findings of each source: its file before a run, its figures and pairs after it. */

import type { FoundEvaluation, LoadedSource } from '../candidates/outcomes';
import { haveSamePairs, isInside } from '../candidates/overlaps';
import { standingsIn } from '../engine/looks';
import type { RunResult, SourceFigures } from '../engine/result';
import { envelope, type AuditProfile } from '../scoring/audit';
import type { FileFindings } from '../scoring/findings';
import {
  differsTooMuchInK,
  firstOfEach,
  inFile,
  kOfMost,
  medianK,
  recordsBelow,
  usualK,
} from '../scoring/k-counts';
import { isGivenAway, type SourceShortcut } from '../shortcuts/shortcuts';
import { flagReadings } from './flags';
import type { ReportShortcut } from './result';

/** A loaded source with its name, setting and reference of now. */
export interface ReadSource {
  readonly loaded: Pick<
    LoadedSource,
    'id' | 'counts' | 'byK' | 'meetings' | 'preflight' | 'warnings' | 'placeKind'
  >;
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

/** A source of a run with its figures. */
export interface ScoredSource extends ReadSource {
  readonly figures: SourceFigures;
}

/** A source as the findings see it. */
export interface Evidence extends FileEvidence {
  /** Null before a run. */
  readonly run: RunEvidence | null;
  /** Null where nobody looked for it. */
  readonly shortcut: ReportShortcut;
  /** A judged rate with its interval, and the user's limit; null where it is not known. */
  readonly answers: JudgedAnswers | null;
}

type FileEvidence = ReturnType<typeof evidenceOfFiles>[number];

export interface JudgedAnswers {
  readonly rate: number;
  readonly low: number;
  readonly high: number;
  readonly limit: number;
}

/** What is known of files before a run. @param negatives the first so many of each record are ranked; null: all */
export function evidenceOfFiles(sources: readonly ReadSource[], negatives: number | null) {
  const counted = sources.map((source) => {
    const byK = firstOfEach(source.loaded.byK, negatives);
    return { source, byK, median: medianK(byK), ofMost: kOfMost(byK) };
  });
  return counted.map(({ source, byK, median }) => {
    const beside = counted.filter((other) => other.source.setting === source.setting);
    const unlike = beside.flatMap((other) => (differsTooMuchInK(other.median, median) ? other.median : []));
    const k = usualK(beside.map((other) => other.byK));
    const [first] = byK
      .filter((row) => inFile(row) < k)
      .flatMap((row) => (row.first ? [{ ...row.first, text: `${inFile(row)} of ${k}` }] : []))
      .sort((a, b) => a.place - b.place);
    return {
      ...source,
      medianK: median,
      /** The first so many of each record that most records of all sources of the setting have. */
      firstOfEach: Math.min(...beside.map(({ ofMost }) => ofMost)),
      /** Median numbers of negatives of others of its setting that are too unlike its own. */
      unlikeK: [...new Set(unlike)].sort((a, b) => a - b),
      /** K of the comparison, and the records that have fewer. */
      k,
      short: { count: recordsBelow(byK, k), example: first ?? null },
    };
  });
}

/**
 * Negatives that are positives of their own query, of all records of the file: as the reader counted them, and as a run did.
 */
export function ownPositives({ counts, preflight }: ReadSource['loaded'], file: FileFindings | null): number {
  return Math.max(counts.negativesEqualPositive, preflight?.positives?.count ?? 0, file?.own_positives ?? 0);
}

/** What a run says of a source; null: not looked for. */
export type RunEvidence = ReturnType<typeof evidenceOfRun>['of'][number];

/**
 * What a run says of each source, the names of the references that are left, and their range.
 * @param range the reference range entered by hand
 */
export function evidenceOfRun(
  sources: readonly ScoredSource[],
  { certainty, overlap, pair_audit: audit, file_findings: files, findings }: RunResult,
  range: AuditProfile | null,
) {
  /** The first in load order with the same pairs: itself where there is no other. */
  const firstOf = new Map(
    sources.map(({ name, setting, sameAs }) => {
      const isSame = (other: string) =>
        other === name || other === sameAs || (overlap !== null && haveSamePairs(overlap, name, other));
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
      file: { pairs: loaded.counts.pairs, own_positives: ownPositives(loaded, files?.[name] ?? null) },
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
    const near = references.includes(name)
      ? undefined
      : audit.shares.find((share) => share.source === name && share.beside === nearest);
    const twin = same(name) === name ? null : same(name);
    const isAround = (other: ReadSource) =>
      other.name !== name &&
      other.setting === setting &&
      overlap !== null &&
      isInside(overlap, name, other.name);
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
      nearPositive: near?.near_positive ?? null,
      /** References left that are not the same pairs. */
      nearReferences: new Set(beside.map(same)).size,
      range: profile,
      flags: edges.includes(name) ? [] : flagReadings(source, profile, edges, certainty),
      /** Another source with the same pairs, and one that holds all of its pairs. */
      twin,
      inside: twin === null ? (sources.find(isAround)?.name ?? null) : null,
    };
  });
  return { of, references, profile };
}

/**
 * Whether each source can be told without the query: against the references, a reference against the other ones.
 * @param isReference whether a source, by its key, is a reference
 */
export function judgeShortcuts(
  found: readonly SourceShortcut[],
  isReference: (source: number) => boolean,
): ReadonlyMap<number, ReportShortcut> {
  return new Map(
    found.map(({ source, shortcut }) => {
      const others = found.flatMap((each) =>
        each.source !== source && isReference(each.source) ? (each.shortcut ?? []) : [],
      );
      return [source, shortcut && { ...shortcut, flagged: isGivenAway(shortcut, others) }];
    }),
  );
}
