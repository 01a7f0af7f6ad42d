/** What reading a file found, in words. */

import type { FileCounts } from '../../../candidates/outcomes';
import type { Result } from '../../../report/result';
import { countOf, formatCount, formatPercent } from '../../../ui/words';

/** `121 negatives equal the positive`; empty where none does. */
export function copiesRemark({ negativesEqualPositive: count }: FileCounts): string {
  if (count === 0) return '';
  return `${countOf(count, 'negative')} ${count === 1 ? 'equals' : 'equal'} the positive`;
}

/** `97 of 812 texts (11.9 %) are longer than 128 tokens.`, and what follows; empty where none is. */
export function cutInWords({ encoder, cost }: Pick<Result, 'encoder' | 'cost'>): string {
  const { texts, cut_texts: cut = 0 } = cost;
  if (cut === 0 || !('settings' in encoder)) return '';
  const read = formatCount(encoder.settings.max_tokens);
  const share = `${formatCount(cut)} of ${countOf(texts, 'text')} (${formatPercent(cut / texts)})`;
  const longer = `${share} ${cut === 1 ? 'is' : 'are'} longer than ${read} tokens`;
  return `${longer}. The encoder read only their first ${read}.`;
}
