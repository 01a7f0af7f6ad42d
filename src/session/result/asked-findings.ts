/** What somebody asked for beyond a run, for its findings: shortcuts, and answers among the judged pairs. */

import { knownShare } from '../../judge/figures';
import type { AskedFindings } from '../../report/found-in-run';
import { judgeShortcuts } from '../../report/shortcuts';
import type { SourceShortcut } from '../../shortcuts/shortcuts';
import type { JudgeState } from '../judge/judge-state.svelte';
import type { RunSource } from '../run/runs';

/**
 * Judged rates count where they have an interval and rest on enough pairs.
 * @param shortcuts null where nobody looked for them
 */
export function askedFindings(
  sources: readonly RunSource[],
  shortcuts: readonly SourceShortcut[] | null,
  { figures, order, answersAtMost: limit }: Pick<JudgeState, 'figures' | 'order' | 'answersAtMost'>,
): AskedFindings {
  const isReference = (id: number) => sources.some((source) => source.id === id && source.entry.reference);
  const answers = (figures?.sources ?? []).flatMap((rate, place) => {
    const source = order?.sources[place];
    const known = knownShare(rate);
    return source !== undefined && known ? [[source, { ...known, limit }] as const] : [];
  });
  return { shortcuts: shortcuts && judgeShortcuts(shortcuts, isReference), answers: new Map(answers) };
}
