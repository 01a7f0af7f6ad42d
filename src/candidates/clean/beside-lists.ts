/**
 * Lists beside the negatives, such as their scores and ids: they lose the items of removed negatives. A list is known by its
 * name, or by its length in every record of the file. Where neither is sure, it stays as it is and is named.
 */

import { Fault, type JsonObject } from '../fault';
import type { Draft, NegativePlaces, Path } from '../formats/format';
import { ownershipOf, roleOf } from '../formats/names';
import type { FilePlan } from '../formats/plan';
import { valueAt } from './cut';

export interface BesideList {
  readonly name: string;
  /** It lost the items of the removed negatives, where it is as long; false where it stays as it is. */
  readonly isCut: boolean;
  /** The positive's item comes first: it is one longer than the negatives. */
  readonly led: boolean;
  /** Records in which it has this length, and how many there are. */
  readonly alike: number;
  readonly records: number;
}

/** Why a list may go with the negatives: its name says so, it holds scores of whatever, or it may be as long. */
type KnownBy = 'name' | 'scores' | 'length';

/** How many items such a list has before those of the negatives: none, or that of the positive. */
const LEADS = [0, 1] as const;
type Lead = (typeof LEADS)[number];

class Beside {
  records = 0;
  /** Records in which it is as long as with each lead. */
  readonly alike: [number, number] = [0, 0];
  likePositives = 0;

  constructor(
    readonly path: Path,
    readonly by: KnownBy,
  ) {}
}

/** A list of negatives, in all records so far. */
class Negatives {
  records = 0;
  readonly lengths = new Set<number>();
  isMixed = false;
  /** By {@link keyOf} of their paths. */
  readonly beside = new Map<string, Beside>();
}

/** Scores without a word that says whose they are. */
const SCORES = ['scores', 'score'];

export class BesideLists {
  private readonly negatives = new Map<string, Negatives>();

  /** @param used fields that are something else, such as the source's name */
  constructor(private readonly used: readonly (string | null)[] = []) {}

  /**
   * Reads a file to its end.
   * @param onBytes how much of it has been read
   * @throws what reading a file throws
   */
  static async of(
    { open, format, label, group }: FilePlan,
    signal: AbortSignal,
    onBytes: (bytesRead: number) => void,
  ): Promise<BesideLists> {
    const lists = new BesideLists([group, label.kind === 'column' ? label.column : null]);
    for await (const entries of open.entries().chunks(signal, { onBytes })) {
      for (const { value } of entries) {
        const draft = value instanceof Fault ? value : format.read(value);
        if (!(value instanceof Fault) && !(draft instanceof Fault))
          lists.add(value, draft, format.uses(value));
      }
    }
    return lists;
  }

  /** The paths of what goes with a negative of an entry: the items of the same number in lists beside its own. */
  pathsBeside(value: JsonObject, negative: Path): Path[] {
    const [holder, index] = [negative.slice(0, -1), negative.at(-1)];
    const own = this.negatives.get(keyOf(holder));
    if (own === undefined || typeof index !== 'number') return [];
    return [...own.beside.values()].flatMap((beside) => {
      const lead = this.leadOf(own, beside);
      const goes = lead !== null && lengthAt(value, beside.path) === lengthAt(value, holder) + lead;
      return goes ? [[...beside.path, index + lead]] : [];
    });
  }

  /** For the user: what was cut, and what may belong to the negatives and stays. */
  get told(): BesideList[] {
    // Where no record has two negatives, none goes without its record.
    const all = [...this.negatives.values()].filter(({ lengths }) => Math.max(...lengths) > 1);
    return all.flatMap((own) =>
      Array.from(own.beside.values(), (beside) => {
        const { path, by, alike } = beside;
        const found = this.leadOf(own, beside);
        const lead = found ?? (alike[1] > alike[0] ? 1 : 0);
        const { records } = by === 'length' ? own : beside;
        return {
          name: path.join('.'),
          isCut: found !== null,
          led: lead === 1,
          alike: alike[lead],
          records,
          by,
        };
      }).flatMap(({ by, ...list }) => (by === 'length' && list.alike === 0 ? [] : list)),
    );
  }

