/** What was said of pairs, by everybody: marks, notes and verdicts. Linked views get codes, the table `marks` is filled for SQL. */

import * as Comlink from 'comlink';

import { writeLabels, type PlacedLabel } from '../../candidates/marks/label-file';
import {
  areContrary,
  emptyLabel,
  isByHand,
  ME,
  merged,
  saidBetween,
  saysSame,
  type Label,
  type MarkOrigin,
  type Said,
} from '../../candidates/marks/labels';
import { keyText, markCode, type Mark, type MarkedPairs, type PairKeys } from '../../candidates/marks/marks';
import type { LoadedSource } from '../../candidates/outcomes';
import { nextMacrotask } from '../../candidates/read/pace';
import { labelCode } from '../../crossfilter/cross-filter';
import { agreedVerdict, verdictCode, type Verdict, type VerdictBook } from '../../judge/verdicts';
import { ask, type WorkerAccess } from '../../app/ask';
import type { Notice } from '../../app/errors';
import type { WorkerPair } from '../../app/workers';
import { inSlices } from '../../engine/task';
import { SerialQueue } from '../../serial-queue';
import { pairCount, pairsIn, type PairPlaces } from '../../scoring/pairs';
import { countOf, listInWords, told } from '../../ui/words';
import { KeyIndex } from './key-index';
import { LabelSet } from './label-set';
import { authorInWords, changeInWords, importedInWords, MARK_WORDS } from './mark-words';
import type { RowNames } from './row-names';

/** A pair's code: what the views get in the lower bits, then whether it has a note, and whether it has any label. */
const MARK_BITS = 0b11;
const SHOWN_BITS = 0b1111;
const NOTED = 0b1_0000;
const LABELLED = 0b10_0000;

/** Pairs: each once, and wherever they stand. */
interface Counted {
  readonly distinct: number;
  readonly rows: number;
}

const NONE_COUNTED: Counted = { distinct: 0, rows: 0 };

/** What was done at once, in words such as "Drop: 61 pairs". */
interface Change {
  readonly words: string;
  readonly steps: readonly { readonly before: Label; readonly after: Label }[];
}

interface LabelledSource extends PairKeys {
  /** Tells sources apart: a store that was started again may give the same key to another source. */
  readonly loaded: LoadedSource;
  readonly index: KeyIndex;
  readonly codes: Uint8Array;
  /** Its pairs of which something was said; null after a change. */
  labelled: PairPlaces | null;
}

export interface BasketChoices {
  /** What the cleaned files do with false negatives: without them, with them, or with them among the positives. */
  readonly falseNegatives: 'go' | 'stay' | 'become positives';
  readonly turned: readonly string[];
}

/**
 * A label belongs to a query and a negative: every pair of them has it, in any source and file, whatever its positive is.
 * Each author has one label on a pair; of several marks, or notes, the user's counts, else the newest. Methods that change
 * labels resolve after `version` has changed; derived values that read it follow the labels.
 */
export class MarksState {
  version = $state(0);
  choices = $state.raw<BasketChoices>({ falseNegatives: 'go', turned: [] });
  notice = $state.raw<Notice | null>(null);
  /** What the last import brought, in words, while nothing was changed since. */
  imported = $state.raw<string | null>(null);
  /** Which pairs the last marks in bulk left alone, in words, while nothing was changed since. */
  leftAlone = $state.raw<string | null>(null);

  /** Also of pairs that are not loaded. */
  private readonly labels = new LabelSet();
  private readonly done: Change[] = [];
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- `version` says when it changes
  private readonly sources = new Map<number, LabelledSource>();
  /** Those of which marks are counted. */
  private counted: readonly LoadedSource[] = [];
  /** Their pairs by the mark that counts and by who set it, kept with every change: there may be very many. */
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- `version` says when it changes
  private readonly tally = new Map<Mark, Map<string, Counted>>();
  private judged: { readonly version: number; readonly book: VerdictBook } | null = null;
  private tell: ((said: readonly Said[]) => void) | null = null;
  private untold: Said[] = [];
  private marksChanged = 0;
  private readonly queue = new SerialQueue();

  constructor(private readonly session: { readonly workers: WorkerAccess }) {}

  /** What `undo` would take back, in words; null if there is nothing. */
  get undoable(): string | null {
    return this.followed(() => this.done.at(-1)?.words ?? null);
  }

