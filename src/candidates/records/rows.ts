/**
 * Entries that wait for the end of their file: rows that are joined, hits that are judged, records that name ids. Each
 * becomes a draft, as an entry that need not wait.
 */

import { excerptOf, Fault, shortened } from '../fault';
import { Ref, refsOf, withTexts, type Draft, type Joins, type Text } from '../formats/format';
import { worse } from '../formats/read-entry';
import { HashIds } from '../store/hash-ids';
import { HASH_WORDS, type TextHash } from '../store/text-hash';
import type { Whence } from './entry-reading';
import { IdTexts } from './id-texts';
import { blankFault } from './record';
import { askedOf, type Sample } from './sample';
import type { FilePlan } from '../formats/plan';

/** The documents that are relevant to a query, by their ids; undefined where none is known. */
export type RelevantDocuments = (queryId: string) => ReadonlySet<string> | undefined;

/** What becomes a record: an entry, or entries that were joined. */
export interface WholeEntry {
  /** Of the first entry. */
  readonly place: number;
  readonly label: string | null;
  /** The query's own id, for rejects. */
  readonly name: string | null;
  /** The query or its id, which decides about the sample. */
  readonly asked: string;
  /** Ids that a companion has are texts; or why there is no record. */
  readonly draft: Draft | Fault;
  /** Of judged hits: how many could be negatives, those beyond the first K too; null of others. */
  readonly hitsFound: number | null;
}

/** With the text of the first entry. */
export type Waiting = Whence & WholeEntry;

/** A record outside the sample whose rows were not kept. */
export interface Omitted {
  readonly place: number;
  /** Of its query, in the sample. */
  readonly priority: number;
  hasPositive: boolean;
  hasNegative: boolean;
}

/** A negative as it stands in one of the entries of its record. */
interface Row {
  readonly text: Text | null;
  readonly place: number;
  readonly index: number;
  /** Of a hit its id, also where it has a text. */
  readonly hit: Ref | null;
  /** NaN for none. */
  readonly score: number;
}

/** A record to which further rows may come. */
interface Kept extends Whence {
  readonly label: string | null;
  /** Of the first entry; without passages where {@link Rows.takesRows}. */
  readonly draft: Draft;
  readonly positives: { readonly text: Text; readonly grade: number }[];
  readonly rows: Row[];
  excluded: number;
  scores: Draft['scores'];
}

/** Bytes of a kept record, of a row, and of an omitted record. */
const KEPT_BYTES = 600;
const ROW_BYTES = 64;
const OMITTED_BYTES = 64;
const NUMBER_BYTES = 8;

/** Numbers of lists of texts that are not kept. */
export class TextKeys {
  private readonly ids = new HashIds();
  private readonly encoder = new TextEncoder();
  private readonly hashed = new Uint32Array(HASH_WORDS);

  constructor(private readonly hash: TextHash) {}

  get bytes(): number {
    return this.ids.bytes;
  }

  /** The number that the next new list gets. */
  get next(): number {
    return this.ids.next;
  }

  numberOf(texts: readonly string[]): number {
    // Lengths keep the texts apart.
    const lengths = texts.map(({ length }) => length).join(' ');
    this.hash(this.encoder.encode(`${lengths} ${texts.join('')}`), this.hashed);
    return this.ids.idOf(this.hashed);
  }
}

/** Collects what waits, and gives it back as drafts with texts. */
export class Rows {
  /** In the order of their first rows. */
  private readonly records: (Kept | Omitted)[] = [];
  /** The same once all entries are there; ids have no texts yet. */
  private whole: (Waiting | Omitted)[] = [];
  private readonly keys: TextKeys;
  private readonly texts = new Map<string, string>();
  readonly ids = new IdTexts();
  private omitted = 0;
  private rowCount = 0;
  private embeddingNumbers = 0;
  private readonly joins: Joins;
  /** The best hits of a query that become negatives; null where judgements do not decide which passages are positives. */
  private readonly topK: number | null;
  /** Whether a record is made of single rows; else it is the draft of its entry. */
  private readonly takesRows: boolean;

  /** @param sample null: rows of all records are kept */
  constructor(
    hash: TextHash,
    { format, interpretation }: FilePlan,
    private readonly relevant: RelevantDocuments,
    private readonly sample: Sample | null,
  ) {
    this.joins = format.joins;
    this.topK = interpretation.topK;
    this.takesRows = this.joins !== 'none' || this.topK !== null;
    this.keys = new TextKeys(hash);
  }

