/** Which files of a finished run can be cleaned: those that are still loaded. */

import type { LoadedSource } from '../../../candidates/outcomes';
import { distinct } from '../../../app/distinct';
import type { SourceEntry } from '../../../session/files/file-entries.svelte';
import type { FinishedRun } from '../../../session/run/runs';

export interface CleanSource {
  /** Key of the source in the store. */
  readonly id: number;
  readonly name: string;
  readonly colour: number;
}

/** A file that can be cleaned, with its sources of the run. */
export interface CleanSubject {
  /** Key of the file on the page. */
  readonly key: number;
  /** Key of the file in the store. */
  readonly fileId: number;
  readonly file: string;
  readonly placeKind: LoadedSource['placeKind'];
  readonly sources: readonly CleanSource[];
}

export interface CleanSubjects {
  readonly subjects: readonly CleanSubject[];
  /** Names of files that were read again or removed since the run. */
  readonly lost: readonly string[];
}

/**
 * The files of a run that can be cleaned.
 * @param held the sources that the store holds now
 */
export function cleanSubjects(
  { sources }: Pick<FinishedRun, 'sources'>,
  held: readonly SourceEntry[],
): CleanSubjects {
  const files = distinct(sources.map(({ entry }) => entry.file));
  const subjects: CleanSubject[] = [];
  const lost: string[] = [];
  for (const file of files) {
    const own = sources.filter(({ entry }) => entry.file === file);
    const atHand = own.filter(({ id, entry }) => held.includes(entry) && entry.loaded.id === id);
    const [first] = atHand;
    if (!first) {
      lost.push(file.file.name);
      continue;
    }
    subjects.push({
      key: file.key,
      fileId: first.loaded.fileId,
      file: file.file.name,
      placeKind: first.loaded.placeKind,
      sources: atHand.map(({ id, entry: { name, colour } }) => ({
        id,
        name,
        colour,
      })),
    });
  }
  return { subjects, lost };
}
