/** Files of other splits than the training one: negatives mined for their queries would leak them into training. */

const SPLIT = /(?:^|[/\\])(train|dev|valid|validation|test)\.[^/\\]+$/i;

/** The split that a file is named after; null where it names none. */
export function splitOf(path: string): string | null {
  return SPLIT.exec(path)?.[1]?.toLowerCase() ?? null;
}

/** The files that are left out unless asked for: every other split, where one is named `train`. */
export function otherSplits(paths: readonly string[]): readonly string[] {
  const hasTraining = paths.some((path) => splitOf(path) === 'train');
  return hasTraining ? paths.filter((path) => ![null, 'train'].includes(splitOf(path))) : [];
}
