/** Files that Rank cannot read and Mine can: pairs of a query and what answers it, and passages without ids. */

import { Fault, type JsonObject } from '../fault';
import { readText } from './fields';
import type { Format } from './format';
import { fieldFormat } from './mapped';
import { fieldNames, mayBePassage, roleOf } from './names';
import { openLines, type OpenFile } from './open';
import { valuesOf, type NoPlan } from './plan';
import { fitted } from './ids-for-texts';
import { isPlainText } from './unknown-format';
import { readingOfPairs } from './which-field';

/** How the records of a file of pairs are read, by some of them; null for other files. */
export function formatOfPairs(open: OpenFile, samples: readonly JsonObject[]): Format | null {
  const hint = { path: open.file.name, container: open.container, named: true, samples };
  const reading = readingOfPairs(samples);
  return reading && fitted(fieldFormat('named', reading, hint), samples).format;
}

export interface Passages {
  readonly open: OpenFile;
  readonly words: string;
  readonly read: (value: JsonObject) => string | Fault;
}

/** How a file of passages is read: entries with one text, or a passage a line; null for other files. */
export function passagesWithoutIds(plan: NoPlan): Passages | null {
  const { open, entries } = plan;
  if (isPlainText(plan)) {
    const lines = openLines(open.file, open.gzip);
    return { open: lines, words: 'a passage a line', read: passage('text') };
  }
  const samples = valuesOf(entries);
  const texts = fieldNames(samples).filter(
    (name) => mayBePassage(name) && samples.some(({ [name]: text }) => typeof text === 'string'),
  );
  const [name, ...others] = texts;
  if (name === undefined || others.length > 0 || roleOf(name).role !== 'document') return null;
  return { open, words: `passages ${open.container}`, read: passage(name) };
}

function passage(name: string): (value: JsonObject) => string | Fault {
  return (value) => {
    const text = readText(value, name);
    return text instanceof Fault ? text : text.trim();
  };
}
