/** From the last lesson to Rank: the demo, or files of one's own. */

import type { Session } from '../../app/session.svelte';

/** Opens Rank and ranks the demo there, or reads files. Code of the session is loaded only now. */
export async function openInRank(session: Session, files: readonly File[] | null): Promise<void> {
  const { Comparison } = await import('../../session/comparison.svelte');
  const comparison = session.state(Comparison);
  location.hash = '#rank';
  await (files === null ? comparison.tryDemo(document.baseURI) : comparison.add(files, []));
}
