/** What bars a source from a rank as it stands, as far as texts and pairs tell. The same rule ends a run and judges a result. */

import { isMany, type FileFindings } from './findings';
import { randomLooking, type RandomLooking, type ShareInterval } from './random-looking';

/** A source of one setting with what its file and its pairs say. */
export interface JudgedSource {
  readonly id: string;
  readonly reference: boolean;
  /** Signs say that its file was read wrongly, and nobody says that it is as meant. */
  readonly misread: boolean;
  /** It has too few effective units, or nothing in it has a weight: others are not held against it. */
  readonly small: boolean;
  /** Null where the texts of all files were not at hand at once. */
  readonly file: Pick<FileFindings, 'pairs' | 'own_positives'> | null;
  /** Counts over its scored pairs. */
  readonly pairs: number;
  readonly unrelated: number | null;
  readonly stock: number;
  readonly stock_unrelated: number | null;
  /** The first source with the same pairs: its own id where no earlier one has them. */
  readonly same: string;
}

export interface Standing {
  readonly stopped: boolean;
  /** Whether more of the same file would not change that. */
  readonly settled: boolean;
  /** Null where it was not looked for. */
  readonly random: RandomLooking | null;
}

/** What the file of a source says by itself. @param random share of drawn passages in the corner; null where none were drawn */
function isBarred({ misread, file, pairs, ...counts }: JudgedSource, random: number | null): boolean {
  const { stock, stock_unrelated: unrelated } = counts;
  if (misread || (file !== null && isMany(file.own_positives, file.pairs))) return true;
  return isMany(stock, pairs) && isUnrelatedStock(stock, unrelated, random);
}

/** Whether a text under many queries is unrelated to most of them: a drawn passage is in the corner as often as `random` says. */
export function isUnrelatedStock(stock: number, unrelated: number | null, random: number | null): boolean {
  return stock > 0 && unrelated !== null && random !== null && unrelated / stock >= random / 2;
}

/**
 * The sources of one setting, by id.
 * @param random share of drawn passages in the corner; null where none were drawn
 * @param shareOf the share of random passages in a source if another one has none
 */
export function standingsOf(
  sources: readonly JudgedSource[],
  random: number | null,
  shareOf: (source: string, beside: string) => ShareInterval | null,
): ReadonlyMap<string, Standing> {
  const barred = new Set(sources.filter((source) => isBarred(source, random)).map(({ id }) => id));
  const suspects = sources.flatMap(({ id, reference, small, same, pairs, unrelated }) => {
    const sound = !barred.has(id) && !small;
    return unrelated === null
      ? []
      : [{ id, reference: reference && sound, share: unrelated / pairs, same, sound }];
  });
  const looking = randomLooking(suspects, random, shareOf);
  // A source alone has nothing to be held against, however much is read.
  const alone = new Set(sources.map(({ same }) => same)).size < 2;
  return new Map(
    sources.map(({ id }) => {
      const own = looking?.get(id) ?? null;
      const stopped = barred.has(id) || own?.severity === 'stop';
      return [id, { stopped, settled: barred.has(id) || alone || own?.settled === true, random: own }];
    }),
  );
}
