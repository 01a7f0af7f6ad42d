/** The result of a run, and what is saved of it. */

import type { Reject } from '../candidates/candidate-record';
import type { LoadedCompanion, RefusedFile, WaitingFile } from '../candidates/outcomes';
import type { Interpretation, LoadOptions } from '../candidates/reading';
import { underNames, type RunResult, type SourceResult } from '../engine/result';
import { auditFlags, envelope, type AuditProfile } from '../scoring/audit';
import { firstOfEach, kOfMost, medianK } from '../scoring/k-counts';
import { orderOf, rankRanges } from '../scoring/orders';
import { scoreFormula } from '../scoring/weightings';
import { evidenceOf, evidenceOfRun, type AskedFindings, type ReadSource } from './evidence';
import { reportFalseNegatives, type JudgedSample } from './false-negatives';
import { bars, foundIn, notLookedFor, type FoundSource } from './findings';
import {
  VERSION,
  type MergedReport,
  type Provenance,
  type Report,
  type ReportFile,
  type ReportSource,
  type ReportVerdict,
  type Result,
} from './result';
import { snakeKeys } from './snake-case';
import { detailOf, headlineOf, phraseText, readingParts } from './verdict-words';

/** A ranked source under its name of now, and how its file was read. */
export interface ReportedSource extends ReadSource {
  readonly interpretation: Interpretation;
  /** What the user asked for. */
  readonly options: LoadOptions;
}

/**
 * The result of a run, under the names, settings and references of now.
 * @param range the reference range entered by hand
 */
export function resultOf(
  run: RunResult,
  sources: readonly ReportedSource[],
  asked: AskedFindings = {},
  range: AuditProfile | null = null,
): Result {
  const scored = sources.flatMap((source) => {
    const own = run.sources.find(({ id }) => id === source.loaded.id);
    return own ? [{ ...own, ...source }] : [];
  });
  const names = new Map(scored.map(({ id, name }) => [String(id), name]));
  const { pair_audit: pairs, ...shown } = underNames(run, names);
  const inRun = evidenceOfRun(scored, { ...shown, pair_audit: pairs }, range);
  const evidence = evidenceOf(scored, run.settings.negatives, inRun.of, asked);
  const references = scored.filter(({ reference }) => reference);
  const edges = range ?? envelope(references.map(({ figures }) => figures));
  // fromEntries keeps a source named `__proto__`; an assignment would lose it.
  const result: Result = {
    formula: scoreFormula(run.settings.weighting),
    ...shown,
    encoder: encoderOf(run),
    sources: Object.fromEntries(scored.map((source) => [source.name, sourceOf(source, run.settings)])),
    audit: {
      reference: references.map(({ name }) => name),
      reference_left: inRun.references,
      ...(range ? { entered: true } : {}),
      envelope: edges,
      range: inRun.profile,
      flags: Object.fromEntries(scored.map(({ name, figures }) => [name, auditFlags(figures, edges)])),
      ...pairs,
    },
    ranking: orderOf(scored.map(({ figures }) => figures.eci)).map((place) => scored[place]?.name ?? ''),
    verdict: {
      headline: '',
      detail: [],
      not_looked_for: notLookedFor(evidence),
      sources: verdictsOf(foundIn(evidence), shown.certainty),
    },
    ...(asked.shortcuts && {
      shortcuts: Object.fromEntries(evidence.map(({ name, shortcut }) => [name, shortcut])),
    }),
  };
  const words = { headline: phraseText(headlineOf(result)), detail: detailOf(result) };
  return { ...result, verdict: { ...result.verdict, ...words } };
}

function sourceOf(
  { figures, histograms, ...source }: ReportedSource & SourceResult,
  { negatives }: RunResult['settings'],
): ReportSource {
  const { loaded, interpretation } = source;
  const byK = firstOfEach(loaded.byK, negatives);
  return {
    file: loaded.file,
    label: loaded.label,
    format: loaded.format,
    reading: {
      format: interpretation.format,
      label: interpretation.label,
      top_k: interpretation.topK,
      mapping: snakeKeys(interpretation.roles),
      sample: source.options.sample,
      signs: loaded.warnings,
      as_meant: source.asMeant,
      ...(source.lookedAt ? { looked_at: true } : {}),
      ...(source.margin ? { mined_with_margin: true } : {}),
    },
    setting: source.setting,
    place_kind: loaded.placeKind,
    median_k: medianK(byK),
    k_of_most: kOfMost(byK),
    file_counts: snakeKeys(loaded.counts),
    ...figures,
    histograms,
  };
}