  /** Changes whenever a mark does; `version` does so for every label. */
  get markVersion(): number {
    return this.followed(() => this.marksChanged);
  }

  /**
   * Looks up the pairs of new sources, and drops those that are gone.
   * @param loaded all sources
   * @param counted those that are cleaned, which {@link marksBy} counts
   */
  attach(loaded: readonly LoadedSource[], counted = loaded): Promise<void> {
    return this.change(async () => {
      const gone = [...this.sources].filter(([, known]) => !loaded.includes(known.loaded));
      for (const [id] of gone) this.sources.delete(id);
      // The same sources again change no mark.
      const isSame =
        this.counted.length === counted.length && counted.every((one) => this.counted.includes(one));
      if (isSame && gone.length === 0 && loaded.every((source) => this.sources.has(source.id))) return;
      for (const source of loaded) {
        if (this.sources.has(source.id)) continue;
        const keys = await this.ask(({ candidates }) => candidates.pairKeys(source.id));
        if (!keys) continue;
        const codes = new Uint8Array(keys.offsets.at(-1) ?? 0);
        const index = new KeyIndex(keys.words);
        this.sources.set(source.id, { ...keys, codes, loaded: source, index, labelled: null });
      }
      this.counted = counted;
      this.tally.clear();
      await this.inSlices(this.labels, (label) => {
        this.encode(label.key);
        if (this.labels.of(label.key).find(isMarked) === label) this.tallyOf(label.key, 1);
      });
      this.marksChanged++;
    });
  }

  /** What counts of what was said of a pair. `by`: who set its mark, in words; '' without a mark. */
  saidOf(source: number, record: number, position: number) {
    const labels = this.ofPair(source, record, position);
    const { mark = null, by, via } = labels.find(isMarked) ?? {};
    return {
      mark,
      by: by === undefined ? '' : authorInWords(by, via),
      note: labels.find(isNoted)?.note ?? '',
      verdict: verdictOf(labels),
    };
  }

  /** What was said of a pair, in words: its mark, what its judges say, and that it has a note. */
  wordsOf(source: number, record: number, position: number): string[] {
    const { mark, verdict, note } = this.saidOf(source, record, position);
    return told([
      mark && MARK_WORDS[mark].marked,
      verdict !== null && `judged: ${verdict}`,
      note !== '' && 'note',
    ]);
  }

  /** Code of the label of each row of the linked views. @see labelCode */
  codesOf({ source: sources, record, position }: RowNames): Uint8Array {
    const codes = new Uint8Array(sources.length);
    for (const { source, offsets, codes: own } of this.sources.values()) {
      const last = sources.lastIndexOf(source);
      for (let row = sources.indexOf(source); row >= 0 && row <= last; row++) {
        const pair = (offsets[record[row] as number] as number) + (position[row] as number);
        codes[row] = (own[pair] as number) & SHOWN_BITS;
      }
    }
    return codes;
  }

  count(source: number, mark: Mark): number {
    return this.pairsWith(source, [mark]).records.length;
  }

  pairsWith(source: number, marks: readonly Mark[]): PairPlaces {
    const codes = marks.map(markCode);
    return this.select(source, (code) => codes.includes(code & MARK_BITS));
  }

  /** Those of some pairs that no mark takes away, nor keeps. */
  withoutMark(pairs: PairPlaces): PairPlaces {
    const { source, records, positions } = pairs;
    const own = this.followed(() => this.sources.get(source));
    const isOpen = (_: number, i: number) => {
      const pair = (own?.offsets[records[i] as number] ?? 0) + (positions[i] as number);
      return ((own?.codes[pair] ?? 0) & MARK_BITS) === 0;
    };
    return { source, records: records.filter(isOpen), positions: positions.filter(isOpen) };
  }

  /** Number of records of a source that lose all their pairs. */
  emptied({ source, records }: PairPlaces): number {
    const { offsets } = this.sources.get(source) ?? { offsets: new Int32Array(1) };
    const left = offsets.subarray(1).map((_, record) => pairCount(offsets, record));
    for (const record of records) left[record] = (left[record] as number) - 1;
    return left.reduce((sum, pairs) => sum + Number(pairs === 0), 0);
  }

