/** Joins the user's metrics after training with the scores of the session. */

import type { TrainedSource } from '../../experiments/result';
import { listInWords } from '../../ui/words';
import type { RunOutcomes } from '../../experiments/encoders';
import type { DownstreamProblem, DownstreamRow, DownstreamTable } from './downstream';

/** Scores of one encoder, as ranked in this session. */
export interface ScoredBlock {
  readonly encoder: string;
  readonly sources: readonly {
    readonly name: string;
    readonly setting: string;
    readonly eci: number;
    readonly inversion: number | null;
  }[];
}

/** The scores that the weightings of an encoder were computed with; null where they were not. */
export function scoredBlock({ encoder, weightings }: RunOutcomes): ScoredBlock | null {
  if (!weightings) return null;
  const { about, result } = weightings;
  const inverted = result.steps.find(({ id }) => id === 'inversion-rate');
  const sources = about.sources.map(({ name, setting }, place) => ({
    name,
    setting,
    eci: result.steps[result.own]?.scores[place] ?? 0,
    inversion: inverted?.scores[place] ?? null,
  }));
  return { encoder, sources };
}

/**
 * Each line with its score: that of the column `eci`, else that of the source ranked under the encoder that the line
 * names; without a column `encoder` the session's latest.
 * @param blocks the latest last
 */
export function joinTraining({ rows }: DownstreamTable, blocks: readonly ScoredBlock[]) {
  const problems: DownstreamProblem[] = [];
  const joined = rows.flatMap((row): TrainedSource[] => {
    const { line, source, eci, metrics } = row;
    const block =
      row.encoder === null ? blocks.at(-1) : blocks.find(({ encoder }) => encoder === row.encoder);
    const ranked = eci === null ? block?.sources.find(({ name }) => name === source) : undefined;
    const score = eci ?? ranked?.eci;
    if (score === undefined) {
      problems.push({ line, message: notRanked(row, block, blocks) });
      return [];
    }
    return [
      {
        source,
        encoder: row.encoder ?? block?.encoder ?? 'encoder',
        setting: row.setting ?? ranked?.setting ?? 'default',
        score,
        inversion_rate: row.inversion ?? ranked?.inversion ?? null,
        metrics,
        mean: metrics.reduce((sum, value) => sum + value, 0) / metrics.length,
      },
    ];
  });
  return { rows: joined, problems };
}

function notRanked(
  { source }: DownstreamRow,
  block: ScoredBlock | undefined,
  blocks: readonly ScoredBlock[],
): string {
  if (block)
    return `No source "${source}" is ranked under ${block.encoder}; there are ${listInWords(block.sources.map(({ name }) => name))}.`;
  const have =
    blocks.length === 0
      ? 'Nothing is ranked yet'
      : `Ranked under ${listInWords(blocks.map(({ encoder }) => encoder))} only`;
  return `${have}: rank the sources under this encoder, or give their scores in a column "eci".`;
}
