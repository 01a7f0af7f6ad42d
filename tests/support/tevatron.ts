/** Tevatron files as the project's reader leaves them. */

import { readFileSync } from 'node:fs';

import type { TextRecord } from './candidates';

/** Tevatron JSONL; records without negatives are left out, as the reader rejects them. */
export function readTevatron(file: string): TextRecord[] {
  interface Passage {
    readonly title?: string | null;
    readonly text: string;
  }
  interface Line {
    readonly query: string;
    readonly positive_passages: readonly Passage[];
    readonly negative_passages: readonly Passage[];
  }
  const textOf = ({ title, text }: Passage) => `${title ?? ''} ${text}`.trim();
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const { query, positive_passages, negative_passages } = JSON.parse(line) as Line;
      return {
        query: query.trim(),
        positive: textOf(positive_passages[0] as Passage),
        negatives: [...new Set(negative_passages.map(textOf))].filter(Boolean),
      };
    })
    .filter(({ negatives }) => negatives.length > 0);
}
