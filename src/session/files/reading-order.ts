/** The order in which files are read: those that look like companions first, so that the others need not wait. */

const COMPANION_NAME = /corpus|collection|queries|qrels/i;

export interface Ordered {
  /** Path inside the folder that was given, or the file's name. */
  readonly path: string;
  /** True where it was read as a companion before. */
  readonly wasCompanion: boolean;
}

/**
 * Files that were companions, then those whose path hints at one, then the rest, each in the order given. Only time
 * hangs on it: a file that is read before its companion is read again.
 */
export function companionsFirst<T extends Ordered>(files: readonly T[]): T[] {
  return [...files].sort((a, b) => turn(a) - turn(b));
}

function turn({ path, wasCompanion }: Ordered): number {
  if (wasCompanion) return 0;
  return COMPANION_NAME.test(path) ? 1 : 2;
}