  get bytes(): number {
    const records = this.stored * KEPT_BYTES + this.omitted * OMITTED_BYTES;
    const rows = this.rowCount * ROW_BYTES + this.embeddingNumbers * NUMBER_BYTES;
    return this.ids.bytes + this.keys.bytes + records + rows;
  }

  /** Records whose rows are kept. */
  get stored(): number {
    return this.records.length - this.omitted;
  }

  /** `new` for the first entry of a record, `joined` for a further one, or the fault of the entry. */
  add(entry: Whence, draft: Draft, label: string | null): 'new' | 'joined' | Fault {
    const joins = this.joins !== 'none';
    const fault = joins ? blankFault(draft.query, draft.positives, draft.fields) : null;
    if (fault !== null) return fault;
    const index = joins ? this.indexOf(draft, label) : this.records.length;
    const isNew = index === this.records.length;
    if (isNew) this.records.push(this.newRecord(entry, draft, label));
    const record = this.records[index] as Kept | Omitted;
    if (!('draft' in record)) this.note(record, draft);
    else if (this.takesRows) this.keep(record, entry.place, draft, isNew);
    return isNew ? 'new' : 'joined';
  }

  /** All entries are there: joins them and judges hits. */
  close(): void {
    this.whole = this.records.splice(0).map((record) => ('draft' in record ? this.wholeOf(record) : record));
  }

  /** Asks for the texts of ids. @param sample the records that need them; null for all */
  want(sample: Sample | null): void {
    for (const one of this.whole) {
      if (!('draft' in one) || one.draft instanceof Fault) continue;
      if (sample?.takes(one.asked, one.place) === false) continue;
      for (const ref of refsOf(one.draft)) this.ids.want(ref);
    }
  }

  /** The records in the order of their first rows. */
  *all(): Generator<Waiting | Omitted> {
    const textOf = (text: Text) => (text instanceof Ref ? (this.ids.textOf(text) ?? text) : text);
    for (const one of this.whole)
      yield 'draft' in one && !(one.draft instanceof Fault)
        ? { ...one, draft: withTexts(one.draft, textOf, textOf) }
        : one;
  }

  private newRecord({ place, text }: Whence, draft: Draft, label: string | null): Kept | Omitted {
    const { sample } = this;
    const asked = askedOf(draft.query);
    if (sample?.takes(asked, place) === false) {
      this.omitted += 1;
      return { place, priority: sample.priorityOf(asked), hasPositive: false, hasNegative: false };
    }
    const { queryId, group, embeddings } = draft;
    const own = (each: Text) => this.own(each);
    const kept = withTexts(this.takesRows ? { ...draft, positives: [], lists: [] } : draft, own, own);
    const first: unknown = embeddings?.query;
    const passages = draft.positives.length + draft.lists.reduce((sum, { texts }) => sum + texts.length, 0);
    this.embeddingNumbers += Array.isArray(first) ? first.length * (passages + 1) : 0;
    return {
      place,
      text: this.ids.copy(excerptOf(text)),
      label: label === null ? null : this.ownText(label),
      draft: {
        ...kept,
        queryId: queryId === null ? null : this.ownText(queryId),
        ...(group !== undefined && { group: this.ownText(group) }),
        hitIds: undefined,
      },
      positives: [],
      rows: [],
      excluded: 0,
      scores: null,
    };
  }

  private keep(record: Kept, place: number, draft: Draft, first: boolean): void {
    const { hitIds, given, grades } = draft;
    if (first || this.joins === 'same-query') {
      for (const [i, positive] of draft.positives.entries())
        record.positives.push({ text: this.own(positive), grade: grades?.[i] ?? NaN });
    }
    let index = 0;
    for (const { texts, excluded = 0 } of draft.lists) {
      record.excluded += excluded;
      for (const negative of texts) {
        const text = negative === null ? null : this.own(negative);
        const id = hitIds?.[index];
        const named = text instanceof Ref ? text : null;
        const hit = id === undefined ? named : this.ids.of(new Ref('corpus', id));
        record.rows.push({ text, place, index, hit, score: given?.[index + 1] ?? NaN });
        index += 1;
      }
    }
    this.rowCount += index;
    record.scores = worse(record.scores, draft.scores);
  }

