/** Settings as they are kept: over a reload, and with the note of a run under way. */

import * as v from 'valibot';

import type { StopRule } from '../../engine/types';
import { WEIGHTING_IDS } from '../../scoring/weightings';

const STOP_RULES: readonly StopRule['rule'][] = ['all', 'certain', 'long'];

export const KeptSettings = v.strictObject({
  tau: v.nullable(v.number()),
  /** True where the user has set the temperature, and no model folder may. */
  tauIsMine: v.boolean(),
  weighting: v.picklist(WEIGHTING_IDS),
  sampled: v.boolean(),
  sampleSize: v.nullable(v.number()),
  seed: v.nullable(v.number()),
  batchSize: v.nullable(v.number()),
  device: v.picklist(['auto', 'wasm', 'webgpu']),
  stopRule: v.picklist(STOP_RULES),
  level: v.number(),
});

export type KeptSettings = v.InferOutput<typeof KeptSettings>;

const Share = v.nullable(v.number());

/** The references' range as it was entered by hand. */
export const KeptRange = v.strictObject({
  byHand: v.boolean(),
  figures: v.strictObject({
    mean_rho_max: Share,
    mean_eta_max: Share,
    mean_psi_max: Share,
    inversion_rate_min: Share,
  }),
});

export type KeptRange = v.InferOutput<typeof KeptRange>;
