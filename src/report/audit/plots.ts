/** The plots of the audit report, as inline SVG. */

import type { OpenShare } from '../../judge/hypergeometric';
import { AUDIT_STATISTICS, type AuditProfile } from '../../scoring/audit';
import { HISTOGRAM_BINS, type HistogramCounts } from '../../scoring/histogram';
import { placeOn, type Axis } from '../../ui/charts/axis';
import { formatStatistic } from '../../ui/words';
import { html, type Markup } from './markup';
import type { AuditedSource } from './types';

const WIDTH = 168;
/** Four of these fit beside the strips on one line. */
const BARS_WIDTH = 140;
const HEIGHT = 44;

/** Bars of a distribution over [0, 1]; the highest bar fills the height. */
export function histogramPlot(counts: HistogramCounts, words: string): Markup {
  const most = Math.max(1, ...counts);
  const bar = BARS_WIDTH / HISTOGRAM_BINS;
  const bars = counts.map((count, i) => {
    const height = (HEIGHT * count) / most;
    return html`<rect
      x="${fixed(i * bar + 0.5)}"
      y="${fixed(HEIGHT - height)}"
      width="${fixed(bar - 1)}"
      height="${fixed(height)}"
    ></rect>`;
  });
  return html`<svg
    viewBox="0 0 ${BARS_WIDTH} ${HEIGHT + 1}"
    width="${BARS_WIDTH}"
    height="${HEIGHT + 1}"
    role="img"
    aria-label="${words}"
  >
    ${bars}
    <path class="axis" d="M0 ${HEIGHT + 0.5}H${BARS_WIDTH}"></path>
  </svg>`;
}

/** For each audit statistic a line from 0 to 1, with the references' side shaded and the source's tick. */
export function envelopeStrips(source: AuditedSource, profile: AuditProfile | null): Markup {
  const strips = AUDIT_STATISTICS.map((statistic, row) => {
    const { flag, sign } = statistic;
    const own = source[statistic.key];
    const end = profile && profile[statistic.edge];
    const isUpper = statistic.outside === 'above';
    const outside = !source.reference && source.flags.includes(flag);
    const y = 16 * row;
    const band =
      end === null
        ? html``
        : isUpper
          ? html`<rect class="band" x="76" y="${y + 3}" width="${fixed(WIDTH * end)}" height="8"></rect>`
          : html`<rect
              class="band"
              x="${fixed(76 + WIDTH * end)}"
              y="${y + 3}"
              width="${fixed(WIDTH * (1 - end))}"
              height="8"
            ></rect>`;
    return html`<g class="${outside ? 'outside' : 'inside'}">
      <text x="0" y="${y + 11}">${sign}</text>${band}
      <path class="axis" d="M76 ${y + 11.5}h${WIDTH}"></path>
      <rect class="tick" x="${fixed(75 + WIDTH * own)}" y="${y}" width="2.5" height="13"></rect>
      <text x="${76 + WIDTH + 8}" y="${y + 11}"
        >${formatStatistic(statistic, own)}${outside ? ' outside' : ''}</text
      >
    </g>`;
  });
  return html`<svg
    viewBox="0 0 350 64"
    width="350"
    height="64"
    role="img"
    aria-label="Gates against the references"
  >
    ${strips}
  </svg>`;
}

/** Width of a figure on the first page, with room for half a tick's number at both ends. */
const CELL = { width: 168, edge: 16 };

function inCell(axis: Axis, value: number): number {
  return CELL.edge + ((CELL.width - 2 * CELL.edge) * placeOn(axis, value)) / 100;
}

/** At most four ticks: more do not fit side by side. */
function someTicks({ ticks }: Axis): readonly number[] {
  const step = Math.ceil(ticks.length / 4);
  return ticks.filter((_, i) => i % step === 0);
}

/** The numbers of an axis, above a column of {@link intervalPlot}. */
export function tickLine(axis: Axis): Markup {
  return html`<svg viewBox="0 0 ${CELL.width} 16" width="${CELL.width}" height="16" aria-hidden="true">
    ${someTicks(axis).map(
      (tick) =>
        html`<text class="tick" x="${fixed(inCell(axis, tick))}" y="12" text-anchor="middle"
          >${axis.format(tick)}</text
        >`,
    )}
  </svg>`;
}

/** Height of a dot with its interval. */
const STEP = 14;

/** Shares as dots with their intervals, one below the other, in the source's colour. */
export function intervalPlot(axis: Axis, shares: readonly (OpenShare & { hollow: boolean })[]): Markup {
  const at = (value: number) => fixed(inCell(axis, value));
  const height = STEP * Math.max(1, shares.length) + 4;
  return html`<svg
    viewBox="0 0 ${CELL.width} ${height}"
    width="${CELL.width}"
    height="${height}"
    aria-hidden="true"
  >
    ${someTicks(axis).map(
      (tick) => html`<path class="grid" d="M${fixed(inCell(axis, tick))} 0v${height}"></path>`,
    )}
    ${shares.map(({ rate, low, high, hollow }, i) => {
      const y = STEP * (i + 0.5) + 2;
      const bar =
        low === null || high === null
          ? html``
          : html`<path
              class="own"
              d="M${at(low)} ${y - 4}v8M${at(high)} ${y - 4}v8M${at(low)} ${y}H${at(high)}"
            ></path>`;
      return html`${bar}
        <circle class="own ${hollow ? 'hollow' : ''}" cx="${at(rate)}" cy="${y}" r="4"></circle>`;
    })}
  </svg>`;
}

/** Two decimals, without the noise of floats. */
function fixed(value: number): string {
  return String(Math.round(value * 100) / 100);
}
