/** Five faults that users meet, each in one step of a pass. Of an engine that ends while texts are embedded: resume.spec.ts. */

import type { PlannedDeed } from './prelude';

/** The steps of one pass. */
export const STEPS = ['load', 'run', 'rescore', 'export'] as const;
export type Step = (typeof STEPS)[number];

/** What is ranked: files with embeddings of their own, files for the encoder of the page. */
export type Kind = 'embedded' | 'texts';

export interface FaultPlan {
  /** What the user would say of it. */
  readonly name: string;
  readonly kind: Kind;
  /** From its beginning on the messages are counted. */
  readonly step: Step;
  readonly deed: PlannedDeed;
}

export const FAULTS: readonly FaultPlan[] = [
  {
    name: 'memory ran out in the worker that reads files',
    kind: 'texts',
    step: 'load',
    deed: { deed: 'close', realm: 'candidates', at: 2 },
  },
  {
    name: 'memory ran out in the table store',
    kind: 'embedded',
    step: 'load',
    deed: { deed: 'close', realm: 'duckdb', at: 1 },
  },
  {
    name: 'memory ran out in the engine',
    kind: 'embedded',
    step: 'run',
    deed: { deed: 'close', realm: 'engine', at: 2 },
  },
  {
    name: 'the computer slept for five hours',
    kind: 'texts',
    step: 'run',
    deed: { deed: 'jump ahead', realm: 'engine', at: 1 },
  },
  {
    name: 'the tab was hidden',
    kind: 'texts',
    step: 'run',
    deed: { deed: 'hide', realm: 'page', at: 1 },
  },
];