  private note(record: Omitted, draft: Draft): void {
    record.hasPositive ||= draft.positives.length > 0;
    record.hasNegative ||= draft.lists.some(({ texts }) =>
      texts.some((text) => text instanceof Ref || (text ?? '').trim() !== ''),
    );
  }

  private wholeOf(record: Kept): Waiting {
    const { place, text, label, draft } = record;
    const asked = askedOf(draft.query);
    const name = draft.queryId ?? (draft.query instanceof Ref ? asked : null);
    const whole = { place, text, label, name, asked, hitsFound: null };
    if (!this.takesRows) return { ...whole, draft };
    if (this.topK === null) return { ...whole, draft: this.joined(record, byGrade(record), record.rows) };
    const queryId = draft.query instanceof Ref ? asked : (draft.queryId ?? '');
    const documents = this.relevant(queryId);
    if (documents === undefined) return { ...whole, draft: notJudged(queryId, draft.fields.positive) };
    const { positives, chosen, hitsFound } = this.judge(record.rows, documents, this.topK);
    const judged = { ...this.joined(record, positives, chosen), queryId: draft.queryId ?? queryId };
    return { ...whole, draft: judged, hitsFound };
  }

  /** The draft of a record that is made of rows. */
  private joined({ draft, excluded, scores }: Kept, positives: readonly Text[], rows: readonly Row[]): Draft {
    const [positiveScore = NaN] = draft.given ?? [];
    const list = {
      key: null,
      texts: rows.map(({ text }) => text),
      where: { holder: [], steps: null },
      excluded,
      from: {
        places: this.joins === 'none' ? null : rows.map(({ place }) => place),
        indices: rows.map(({ index }) => index),
      },
    };
    const given = Number.isNaN(positiveScore)
      ? undefined
      : [positiveScore, ...rows.map(({ score }) => score)];
    return { ...draft, positives, lists: [list], scores, given };
  }

  /**
   * The hits of one query: positives are the relevant documents, negatives the `topK` best other hits, best first. Equal
   * scores keep file order, repeated hits count once.
   */
  private judge(rows: readonly Row[], documents: ReadonlySet<string>, topK: number) {
    const positives = new Map<Ref | null, Text | null>(
      Array.from(documents, (id) => [this.ids.of(new Ref('corpus', id)), null]),
    );
    const chosen: Row[] = [];
    const seen = new Set<Ref | null>();
    // The hits of one entry stand best first.
    const best = this.joins === 'run' ? [...rows].sort((a, b) => b.score - a.score) : rows;
    for (const row of best) {
      if (positives.has(row.hit) || seen.has(row.hit)) continue;
      seen.add(row.hit);
      if (chosen.length < topK) chosen.push(row);
    }
    // The text of a judged document stands among hits that have texts.
    for (const { hit, text } of rows)
      if (positives.get(hit) === null && text !== '') positives.set(hit, text);
    const texts = Array.from(positives, ([id, text]) => text ?? (id as Ref));
    return { positives: texts, chosen, hitsFound: seen.size };
  }

  /** Index of the record, or of the next one where it is new. */
  private indexOf({ query, positives }: Draft, label: string | null): number {
    const parts = [label ?? '', keyOf(query)];
    const [positive] = positives;
    if (this.joins === 'same-positive' && positive !== undefined) parts.push(keyOf(positive));
    return this.keys.numberOf(parts);
  }

  /** A text, trimmed, or an id, once for all rows. */
  private own(text: Text): Text {
    return text instanceof Ref ? this.ids.of(text) : this.ownText(text.trim());
  }

  private ownText(text: string): string {
    const known = this.texts.get(text);
    if (known !== undefined) return known;
    const own = this.ids.copy(text);
    this.texts.set(own, own);
    return own;
  }
}

/** The texts of positives, highest grade first where all have one. */
function byGrade({ positives }: Kept): Text[] {
  const found = positives.some(({ grade }) => Number.isNaN(grade))
    ? positives
    : positives.sort((a, b) => b.grade - a.grade);
  return found.map(({ text }) => text);
}

function notJudged(queryId: string, field: string): Fault {
  const message = `The qrels name no relevant document for the query ${shortened(queryId)}. Expected at least one; load the qrels that have it, or leave the query out of the run.`;
  return new Fault('no-positive', field, message);
}

function keyOf(text: Text): string {
  return text instanceof Ref ? `\u0001${text.id}` : text.trim();
}