function encoderOf({ encoder, sources: [first] }: RunResult): Result['encoder'] {
  if (encoder === null) return { name: 'embeddings in the files', dimension: first?.figures.dimension ?? 0 };
  return { ...encoder, settings: snakeKeys(encoder.settings) };
}

/** The verdict on each source, by name. Sources with the same pairs are one. */
function verdictsOf(
  sources: readonly FoundSource[],
  certainty: RunResult['certainty'],
): Result['verdict']['sources'] {
  const same = new Map(sources.map(({ name, run }) => [name, run?.twin ?? name]));
  const free = sources.filter((source) => whyBarred(source) === null);
  const hasRival = ({ name, setting }: FoundSource) =>
    free.some((other) => other.setting === setting && same.get(other.name) !== same.get(name));
  const racing = new Map(free.filter(hasRival).map(({ name, setting }) => [same.get(name), setting]));
  const places = [...racing.keys()];
  const placeOf = (name: string) => places.indexOf(same.get(name));
  const above = certainty.pairs
    .map(({ a, b, status }) => ({ a: placeOf(a), b: placeOf(b), status }))
    .filter(({ a, b, status }) => status === 'separated' && a >= 0 && b >= 0 && a !== b);
  const ranges = rankRanges([...racing.values()], above);
  return Object.fromEntries(
    sources.map((source) => {
      const { name, findings, lookedAt, run } = source;
      const looked = (run?.random ?? null) !== null;
      const unranked = whyBarred(source) ?? (hasRival(source) ? null : 'alone');
      const judged = {
        rank: unranked === null ? (ranges[placeOf(name)] ?? null) : null,
        unranked,
        findings,
        flags: run?.flags ?? [],
        same_pairs_as: run?.twin ?? null,
        random_looked_for: looked,
        set_aside: lookedAt && (!looked || findings.some((each) => each.set_aside)),
      };
      return [name, { ...judged, reading: readingParts(judged).join('; ') }];
    }),
  );
}

function whyBarred({ findings, run, lookedAt }: FoundSource): ReportVerdict['unranked'] {
  const barring = findings.find(bars);
  if (barring) return barring.severity === 'small' ? 'small' : 'stop';
  return run?.random || lookedAt ? null : 'not-looked-for';
}

export interface ReportInput {
  readonly result: Result;
  /** Those of the result, in its order, with their files. */
  readonly sources: readonly (ReportedSource & {
    readonly files: readonly Pick<ReportFile, 'file' | 'bytes' | 'sha256'>[];
  })[];
  /** Files that gave no ranked source; of those that were not read the names. */
  readonly others: {
    readonly companions: readonly (LoadedCompanion & { readonly sha256: string | null })[];
    readonly waiting: readonly WaitingFile[];
    readonly refused: readonly RefusedFile[];
    readonly unread: readonly string[];
  };
  /** Null where no pair was judged. */
  readonly judged?: JudgedSample | null;
  readonly provenance: Provenance;
  readonly rejects: readonly Reject[];
  readonly created: Date;
  /** True where the page's inputs have changed since. */
  readonly outOfDate: boolean;
  readonly merged?: MergedReport;
}

/** What is saved of a result. */
export function buildReport({ result, sources, others, judged, merged, ...input }: ReportInput): Report {
  const nameOf = (id: number) => sources.find(({ loaded }) => loaded.id === id)?.name ?? String(id);
  return {
    schema_version: VERSION,
    ...input.provenance,
    created: input.created.toISOString(),
    out_of_date: input.outOfDate,
    ...result,
    ...(judged && { false_negatives: reportFalseNegatives(judged, nameOf) }),
    files: [
      ...sources.flatMap(({ name, files, sameAs }) =>
        files.map((file) => ({ ...file, status: 'loaded' as const, source: name, same_as: sameAs })),
      ),
      ...others.companions.map(({ file, kind, bytes, sha256 }) => ({
        file,
        status: 'companion' as const,
        kind,
        bytes,
        sha256,
      })),
      ...others.waiting.map(({ file, message }) => ({ file, status: 'waiting' as const, message })),
      ...others.refused.map(({ file, message }) => ({ file, status: 'refused' as const, message })),
      ...others.unread.map((file) => ({ file, status: 'not-read' as const })),
    ],
    rejects: input.rejects.map(snakeKeys),
    ...(merged && { merged }),
  };
}