  /**
   * Whether a pair has one of some marks because it was judged an answer: the mark was set by hand, for the verdict, or for
   * something that may follow verdicts. What a finding or a filter marked does not depend on them.
   */
  isMarkedForVerdict(key: string, marks: readonly Mark[]): boolean {
    const labels = this.followed(() => this.labels.of(key));
    const marked = labels.find(isMarked);
    if (!marked?.mark || verdictOf(labels) !== 'answers') return false;
    // A mark without a kind may follow verdicts: then the rate of the rest is not taken for too low.
    return marks.includes(marked.mark) && marked.kind !== 'filter';
  }

  /** The pairs of a source that have one of some marks for another reason than their verdict. */
  ruledOut(source: number, marks: readonly Mark[]): PairPlaces {
    const codes = marks.map(markCode);
    const answers = verdictCode('answers');
    return this.select(
      source,
      (code, key) =>
        codes.includes(code & MARK_BITS) &&
        (verdictIn(code) !== answers || !this.isMarkedForVerdict(key(), marks)),
    );
  }

  /**
   * How many pairs of the counted sources have one of some marks, distinct and in all, by who set it: by hand, a filter,
   * a verdict, an author of a file.
   */
  marksBy(marks: readonly Mark[]): ReadonlyMap<string, Counted> {
    // eslint-disable-next-line svelte/prefer-svelte-reactivity -- `version` says when it changes
    const counts = new Map<string, Counted>();
    for (const [mark, by] of this.followed(() => this.tally)) {
      for (const [author, own] of marks.includes(mark) ? by : []) {
        const { distinct, rows } = counts.get(author) ?? NONE_COUNTED;
        if (own.distinct > 0)
          counts.set(author, { distinct: distinct + own.distinct, rows: rows + own.rows });
      }
    }
    return counts;
  }

  /** Takes away the marks that somebody set. One step of `undo`. @param author as {@link marksBy} names it */
  takeOut(author: string, marks: readonly Mark[]): Promise<void> {
    const isOwn = ({ by, via, mark }: Label) =>
      mark !== null && marks.includes(mark) && authorInWords(by, via) === author;
    return this.stepFrom(
      isOwn,
      { mark: null, via: undefined, kind: undefined },
      (own) => `Take out: ${countOf(own, 'pair')}, ${author}`,
    );
  }

  /** Marks pairs by hand; null removes their marks, whoever set them. One step of `undo`. */
  mark(pairs: readonly PairPlaces[], mark: Mark | null): Promise<void> {
    const said = { mark, via: undefined, kind: undefined };
    return this.step(
      changeInWords(mark, pairsIn(pairs)),
      this.edited(this.keysOf(pairs), said, mark === null),
    );
  }

  /** As {@link mark}, but for pairs that the user marked by hand: they keep their mark. */
  markInBulk(pairs: readonly PairPlaces[], mark: Mark | null, { kind, words }: MarkOrigin): Promise<void> {
    return this.change(async () => {
      const open: string[] = [];
      await this.inSlices(this.keysOf(pairs), (key) => {
        if (!isByHand(this.labels.get(key, ME))) open.push(key);
      });
      const said = mark === null ? { mark, via: undefined, kind: undefined } : { mark, via: words, kind };
      await this.setAll(changeInWords(mark, open.length), this.edited(open, said, mark === null));
      const left = pairsIn(pairs) - open.length;
      this.leftAlone =
        left === 0 ? null : `${countOf(left, 'pair')} ${left === 1 ? 'keeps' : 'keep'} your mark.`;
    });
  }

  /**
   * Marks pairs as false negatives that were judged to be answers; a pair that has a mark keeps it. One step of `undo`.
   * @param judges who judged
   */
  markAnswers(keys: readonly string[], judges: readonly string[]): Promise<void> {
    return this.change(async () => {
      const open = this.unmarked(keys);
      const via = `judged by ${listInWords(judges)}`;
      const said = { mark: 'false-negative', via, kind: 'verdicts' } as const;
      const answers = countOf(open.length, 'judged answer');
      await this.setAll(`${MARK_WORDS['false-negative'].act}: ${answers}`, this.edited(open, said));
    });
  }

  unmarked(keys: readonly string[]): string[] {
    return this.followed(() => keys.filter((key) => !this.labels.of(key).some(isMarked)));
  }

