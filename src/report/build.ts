/** From a run's result to the report that is exported. */

import type { Reject } from '../candidates/candidate-record';
import type {
  FoundEvaluation,
  LoadedCompanion,
  LoadedSource,
  RefusedFile,
  WaitingFile,
} from '../candidates/outcomes';
import type { Interpretation, LoadOptions } from '../candidates/reading';
import type { SourceOverlaps } from '../candidates/overlaps';
import type { EncoderIdentity } from '../encoder/types';
import { auditFlags, envelope } from '../scoring/audit';
import type { Retention } from '../scoring/retention';
import { onSharedAlone } from '../scoring/overlap';
import { scoreFormula, WEIGHTING_IDS, type WeightingId } from '../scoring/weightings';
import { reportFalseNegatives, type JudgedSample } from './false-negatives';
import { preflightOf } from './preflight';
import { judgeShortcuts } from './shortcuts';
import { snakeKeys } from './snake-case';
import type { RankedSource, RankingView } from './ranking';
import type { FoundOfRun } from './found-in-run';
import { rankInWords, type Verdict } from './verdict';
import { phraseText, readingInWords, verdictInWords } from './verdict-words';
import type { SourceShortcut } from '../shortcuts/shortcuts';
import type { Certainty, RunResult } from '../engine/results';
import type { SourceFigures } from '../engine/result';
import type { MergedReport, Provenance, Report, ReportFile, ReportSource, ReportVerdict } from './result';

/** What stands behind a ranked source: how its file was read. */
export interface ReportedSource {
  readonly loaded: LoadedSource;
  readonly interpretation: Interpretation;
  /** The user says that it is as meant, whatever the signs of a wrong reading. */
  readonly asMeant: boolean;
  /** Null where there is no file of evaluation. */
  readonly evaluation: FoundEvaluation | null;
  /** What the user asked for. */
  readonly options: LoadOptions;
  readonly files: readonly ReportedFile[];
}

interface ReportedFile {
  readonly file: string;
  readonly bytes: number;
  /** Null where the file could no longer be read. */
  readonly sha256: string | null;
}

/** Files that gave no ranked source. */
export interface OtherFiles {
  readonly companions: readonly (LoadedCompanion & { readonly sha256: string | null })[];
  readonly waiting: readonly WaitingFile[];
  readonly refused: readonly RefusedFile[];
  /** Names of files that were dropped but not read. */
  readonly unread: readonly string[];
}

export interface ReportInput {
  readonly result: RunResult;
  readonly found: FoundOfRun;
  /** The result as it is ranked. */
  readonly view: RankingView;
  readonly sources: readonly ReportedSource[];
  readonly others: OtherFiles;
  /** Null where no pair was judged. */
  readonly judged?: JudgedSample | null;
  readonly provenance: Provenance;
  /** Null where nobody looked for shortcuts. */
  readonly shortcuts?: readonly SourceShortcut[] | null;
  /** What checks before the run left out of the files. */
  readonly retention?: readonly Retention[];
  readonly rejects: readonly Reject[];
  readonly created: Date;
  /** True where the page's inputs have changed since. */
  readonly outOfDate: boolean;
  /** The weightings that it must have; all where nothing is said. */
  readonly weightings?: readonly WeightingId[];
  readonly merged?: MergedReport;
}

/** A ranked source, and how it was read. */
type RankedReading = Omit<RankedSource, 'figures'> & ReportedSource & { readonly figures: SourceFigures };

/**
 * The report of one run.
 * @throws Error where a ranked source has no loaded file behind it, or lacks the figures of a weighting
 */
