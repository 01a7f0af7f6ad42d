/** What bars a source from a rank as it stands, as far as texts and pairs tell. The same rule ends a run and judges a result. */

import { isMany, type FileFindings } from './findings';
import {
  distinct,
  randomLooking,
  type RandomLooking,
  type ShareInterval,
  type Suspect,
} from './random-looking';

/** A source of one setting with what its file and its pairs say. */
export interface JudgedSource extends Pick<Suspect, 'id' | 'reference' | 'same'> {
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
}

export interface Standing {
  readonly stopped: boolean;
  /** Whether more of the same file would not change that. */
  readonly settled: boolean;
  /** Null where it was not looked for. */
  readonly random: RandomLooking | null;
}

/** What the file of a source says by itself. */
function isBarred(source: JudgedSource, random: number | null): boolean {
  const { misread, file, pairs, stock, stock_unrelated: unrelated } = source;
  const copies = file !== null && isMany(file.own_positives, file.pairs);
  return misread || copies || (isMany(stock, pairs) && isUnrelatedStock(stock, unrelated, random));
}

/** Whether a text under many queries is unrelated to most of them: a drawn passage is in the corner as often as `random` says. */
export function isUnrelatedStock(stock: number, unrelated: number | null, random: number | null): boolean {
  return stock > 0 && unrelated !== null && random !== null && unrelated / stock >= random / 2;
}

/** The sources of one setting, by id. Parameters as for {@link randomLooking}. */
export function standingsOf(
  sources: readonly JudgedSource[],
  random: number | null,
  shareOf: (source: string, beside: string) => ShareInterval | null,
): ReadonlyMap<string, Standing> {
  const barred = new Set(sources.filter((source) => isBarred(source, random)).map(({ id }) => id));
  const suspects = sources.flatMap(({ id, reference, small, same, pairs, unrelated }) => {
    if (unrelated === null) return [];
    const sound = !barred.has(id) && !small;
    return { id, reference: reference && sound, share: unrelated / pairs, same, sound };
  });
  const looking = randomLooking(suspects, random, shareOf);
  // A source alone has nothing to be held against, however much is read.
  const alone = distinct(sources) < 2;
  return new Map(
    sources.map(({ id }) => {
      const own = looking?.get(id) ?? null;
      const stopped = barred.has(id) || own?.severity === 'stop';
      return [id, { stopped, settled: barred.has(id) || alone || own?.settled === true, random: own }];
    }),
  );
}
