/** Temperature, weighting, sample and advanced settings: everything of a run but files and encoder. */

import type { DeviceChoice } from '../../encoder/types';
import type { RunSettings } from '../../engine/result';
import type { StopRule } from '../../engine/types';
import { DEFAULT_TEMPERATURE } from '../../scoring/gates';
import type { WeightingId } from '../../scoring/weightings';
import { deviceInAddress } from '../../app/device-words';
import { picked } from '../../app/picked';
import { stopInAddress } from './stop-rule';

/** The paper's sample size for each source. */
const PAPER_SAMPLE = 25_000;

/** A setting that can be wrong, by the name of its field. */
export type SettingField = 'Temperature' | 'Negatives' | 'Sample size' | 'Seed';

/** Fields that are kept over a reload. */
/** Of a sample, unless the user says otherwise. */
const USUAL_SEED = 42;

const KEPT = [
  'tau',
  'tauIsMine',
  'weighting',
  'queries',
  'sampled',
  'sampleSize',
  'cut',
  'negatives',
  'seed',
  'batchSize',
  'device',
  'stopRule',
  'level',
] as const;

export type KeptSettings = Readonly<Pick<SettingsState, (typeof KEPT)[number]>>;

export class SettingsState {
  tau = $state<number | null>(DEFAULT_TEMPERATURE);
  weighting = $state<WeightingId>('full');
  /** Sources with different queries are scored on those that they share, or each on all of its own. */
  queries = $state<RunSettings['queries']>('shared');
  sampled = $state(false);
  sampleSize = $state<number | null>(PAPER_SAMPLE);
  /** Whether only the first negatives of each record are ranked. */
  cut = $state(false);
  /** How many, where they are. */
  negatives = $state<number | null>(10);
  seed = $state<number | null>(USUAL_SEED);
  batchSize = $state(16);
  device = $state<DeviceChoice>('auto');
  stopRule = $state<StopRule['rule']>('long');
  /** Probability that the orders called certain are right. */
  level = $state(0.95);

  readonly stop = $derived<StopRule>({ rule: this.stopRule, level: this.level });

  /** True where the user has set the temperature; then model folders do not. */
  tauIsMine = false;

  /** By wrong field: what is expected there. */
  readonly wrong = $derived<Partial<Record<SettingField, string>>>({
    ...(this.tau !== null && this.tau > 0 ? {} : { Temperature: 'a number above 0, such as 0.05.' }),
    ...(!this.cut || isWhole(this.negatives, 1) ? {} : { Negatives: 'a whole number from 1 up.' }),
    ...(!this.sampled || isWhole(this.sampleSize, 1) ? {} : { 'Sample size': 'a whole number from 1 up.' }),
    ...(!this.sampled || isWhole(this.seed, 0) ? {} : { Seed: 'a whole number from 0 up.' }),
  });

  /** What is wrong with the settings, one sentence each. */
  readonly problems = $derived(
    Object.entries(this.wrong).map(([field, expected]) => `${field}: ${expected}`),
  );

  /** @param search of the page's address; its device and stop rule override kept ones */
  constructor(private readonly search: string) {
    this.device = deviceInAddress(search);
    this.queries = queriesInAddress(search, 'shared');
    const { rule, level } = stopInAddress(search);
    this.stopRule = rule;
    this.level = level;
  }

  /** Temperature and weighting; null where they are not valid. */
  readonly gating = $derived(
    this.tau !== null && this.tau > 0 ? { tau: this.tau, weighting: this.weighting } : null,
  );

  setTemperature(tau: number | null): void {
    this.tau = tau;
    this.tauIsMine = true;
  }

  /** Takes the temperature of a model folder, unless the user has set one. */
  suggestTemperature(tau: number): void {
    if (!this.tauIsMine) this.tau = tau;
  }

  /** The first so many negatives of each record; null for all. */
  readonly firstNegatives = $derived(this.cut ? this.negatives : null);

  /** Ranks the first so many negatives of each record. */
  cutTo(negatives: number): void {
    this.cut = true;
    this.negatives = negatives;
  }

  /** All of it, to be kept over a reload. */
  kept(): KeptSettings {
    return picked(this, KEPT);
  }

  /** Puts kept settings back, except for what the page's address asks for. */
  restore({ device, stopRule, level, ...kept }: KeptSettings): void {
    Object.assign(this, kept);
    this.device = deviceInAddress(this.search, device);
    this.queries = queriesInAddress(this.search, kept.queries);
    const stop = stopInAddress(this.search, { rule: stopRule, level });
    this.stopRule = stop.rule;
    this.level = stop.level;
  }

  /** The settings of a run; null while one of them is wrong. */
  runSettings({ normalise, group }: Pick<RunSettings, 'normalise' | 'group'>): RunSettings | null {
    const { gating, sampleSize, batchSize } = this;
    if (this.problems.length > 0 || gating === null) return null;
    return {
      ...gating,
      tokenizer: 'alphanumeric',
      idf_corpus: 'pooled-documents',
      queries: this.queries,
      group,
      sample: this.sampled ? sampleSize : null,
      negatives: this.firstNegatives,
      // Wrong only where no sample is drawn.
      seed: isWhole(this.seed, 0) ? this.seed : USUAL_SEED,
      batch_size: batchSize,
      normalise,
    };
  }
}

/** `?queries=all` or `shared`. */
function queriesInAddress(search: string, otherwise: RunSettings['queries']): RunSettings['queries'] {
  const asked = new URLSearchParams(search).get('queries');
  return asked === 'all' || asked === 'shared' ? asked : otherwise;
}

function isWhole(value: number | null, least: number): value is number {
  return value !== null && Number.isSafeInteger(value) && value >= least;
}
