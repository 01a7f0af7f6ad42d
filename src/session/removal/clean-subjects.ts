/** Which files can be cleaned: those whose sources are still loaded as they were. */

import type { PairPlaces } from '../../scoring/pairs';
import type { FileEntry, SourceEntry } from '../files/file-entries.svelte';
import type { RunSource } from '../run/runs';

type SubjectSource = Pick<RunSource, 'id' | 'entry'>;

/** A file that can be cleaned, with its sources. */
export interface CleanSubject {
  readonly file: FileEntry;
  /** Key of the file in the store. */
  readonly fileId: number;
  readonly sources: readonly SubjectSource[];
}

export interface CleanSubjects {
  readonly subjects: readonly CleanSubject[];
  /** Names of files that were read again or removed since. */
  readonly lost: readonly string[];
}

/**
 * The files of some sources that can be cleaned.
 * @param held the sources that the store holds now
 */
export function cleanSubjects(
  sources: readonly SubjectSource[],
  held: readonly SourceEntry[],
): CleanSubjects {
  const subjects: CleanSubject[] = [];
  const lost: string[] = [];
  for (const file of [...new Set(sources.map(({ entry }) => entry.file))]) {
    const atHand = sources.filter(
      ({ id, entry }) => entry.file === file && held.includes(entry) && entry.loaded.id === id,
    );
    const [first] = atHand;
    if (first) subjects.push({ file, fileId: first.entry.loaded.fileId, sources: atHand });
    else lost.push(file.file.name);
  }
  return { subjects, lost };
}

/** The pairs that a file loses, by its sources; those of sources that lose none are left out. */
export function pairsOfFile({ sources }: CleanSubject, pairs: readonly PairPlaces[]): readonly PairPlaces[] {
  return pairs.filter(({ source, records }) => records.length > 0 && sources.some(({ id }) => id === source));
}
