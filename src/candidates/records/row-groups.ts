/** Rows that are one record, brought together over the whole file. */

import { excerptOf, type Fault } from '../fault';
import { Ref, type Draft, type Joins, type Text } from '../formats/format';
import type { Gathered, RelevantDocuments } from './gathered';
import { NumberColumns } from './number-columns';
import { blankFault } from './record';
import type { SampleCensus, SampleFilter } from './sample';
import { HashIds } from '../store/hash-ids';
import { TextArena } from '../store/text-arena';
import type { TextHash } from '../store/text-hash';

/** Rows that are one record, with the excerpt of the first of them. */
export interface RowGroup {
  readonly text: string;
  readonly gathered: Gathered;
  /** Of a run's hits, higher is better; empty for others. */
  readonly ranks: readonly number[];
}

/** A group of rows that a sample leaves out: whether it would have been a record. */
export interface OmittedGroup {
  readonly place: number;
  /** What the census makes of its query; 0 where there is none. */
  readonly priority: number;
  readonly good: boolean;
}

/** An omitted group: none of its texts is kept. */
interface Omitted {
  readonly place: number;
  readonly priority: number;
  hasPositive: boolean;
  hasNegative: boolean;
}

/** Numbers of a group that is kept: places in the arena, and the first and last rows of its positives and negatives. */
const GROUP = [
  'place',
  'excerpt',
  'label',
  'queryId',
  'query',
  'firstPositive',
  'lastPositive',
  'firstNegative',
  'lastNegative',
] as const;

/** Numbers of a positive: its place in the arena, its grade (NaN for none), and the group's next one. */
const POSITIVE = ['text', 'grade', 'next'] as const;

/** Numbers of a negative: its place in the arena and in the file, its index in its row, its rank in a run, the next one. */
const NEGATIVE = ['text', 'place', 'index', 'rank', 'next'] as const;

/** Stands where there is no row. */
const NONE = -1;

/** What an omitted group takes, in bytes, and the number of one that is kept. */
const OMITTED_BYTES = 64;
const NUMBER_BYTES = 8;

/** What the grouping asks of the reading. */
export interface GroupingOptions {
  readonly sample: SampleFilter | null;
  readonly census: SampleCensus | null;
  /** Of a run: the documents that are no negatives of a query. */
  readonly relevant: RelevantDocuments;
}

/** Joins rows into records over the whole file. All their texts wait here until the last row was read. */
export class RowGroups {
  private readonly ids = new HashIds();
  /** In the order of their first rows: the number of a group that is kept, or what is known of one that is not. */
  private readonly groups: (number | Omitted)[] = [];
  private readonly kept = new NumberColumns(GROUP);
  private readonly positives = new NumberColumns(POSITIVE);
  private readonly negatives = new NumberColumns(NEGATIVE);
  /** Of the kept groups that have some. */
  private readonly scores = new Map<number, Draft['scores']>();
  private readonly arena = new TextArena();
  private readonly encoder = new TextEncoder();
  private readonly hashed = new Uint32Array(4);
  private omitted = 0;
  /** What the format calls the fields: the same for all rows. */
  private fields: Draft['fields'] | null = null;

  constructor(
    private readonly hash: TextHash,
    private readonly joins: Joins,
    private readonly options: GroupingOptions,
  ) {}

  /** Memory held. */
  get bytes(): number {
    const columns = this.kept.bytes + this.positives.bytes + this.negatives.bytes;
    const groups = this.groups.length * NUMBER_BYTES + this.omitted * OMITTED_BYTES;
    return this.arena.bytes + this.ids.bytes + columns + groups;
  }

  /** Groups whose texts are held. */
  get stored(): number {
    return this.groups.length - this.omitted;
  }

  /** "new" for the first row of a record, "joined" for a further one, or what is wrong with the row. */
  add(place: number, text: string, draft: Draft, label: string | null): 'new' | 'joined' | Fault {
    const fault = blankFault(draft.query, draft.positives, draft.fields);
    if (fault !== null) return fault;
    this.fields ??= draft.fields;
    const known = this.groups[this.groupOf(draft, label)];
    const group = known ?? this.newGroup(place, text, draft, label);
    if (typeof group === 'object') this.note(group, draft);
    else this.store(group, place, draft, known === undefined);
    return known === undefined ? 'new' : 'joined';
  }

  /** The groups in the order of their first rows; their texts are forgotten on the way. */
  *take(): Iterable<RowGroup | OmittedGroup> {
    for (const group of this.groups) {
      if (typeof group === 'object') {
        const { place, priority, hasPositive, hasNegative } = group;
        yield { place, priority, good: hasPositive && hasNegative };
      } else {
        yield this.taken(group);
      }
    }
  }

