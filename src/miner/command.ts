/** What `npm run mine` uses beside the mining worker, which it starts as the page does. */

import { readFolderInfo } from '../encoder/folder-settings';
import { openModelFolder } from '../encoder/model-folder';
import type { EncoderSettings, ModelSource } from '../encoder/types';
import type { MiningEncoder } from './host';

export { unpackedText } from '../candidates/read/head';
export { REQUEST_FORMS } from '../judge/batch-api';
export { BM25_PRESETS, BM25_VARIANTS, bm25Settings } from '../mining/bm25';
export { cardText, readCard } from '../mining/card';
export { FORM_IDS } from '../mining/forms';
export { PROMPT_DEFAULTS } from '../mining/llm';
export { choicesOf, MINING_PRESETS, optionFaults, scaleNotes, scorelessFault } from '../mining/options';
export { WORD_CUTS } from '../mining/words';
export { copiesNotes, leftOutNotes, partNotes, ruleCounts, sourceNotes } from './notes';
export { progressInWords } from './progress-words';
export { encoderOfCard, otherInput, otherModels, requestOfCard } from './remake';

/**
 * The encoder of a folder, as its files say it or as a card or the command line does.
 * @param asked null: as the folder says
 * @throws the errors of encoder/errors.ts
 */
export async function encoderOfFolder(
  model: ModelSource,
  asked: { readonly onnx?: string; readonly settings: Partial<EncoderSettings> } | null,
): Promise<MiningEncoder['encoder']> {
  const info = await readFolderInfo(await openModelFolder(model, new URL('file:///')));
  const onnx = asked?.onnx ?? info.onnx[0]?.path ?? '';
  return { model, onnx, settings: { ...info.settings, ...asked?.settings } };
}
