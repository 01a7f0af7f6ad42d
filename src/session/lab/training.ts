/** Joins the user's metrics after training with the scores of the session. */

import type { TrainedSource } from '../../experiments/result';
import { listInWords } from '../../ui/words';
import type { RunOutcomes } from '../../experiments/encoders';
import type { DownstreamProblem, DownstreamTable } from './downstream';

interface ScoredName {
  readonly name: string;
  readonly setting: string;
  readonly eci: number;
  readonly inversion: number | null;
}

/** Scores of one encoder, as ranked in this session. */
export interface ScoredBlock {
  readonly encoder: string;
  readonly sources: readonly ScoredName[];
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

export interface JoinedTraining {
  readonly rows: readonly TrainedSource[];
  readonly problems: readonly DownstreamProblem[];
}

/**
 * Each line with its score: that of the column `eci`, else that of the source ranked under the encoder that the line
 * names; without a column `encoder` the session's latest.
 * @param blocks the latest last
 */
export function joinTraining({ rows }: DownstreamTable, blocks: readonly ScoredBlock[]): JoinedTraining {
  const problems: DownstreamProblem[] = [];
  const joined = rows.flatMap((row): TrainedSource[] => {
    const mean = row.metrics.reduce((sum, value) => sum + value, 0) / row.metrics.length;
    const { line, source, metrics } = row;
    if (row.eci !== null) {
      const encoder = row.encoder ?? blocks.at(-1)?.encoder ?? 'encoder';
      const given = { score: row.eci, inversion_rate: row.inversion };
      return [{ source, encoder, setting: row.setting ?? 'default', ...given, metrics, mean }];
    }
    const block =
      row.encoder === null ? blocks.at(-1) : blocks.find(({ encoder }) => encoder === row.encoder);
    if (!block) {
      const ranked = blocks.map(({ encoder }) => encoder);
      const have = ranked.length === 0 ? 'Nothing is ranked yet' : `Ranked under ${listInWords(ranked)} only`;
      const field = row.encoder === null ? null : 'encoder';
      problems.push({
        line,
        field,
        message: `${have}: rank the sources under this encoder, or give their scores in a column "eci".`,
      });
      return [];
    }
    const ranked = block.sources.find(({ name }) => name === source);
    if (!ranked) {
      const names = listInWords(block.sources.map(({ name }) => name));
      const message = `No source "${source}" is ranked under ${block.encoder}; there are ${names}.`;
      problems.push({ line, field: 'source', message });
      return [];
    }
    const setting = row.setting ?? ranked.setting;
    const known = { score: ranked.eci, inversion_rate: row.inversion ?? ranked.inversion };
    return [{ source, encoder: block.encoder, setting, ...known, metrics, mean }];
  });
  return { rows: joined, problems };
}
