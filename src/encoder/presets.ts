/** Formatting of the paper's backbones, where a folder's own files say nothing. */

import type { Pooling } from './types';

export interface Preset {
  readonly name: string;
  readonly queryPrefix: string;
  readonly passagePrefix: string;
  readonly pooling: Pooling;
}

/** Matched with the folder's name or the name in its config.json; the first match counts. */
const PRESETS: readonly { readonly pattern: RegExp; readonly preset: Preset }[] = [
  {
    pattern: /(^|[^a-z0-9])(multilingual-)?e5(-|_)(small|base|large)/i,
    preset: { name: 'E5', queryPrefix: 'query: ', passagePrefix: 'passage: ', pooling: 'mean' },
  },
  {
    pattern: /contriever/i,
    preset: { name: 'Contriever', queryPrefix: '', passagePrefix: '', pooling: 'mean' },
  },
  {
    pattern: /distilbert/i,
    preset: { name: 'DistilBERT', queryPrefix: '', passagePrefix: '', pooling: 'mean' },
  },
];

/** The preset of a backbone, or null. mini-gte has none: its folder says it all. */
export function presetFor(name: string): Preset | null {
  return PRESETS.find(({ pattern }) => pattern.test(name))?.preset ?? null;
}
