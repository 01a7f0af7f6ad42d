/** The scores of the sources under several encoders: a line a source from encoder to encoder. */

import type { JudgedEncoder } from '../../../report/ablations';
import type { DataTable } from '../../../ui/table';
import { commonScores } from '../../../report/titles/encoders';
import { zeroAxis } from '../chart/axes';
import { lineChart } from '../chart/lines';
import type { ChartAxis } from '../chart/plot';
import { largest, sourceLines } from '../experiments/source-lines';
import type { Drawn } from '../view';

/** Letters of an encoder's name on the axis. */
const LETTERS = 14;

/** Draws it. @param sources of the first encoder, as the page draws them */
export function drawEncoders(
  encoders: readonly JudgedEncoder[],
  sources: Drawn,
  width: number,
  label: string,
): Element {
  const common = commonScores(encoders);
  const drawn = common.sources.flatMap(({ id }) => sources.find((source) => source.id === id) ?? []);
  const places = [...encoders.keys()];
  const x: ChartAxis = {
    type: 'linear',
    domain: [-0.2, encoders.length - 0.8],
    ticks: places,
    format: (place) => (encoders[place]?.encoder ?? '').slice(0, LETTERS),
    label: 'encoder',
  };
  const lines = sourceLines(drawn, places, common.scores).map((line) => ({ ...line, dotted: true }));
  return lineChart({ lines, x, y: zeroAxis(largest(common.scores), 'score') }, width, label);
}

/** A line an encoder and source. */
export function encoderTable(encoders: readonly JudgedEncoder[]): DataTable {
  const { sources, scores } = commonScores(encoders);
  return {
    columns: ['encoder', 'source', 'setting', 'ECI'],
    rows: encoders.flatMap(({ encoder }, i) =>
      sources.map(({ name, setting }, place) => [encoder, name, setting, scores[i]?.[place] ?? null]),
    ),
  };
}
