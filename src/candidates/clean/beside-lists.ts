/**
 * Lists beside the negatives, such as their scores and ids: they lose the items of removed negatives. A list is known by its
 * name, or by its length in every record of the file. Where neither is sure, it stays as it is and is named.
 */

import type { BesideList } from '../api';
import { Fault, type JsonObject } from '../fault';
import type { Draft, NegativePlaces, Path } from '../formats/format';
import { ownershipOf, roleOf } from '../formats/names';
import type { FilePlan } from '../formats/plan';
import { valueAt } from './cut';

/** Its items are those of the negatives; or the positive's comes first. */
type Form = 'each' | 'led';

/** Its name says that it goes with the negatives; or also that the positive may come first; or its length alone may tell. */
type KnownBy = 'name' | 'scores' | 'length';

/** A list beside one of negatives, in all records so far. */
interface Tally {
  readonly path: Path;
  readonly by: KnownBy;
  records: number;
  /** Records in which it is as long as each form would be. */
  readonly alike: Record<Form, number>;
  /** Records in which it is as long as the positives. */
  likePositives: number;
}

/** A list of negatives, in all records so far. */
interface Negatives {
  records: number;
  readonly lengths: Set<number>;
  /** Whether it holds positives too. */
  isMixed: boolean;
  /** By {@link keyOf} of their paths. */
  readonly beside: Map<string, Tally>;
}

/** What becomes of a list: it is cut, or stays for a reason. */
type Verdict =
  { readonly form: Form } | { readonly form: null; readonly why: NonNullable<BesideList['left']> };

/** Scores without a word that says whose they are. */
const SCORES = ['scores', 'score'];

/** Which lists of a file go with its negatives. */
export class BesideLists {
  private readonly negatives = new Map<string, Negatives>();

  /** @param used fields that are something else, such as the source's name */
  private constructor(
    private readonly used: readonly (string | null)[],
    private readonly format: FilePlan['format'] | null,
  ) {}

