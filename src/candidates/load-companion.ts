/** Puts a companion file among the companions. */

import type { Judgement, TextEntry } from './formats/format';
import type { LoadContext } from './load-context';
import type { CompanionPlan } from './formats/plan';
import { Throttle } from './read/throttle';
import type { LoadedCompanion } from './outcomes';
import type { CompanionReading } from './records/companion-reading';
import { Qrels } from './records/qrels';

/**
 * Goes through a companion file once, to count it and to tell what is wrong with it, and puts it among the companions.
 * Texts stay in the file until records ask for them.
 * @throws those of {@link CompanionReading.rejects}
 * @param reading of the plan's file, not begun
 * @param path inside the dropped folder
 */
export async function loadCompanion(
  { store, companions, signal, onProgress }: LoadContext,
  id: number,
  plan: CompanionPlan,
  reading: CompanionReading,
  path: string,
): Promise<LoadedCompanion> {
  const { file } = plan.open;
  const { kind } = plan.companion;
  const { tally } = reading;
  const qrels = kind === 'qrels' ? new Qrels() : null;
  const receive = (entry: TextEntry | Judgement): void => {
    if (qrels !== null && 'relevance' in entry) qrels.add(entry);
  };
  const throttle = new Throttle();
  const onBytes = (bytesRead: number): void => {
    if (!throttle.due()) return;
    const { loaded: records, rejected } = tally;
    onProgress({ file: file.name, bytesRead, bytesTotal: file.size, records, rejected, stage: 'reading' });
  };
  try {
    for await (const rejects of reading.rejects(receive, signal, { onBytes })) {
      await store.rejects.add(id, rejects);
    }
  } catch (error) {
    await store.rejects.add(id, reading.takeRejects());
    throw error;
  }
  const { read, loaded: entries, rejected, blankLines } = tally;
  const { words } = plan;
  const { placeKind } = reading;
  const companion = {
    id,
    kind,
    file: file.name,
    bytes: file.size,
    words,
    placeKind,
    read,
    entries,
    rejected,
    blankLines,
  };
  companions.add(path, plan, companion, qrels);
  return companion;
}