export function buildReport(input: ReportInput): Report {
  const { result, view, shortcuts = null } = input;
  const { settings } = result;
  const { verdict } = view;
  const ranked = view.rows.flatMap(({ figures, ...row }): RankedReading[] => {
    const read = input.sources.find(({ loaded }) => loaded.id === row.id);
    if (!read) throw new Error(`No loaded file stands behind source ${row.name}.`);
    return figures === null ? [] : [{ ...row, ...read, figures }];
  });
  if (verdict === null) throw new Error('There is no finished run to report.');
  const nameOf = (id: number) => ranked.find((source) => source.id === id)?.name ?? String(id);
  const references = ranked.filter(({ reference }) => reference);
  const { range, entered } = verdict;
  const edges = entered ? range : envelope(references.map(({ figures }) => figures));
  const { corner, random_share, sources: pairs, shares } = result.pair_audit;
  return {
    schema_version: 4,
    ...input.provenance,
    created: input.created.toISOString(),
    formula: scoreFormula(settings.weighting),
    out_of_date: input.outOfDate,
    settings,
    stop: result.stop,
    encoder: result.encoder
      ? reportEncoder(result.encoder)
      : {
          name: 'embeddings in the files',
          dimension: result.sources[0]?.figures.dimension ?? 0,
        },
    device: result.device,
    idf_corpus: result.idf_corpus,
    // fromEntries keeps a source named `__proto__`; an assignment would lose it.
    sources: Object.fromEntries(
      ranked.map((source) => [source.name, reportSource(source, result, input.weightings ?? WEIGHTING_IDS)]),
    ),
    yardstick: result.random_baseline,
    findings: Object.fromEntries(
      result.findings.sources.map(({ source, counts }) => [nameOf(source), counts]),
    ),
    findings_left_out: result.findings.left_out,
    file_findings:
      result.file_findings &&
      Object.fromEntries(result.file_findings.map(({ source, ...found }) => [nameOf(source), found])),
    overlap: result.overlap && reportOverlap(result.overlap, nameOf),
    audit: {
      reference: references.map(({ name }) => name),
      reference_left: verdict.references,
      ...(entered ? { entered } : {}),
      envelope: edges,
      range,
      flags: Object.fromEntries(
        ranked.map(({ name, reference, figures }) => [
          name,
          reference && !entered ? [] : auditFlags(figures, edges),
        ]),
      ),
      corner,
      random_share,
      pairs: Object.fromEntries(pairs.map(({ source, ...counts }) => [nameOf(source), counts])),
      shares: shares.map((each) => ({
        ...each,
        source: nameOf(each.source),
        beside: nameOf(each.beside),
      })),
    },
    ranking: view.byScore,
    certainty: reportCertainty(result.certainty, nameOf),
    verdict: reportVerdict(verdict, input.found, nameOf),
    ...(shortcuts && { shortcuts: reportShortcuts(shortcuts, nameOf, references) }),
    ...(input.judged && { false_negatives: reportFalseNegatives(input.judged, nameOf) }),
    ...(input.merged ? {} : { preflight: preflightOf(ranked, settings.negatives) }),
    ...(input.retention && input.retention.length > 0 ? { retention: input.retention } : {}),
    files: [
      ...ranked.flatMap(({ name, files, sameAs }) =>
        files.map(({ file, bytes, sha256 }) => ({
          file,
          status: 'loaded' as const,
          source: name,
          bytes,
          sha256,
          same_as: sameAs,
        })),
      ),
      ...otherFiles(input.others),
    ],
    rejects: input.rejects.map(snakeKeys),
    cost: result.cost,
    ...(input.merged && { merged: input.merged }),
  };
}

function reportSource(
  { figures, medianK, kOfMost, ...read }: RankedReading,
  result: RunResult,
  asked: readonly WeightingId[],
): ReportSource {
  const { loaded, name, setting } = read;
  return {
    file: loaded.file,
    label: loaded.label,
    format: loaded.format,
    reading: reportReading(read),
    setting,
    place_kind: loaded.placeKind,
    records_loaded: loaded.counts.records,
    rejected: loaded.counts.rejected,
    figures_of: figuresOf(loaded, figures, result, setting),
    median_k: medianK,
    k_of_most: kOfMost,
    file_counts: snakeKeys(loaded.counts),
    ...figures,
    weightings: completeWeightings(name, figures.weightings, asked),
  };
}