  /** For a file that loses nothing. */
  static readonly NONE = new BesideLists([], null);

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
    const lists = new BesideLists([group, label.kind === 'column' ? label.column : null], format);
    for await (const entries of open.entries().chunks(signal, { onBytes })) {
      for (const { value } of entries) {
        const draft = value instanceof Fault ? value : format.read(value);
        if (!(value instanceof Fault) && !(draft instanceof Fault)) lists.add(value, draft);
      }
    }
    return lists;
  }

  /** The paths of what goes with a negative of an entry: the items of the same number in lists beside its own. */
  of(value: JsonObject, path: Path): Path[] {
    const [holder, index] = [path.slice(0, -1), path.at(-1)];
    const own = this.negatives.get(keyOf(holder));
    const length = lengthAt(value, holder);
    if (own === undefined || typeof index !== 'number' || length === null) return [];
    return [...own.beside.values()].flatMap((tally): Path[] => {
      const { form } = this.verdict(own, tally);
      if (form === null || lengthAt(value, tally.path) !== lengthIn(form, length)) return [];
      return [[...tally.path, form === 'led' ? index + 1 : index]];
    });
  }

  /** For the user: what was cut, and what may belong to the negatives and stays. */
  get told(): BesideList[] {
    return [...this.negatives.values()].flatMap((own) => {
      // Where no record has two negatives, none goes without its record.
      if (Math.max(...own.lengths) < 2) return [];
      return [...own.beside.values()].flatMap((tally) => {
        const { path, by, alike } = tally;
        const verdict = this.verdict(own, tally);
        if (by === 'length' && alike.each + alike.led === 0) return [];
        const form = verdict.form ?? (alike.led > alike.each ? 'led' : 'each');
        return {
          name: path.join('.'),
          left: verdict.form === null ? verdict.why : null,
          led: form === 'led',
          alike: alike[form],
          records: by === 'length' ? own.records : tally.records,
        };
      });
    });
  }

  private add(value: JsonObject, draft: Draft): void {
    const lists = draft.lists.flatMap(({ where }) => (isInField(where) ? [where] : []));
    for (const where of lists) this.addList(value, draft, where, lists);
  }

  private addList(value: JsonObject, draft: Draft, where: InField, all: readonly InField[]): void {
    const own = this.negatives.get(keyOf(where.holder)) ?? noRecords();
    this.negatives.set(keyOf(where.holder), own);
    const length = lengthAt(value, where.holder) ?? 0;
    own.records += 1;
    own.lengths.add(length);
    own.isMixed ||= where.steps.length < length;
    for (const [path, by] of this.candidates(value, draft, where, all)) {
      const tally = own.beside.get(keyOf(path)) ?? noLists(path, by);
      own.beside.set(keyOf(path), tally);
      const found = lengthAt(value, path);
      tally.records += 1;
      if (found === length) tally.alike.each += 1;
      if (found === lengthIn('led', length)) tally.alike.led += 1;
      if (found === draft.positives.length) tally.likePositives += 1;
    }
  }

  /** Lists of an entry that may go with one of its lists of negatives. */
  private candidates(
    value: JsonObject,
    draft: Draft,
    where: InField,
    all: readonly InField[],
  ): [Path, KnownBy][] {
    const [field, ...deeper] = where.holder;
    const roots = new Set(all.map(({ holder }) => holder[0]));
    const listed = where.beside?.map(([name]) => name) ?? [];
    const isOnly = roots.size === 1;
    return Object.keys(value).flatMap((name): [Path, KnownBy][] => {
      const path = [name, ...deeper];
      if (roots.has(name) || lengthAt(value, path) === null) return [];
      if (listed.includes(name) || isNamedAfter(name, String(field), isOnly)) return [[path, 'name']];
      if (this.isOther(name, value, draft)) return [];
      return [[path, SCORES.includes(name) ? 'scores' : 'length']];
    });
  }

  /** Whether a field is known to be something else. */
  private isOther(name: string, value: JsonObject, { fields }: Draft): boolean {
    const of = [
      fields.query,
      fields.positive.replace(/\[0\].*$/s, ''),
      ...this.used,
      ...(this.format?.uses(value) ?? []),
    ];
    return (
      of.includes(name) ||
      ownershipOf(name).of === 'others' ||
      ['query', 'answer'].includes(roleOf(name).role)
    );
  }

  private verdict(own: Negatives, tally: Tally): Verdict {
    const { by, alike, records } = tally;
    if (by === 'name' && alike.each > 0) return { form: 'each' };
    const form = alike.each === records ? 'each' : alike.led === records && !own.isMixed ? 'led' : null;
    if (form === null || (by === 'length' && records < own.records))
      return { form: null, why: 'some records' };
    if (tally.likePositives === records) return { form: null, why: 'positives' };
    if (by !== 'scores' && own.lengths.size < 2) return { form: null, why: 'one length' };
    return this.isOfOthers(own, tally) ? { form: null, why: 'other negatives' } : { form };
  }

  /** Whether a list is as long as other negatives too. */
  private isOfOthers(own: Negatives, { path }: Tally): boolean {
    return [...this.negatives.values()].some((other) => {
      const tally = other === own ? undefined : other.beside.get(keyOf(path));
      return tally !== undefined && Object.values(tally.alike).includes(tally.records);
    });
  }
}

/** Of negatives in a list under the name of a field. */
interface InField extends NegativePlaces {
  readonly steps: Path;
}

function isInField(where: NegativePlaces): where is InField {
  return where.steps !== null && where.holder.length > 0;
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

/** Length of the list at a path; null where there is none. */
function lengthAt(value: JsonObject, path: Path): number | null {
  const found = valueAt(value, path);
  return Array.isArray(found) ? found.length : null;
}

function lengthIn(form: Form, negatives: number): number {
  return form === 'led' ? negatives + 1 : negatives;
}

function noRecords(): Negatives {
  return { records: 0, lengths: new Set(), isMixed: false, beside: new Map() };
}

function noLists(path: Path, by: KnownBy): Tally {
  return { path, by, records: 0, alike: { each: 0, led: 0 }, likePositives: 0 };
}