  /** Replaces the note of a pair, wherever it stands; a blank note removes them, whoever wrote them. One step of `undo`. */
  note(pairs: readonly PairPlaces[], written: string): Promise<void> {
    const note = written.trim();
    const words = `${note === '' ? 'No note' : 'Note'}: ${countOf(pairsIn(pairs), 'pair')}`;
    return this.step(words, this.edited(this.keysOf(pairs), { note }, note === ''));
  }

  judge(key: string, verdict: Verdict): Promise<void> {
    return this.step(`Verdict: ${verdict}`, this.edited([key], { verdict }));
  }

  forgetVerdicts(by: string): Promise<void> {
    const isOwn = (label: Label) => label.by === by && label.verdict !== null;
    return this.stepFrom(isOwn, { verdict: null }, (own) => `Remove: ${countOf(own, 'verdict')} of ${by}`);
  }

  get book(): VerdictBook {
    const { version } = this;
    if (this.judged?.version !== version) this.judged = { version, book: this.labels.book() };
    return this.judged.book;
  }

  /** Key of the pair that the user judged, if that was the last change. */
  get lastJudged(): string | null {
    return this.followed(() => {
      const [step, second] = this.done.at(-1)?.steps ?? [];
      const isVerdict = step?.after.by === ME && step.before.verdict !== step.after.verdict;
      return isVerdict && !second ? step.after.key : null;
    });
  }

  undo(): Promise<void> {
    return this.change(async () => {
      const change = this.done.pop();
      if (!change) return;
      // A file may say two things of one pair: the last comes off first.
      await this.inSlices(change.steps.toReversed(), ({ before }) => this.say(before));
      this.imported = null;
      this.leftAlone = null;
    });
  }

  /** All labels as a file, also of pairs that are not loaded. @param nameOf name of a source by its key */
  written(nameOf: (source: number) => string): Promise<Blob> {
    // eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing is drawn from it
    const places = new Map<string, Pick<PlacedLabel, 'source' | 'record' | 'position'>>();
    for (const { source } of this.sources.values()) {
      const labelled = this.select(source, () => true);
      for (const [i, key] of [...this.keysOf([labelled])].entries()) {
        const [record, position] = [labelled.records[i] as number, labelled.positions[i] as number];
        const place = { source: nameOf(source), record: record + 1, position: position + 1 };
        places.set(key, places.get(key) ?? place);
      }
    }
    const nowhere = { source: null, record: null, position: null };
    return writeLabels(
      Array.from(this.labels, (row) => ({
        ...row,
        ...(places.get(row.key) ?? nowhere),
      })),
      nextMacrotask,
    );
  }

  /** Merges the labels of a file. A file with a fault changes nothing. */
  async read(file: File): Promise<void> {
    // What was said of the file before is not of this one.
    this.notice = null;
    this.imported = null;
    const rows: Label[] = [];
    const receive = Comlink.proxy((part: readonly Label[]) => void rows.push(...part));
    const isWhole = await this.ask(async ({ candidates }) => {
      await candidates.readLabels(file, receive);
      return true;
    });
    if (isWhole) await this.merge(rows, file.name);
  }

  /**
   * Merges labels of others: an author's newer label wins over his older one, those of other authors stay. One step of
   * `undo`.
   * @param from their file
   */
  async merge(rows: readonly Label[], from: string): Promise<void> {
    const counts = { contrary: 0 };
    const sources = [...this.sources.values()];
    const isLoaded = ({ key }: Label) => sources.some(({ index }) => index.pairsOf(key).length > 0);
    await this.step(`Import: ${countOf(rows.length, 'label')}`, this.joined(rows, counts));
    this.imported = importedInWords(from, {
      labels: rows.length,
      ofLoaded: sources.length === 0 || rows.some(isLoaded),
      contrary: counts.contrary,
    });
  }

  /** Labels of others with what was known, just before they are set. @param counts those that contradict what is there */
  private *joined(rows: readonly Label[], counts: { contrary: number }): Generator<Label> {
    for (const row of rows) {
      if (this.labels.of(row.key).some((known) => areContrary(row, known))) counts.contrary += 1;
      yield merged(this.labels.get(row.key, row.by), row);
    }
  }

  get kept(): number {
    return this.followed(() => this.labels.size);
  }

