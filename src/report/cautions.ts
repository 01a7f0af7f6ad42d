/** What every export of a result carries beside its figures, where these are to be read with care. */

import type { JudgingEncoder } from './verdict';
import { encoderCaution } from './verdict-words';

/** What of a result calls for care. */
export interface CautionedResult {
  readonly encoder: JudgingEncoder;
  readonly audited: boolean;
  /** True where the page had other inputs by the time of the export. */
  readonly outOfDate: boolean;
}

/** Whole sentences; none where there is nothing to say. */
export function cautions({ encoder, audited, outOfDate }: CautionedResult): string[] {
  const untrained = encoderCaution(encoder);
  return [
    ...(untrained === null ? [] : [untrained]),
    ...(audited ? [] : ['Nothing was audited: these are scores, and no source has a rank.']),
    ...(outOfDate ? ['Out of date: files or settings were changed after this was ranked.'] : []),
  ];
}
