/** The result of a run, and what is saved of it. */

import type { Reject } from '../candidates/candidate-record';
import type { LoadedCompanion, LoadedSource, RefusedFile, WaitingFile } from '../candidates/outcomes';
import type { Interpretation, LoadOptions } from '../candidates/reading';
import { underNames, type RunResult, type SourceResult } from '../engine/result';
import { auditFlags, envelope, type AuditProfile } from '../scoring/audit';
import { onSharedAlone } from '../scoring/overlap';
import { firstOfEach, kOfMost, medianK } from '../scoring/k-counts';
import { scoreFormula, WEIGHTING_IDS, type WeightingId } from '../scoring/weightings';
import type { SourceShortcut } from '../shortcuts/shortcuts';
import { judgeShortcuts, type ReadSource } from './evidence';
import { reportFalseNegatives, type JudgedSample } from './false-negatives';
import { foundInRun, type AskedFindings } from './found-in-run';
import {
  VERSION,
  type MergedReport,
  type Provenance,
  type Report,
  type ReportFile,
  type ReportSource,
  type Result,
} from './result';
import { snakeKeys } from './snake-case';
import { verdictsOf } from './verdict';
import { detailOf, headlineOf, phraseText } from './verdict-words';

/** A ranked source under its name of now, and how its file was read. */
export interface ReportedSource extends ReadSource {
  readonly loaded: LoadedSource;
  readonly interpretation: Interpretation;
  /** What the user asked for. */
  readonly options: LoadOptions;
}

/** Files that gave no ranked source. */
export interface OtherFiles {
  readonly companions: readonly (LoadedCompanion & { readonly sha256: string | null })[];
  readonly waiting: readonly WaitingFile[];
  readonly refused: readonly RefusedFile[];
  /** Names of files that were dropped but not read. */
  readonly unread: readonly string[];
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
  const named = underNames(run, names);
  const found = foundInRun(scored, named, asked, range);
  const references = scored.filter(({ reference }) => reference);
  const edges = range ?? envelope(references.map(({ figures }) => figures));
  const { pair_audit: pairs, ...shown } = named;
  const result: Result = {
    formula: scoreFormula(run.settings.weighting),
    ...shown,
    encoder: encoderOf(run),
    // fromEntries keeps a source named `__proto__`; an assignment would lose it.
    sources: Object.fromEntries(scored.map((source) => [source.name, sourceOf(source, named)])),
    audit: {
      reference: references.map(({ name }) => name),
      reference_left: found.references,
      ...(range ? { entered: true } : {}),
      envelope: edges,
      range: found.range,
      flags: Object.fromEntries(
        scored.map(({ name, reference, figures }) => [
          name,
          reference && !range ? [] : auditFlags(figures, edges),
        ]),
      ),
      ...pairs,
    },
    ranking: scored.toSorted((a, b) => b.figures.eci - a.figures.eci).map(({ name }) => name),
    verdict: {
      headline: '',
      detail: [],
      not_looked_for: found.notLookedFor,
      sources: verdictsOf(found.sources, named.certainty),
    },
  };
  const words = { headline: phraseText(headlineOf(result)), detail: detailOf(result) };
  return { ...result, verdict: { ...result.verdict, ...words } };
}

function sourceOf(
  { figures, histograms, ...read }: ReportedSource & SourceResult,
  run: RunResult,
): ReportSource {
  const { loaded, setting } = read;
  const byK = firstOfEach(loaded.byK, run.settings.negatives);
  return {
    file: loaded.file,
    label: loaded.label,
    format: loaded.format,
    reading: readingOf(read),
    setting,
    place_kind: loaded.placeKind,
    records_loaded: loaded.counts.records,
    rejected: loaded.counts.rejected,
    figures_of: figuresOf(loaded, figures.records, run, setting),
    median_k: medianK(byK),
    k_of_most: kOfMost(byK),
    file_counts: snakeKeys(loaded.counts),
    ...figures,
    histograms,
  };
}