  /**
   * Takes in what is stored, beside what is here and without a step of `undo`, and tells from now on what is said: first
   * what is here and not stored.
   */
  keep(stored: LabelSet, tell: (said: readonly Said[]) => void): Promise<void> {
    return this.change(async () => {
      this.keepNoMore();
      await this.inSlices(stored, (label) => this.say(merged(this.labels.get(label.key, label.by), label)));
      this.tell = tell;
      await this.inSlices(this.labels, (label) => {
        const said = saidBetween(stored.get(label.key, label.by), label);
        if (said) this.untold.push(said);
      });
    });
  }

  keepNoMore(): void {
    this.tell = null;
    this.untold = [];
  }

  /** Forgets all labels; `undo` brings none back. */
  forget(): Promise<void> {
    return this.change(async () => {
      await this.inSlices(this.labels, ({ key, by }) => this.say(emptyLabel(key, by)));
      this.done.length = 0;
      this.imported = null;
      this.leftAlone = null;
    });
  }

  /** The labelled pairs of each loaded source, for the table `marks`. */
  marked(): MarkedPairs[] {
    return [...this.sources.values()].map(({ source, offsets, words, codes }) => {
      const pairs = this.select(source, () => true);
      const places = Array.from(
        pairs.records,
        (record, i) => (offsets[record] as number) + (pairs.positions[i] as number),
      );
      const hasWords = (code: number) => (code & NOTED) > 0 || verdictIn(code) > 0;
      const labels = places.map((pair) =>
        hasWords(codes[pair] as number) ? this.labels.of(keyText(words, pair)) : [],
      );
      return {
        ...pairs,
        marks: Uint8Array.from(places, (pair) => (codes[pair] as number) & MARK_BITS),
        notes: labels.map((own) => own.find(isNoted)?.note ?? ''),
        verdicts: Uint8Array.from(places, (pair) => verdictIn(codes[pair] as number)),
        judges: labels.map((own) =>
          own.flatMap(({ by, verdict }) => (verdict === null ? [] : by)).join(', '),
        ),
      };
    });
  }

  /** The user's labels on pairs, or everybody's, with something else said. */
  private *edited(keys: Iterable<string>, said: Partial<Label>, everybodys = false): Generator<Label> {
    const at = Date.now();
    for (const key of keys) {
      if (everybodys) for (const label of this.labels.of(key)) yield { ...label, ...said };
      else yield { ...this.labels.get(key, ME), ...said, at };
    }
  }

  /** Says something else in the labels that pass, as one step of `undo`. @param words of it, by their number */
  private stepFrom(
    passes: (label: Label) => boolean,
    said: Partial<Label>,
    words: (labels: number) => string,
  ): Promise<void> {
    return this.change(async () => {
      const own: Label[] = [];
      await this.inSlices(this.labels, (label) => {
        if (passes(label)) own.push({ ...label, ...said });
      });
      await this.setAll(words(own.length), own);
    });
  }

  /** Sets labels as one step of `undo`; without effect it is none. */
  private step(words: string, rows: Iterable<Label>): Promise<void> {
    return this.change(() => this.setAll(words, rows));
  }

  private async setAll(words: string, rows: Iterable<Label>): Promise<void> {
    const steps: Change['steps'][number][] = [];
    await this.inSlices(rows, (after) => {
      const before = this.labels.get(after.key, after.by);
      if (saysSame(before, after)) return;
      steps.push({ before, after });
      this.say(after);
    });
    this.imported = null;
    this.leftAlone = null;
    if (steps.length === 0) return;
    this.done.push({ words, steps });
  }

  /** Puts a label in the place of the author's other one, and tells it. */
  private say(label: Label): void {
    const said = this.tell && saidBetween(this.labels.get(label.key, label.by), label);
    if (said) this.untold.push(said);
    if (this.labels.get(label.key, label.by).mark !== label.mark) this.marksChanged++;
    this.tallyOf(label.key, -1);
    this.labels.set(label);
    this.tallyOf(label.key, 1);
    this.encode(label.key);
  }

  /** Counts the mark of the pairs with a key, or no longer. */
  private tallyOf(key: string, sign: 1 | -1): void {
    const { mark = null, by = '', via } = this.labels.of(key).find(isMarked) ?? {};
    if (mark === null) return;
    let own = 0;
    for (const { index, loaded } of this.sources.values())
      own += this.counted.includes(loaded) ? index.pairsOf(key).length : 0;
    if (own === 0) return;
    // eslint-disable-next-line svelte/prefer-svelte-reactivity -- `version` says when it changes
    const authors = this.tally.get(mark) ?? new Map<string, Counted>();
    const author = authorInWords(by, via);
    const { distinct, rows } = authors.get(author) ?? NONE_COUNTED;
    authors.set(author, { distinct: distinct + sign, rows: rows + sign * own });
    this.tally.set(mark, authors);
  }

