/** From a run's result to the report that is exported (DESIGN.md, "What people will do with it"). */

import type { Reject } from '../candidates/candidate-record';
import type { LoadedCompanion, LoadedSource, RefusedFile, WaitingFile } from '../candidates/outcomes';
import type { Interpretation, LoadOptions } from '../candidates/reading';
import type { EncoderIdentity } from '../encoder/types';
import { auditFlags, envelope, isAudited, type AuditProfile } from '../scoring/audit';
import { rankByScore } from '../scoring/ranking';
import { WEIGHTING_IDS, type WeightingId } from '../scoring/weightings';
import { judgePairs, pairAuditInWords } from './pair-audit';
import { snakeKeys } from './snake-case';
import { judgedOfLoaded, judgingEncoder, rankInWords, verdictOf, type Verdict } from './verdict';
import { phraseText, readingInWords, verdictInWords } from './verdict-words';
import type { MatrixFigures, RunResult, SourceFigures } from '../engine/results';
import type {
  Report,
  ReportCertainty,
  ReportEncoder,
  ReportFile,
  ReportReading,
  ReportSource,
  ReportVerdict,
} from './types';

/** A loaded source that was ranked, and how its file was read. */
export interface ReportedSource {
  readonly loaded: LoadedSource;
  readonly setting: string;
  /** How its file was read. */
  readonly interpretation: Interpretation;
  /** What was asked for. */
  readonly options: LoadOptions;
  /** Name of a file loaded before its own, of the same bytes; null where there is none. */
  readonly sameAs: string | null;
}

/** Files that gave no ranked source. */
export interface OtherFiles {
  readonly companions: readonly LoadedCompanion[];
  readonly waiting: readonly WaitingFile[];
  readonly refused: readonly RefusedFile[];
  /** Names of files that were to be read and were not. */
  readonly unread: readonly string[];
}

export interface ReportInput {
  readonly result: RunResult;
  readonly sources: readonly ReportedSource[];
  /** Names of the reference sources. */
  readonly reference: readonly string[];
  /** The references' range where it was entered by hand, with no reference sources; else null. */
  readonly range?: AuditProfile | null;
  readonly others: OtherFiles;
  readonly rejects: readonly Reject[];
  readonly created: Date;
  /** True where the page has other inputs by now. */
  readonly outOfDate: boolean;
}

/**
 * The report of one run.
 * @throws Error where a ranked source has no loaded file behind it, or lacks the figures of a weighting
 */
export function buildReport(input: ReportInput): Report {
  const { result } = input;
  const entries = result.sources.map(({ id, name, figures }): [string, ReportSource] => {
    const entry = input.sources.find((s) => s.loaded.id === id);
    if (!entry) throw new Error(`No loaded file stands behind source ${name}.`);
    const { loaded, setting } = entry;
    return [
      name,
      {
        file: loaded.file,
        label: loaded.label,
        format: loaded.format,
        reading: reportReading(entry),
        setting,
        place_kind: loaded.placeKind,
        records_loaded: loaded.counts.records,
        rejected: loaded.counts.rejected,
        median_k: loaded.medianK,
        file_counts: snakeKeys(loaded.counts),
        ...figures,
        weightings: completeWeightings(name, figures.weightings),
      },
    ];
  });
  // fromEntries keeps a source named `__proto__`; an assignment would lose it.
  const sources = Object.fromEntries(entries);
  const figures = result.sources.map((s) => ({ name: s.name, ...s.figures }));
  const { range = null } = input;
  const profileEntered = range !== null;
  const profile = range ?? envelope(figures.filter((s) => input.reference.includes(s.name)));
  const files: ReportFile[] = [
    ...result.sources.map((s) => ({
      file: sources[s.name]?.file ?? s.name,
      status: 'loaded' as const,
      source: s.name,
      same_as: input.sources.find(({ loaded }) => loaded.id === s.id)?.sameAs ?? null,
    })),
    ...otherFiles(input.others),
  ];
  return {
    schema_version: 1,
    negscope: { version: __NEGSCOPE_VERSION__, libraries: __NEGSCOPE_LIBRARIES__ },
    created: input.created.toISOString(),
    out_of_date: input.outOfDate,
    settings: result.settings,
    encoder: result.encoder
      ? reportEncoder(result.encoder)
      : {
          name: 'embeddings in the files',
          dimension: result.sources[0]?.figures.dimension ?? 0,
        },
    device: result.device,
    idf_corpus: result.idf_corpus,
    sources,
    yardstick: result.random_baseline,
    findings: reportFindings(result),
    findings_left_out: result.findings.left_out,
    audit: {
      audited: profileEntered || isAudited(figures.map((s) => input.reference.includes(s.name))),
      ...(profileEntered ? { entered: true } : {}),
      reference: figures.map((s) => s.name).filter((name) => input.reference.includes(name)),
      envelope: profile,
      flags: Object.fromEntries(figures.map((s) => [s.name, auditFlags(s, profile)])),
      pairs: reportPairAudit(result, (name) => input.reference.includes(name)),
      corner: result.pair_audit.corner,
    },
    ranking: rankByScore(figures).map((s) => s.name),
    certainty: reportCertainty(result),
    verdict: reportVerdict(verdictOfRun(input)),
    files,
    rejects: input.rejects.map(snakeKeys),
    cost: result.cost,
  };
}