  /** @param uses fields that the format uses */
  private add(value: JsonObject, draft: Draft, uses: readonly string[]): void {
    const lists = draft.lists.map(({ where }) => where).filter(isInField);
    const positive = draft.fields.positive.replace(/\[0\].*$/s, '');
    const used = [draft.fields.query, positive, ...this.used, ...uses];
    for (const where of lists) {
      const { holder, steps } = where;
      const length = lengthAt(value, holder);
      const own = entryOf(this.negatives, holder, () => new Negatives());
      own.records += 1;
      own.lengths.add(length);
      own.isMixed ||= steps.length < length;
      for (const [path, by] of candidates(value, where, lists, used)) {
        const beside = entryOf(own.beside, path, () => new Beside(path, by));
        const found = lengthAt(value, path);
        beside.records += 1;
        for (const lead of LEADS) beside.alike[lead] += Number(found === length + lead);
        beside.likePositives += Number(found === draft.positives.length);
      }
    }
  }

  /**
   * With which lead a list goes with the negatives. Null where it stays: it is not as long in all records; it is as long as
   * the positives, or as other negatives; all records have as many negatives.
   */
  private leadOf(own: Negatives, beside: Beside): Lead | null {
    const { by, alike, records, likePositives } = beside;
    if (by === 'name' && alike[0] > 0) return 0;
    const lead = LEADS.find((each) => alike[each] === records);
    const isShort = (lead === 1 && own.isMixed) || (by === 'length' && records < own.records);
    if (lead === undefined || isShort || likePositives === records) return null;
    if (by !== 'scores' && own.lengths.size < 2) return null;
    return this.goesWithOthers(own, beside.path) ? null : lead;
  }

  private goesWithOthers(own: Negatives, path: Path): boolean {
    return [...this.negatives.values()].some((other) => {
      const beside = other === own ? undefined : other.beside.get(keyOf(path));
      return beside?.alike.includes(beside.records) === true;
    });
  }
}

/** Places of negatives in a list under the name of a field. */
interface InField extends NegativePlaces {
  readonly steps: Path;
}

function isInField(where: NegativePlaces): where is InField {
  return where.steps !== null && where.holder.length > 0;
}

/** Lists of an entry that may go with one of its lists of negatives. @param used fields that are something else */
function candidates(
  value: JsonObject,
  { holder: [field, ...deeper], beside = [] }: InField,
  all: readonly InField[],
  used: readonly (string | null)[],
): Map<Path, KnownBy> {
  const roots = new Set(all.map(({ holder }) => holder[0]));
  const found = new Map<Path, KnownBy>(beside.map((path) => [path, 'name']));
  const known = new Set([...roots, ...beside.map(([name]) => name)]);
  for (const name of Object.keys(value)) {
    const path = [name, ...deeper];
    if (known.has(name) || !Array.isArray(valueAt(value, path))) continue;
    if (isNamedAfter(name, String(field), roots.size === 1)) found.set(path, 'name');
    else if (!used.includes(name) && !isOfOthers(name))
      found.set(path, SCORES.includes(name) ? 'scores' : 'length');
  }
  return found;
}

function isOfOthers(name: string): boolean {
  return ownershipOf(name).of === 'others' || ['query', 'answer'].includes(roleOf(name).role);
}

/**
 * Whether a name is that of the negatives with what is held of each: `hard_negative_ids` beside `hard_negatives`.
 * @param isOnly whether the entry has no other negatives: then any name that speaks of negatives is theirs
 */
function isNamedAfter(name: string, field: string, isOnly: boolean): boolean {
  const { owner, holds, of } = ownershipOf(name);
  if (holds === null || owner === '') return false;
  return owner === ownershipOf(field).owner || (isOnly && of === 'negatives');
}

function keyOf(path: Path): string {
  return JSON.stringify(path);
}

function lengthAt(value: JsonObject, path: Path): number {
  const found = valueAt(value, path);
  return Array.isArray(found) ? found.length : NaN;
}

function entryOf<Value>(map: Map<string, Value>, path: Path, make: () => Value): Value {
  const found = map.get(keyOf(path)) ?? make();
  map.set(keyOf(path), found);
  return found;
}