  private encode(key: string): void {
    const labels = this.labels.of(key);
    const mark = markCode(labels.find(isMarked)?.mark ?? null);
    const said = labelCode(mark, verdictCode(verdictOf(labels)));
    const code = said | (labels.some(isNoted) ? NOTED : 0) | (labels.length > 0 ? LABELLED : 0);
    for (const own of this.sources.values()) {
      for (const pair of own.index.pairsOf(key)) {
        own.codes[pair] = code;
        own.labelled = null;
      }
    }
  }

  private ofPair(source: number, record: number, position: number): Label[] {
    const key = this.keyAt(source, record, position);
    return key === null ? [] : this.labels.of(key);
  }

  /** Keys of pairs, without those of sources that are not loaded. */
  private *keysOf(pairs: readonly PairPlaces[]): Generator<string> {
    for (const { source, records, positions } of pairs) {
      for (const [i, record] of records.entries()) {
        const key = this.keyAt(source, record, positions[i] as number);
        if (key !== null) yield key;
      }
    }
  }

  private keyAt(source: number, record: number, position: number): string | null {
    const own = this.followed(() => this.sources.get(source));
    const pair = (own?.offsets[record] ?? Number.NaN) + position;
    return own && pair < own.codes.length ? keyText(own.words, pair) : null;
  }

  /** Those of a source's pairs of which something was said that are wanted. */
  private select(source: number, isWanted: (code: number, key: () => string) => boolean): PairPlaces {
    const own = this.followed(() => this.sources.get(source));
    if (!own) return { source, records: new Int32Array(0), positions: new Int32Array(0) };
    const { records, positions } = (own.labelled ??= labelledIn(own));
    const chosen = records
      .map((_, i) => i)
      .filter((i) => {
        const pair = (own.offsets[records[i] as number] as number) + (positions[i] as number);
        return isWanted(own.codes[pair] as number, () => keyText(own.words, pair));
      });
    const of = (column: Int32Array) => chosen.map((i) => column[i] as number);
    return { source, records: of(records), positions: of(positions) };
  }

  /** Changes labels or sources, one change after the other, and then the page. */
  private change(work: () => Promise<void> | void): Promise<void> {
    return this.queue.run(async () => {
      await work();
      this.tellAll();
      this.version++;
    });
  }

  private inSlices<T>(items: Iterable<T>, visit: (item: T) => void): Promise<void> {
    return inSlices(items, visit, () => this.tellAll());
  }

  private tellAll(): void {
    if (this.untold.length > 0) this.tell?.(this.untold);
    this.untold = [];
  }

  /** Makes the reader of `answer` follow the labels. */
  private followed<T>(answer: () => T): T {
    void this.version;
    return answer();
  }

  private ask<T>(
    question: (pair: Pick<WorkerPair, 'candidates' | 'guard'>) => Promise<T>,
  ): Promise<T | null> {
    return ask(this.session.workers, question, (notice) => (this.notice = notice));
  }
}

const isMarked = ({ mark }: Label): boolean => mark !== null;
const isNoted = ({ note }: Label): boolean => note !== '';

function labelledIn({ source, offsets, codes }: LabelledSource): PairPlaces {
  const most = codes.length;
  const [records, positions] = [new Int32Array(most), new Int32Array(most)];
  let found = 0;
  for (let record = 0; record + 1 < offsets.length; record++) {
    const start = offsets[record] as number;
    for (let pair = start; pair < (offsets[record + 1] as number); pair++) {
      if (codes[pair] === 0) continue;
      records[found] = record;
      positions[found++] = pair - start;
    }
  }
  return { source, records: records.slice(0, found), positions: positions.slice(0, found) };
}

function verdictOf(labels: readonly Label[]): Verdict | null {
  return agreedVerdict(labels.flatMap(({ verdict }) => verdict ?? []));
}

function verdictIn(code: number): number {
  return (code & SHOWN_BITS) >> 2;
}
