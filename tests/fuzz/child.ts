/** The fuzzer's side of a child process: reads damaged files one after another and says of each what came of it. */

import '../candidates/parquet-engine';

import { Campaign } from './campaign';
import { subjects } from './subjects';
import { KINDS, type Kind } from './types';

/** What the parent asks for. */
export interface Job {
  /** Text in the names of the subjects, or the name of one. */
  readonly only: string;
  readonly kinds: readonly Kind[];
  readonly seed: number;
  /** Numbers of the inputs, [from, to). */
  readonly from: number;
  readonly to: number;
}

/** What the child says of an input: that it begins, and what came of it. */
export type Report =
  | { readonly type: 'begins'; readonly input: number; readonly subject: string; readonly index: number }
  | {
      readonly type: 'read';
      readonly input: number;
      readonly kind: Kind;
      readonly mutation: string;
      readonly status: string;
      readonly records: number;
      readonly milliseconds: number;
    }
  | { readonly type: 'failed'; readonly input: number; readonly message: string }
  | { readonly type: 'done' };

/** Reads the inputs of a job. Input n is damage n/S (rounded down) of subject n mod S, of S subjects. */
export async function perform(job: Job, report: (report: Report) => void): Promise<void> {
  const chosen = await subjects(job.only);
  const one = chosen.filter(({ name }) => name === job.only);
  const all = one.length > 0 ? one : chosen;
  if (all.length === 0) throw new Error(`no file to damage has “${job.only}” in its name`);
  const kinds = job.kinds.length > 0 ? job.kinds : KINDS;
  const campaigns: Campaign[] = [];
  for (const subject of all) {
    const campaign = await Campaign.start(subject, kinds);
    if (campaign.ways > 0) campaigns.push(campaign);
  }
  for (let input = job.from; input < job.to; input += 1) {
    const campaign = campaigns[input % campaigns.length];
    if (campaign === undefined) throw new Error('no damage of these kinds fits these files');
    const index = Math.floor(input / campaigns.length);
    report({ type: 'begins', input, subject: campaign.subject.name, index });
    try {
      report({ type: 'read', input, ...(await campaign.input(index, job.seed)) });
    } catch (error) {
      const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
      report({ type: 'failed', input, message: `${campaign.wayOf(index)}: ${message}` });
    }
  }
  report({ type: 'done' });
}
