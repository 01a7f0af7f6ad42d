/** Joins rows of one file into records. */

import { excerptOf, type Fault } from '../fault';
import type { Entry } from '../read/entries';
import { Ref, type Draft, type Joins, type Text } from '../formats/format';
import { worse } from '../formats/scores';
import type { RelevantDocuments } from './run-records';
import { blankFault } from './record';
import type { SampleCensus, SampleFilter } from './sample';
import { packed, unpacked } from './packed-text';
import { HashIds } from '../store/hash-ids';
import { TextArena } from '../store/text-arena';
import type { TextHash } from '../store/text-hash';

/** An entry without its value; its text is made only where it is asked for. */
export type Whence = Pick<Entry, 'place' | 'text'>;

/** Rows that are one record, with place and text of the first. */
export interface RowGroup {
  readonly place: number;
  readonly text: string;
  readonly label: string | null;
  readonly draft: Draft;
}

/** A group of rows outside the sample. */
export interface OmittedGroup {
  readonly place: number;
  /** Of its query, in the census; 0 without one. */
  readonly priority: number;
  /** Whether it would have been a record. */
  readonly good: boolean;
}

/** An omitted group, without texts. */
interface Omitted {
  readonly place: number;
  readonly priority: number;
  hasPositive: boolean;
  hasNegative: boolean;
}

/** A group that is kept. Texts are places in the arena; arrays of numbers take eight bytes for each. */
interface Kept {
  readonly place: number;
  readonly excerpt: number;
  readonly label: number;
  readonly unit: number;
  readonly queryId: number;
  readonly query: number;
  /** Text and grade of each; NaN for no grade. */
  readonly positives: number[];
  /** Text, place in the file, index in its row, rank and score of each; NaN for none. */
  readonly negatives: number[];
  /** Score of the first positive; NaN for none. */
  positiveScore: number;
  excluded: number;
  scores: Draft['scores'];
}

const POSITIVE_NUMBERS = 2;
const NEGATIVE_NUMBERS = 5;

/** Bytes of a kept group, of an omitted one, and of a number with its array's spare room. */
const KEPT_BYTES = 256;
const OMITTED_BYTES = 64;
const NUMBER_BYTES = 12;

export interface GroupingOptions {
  readonly sample: SampleFilter | null;
  readonly census: SampleCensus | null;
  readonly relevant: RelevantDocuments;
}

/** Joins rows into records over the whole file. Their texts wait here until the last row is read. */
export class RowGroups {
  private readonly ids = new HashIds();
  /** In the order of their first rows. */
  private readonly groups: (Kept | Omitted)[] = [];
  private readonly arena = new TextArena();
  private readonly encoder = new TextEncoder();
  private readonly hashed = new Uint32Array(4);
  private omitted = 0;
  /** Numbers in all groups. */
  private numbers = 0;
  /** What the format calls the fields: the same for all rows. */
  private fields: Draft['fields'] | null = null;

  constructor(
    private readonly hash: TextHash,
    private readonly joins: Joins,
    private readonly options: GroupingOptions,
  ) {}

  /** Memory held. */
  get bytes(): number {
    const groups = this.stored * KEPT_BYTES + this.omitted * OMITTED_BYTES + this.numbers * NUMBER_BYTES;
    return this.arena.bytes + this.ids.bytes + groups;
  }

  /** Groups whose texts are held. */
  get stored(): number {
    return this.groups.length - this.omitted;
  }

  /** `new` for the first row of a record, `joined` for a further one, or the fault of the row. */
  add(entry: Whence, draft: Draft, label: string | null): 'new' | 'joined' | Fault {
    const fault = blankFault(draft.query, draft.positives, draft.fields);
    if (fault !== null) return fault;
    this.fields ??= draft.fields;
    const known = this.groups[this.groupOf(draft, label)];
    const group = known ?? this.newGroup(entry, draft, label);
    if ('query' in group) this.store(group, entry.place, draft, known === undefined);
    else this.note(group, draft);
    return known === undefined ? 'new' : 'joined';
  }

  /** The groups in the order of their first rows. Frees their texts. */
  *take(): Iterable<RowGroup | OmittedGroup> {
    for (const group of this.groups) {
      if ('query' in group) {
        yield this.taken(group);
      } else {
        const { place, priority, hasPositive, hasNegative } = group;
        yield { place, priority, good: hasPositive && hasNegative };
      }
    }
  }