  /** A group with its texts, which are forgotten. */
  private taken(group: number): RowGroup {
    const { kept, arena } = this;
    const negatives: (Text | null)[] = [];
    const places: number[] = [];
    const indices: number[] = [];
    const ranks: number[] = [];
    let row = kept.get(group, 'firstNegative');
    for (; row !== NONE; row = this.negatives.get(row, 'next')) {
      negatives.push(this.takeText(this.negatives.get(row, 'text')));
      places.push(this.negatives.get(row, 'place'));
      indices.push(this.negatives.get(row, 'index'));
      const rank = this.negatives.get(row, 'rank');
      if (!Number.isNaN(rank)) ranks.push(rank);
    }
    return {
      text: arena.take(kept.get(group, 'excerpt')) ?? '',
      ranks,
      gathered: {
        place: kept.get(group, 'place'),
        label: arena.take(kept.get(group, 'label')),
        queryId: arena.take(kept.get(group, 'queryId')),
        query: this.takeText(kept.get(group, 'query')) ?? '',
        positives: this.positivesOf(group).map((place) => this.takeText(place) ?? ''),
        negatives,
        places,
        indices,
        embeddings: null,
        negativesInEntry: negatives.length,
        scores: this.scores.get(group) ?? null,
        fields: this.fields as Draft['fields'],
      },
    };
  }

  /** Places of the positives: where all have a grade those of the highest first, of equal grade in the order of the file. */
  private positivesOf(group: number): number[] {
    const found: { readonly text: number; readonly grade: number }[] = [];
    let row = this.kept.get(group, 'firstPositive');
    for (; row !== NONE; row = this.positives.get(row, 'next')) {
      found.push({ text: this.positives.get(row, 'text'), grade: this.positives.get(row, 'grade') });
    }
    if (!found.some(({ grade }) => Number.isNaN(grade))) found.sort((a, b) => b.grade - a.grade);
    return found.map(({ text }) => text);
  }

  private newGroup(place: number, text: string, draft: Draft, label: string | null): number | Omitted {
    const { sample, census } = this.options;
    let group: number | Omitted;
    if (sample?.takes(draft.query, place) === false) {
      const priority = census?.priorityOf(draft.query) ?? 0;
      group = { place, priority, hasPositive: false, hasNegative: false };
      this.omitted += 1;
    } else {
      group = this.kept.add({
        place,
        excerpt: this.arena.put(excerptOf(text)),
        label: this.arena.put(label),
        queryId: this.arena.put(draft.queryId),
        query: this.put(draft.query),
        firstPositive: NONE,
        lastPositive: NONE,
        firstNegative: NONE,
        lastNegative: NONE,
      });
    }
    this.groups.push(group);
    return group;
  }

  private store(group: number, place: number, draft: Draft, first: boolean): void {
    if (first || this.joins === 'same-query') {
      for (const [i, positive] of draft.positives.entries()) {
        const grade = draft.grades?.[i] ?? NaN;
        const row = this.positives.add({ text: this.put(positive), grade, next: NONE });
        this.link(group, row, this.positives, 'firstPositive', 'lastPositive');
      }
    }
    let index = 0;
    for (const { texts, ranks } of draft.lists) {
      for (const [i, negative] of texts.entries()) {
        const rank = ranks === null ? NaN : (ranks[i] as number);
        const row = this.negatives.add({ text: this.put(negative), place, index, rank, next: NONE });
        this.link(group, row, this.negatives, 'firstNegative', 'lastNegative');
        index += 1;
      }
    }
    if (draft.scores !== null && !this.scores.has(group)) this.scores.set(group, draft.scores);
  }

  /** Makes a row the last one of its group. */
  private link(
    group: number,
    row: number,
    rows: NumberColumns<'next'>,
    first: 'firstPositive' | 'firstNegative',
    last: 'lastPositive' | 'lastNegative',
  ): void {
    const before = this.kept.get(group, last);
    if (before === NONE) this.kept.set(group, first, row);
    else rows.set(before, 'next', row);
    this.kept.set(group, last, row);
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

  /** The group's index; that of the next one for rows that are new. */
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
    return this.arena.put(text === null ? null : marked(text));
  }

  private takeText(place: number): Text | null {
    const text = this.arena.take(place);
    return text === null ? null : unmarked(text);
  }
}

function keyOf(text: Text): string {
  return typeof text === 'string' ? text.trim() : marked(text);
}

/** Stands before what is no plain text. */
const MARK = '\u0001';

/** A text or id as one string; texts stay as they are but for those that begin as a mark does. */
function marked(text: Text): string {
  if (text instanceof Ref) return `${MARK}${text.kind === 'corpus' ? 'c' : 'q'}${text.id}`;
  return text.startsWith(MARK) ? `${MARK}t${text}` : text;
}

function unmarked(text: string): Text {
  if (!text.startsWith(MARK)) return text;
  const rest = text.slice(2);
  if (text[1] === 't') return rest;
  return new Ref(text[1] === 'c' ? 'corpus' : 'queries', rest);
}
