/** What the same sources under several encoders found. */

import type { JudgedEncoder } from '../ablations';
import type { Phrase } from '../verdict-words';
import { countInWords } from '../../ui/words';
import { hasOrder, swapPhrase, swapsBetween } from './order-changes';

/** Scores of the sources that all encoders have, in one order of sources. */
export interface CommonScores {
  readonly sources: JudgedEncoder['weightings']['about']['sources'];
  /** By encoder, then by source: under the weighting that the experiment was told. */
  readonly scores: readonly (readonly number[])[];
}

/** Sources are the same where name and setting are. */
export function commonScores(encoders: readonly JudgedEncoder[]): CommonScores {
  const placeIn = ({ weightings }: JudgedEncoder, name: string, setting: string) =>
    weightings.about.sources.findIndex((source) => source.name === name && source.setting === setting);
  const first = encoders[0]?.weightings.about.sources ?? [];
  const sources = first.filter(({ name, setting }) =>
    encoders.every((encoder) => placeIn(encoder, name, setting) >= 0),
  );
  const scores = encoders.map((encoder) => {
    const { about, result } = encoder.weightings;
    const figures = result.matrices[about.weighting];
    return sources.map(({ name, setting }) => figures[placeIn(encoder, name, setting)]?.eci ?? 0);
  });
  return { sources, scores };
}

/** Whether the order of the first encoder holds under the others. */
export function encodersTitle(encoders: readonly JudgedEncoder[]): Phrase {
  const { sources, scores } = commonScores(encoders);
  if (encoders.length < 2) return ['Does the order hold under another encoder?'];
  if (!hasOrder(sources)) return ['The encoders have no two sources of one setting in common'];
  const swaps = scores.map((own) => swapsBetween(sources, scores[0] ?? [], own));
  const other = swaps.findIndex((changed) => changed.length > 0);
  const all = encoders.length === 2 ? 'both encoders' : `all ${countInWords(encoders.length)} encoders`;
  if (other < 0) return [`The order holds under ${all}`];
  const changed = swaps.filter((each) => each.length > 0).length;
  return [
    `Under ${encoders[other]?.encoder ?? ''} `,
    ...swapPhrase(sources, swaps[other] ?? []),
    ...(changed > 1 ? [`; the order changes under ${countInWords(changed - 1)} more`] : []),
  ];
}
