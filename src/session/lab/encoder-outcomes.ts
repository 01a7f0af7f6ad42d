/** What is compared between encoders: the same sources ranked with one after the other in this session. */

import type { ExperimentOutcome } from '../../experiments/types';
import type { JudgedEncoder } from '../../report/ablations';

/** Outcomes of one encoder; each is the last of its kind. */
export interface EncoderOutcomes {
  readonly encoder: string;
  readonly weightings: ExperimentOutcome<'weightings'> | null;
  readonly controls: ExperimentOutcome<'controls'> | null;
}

/** Takes in an outcome; of experiments that are not compared between encoders nothing is kept. */
export function withOutcome(
  encoders: readonly EncoderOutcomes[],
  encoder: string,
  outcome: ExperimentOutcome,
): readonly EncoderOutcomes[] {
  if (outcome.id !== 'weightings' && outcome.id !== 'controls') return encoders;
  const known = encoders.find((one) => one.encoder === encoder);
  const before = known ?? { encoder, weightings: null, controls: null };
  return [...encoders.filter((one) => one !== known), { ...before, [outcome.id]: outcome }];
}

/** The encoders whose weightings were computed, in the order in which they were first ranked with. */
export function judgedEncoders(encoders: readonly EncoderOutcomes[]): JudgedEncoder[] {
  return encoders.flatMap(({ encoder, weightings, controls }) =>
    weightings ? [{ encoder, weightings, controls }] : [],
  );
}
