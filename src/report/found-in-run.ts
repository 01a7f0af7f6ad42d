/** What was found in a finished run: the findings of each source, and the references that are left. */

import { haveSamePairs, isInside, type SourceOverlaps } from '../candidates/overlaps';
import type { PairCounts, RunResult } from '../engine/result';
import { envelope, type AuditProfile } from '../scoring/audit';
import { FEWEST_UNITS } from '../scoring/certainty/intervals';
import { standingsOf } from '../scoring/stops';
import {
  evidenceOfFiles,
  ownPositives,
  type Evidence,
  type JudgedAnswers,
  type ReadSource,
} from './evidence';
import { findingsOf, notLookedFor } from './findings';
import { flagReadings } from './flags';
import type { Finding, FindingId, FlagReading, ReportShortcut } from './result';

/** What was asked for on the Audit page. */
export interface AskedFindings {
  readonly shortcuts?: ReadonlyMap<number, ReportShortcut> | null;
  readonly answers?: ReadonlyMap<number, JudgedAnswers>;
}

/** What was found of a source. */
export interface FoundSource {
  readonly id: number;
  readonly setting: string;
  readonly lookedAt: boolean;
  readonly findings: readonly Finding[];
  readonly flags: readonly FlagReading[];
  /** Id of the first source with the same pairs; its own where there is none. */
  readonly twin: number;
  /** Whether random passages could be looked for. */
  readonly randomLookedFor: boolean;
}

/** What was found in a run. */
export interface FoundOfRun {
  /** Those of the run, in their order. */
  readonly sources: readonly FoundSource[];
  readonly notLookedFor: readonly FindingId[];
  readonly range: AuditProfile | null;
  /** Ids of the references that are left. */
  readonly references: readonly number[];
}

/**
 * What was found in a finished run. References with a `stop` leave range and yardsticks, also where the user ranks them all the
 * same.
 * @param range the reference range entered by hand
 */
export function foundInRun(
  sources: readonly ReadSource[],
  { settings, certainty, overlap, ...run }: RunResult,
  asked: AskedFindings = {},
  range: AuditProfile | null = null,
): FoundOfRun {
  const twins = twinsOf(sources, overlap);
  const same = (id: number) => twins.get(id) ?? id;
  const nameOf = (id: number) => sources.find(({ loaded }) => loaded.id === id)?.name ?? '';
  const { random_share: randomShare, shares } = run.pair_audit;
  const shareOf = (source: number, beside: number) =>
    shares.find((each) => each.source === source && each.beside === beside);
  const ranked = evidenceOfFiles(sources, settings.negatives).flatMap((source) => {
    const { id } = source;
    const figures = run.sources.find((each) => each.id === id)?.figures;
    if (!figures) return [];
    const effectiveUnits = rowOf(certainty.scores, id)?.effective_units ?? 0;
    const small = effectiveUnits < FEWEST_UNITS || !(figures.trace > 0);
    const [file, pairs] = [rowOf(run.file_findings, id), rowOf(run.pair_audit.sources, id)];
    const counts = rowOf(run.findings.sources, id)?.counts ?? null;
    return [{ source, id, setting: source.setting, figures, effectiveUnits, small, file, pairs, counts }];
  });
  const inSetting = [...new Set(ranked.map(({ setting }) => setting))].map((setting) =>
    ranked
      .filter((each) => each.setting === setting)
      .map(({ source, id, small, file, pairs }) => ({
        id,
        reference: source.reference,
        misread: !source.asMeant && source.loaded.warnings.length > 0,
        small,
        file: { pairs: source.loaded.counts.pairs, own_positives: ownPositives(source.loaded, file) },
        pairs: pairs?.pairs ?? 0,
        unrelated: pairs?.unrelated ?? null,
        stock: pairs?.stock ?? 0,
        stock_unrelated: pairs?.stock_unrelated ?? null,
        same: same(id),
      })),
  );
  const standings = new Map(
    inSetting.flatMap((judged) => [
      ...standingsOf(judged, randomShare, (a, b) => shareOf(a, b)?.random ?? null),
    ]),
  );
  const left = ranked.filter(
    ({ id, source, small }) => source.reference && !small && standings.get(id)?.stopped === false,
  );
  const references = left.map(({ id }) => id);
  const profile = range ?? envelope(left.map(({ figures }) => figures));
  const edges = range === null ? references : [];
  const evidence = ranked.map(({ source, id, setting, small: _small, counts, ...known }): Evidence => {
    const { figures } = known;
    const beside = left.filter((each) => each.setting === setting);
    const [nearest] = beside.toSorted((a, b) => nearShare(b.pairs) - nearShare(a.pairs));
    const random = standings.get(id)?.random ?? null;
    const near = nearest && !references.includes(id) ? shareOf(id, nearest.id)?.near_positive : null;
    return {
      ...source,
      shortcut: asked.shortcuts?.get(id) ?? null,
      answers: asked.answers?.get(id) ?? null,
      run: {
        ...known,
        unitKind: certainty.units.kind,
        randomShare,
        random: random && { ...random, beside: nameOf(random.beside) },
        nearText: counts?.near_text ?? null,
        loose: counts?.loose_positive ?? null,
        cut: counts?.same_cut ?? null,
        nearPositive: near ?? null,
        nearReferences: new Set(beside.map((each) => same(each.id))).size,
        range: profile,
        flags: edges.includes(id)
          ? []
          : flagReadings({ id, margin: source.margin, figures }, profile, edges, certainty),
        twin: same(id) === id ? null : nameOf(same(id)),
        inside: same(id) === id ? insideOf(id, sources, overlap) : null,
      },
    };
  });
  return {
    sources: evidence.map((source) => ({
      id: source.id,
      setting: source.setting,
      lookedAt: source.lookedAt,
      findings: findingsOf(source, evidence),
      flags: source.run?.flags ?? [],
      twin: same(source.id),
      randomLookedFor: source.run?.random !== null,
    })),
    notLookedFor: notLookedFor(evidence),
    range: profile,
    references,
  };
}

/** The row of a source. */
function rowOf<Row extends { readonly source: number }>(rows: readonly Row[] | null, id: number): Row | null {
  return rows?.find(({ source }) => source === id) ?? null;
}

function nearShare(counts: PairCounts | null): number {
  return counts ? counts.near_positive / counts.pairs : 0;
}

/** By source: the first one in load order with the same pairs; a source without a twin is its own. */
function twinsOf(
  sources: readonly ReadSource[],
  overlap: SourceOverlaps | null,
): ReadonlyMap<number, number> {
  const first = new Map<number, number>();
  sources.forEach(({ loaded: { id }, setting, sameAs }, place) => {
    const twin = sources
      .slice(0, place)
      .find(
        (other) =>
          other.setting === setting &&
          (other.name === sameAs || (overlap !== null && haveSamePairs(overlap, id, other.loaded.id))),
      );
    first.set(id, twin ? (first.get(twin.loaded.id) ?? twin.loaded.id) : id);
  });
  return first;
}

/** Another source of its setting that has all of its pairs, and more. @param id of a source that no earlier one is a twin of */
function insideOf(id: number, sources: readonly ReadSource[], overlap: SourceOverlaps | null): string | null {
  if (overlap === null) return null;
  const own = sources.find(({ loaded }) => loaded.id === id);
  const around = sources.find(
    ({ loaded, setting }) => loaded.id !== id && setting === own?.setting && isInside(overlap, id, loaded.id),
  );
  return around?.name ?? null;
}