/** Records behind a source's figures: all, sampled or shared. */
function figuresOf(
  { counts }: LoadedSource,
  records: number,
  { settings, certainty, overlap }: RunResult,
  setting: string,
): ReportSource['figures_of'] {
  const sampled = counts.leftOut > 0 || settings.sample !== null;
  const stopped = certainty.records_used < certainty.records_total;
  if (records === counts.records && counts.leftOut === 0) return 'all-records';
  const shared = overlap?.shared.find((each) => each.setting === setting);
  const onShared = shared !== undefined && onSharedAlone(settings.queries, shared.queries);
  return sampled || stopped || !onShared ? 'sample' : 'shared-queries';
}

function readingOf({
  loaded,
  interpretation,
  options,
  asMeant,
  margin,
  lookedAt,
}: ReportedSource): ReportSource['reading'] {
  const { format, label, topK, roles } = interpretation;
  return {
    format,
    label,
    top_k: topK,
    mapping: snakeKeys(roles),
    sample: options.sample,
    signs: loaded.warnings,
    as_meant: asMeant,
    ...(lookedAt ? { looked_at: true } : {}),
    ...(margin ? { mined_with_margin: true } : {}),
  };
}

function encoderOf({ encoder, sources: [first] }: RunResult): Result['encoder'] {
  if (encoder === null) return { name: 'embeddings in the files', dimension: first?.figures.dimension ?? 0 };
  return { ...encoder, settings: snakeKeys(encoder.settings) };
}

/** What is saved beside a result. */
export interface ReportInput {
  readonly result: Result;
  /** Those of the result, in its order, with their files. */
  readonly sources: readonly (ReportedSource & {
    readonly files: readonly {
      readonly file: string;
      readonly bytes: number;
      readonly sha256: string | null;
    }[];
  })[];
  readonly others: OtherFiles;
  /** Null where no pair was judged. */
  readonly judged?: JudgedSample | null;
  readonly provenance: Provenance;
  /** Null where nobody looked for shortcuts. */
  readonly shortcuts?: readonly SourceShortcut[] | null;
  readonly rejects: readonly Reject[];
  readonly created: Date;
  /** True where the page's inputs have changed since. */
  readonly outOfDate: boolean;
  /** The weightings that it must have; all where nothing is said. */
  readonly weightings?: readonly WeightingId[];
  readonly merged?: MergedReport;
}

/** What is saved of a result. @throws Error where a source lacks the figures of a weighting */
export function buildReport(input: ReportInput): Report {
  const { result, sources, shortcuts = null, weightings = WEIGHTING_IDS } = input;
  const nameOf = (id: number) => sources.find(({ loaded }) => loaded.id === id)?.name ?? String(id);
  for (const [name, source] of Object.entries(result.sources)) {
    const missing = weightings.filter((id) => !source.weightings[id]);
    if (missing.length > 0)
      throw new Error(`${name} has no figures of the weightings ${missing.join(', ')}.`);
  }
  const isReference = (id: number) => result.audit.reference.includes(nameOf(id));
  const looked = shortcuts && judgeShortcuts(shortcuts, isReference);
  return {
    schema_version: VERSION,
    ...input.provenance,
    created: input.created.toISOString(),
    out_of_date: input.outOfDate,
    ...result,
    ...(looked && {
      shortcuts: Object.fromEntries([...looked].map(([id, shortcut]) => [nameOf(id), shortcut])),
    }),
    ...(input.judged && { false_negatives: reportFalseNegatives(input.judged, nameOf) }),
    files: [
      ...sources.flatMap(({ name, files, sameAs }) =>
        files.map((file) => ({ ...file, status: 'loaded' as const, source: name, same_as: sameAs })),
      ),
      ...otherFiles(input.others),
    ],
    rejects: input.rejects.map(snakeKeys),
    ...(input.merged && { merged: input.merged }),
  };
}

function otherFiles({ companions, waiting, refused, unread }: OtherFiles): ReportFile[] {
  return [
    ...companions.map(({ id: _id, placeKind: _placeKind, ...file }) => ({
      status: 'companion' as const,
      ...snakeKeys(file),
    })),
    ...waiting.map(({ file, message, needs }) => ({ file, status: 'waiting' as const, message, needs })),
    ...refused.map(({ summary: _summary, list: _list, asks: _asks, ...file }) => ({
      status: 'refused' as const,
      ...snakeKeys(file),
    })),
    ...unread.map((file) => ({ file, status: 'not-read' as const })),
  ];
}
