/** From a run's result to the report that is exported (DESIGN.md, "What people will do with it"). */

import type { LoadedSource, RefusedFile, Reject } from '../candidates/types';
import type { EncoderIdentity } from '../encoder/types';
import { auditFlags, envelope } from '../scoring/audit';
import { rankByScore } from '../scoring/ranking';
import { snakeKeys } from './snake-case';
import type { Report, ReportEncoder, ReportFile, ReportSource, RunResult } from './types';

export interface ReportInput {
  readonly result: RunResult;
  /** The loaded sources that were ranked, with the setting each stands in. */
  readonly sources: readonly { readonly loaded: LoadedSource; readonly setting: string }[];
  /** Names of the reference sources. */
  readonly reference: readonly string[];
  readonly refused: readonly RefusedFile[];
  readonly rejects: readonly Reject[];
  readonly created: Date;
}

/**
 * The report of one run.
 * @throws Error where a ranked source has no loaded file behind it
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
        format: loaded.format,
        setting,
        place_kind: loaded.placeKind,
        records_loaded: loaded.counts.records,
        rejected: loaded.counts.rejected,
        median_k: loaded.medianK,
        file_counts: snakeKeys(loaded.counts),
        ...figures,
      },
    ];
  });
  // fromEntries keeps a source named `__proto__`; an assignment would lose it.
  const sources = Object.fromEntries(entries);
  const figures = result.sources.map((s) => ({ name: s.name, ...s.figures }));
  const profile = envelope(figures.filter((s) => input.reference.includes(s.name)));
  const files: ReportFile[] = [
    ...result.sources.map((s) => ({
      file: sources[s.name]?.file ?? s.name,
      status: 'loaded' as const,
      source: s.name,
    })),
    ...input.refused.map((r) => ({ status: 'refused' as const, ...r })),
  ];
  return {
    schema_version: 1,
    negscope: { version: __NEGSCOPE_VERSION__, libraries: __NEGSCOPE_LIBRARIES__ },
    created: input.created.toISOString(),
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
    audit: {
      reference: figures.map((s) => s.name).filter((name) => input.reference.includes(name)),
      envelope: profile,
      flags: Object.fromEntries(figures.map((s) => [s.name, auditFlags(s, profile)])),
    },
    ranking: rankByScore(figures).map((s) => s.name),
    files,
    rejects: input.rejects.map(snakeKeys),
    cost: result.cost,
  };
}

function reportEncoder({ settings, ...identity }: EncoderIdentity): ReportEncoder {
  return { ...identity, settings: snakeKeys(settings) };
}
