/** The sample as JSON lines: plain, or as requests that batch APIs and local servers take. */

import { batchLine, type RequestForm } from './batch-api';
import { VERDICTS } from './verdicts';

export interface SampledPair {
  readonly key: string;
  readonly query: string;
  readonly positive: string;
  readonly negative: string;
  /** Names of the sources that hold it. */
  readonly sources: readonly string[];
}

/** Tokens of a verdict with the thinking before it. */
const ANSWER_TOKENS = 8192;

/** Does the passage answer the query: more, as well, or less than the known answer? In the manner of RLHN and ARHN. */
export function promptOf({ query, positive, negative }: Omit<SampledPair, 'key' | 'sources'>): string {
  return [
    'Decide whether a passage answers a query.',
    `Query: ${query}`,
    `A passage known to answer it: ${positive}`,
    `The passage to judge: ${negative}`,
    'Does the passage to judge answer the query? Compare it with the known one. If it answers more or as well, it ' +
      'answers. If it answers less, it answers only if someone with this query would be content with it alone. ' +
      'To be on the same topic is not enough.',
    `Reply with one of these and nothing else: ${VERDICTS.join(' / ')}`,
  ].join('\n\n');
}

/** @param model name of the model, for the forms that carry one */
export function sampleLine(pair: SampledPair, form: RequestForm, model: string): string {
  const { key, query, positive, negative, sources } = pair;
  const prompt = promptOf(pair);
  if (form === 'plain') return JSON.stringify({ key, query, positive, negative, sources, prompt });
  return batchLine({ key, prompt, model, ...(form === 'anthropic' && { maxTokens: ANSWER_TOKENS }) }, form);
}
