/** What the commands print of a report. */

import type { Report } from '../report/result';
import { rankInWords } from '../report/verdict';
import { countOf, formatCount } from '../ui/words';
import { alignColumns } from './columns.mjs';
import type { RankArguments } from './rank-arguments';

type Interval = Report['certainty']['scores'][string];

/** `0.206 to 0.265`; `–` where there is none. */
function intervalInWords(interval: Interval | undefined): string {
  const { low = null, high = null } = interval ?? {};
  return low === null || high === null ? '–' : `${low.toFixed(3)} to ${high.toFixed(3)}`;
}

/**
 * The sources, one line each, figures aligned on the right: the ranked ones first, then the others, each by score. What was
 * found in each is said as the page's verdict says it.
 */
export function rankTable({ ranking, sources, verdict, certainty: { scores, level } }: Report): string {
  const below = (name: string) => Number((verdict.sources[name]?.rank ?? null) === null);
  const rows = [...ranking]
    .sort((a, b) => below(a) - below(b))
    .map((name) => {
      const [source, said] = [sources[name], verdict.sources[name]];
      if (!source || !said) throw new Error(`The report ranks ${name} and has no figures of it.`);
      const means = [source.mean_rho, source.mean_eta, source.mean_psi].map((mean) => mean.toFixed(3));
      return [
        ...[rankInWords(said.rank), name, source.eci.toFixed(4), intervalInWords(scores[name]), ...means],
        `${(100 * source.inversion_rate).toFixed(1)} %`,
        source.negatives.toLocaleString('en'),
        said.reading,
      ];
    });
  const interval = `${100 * level} %`;
  const figures = ['ECI', interval, 'mean ρ', 'mean η', 'mean ψ', 'inverted', 'pairs'];
  const head = ['', 'source', ...figures, 'findings'];
  return alignColumns([head, ...rows], (column: number) => column === 1 || column === head.length - 1);
}

/** The verdict in words, with the encoder and how much was scored: what stands above the table. */
export function verdictLines({ verdict, encoder, settings, sources, device }: Report): string {
  const total = (key: 'records' | 'records_loaded') =>
    Object.values(sources).reduce((sum, source) => sum + source[key], 0);
  const [scored, loaded] = [total('records'), total('records_loaded')];
  const records =
    scored === loaded
      ? `all ${countOf(loaded, 'record')}`
      : `${formatCount(scored)} of ${countOf(loaded, 'record')}`;
  const ran = device.kind === 'native' ? ` (${device.reason})` : '';
  return [
    verdict.headline,
    `Encoder ${encoder.name}${ran}, τ ${settings.tau}, weighting ${settings.weighting}, ${records}.`,
    ...verdict.detail,
  ].join('\n');
}

/** For each source one line with its judged rate of false negatives, where pairs were judged. */
export function judgedLines({ ranking, false_negatives: judged }: Report): string[] {
  if (judged === undefined) return [];
  const behind = judged.judged - judged.counted;
  const gap =
    behind > 0
      ? [
          `rates rest on the first ${judged.counted} pairs of the sample: the next one has no verdict, ${behind} behind it have`,
        ]
      : [];
  const lines = ranking.flatMap((name) => {
    const found = judged.sources[name];
    if (found === undefined) return [];
    const { rate, low, high, judged: count } = found;
    const percent = (share: number) => (100 * share).toFixed(0);
    if (rate === null) return [`${name}: false negatives unknown, none judged`];
    const range =
      low === null || high === null
        ? 'too few queries for an interval'
        : `${percent(low)} to ${percent(high)} %`;
    return [`${name}: ${percent(rate)} % false negatives (${range}), ${count} judged`];
  });
  return [...gap, ...lines];
}

const RANKED = 0;
const FILE_REFUSED = 2;
const ORDER_OPEN = 3;
const CHECK_FAILED = 4;

/** The exit status of a command that ranked something. */
export function exitStatus(
  report: Report,
  { strict, untilCertain }: Pick<RankArguments, 'strict' | 'untilCertain'>,
): number {
  const whole =
    !report.files.some(({ status }) => status === 'refused' || status === 'waiting') &&
    !areVerdictsRefused(report);
  if (strict && !(whole && isSpotless(report))) return CHECK_FAILED;
  if (!whole) return FILE_REFUSED;
  return untilCertain !== null && isOpen(report) ? ORDER_OPEN : RANKED;
}

/** Whether a file of verdicts was given and no line of it counted. */
function areVerdictsRefused({ false_negatives: judged }: Report): boolean {
  return judged?.judged === 0 && judged.refused.length > 0;
}

/** Whether the order of two sources of one setting is open: neither is stopped by a finding, and they are not the same pairs. */
function isOpen({ certainty, verdict: { sources } }: Report): boolean {
  const races = (name: string) => sources[name]?.unranked !== 'stop';
  const same = (name: string) => sources[name]?.same_pairs_as ?? name;
  return certainty.pairs.some(
    ({ a, b, status }) => status !== 'separated' && races(a) && races(b) && same(a) !== same(b),
  );
}

/** Whether files with a finding are not to be trained on as they are. */
export function isSerious({
  id,
  severity,
  set_aside: aside,
}: {
  readonly id: string;
  readonly severity: string;
  readonly set_aside?: boolean;
}): boolean {
  if (severity === 'stop') return aside !== true;
  return severity === 'train' || (severity === 'look' && (id === 'ids' || id === 'scores'));
}

/** Whether nothing was rejected, and no source has a finding that forbids to train on it. */
function isSpotless({ rejects, verdict }: Report): boolean {
  const found = Object.values(verdict.sources).flatMap(({ findings }) => findings);
  return rejects.length === 0 && !found.some(isSerious);
}