/** Records behind a source's figures: all, sampled or shared. */
function figuresOf(
  { counts }: LoadedSource,
  { records }: SourceFigures,
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

function reportVerdict(
  verdict: Verdict,
  { twins, randomUnseen }: FoundOfRun,
  nameOf: (id: number) => string,
): Report['verdict'] {
  const { headline, detail } = verdictInWords(verdict);
  const sources = verdict.sources.map((judged): [string, ReportVerdict] => {
    const { source, rank, unranked, findings, flags } = judged;
    const { id, name } = source;
    const twin = twins.get(id) ?? id;
    const own: ReportVerdict = {
      rank: rank === null ? null : rankInWords(rank),
      unranked,
      findings,
      flags,
      same_pairs_as: twin === id ? null : nameOf(twin),
      random_looked_for: !randomUnseen.has(id),
      reading: readingInWords(judged),
    };
    return [name, own];
  });
  return {
    headline: phraseText(headline),
    detail,
    not_looked_for: verdict.notLookedFor,
    sources: Object.fromEntries(sources),
  };
}

function reportCertainty(certainty: Certainty, nameOf: (id: number) => string): Report['certainty'] {
  return {
    ...certainty,
    scores: Object.fromEntries(certainty.scores.map(({ source, ...score }) => [nameOf(source), score])),
    pairs: certainty.pairs.map((pair) => ({ ...pair, a: nameOf(pair.a), b: nameOf(pair.b) })),
    flags: certainty.flags.map((flag) => ({
      ...flag,
      source: nameOf(flag.source),
      reference: nameOf(flag.reference),
    })),
  };
}

function reportOverlap(
  { sources, common, shared }: SourceOverlaps,
  nameOf: (id: number) => string,
): NonNullable<Report['overlap']> {
  return {
    sources: Object.fromEntries(sources.map(({ source, ...counts }) => [nameOf(source), counts])),
    common: common.map(({ a, b, ...counts }) => ({ a: nameOf(a), b: nameOf(b), ...counts })),
    shared,
  };
}

function reportShortcuts(
  found: readonly SourceShortcut[],
  nameOf: (id: number) => string,
  references: readonly { readonly id: number }[],
): NonNullable<Report['shortcuts']> {
  const judged = judgeShortcuts(found, (id) => references.some((source) => source.id === id));
  return Object.fromEntries([...judged].map(([id, shortcut]) => [nameOf(id), shortcut]));
}

/** @throws Error where a weighting asked for was not summed */
function completeWeightings(
  name: string,
  weightings: SourceFigures['weightings'],
  asked: readonly WeightingId[],
): SourceFigures['weightings'] {
  const missing = asked.filter((id) => !weightings[id]);
  if (missing.length > 0) throw new Error(`${name} has no figures of the weightings ${missing.join(', ')}.`);
  return weightings;
}

function otherFiles({ companions, waiting, refused, unread }: OtherFiles): ReportFile[] {
  return [
    ...companions.map((companion) => {
      const { file, bytes, sha256, kind, words, read, entries, rejected, blankLines } = companion;
      return {
        file,
        status: 'companion' as const,
        bytes,
        sha256,
        kind,
        words,
        read,
        entries,
        rejected,
        blank_lines: blankLines,
      };
    }),
    ...waiting.map(({ file, message, needs }) => ({ file, status: 'waiting' as const, message, needs })),
    ...refused.map(({ summary: _summary, list: _list, asks: _asks, ...file }) => ({
      status: 'refused' as const,
      ...snakeKeys(file),
    })),
    ...unread.map((file) => ({ file, status: 'not-read' as const })),
  ];
}

function reportReading({
  loaded,
  interpretation,
  options,
  asMeant,
  margin,
  lookedAt,
}: ReportedSource & Pick<RankedSource, 'margin' | 'lookedAt'>): ReportSource['reading'] {
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

function reportEncoder({ settings, ...identity }: EncoderIdentity): Report['encoder'] {
  return { ...identity, settings: snakeKeys(settings) };
}
