/** Rows that are one record, brought together over the whole file. */

import { excerptOf, type Fault } from '../fault';
import { Ref, type Draft, type Joins, type Text } from '../formats/format';
import type { Gathered, RelevantDocuments } from './gathered';
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

/** A group whose texts lie in the arena: numbers named so are places there. */
interface StoredGroup {
  readonly place: number;
  readonly excerpt: number;
  readonly label: number;
  readonly queryId: number;
  readonly query: number;
  readonly positives: number[];
  /** Grade of each positive, where they are graded; empty for others. */
  readonly grades: number[];
  readonly negatives: number[];
  /** Place in the file of each negative, and its index among those of its row. */
  readonly places: number[];
  readonly indices: number[];
  /** Of a run's hits. */
  readonly ranks: number[];
  scores: Draft['scores'];
}

/** What a group's objects take beside its texts, and each of its negatives, in bytes. */
const GROUP_BYTES = 240;
const NEGATIVE_BYTES = 40;
const OMITTED_BYTES = 64;

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
  private readonly groups: (StoredGroup | Omitted)[] = [];
  private readonly arena = new TextArena();
  private readonly encoder = new TextEncoder();
  private readonly hashed = new Uint32Array(4);
  private negatives = 0;
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
    const stored = this.groups.length - this.omitted;
    const objects = stored * GROUP_BYTES + this.omitted * OMITTED_BYTES + this.negatives * NEGATIVE_BYTES;
    return this.arena.bytes + this.ids.bytes + objects;
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
    if ('hasPositive' in group) this.note(group, draft);
    else this.store(group, place, draft, known === undefined);
    return known === undefined ? 'new' : 'joined';
  }

  /** The groups in the order of their first rows; their texts are forgotten on the way. */
  *take(): Iterable<RowGroup | OmittedGroup> {
    for (const group of this.groups) {
      if ('hasPositive' in group) {
        const { place, priority, hasPositive, hasNegative } = group;
        yield { place, priority, good: hasPositive && hasNegative };
        continue;
      }
      const negatives = group.negatives.map((place) => this.takeText(place));
      yield {
        text: this.arena.take(group.excerpt) ?? '',
        ranks: group.ranks,
        gathered: {
          place: group.place,
          label: this.arena.take(group.label),
          queryId: this.arena.take(group.queryId),
          query: this.takeText(group.query) ?? '',
          positives: byGrade(group).map((place) => this.takeText(place) ?? ''),
          negatives,
          places: group.places,
          indices: group.indices,
          embeddings: null,
          negativesInEntry: negatives.length,
          scores: group.scores,
          fields: this.fields as Draft['fields'],
        },
      };
    }
  }

  private newGroup(place: number, text: string, draft: Draft, label: string | null): StoredGroup | Omitted {
    const { sample, census } = this.options;
    let group: StoredGroup | Omitted;
    if (sample?.takes(draft.query, place) === false) {
      const priority = census?.priorityOf(draft.query) ?? 0;
      group = { place, priority, hasPositive: false, hasNegative: false };
      this.omitted += 1;
    } else {
      group = {
        place,
        excerpt: this.arena.put(excerptOf(text)),
        label: this.arena.put(label),
        queryId: this.arena.put(draft.queryId),
        query: this.put(draft.query),
        positives: [],
        grades: [],
        negatives: [],
        places: [],
        indices: [],
        ranks: [],
        scores: null,
      };
    }
    this.groups.push(group);
    return group;
  }

  private store(group: StoredGroup, place: number, draft: Draft, first: boolean): void {
    if (first || this.joins === 'same-query') {
      for (const positive of draft.positives) group.positives.push(this.put(positive));
      if (draft.positives.length > 0) group.grades.push(...(draft.grades ?? []));
    }
    let index = 0;
    for (const { texts, ranks } of draft.lists) {
      for (const [i, negative] of texts.entries()) {
        group.negatives.push(this.put(negative));
        group.places.push(place);
        group.indices.push(index);
        if (ranks !== null) group.ranks.push(ranks[i] as number);
        index += 1;
      }
    }
    this.negatives += index;
    group.scores ??= draft.scores;
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

/** Positives, those of the highest grade first, of equal grade in the order of the file. */
function byGrade({ positives, grades }: StoredGroup): readonly number[] {
  if (grades.length !== positives.length) return positives;
  const order = [...positives.keys()].sort((a, b) => (grades[b] as number) - (grades[a] as number) || a - b);
  return order.map((index) => positives[index] as number);
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
