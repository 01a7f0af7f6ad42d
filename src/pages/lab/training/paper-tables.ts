/** The paper's nine tables as tables of the page, every printed figure in them. */

import type { DataTable } from '../../../ui/table';
import {
  PAPER_CONTROL_RANKS,
  PAPER_ENCODERS,
  PAPER_VARIANTS,
  type PaperVariant,
} from '../../../report/paper/ablations';
import { paperAudit } from '../../../report/paper/reference';
import { PAPER_BUCKETS, PAPER_LEXICAL, PAPER_SAMPLE_SIZES } from '../../../report/paper/robustness';
import { BEIR_DATASETS, PAPER_SOURCES } from '../../../report/paper/sources';

export interface PaperTable {
  readonly title: string;
  readonly table: DataTable;
}

export const PAPER_TABLES: readonly PaperTable[] = [
  {
    title: 'scores',
    table: {
      columns: ['encoder', 'setting', 'source', 'ECI', 'ECI / d'],
      rows: PAPER_SOURCES.map((s) => [s.encoder, s.setting, s.source, s.eci, s.eciPerDimension]),
    },
  },
  {
    title: 'nDCG@10 after training',
    table: {
      columns: ['encoder', 'setting', 'source', ...BEIR_DATASETS, 'mean'],
      rows: PAPER_SOURCES.map((s) => [s.encoder, s.setting, s.source, ...s.ndcg, s.meanNdcg]),
    },
  },
  {
    title: 'other proxies',
    table: {
      columns: ['encoder', 'setting', 'source', 'ECI', 'mean ‖g‖²', 'MNRL proxy', 'ambiguity'],
      rows: PAPER_SOURCES.map(({ encoder, setting, source, sampled }) => [
        encoder,
        setting,
        source,
        sampled.eci,
        sampled.gradientEnergy,
        sampled.mnrlProxy,
        sampled.ambiguity,
      ]),
    },
  },
  {
    title: 'weightings',
    table: {
      columns: ['variant', 'safe (D/E/C)', 'blocks of 6', 'r, non-hybrid', 'r, hybrid'],
      rows: PAPER_VARIANTS.map(({ id, safe, blocks, nonHybridR, hybridR }) => [
        id,
        safeWords(safe),
        blocks,
        nonHybridR,
        hybridR,
      ]),
    },
  },
  {
    title: 'ranks of the controls',
    table: {
      columns: ['source', ...PAPER_ENCODERS.flatMap((encoder) => [encoder, `${encoder}, rank of 14`])],
      rows: PAPER_CONTROL_RANKS.map(({ source, scores, ranks }) => [
        source,
        ...scores.flatMap((score, i) => [score, ranks[i] ?? null]),
      ]),
    },
  },
  {
    title: 'the audit, with our flags',
    table: {
      columns: ['source', 'mean ρ', 'mean η', 'mean ψ', 'inverted', 'flags printed', 'flags computed here'],
      rows: paperAudit().rows.map((row) => [
        row.source,
        row.mean_rho,
        row.mean_eta,
        row.mean_psi,
        row.inversion_rate,
        row.flags.join(' ') || 'none',
        row.computed.join(' ') || 'none',
      ]),
    },
  },
  {
    title: 'sample sizes',
    table: {
      columns: ['setting', '25 %', '50 %', '75 %', '100 %'],
      rows: PAPER_SAMPLE_SIZES.map(({ setting, agreement }) => [setting, ...agreement]),
    },
  },
  {
    title: 'failure buckets, per cent of pairs',
    table: {
      columns: ['source', 'ρ < 0.5', 'η ≤ 0.25', 'C ≥ 0.5', 'valid high C', 'valid low η'],
      rows: PAPER_BUCKETS.map((b) => [
        b.source,
        b.inversion,
        b.lowLocality,
        b.highCoverage,
        b.validHighCoverage,
        b.validLowLocality ?? '< 0.1',
      ]),
    },
  },
  {
    title: 'tokenizers and IDF corpora',
    table: {
      columns: ['source', 'ECI', 'tokenizers from', 'to', 'IDF corpora from', 'up to', 'mean C', 'mean ψ'],
      rows: PAPER_LEXICAL.map((row) => [
        row.source,
        row.eci,
        ...row.tokenizers,
        ...row.corpora,
        row.meanCoverage,
        row.meanPsi,
      ]),
    },
  },
];

/** `no/yes/no`, by `PAPER_ENCODERS`. */
function safeWords(safe: PaperVariant['safe']): string {
  return safe === null ? 'n/a' : safe.map((each) => (each ? 'yes' : 'no')).join('/');
}
