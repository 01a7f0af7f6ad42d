/** The folder's own longest text beside the one in force. */

import type { ModelFolderInfo } from '../../../encoder/folder-settings';
import type { EncoderSettings } from '../../../encoder/types';
import { formatCount } from '../../../ui/words';

/** What is read of a text, what another limit costs, and that limit. */
export interface LengthOffer {
  readonly about: string;
  readonly maxTokens: number;
}

/** Null where the folder allows no longer texts than are read already. */
export function lengthOffer(
  { settings: usual, own }: Pick<ModelFolderInfo, 'settings' | 'own'>,
  { maxTokens }: Pick<EncoderSettings, 'maxTokens'>,
): LengthOffer | null {
  if (own === null || own.maxTokens <= usual.maxTokens) return null;
  const [read, allowed] = [formatCount(maxTokens), formatCount(own.maxTokens)];
  if (maxTokens >= own.maxTokens) {
    const about = `The first ${read} tokens of a text are read. The paper reads ${formatCount(usual.maxTokens)}.`;
    return { about, maxTokens: usual.maxTokens };
  }
  const asPaper = maxTokens === usual.maxTokens ? ', as in the paper' : '';
  const times = formatCount(Math.round(own.maxTokens / maxTokens));
  const about =
    `The first ${read} tokens of a text are read${asPaper}. The folder allows ${allowed} (${own.origin}). ` +
    `A text that long takes about ${times} times as long, or more.`;
  return { about, maxTokens: own.maxTokens };
}
