/** The plots of the audit report, as inline SVG. */

import { AUDIT_STATISTICS, type AuditProfile } from '../../scoring/audit';
import { HISTOGRAM_BINS, type HistogramCounts } from '../../scoring/histogram';
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

/** Two decimals, without the noise of floats. */
function fixed(value: number): string {
  return String(Math.round(value * 100) / 100);
}