  /** A group with its texts, which are freed. */
  private taken(group: Kept): RowGroup {
    const { arena } = this;
    const { place, positives, negatives, positiveScore, excluded, scores } = group;
    const text = arena.take(group.excerpt) ?? '';
    const label = arena.take(group.label);
    const unit = arena.take(group.unit);
    const rows = [...rowsOf(negatives, NEGATIVE_NUMBERS)] as [number, number, number, number, number][];
    const draft: Draft = {
      queryId: arena.take(group.queryId),
      query: (this.takeText(group.query) ?? '') as Draft['query'],
      positives: byGrade(positives).map((positive) => this.takeText(positive) ?? ''),
      lists: [
        {
          key: null,
          texts: rows.map(([negative]) => this.takeText(negative)),
          where: { holder: [], steps: null },
          ranks: this.joins === 'run' ? rows.map(([, , , rank]) => rank) : null,
          excluded,
          from: { places: rows.map(([, at]) => at), indices: rows.map(([, , index]) => index) },
        },
      ],
      embeddings: null,
      scores,
      ...(unit !== null && { group: unit }),
      given: Number.isNaN(positiveScore)
        ? undefined
        : [positiveScore, ...rows.map(([, , , , score]) => score)],
      fields: this.fields as Draft['fields'],
    };
    return { place, text, label, draft };
  }

  private newGroup(entry: Whence, draft: Draft, label: string | null): Kept | Omitted {
    const { place } = entry;
    const { sample, census } = this.options;
    const omits = sample?.takes(draft.query, place) === false;
    if (omits) this.omitted += 1;
    const group = omits
      ? { place, priority: census?.priorityOf(draft.query) ?? 0, hasPositive: false, hasNegative: false }
      : {
          place,
          excerpt: this.arena.put(excerptOf(entry.text)),
          label: this.arena.put(label),
          unit: this.arena.put(draft.group ?? null),
          queryId: this.arena.put(draft.queryId),
          query: this.put(draft.query),
          positives: [],
          negatives: [],
          positiveScore: draft.given?.[0] ?? NaN,
          excluded: 0,
          scores: null,
        };
    this.groups.push(group);
    return group;
  }

  private store(group: Kept, place: number, draft: Draft, first: boolean): void {
    if (first || this.joins === 'same-query') {
      for (const [i, positive] of draft.positives.entries()) {
        group.positives.push(this.put(positive), draft.grades?.[i] ?? NaN);
        this.numbers += POSITIVE_NUMBERS;
      }
    }
    let index = 0;
    const [, ...given] = draft.given ?? [];
    for (const { texts, ranks, excluded = 0 } of draft.lists) {
      group.excluded += excluded;
      for (const [i, negative] of texts.entries()) {
        group.negatives.push(this.put(negative), place, index, ranks?.[i] ?? NaN, given[index] ?? NaN);
        this.numbers += NEGATIVE_NUMBERS;
        index += 1;
      }
    }
    group.scores = worse(group.scores, draft.scores);
  }

  private note(group: Omitted, draft: Draft): void {
    const texts = draft.lists.flatMap((list) => list.texts);
    if (this.joins === 'run') {
      const relevant = this.options.relevant(draft.query instanceof Ref ? draft.query.id : draft.query);
      group.hasPositive = relevant !== undefined;
      group.hasNegative ||= texts.some((hit) => hit instanceof Ref && relevant?.has(hit.id) === false);
    } else {
      group.hasPositive ||= draft.positives.length > 0;
      group.hasNegative ||= texts.some(
        (text) => text !== null && (text instanceof Ref || text.trim() !== ''),
      );
    }
  }

  /** Index of the group, or of the next one where it is new. */
  private groupOf({ query, positives }: Draft, label: string | null): number {
    const parts = [label ?? '', keyOf(query)];
    const [positive] = positives;
    if (this.joins === 'same-positive' && positive !== undefined) parts.push(keyOf(positive));
    // Lengths keep the parts apart.
    const key = `${parts.map(({ length }) => length).join(' ')} ${parts.join('')}`;
    this.hash(this.encoder.encode(key), this.hashed);
    return this.ids.idOf(this.hashed);
  }

  private put(text: Text | null): number {
    return this.arena.put(text === null ? null : packed(text));
  }

  private takeText(place: number): Text | null {
    const text = this.arena.take(place);
    return text === null ? null : unpacked(text);
  }
}

/** Each `width` numbers of an array. */
function* rowsOf(numbers: readonly number[], width: number): Generator<readonly number[]> {
  for (let from = 0; from < numbers.length; from += width) yield numbers.slice(from, from + width);
}

/** The texts of positives, highest grade first where all have one. */
function byGrade(positives: readonly number[]): number[] {
  const found = [...rowsOf(positives, POSITIVE_NUMBERS)] as [number, number][];
  if (!found.some(([, grade]) => Number.isNaN(grade))) found.sort(([, a], [, b]) => b - a);
  return found.map(([text]) => text);
}

function keyOf(text: Text): string {
  return text instanceof Ref ? packed(text) : text.trim();
}
