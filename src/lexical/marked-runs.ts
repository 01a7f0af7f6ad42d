/** A text cut into words and what stands between them, with the words that count marked by their weight. */

import { alphanumericTokens } from './tokens';

export interface MarkedRun {
  readonly text: string;
  /** Largest weight of its tokens; null where none of them counts. */
  readonly weight: number | null;
}

/** @param weightOf weight of a token, such as its idf; null where it is not to be marked */
export function markedRuns(text: string, weightOf: (token: string) => number | null): MarkedRun[] {
  const runs = text.match(/[\p{L}\p{N}\p{M}]+|[^\p{L}\p{N}\p{M}]+/gu) ?? [];
  return runs.map((run) => {
    const weights = [...alphanumericTokens(run)].flatMap((token) => weightOf(token) ?? []);
    return { text: run, weight: weights.length === 0 ? null : Math.max(...weights) };
  });
}