/** @throws Error where a ranked source has no loaded file behind it */
function verdictOfRun({ result, sources, reference, range = null }: ReportInput): Verdict {
  return verdictOf({
    ...result,
    encoder: judgingEncoder(result.encoder),
    range,
    randomBaseline: result.random_baseline?.eci ?? null,
    sources: result.sources.map(({ id, name, figures }) => {
      const entry = sources.find(({ loaded }) => loaded.id === id);
      if (!entry) throw new Error(`No loaded file stands behind source ${name}.`);
      const { loaded, setting, sameAs } = entry;
      const { records, eci } = figures;
      return {
        ...judgedOfLoaded(loaded),
        id,
        name,
        setting,
        sameAs,
        records,
        eci,
        reference: reference.includes(name),
        statistics: figures,
      };
    }),
  });
}

function reportVerdict(verdict: Verdict): Report['verdict'] {
  const { headline, detail } = verdictInWords(verdict);
  const sources = verdict.sources.map((judged): [string, ReportVerdict] => {
    const { source, rank, unranked, standing, pattern, facts } = judged;
    const place = rank === null ? null : rankInWords(rank);
    const reading = readingInWords(judged);
    return [source.name, { rank: place, unranked, standing, pattern, facts, reading }];
  });
  return { headline: phraseText(headline), detail, sources: Object.fromEntries(sources) };
}

function reportCertainty({ certainty, sources }: RunResult): ReportCertainty {
  const nameOf = (id: number) => sources.find((source) => source.id === id)?.name ?? String(id);
  return {
    ...certainty,
    scores: Object.fromEntries(certainty.scores.map(({ source, ...score }) => [nameOf(source), score])),
    pairs: certainty.pairs.map((pair) => ({ ...pair, a: nameOf(pair.a), b: nameOf(pair.b) })),
    flags: certainty.flags.map((flag) => ({ ...flag, source: nameOf(flag.source) })),
  };
}

function reportPairAudit(
  { pair_audit, sources }: RunResult,
  isReference: (name: string) => boolean,
): Report['audit']['pairs'] {
  const nameOf = (id: number) => sources.find((source) => source.id === id)?.name ?? String(id);
  const judged = judgePairs(pair_audit, (id) => isReference(nameOf(id)));
  return Object.fromEntries(
    Array.from(judged, ([id, pairs]) => [
      nameOf(id),
      { ...pairs, reading: pairAuditInWords(nameOf(id), pairs).join(' ') || null },
    ]),
  );
}

function reportFindings({ findings, sources }: RunResult): Report['findings'] {
  const nameOf = (id: number) => sources.find((source) => source.id === id)?.name ?? String(id);
  return Object.fromEntries(findings.sources.map(({ source, counts }) => [nameOf(source), counts]));
}

/** A report holds every weighting. @throws Error where one was not summed */
function completeWeightings(
  name: string,
  weightings: SourceFigures['weightings'],
): Readonly<Record<WeightingId, MatrixFigures>> {
  const missing = WEIGHTING_IDS.filter((id) => !weightings[id]);
  if (missing.length > 0) throw new Error(`${name} has no figures of the weightings ${missing.join(', ')}.`);
  return weightings as Readonly<Record<WeightingId, MatrixFigures>>;
}

function otherFiles({ companions, waiting, refused, unread }: OtherFiles): ReportFile[] {
  return [
    ...companions.map((companion) => {
      const { file, kind, words, read, entries, rejected, blankLines } = companion;
      return {
        file,
        status: 'companion' as const,
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

function reportReading({ loaded, interpretation, options }: ReportedSource): ReportReading {
  const { format, label, topK, roles } = interpretation;
  return {
    format,
    label,
    top_k: topK,
    mapping: snakeKeys(roles),
    sample: options.sample,
    signs: loaded.signs,
  };
}

function reportEncoder({ settings, ...identity }: EncoderIdentity): ReportEncoder {
  return { ...identity, settings: snakeKeys(settings) };
}
