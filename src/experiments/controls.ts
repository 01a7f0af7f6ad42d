/** The eight controls: whether sources built to fail fool the score (paper, Tables control_gates, audit). */

import type { SourceData } from '../engine/source-data';
import { tableOf } from '../report/data-table';
import { CONTROL_IDS } from '../scoring/controls';
import { cosineToPositive } from '../scoring/cosines';
import { isSafe } from '../scoring/orders';
import { quantile } from '../scoring/means';
import { byWeighting, SAFETY_GRID, WEIGHTING_IDS, WEIGHTINGS, type WeightingId } from '../scoring/weightings';
import { capitalised, countInWords, listInWords } from '../ui/words';
import { nameOf, nameOfMade, type Outcome } from './experiment';
import { bestReference, DOUBLE, made, type MadeResult, type MadeSource } from './made-sources';
import { isClearlyAbove } from './orders';
import { matricesUnder } from './sums';

/** How near negatives lie to their positives: median cosine of the false negatives, and the range of the references'. */
interface Nearness {
  readonly control: number;
  readonly least: number;
  readonly largest: number;
}

interface Safety {
  /**
   * By weighting: whether all controls are below every reference source. Null without a reference, and where a missing
   * control, or false negatives that do not lie near, might be the one above.
   */
  readonly safe: Readonly<Record<WeightingId, boolean | null>>;
  /** Null without the control of false negatives or without a reference. */
  readonly nearness: Nearness | null;
}

export type ControlsResult = MadeResult & Safety;

export type ControlsOutcome = Outcome<ControlsResult>;

export const controls = made<Safety>({
  question: 'Can the score be fooled by sources built to fail?',
  about: 'Builds the eight controls of the paper from one source. All their texts are encoded already.',
  built: true,
  requests: (_sources, { base, seed }) =>
    CONTROL_IDS.map((control) => ({ kind: 'control', control, base, seed })),
  weightings: WEIGHTING_IDS,
  saved: ['safe'],
  async conclude(found, made, performance) {
    const { run, settings } = performance;
    const isReference = (_: unknown, s: number) => settings.sources[s]?.reference === true;
    const matrices = await matricesUnder(performance, WEIGHTING_IDS);
    const near = made[found.made.findIndex((one) => controlOf(one) === 'false-negative')];
    const nearness = nearnessOf(near, run.sources.filter(isReference));
    const unknown = found.missing.some(({ reason }) => !reason.startsWith(DOUBLE));
    const safe = byWeighting((id, i) => {
      const below = isSafe(
        found.made.flatMap(({ weightings }) => weightings[id]?.eci ?? []),
        (matrices[i] ?? []).filter(isReference).map(({ eci }) => eci),
      );
      // What is missing, or not what it is called, might be the one above, so only one that is above settles it.
      return below === true && (unknown || !isNear(nearness)) ? null : below;
    });
    return { safe, nearness };
  },
  /** How many controls outscore the best reference by more than chance, and how many the audit flags. */
  title(outcome) {
    const { made, envelope, scores } = outcome.result;
    if (made.length === 0) return ['No control could be built of this base source'];
    const reference = bestReference(outcome);
    const leader = reference ?? scores.indexOf(Math.max(...scores));
    const higher = [...made.keys()].filter((i) => (made[i]?.eci ?? 0) > (scores[leader] ?? NaN));
    const clear = higher.filter((i) => isClearlyAbove(outcome.result, scores.length + i, leader));
    const whom = reference === null ? 'every source' : 'the best reference';
    const all = countInWords(made.length);
    const some = capitalised(countInWords(clear.length));
    const outscore =
      clear.length === 0
        ? `No control ${higher.length > 0 ? 'clearly ' : ''}outscores ${whom}`
        : `${some} of ${all} controls ${clear.length === 1 ? 'outscores' : 'outscore'} ${whom}`;
    if (envelope === null) return [`${outscore}; without a reference nothing is flagged`];
    const missed = made.filter(({ flags }) => flags.length === 0);
    if (missed.length === 0) return [`${outscore}; the audit flags all ${all}`];
    if (missed.length <= 2) return [`${outscore}; the audit misses ${listInWords(missed.map(controlOf))}`];
    return [
      `${outscore}; the audit flags ${missed.length === made.length ? 'none' : countInWords(made.length - missed.length)}`,
    ];
  },
  how: ({ about, sources }) =>
    `Diamonds: sources built to fail, from ${nameOf(sources, about.base)}, seed ${about.seed}. Whiskers: 95\u00a0%.`,
  tables: ({ sources, result: { made, safe } }) => [
    {
      id: 'safe',
      caption: 'Is a weighting safe? Scores of the controls under each',
      table: tableOf(WEIGHTING_IDS, [
        ['weighting', (id) => id],
        ['formula', (id) => WEIGHTINGS[id].formula],
        ['safe', (id) => safeWord(safe[id])],
        ...made.map(({ request, weightings }) => {
          return [nameOfMade(request, sources), (id: WeightingId) => weightings[id]?.eci] as const;
        }),
      ]),
    },
  ],
  notes: ({ result }) => [...nearnessWords(result), safeWords(result)],
});

function controlOf({ request }: MadeSource): string {
  return request.kind === 'control' ? request.control : '';
}

/** @param control the false negatives; undefined where they could not be built */
function nearnessOf(control: SourceData | undefined, references: readonly SourceData[]): Nearness | null {
  if (!control || references.length === 0) return null;
  const medians = references.map(medianCosine);
  return { control: medianCosine(control), least: Math.min(...medians), largest: Math.max(...medians) };
}

/** The median of v⁻·v⁺ over the pairs of a source. */
function medianCosine({ columns }: SourceData): number {
  return cosineToPositive(quantile(columns.distance.slice().sort(), 0.5));
}

/** True where the false negatives lie as near to their positives as the references' negatives do, in the median. */
function isNear(nearness: Nearness | null): boolean {
  return nearness !== null && nearness.control >= nearness.least;
}

/** What false negatives that are not near cannot tell. */
function nearnessWords({ nearness }: Safety): string[] {
  if (nearness === null || isNear(nearness)) return [];
  const { control } = nearness;
  const [least, largest] = [nearness.least.toFixed(2), nearness.largest.toFixed(2)];
  const range = least === largest ? least : `${least} to ${largest}`;
  return [
    `“False negative” is not near here (median cosine to the positive ${control.toFixed(2)}; references ${range}): it says nothing of safety.`,
  ];
}

/** Which weightings keep all controls below all references, as far as these controls can tell. */
function safeWords({ safe }: Safety): string {
  const are = (is: boolean | null) => SAFETY_GRID.filter((id) => safe[id] === is);
  const kept = listInWords(are(true).map((id) => WEIGHTINGS[id].formula)) || 'none';
  const unknown = are(null).length;
  if (unknown === SAFETY_GRID.length) return 'No weighting can be called safe or unsafe here.';
  const open = unknown > 0 ? `; of ${unknown} these controls cannot tell` : '';
  return `Safe, with all controls below all references: ${kept}. ${are(false).length} of ${SAFETY_GRID.length} weightings are not safe${open}.`;
}

/** Whether a weighting is safe; null if unknown. */
export function safeWord(safe: boolean | null): string {
  return safe === null ? 'n/a' : safe ? 'yes' : 'no';
}
