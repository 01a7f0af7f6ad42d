/**
 * Warnings that a file may have been misread, shown beside its source. They block nothing, but a source with one does not
 * take the first place.
 */

import { isTelling, roleOf } from '../formats/names';
import type { FilePlan } from '../formats/plan';
import type { Repeats } from '../store/source-checks';
import type { CandidateRecord } from '../candidate-record';
import type { ReadingWarning } from '../reading';
import type { JsonObject } from '../fault';

/** Ratio of the median lengths of queries and passages from which there is a warning. */
const TIMES_LONGER = 2;
/** Shares of texts without a space, of numbers, and of records with their query among the negatives. */
const WORDLESS_SHARE = 0.5;
const NUMBERS_SHARE = 0.1;
const QUERY_SHARE = 0.01;
/** Share of one text among at least 20. */
const REPEATED_SHARE = 0.5;
const FEWEST = 20;
/** Records with one text, whatever their share. */
const MANY = { positive: 200, query: 1000 };

const LONGEST = 4096;
const NUMBER = /^[-+]?[\d.,]+(e[-+]?\d+)?$/i;
/** Letters of scripts that write words without spaces between them. */
const SPACELESS = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u9fff\uac00-\ud7af\uf900-\ufaff]/;

class Looks {
  count = 0;
  wordless = 0;
  numbers = 0;
  /** Texts by length in characters, the longest together. */
  private readonly lengths = new Float64Array(LONGEST + 1);

  add(text: string): void {
    this.count += 1;
    const length = Math.min(LONGEST, text.length);
    this.lengths[length] = (this.lengths[length] ?? 0) + 1;
    if (/\s/.test(text)) return;
    if (NUMBER.test(text)) this.numbers += 1;
    else if (!SPACELESS.test(text)) this.wordless += 1;
  }

  median(): number {
    let passed = 0;
    for (let length = 0; length <= LONGEST; length += 1) {
      passed += this.lengths[length] ?? 0;
      if (passed * 2 >= this.count) return length;
    }
    return LONGEST;
  }
}

export class SourceWarnings {
  private readonly queries = new Looks();
  private readonly positives = new Looks();
  private readonly negatives = new Looks();
  private records = 0;
  private queryAmongNegatives = 0;

  add({ query, positive, negatives }: Pick<CandidateRecord, 'query' | 'positive' | 'negatives'>): void {
    this.records += 1;
    this.queries.add(query);
    this.positives.add(positive);
    for (const negative of negatives) this.negatives.add(negative);
    if (negatives.includes(query)) this.queryAmongNegatives += 1;
  }

  /** @param longQueries the format has queries that may be longer than the passages */
  found({ query, positive, negative }: Repeats, longQueries = false): ReadingWarning[] {
    const { records } = this;
    const pairs = this.negatives.count;
    const [asked, shorter] = [
      this.queries.median(),
      Math.min(this.positives.median(), this.negatives.median()),
    ];
    const isMuch = (count: number, of: number, many: number): boolean =>
      count >= many || (of >= FEWEST && count >= REPEATED_SHARE * of);
    const ofRecords = (count: number, words: string): string =>
      `${count} of ${records} records have ${words}.`;
    const own = this.queryAmongNegatives;
    const warnings: readonly (readonly [boolean, ReadingWarning['code'], string])[] = [
      [
        !longQueries && asked > TIMES_LONGER * shorter,
        'long-query',
        `The queries are longer than the passages (median ${asked} characters against ${shorter}): is the query a passage?`,
      ],
      ...this.ofRole('queries', this.queries),
      ...this.ofRole('positives', this.positives),
      ...this.ofRole('negatives', this.negatives),
      [
        own > 0 && own >= QUERY_SHARE * records,
        'negative-is-query',
        ofRecords(own, 'their own query among the negatives'),
      ],
      [isMuch(positive, records, MANY.positive), 'one-positive', ofRecords(positive, 'the same positive')],
      [isMuch(query, records, MANY.query), 'one-query', ofRecords(query, 'the same query')],
      [
        isMuch(negative, pairs, Infinity),
        'one-negative',
        `${negative} of ${pairs} pairs have the same negative.`,
      ],
    ];
    return warnings.filter(([holds]) => holds).map(([, code, message]) => ({ code, message }));
  }

  private ofRole(words: string, { count, wordless, numbers }: Looks) {
    const areNumbers = numbers > 0 && numbers >= NUMBERS_SHARE * count;
    const areWordless =
      !areNumbers && words !== 'queries' && wordless > 0 && wordless >= WORDLESS_SHARE * count;
    return [
      [areNumbers, 'numbers', `${numbers} of ${count} ${words} are numbers.`],
      [areWordless, 'no-words', `${wordless} of ${count} ${words} have no space in them.`],
    ] as const;
  }
}

/** Whether the texts of records show a sign of a wrong reading. */
export function hasSigns(records: readonly Parameters<SourceWarnings['add']>[0][]): boolean {
  const warnings = new SourceWarnings();
  for (const record of records) warnings.add(record);
  return warnings.found({ query: 0, positive: 0, negative: 0 }).length > 0;
}

/** Warnings about fields that were left alone: labels, negatives, names that begin late. */
export class FieldWarnings {
  private readonly labels = new Map<string, Set<string>>();
  private readonly late = new Map<string, number>();
  private readonly known: ReadonlySet<string>;
  private readonly negatives: readonly string[];
  private last: readonly string[] = [];

  constructor(private readonly plan: FilePlan) {
    const { leftAlone } = plan.interpretation.roles;
    this.known = new Set(plan.interpretation.fields);
    for (const name of leftAlone) if (roleOf(name).role === 'label') this.labels.set(name, new Set());
    const isNamedSo = (name: string) => roleOf(name).role === 'unknown' && /neg(ative)?s$/i.test(name);
    this.negatives = leftAlone.filter((name) => isTelling(name, ['negative']) || isNamedSo(name));
  }

  see(value: JsonObject, place: number): void {
    for (const [name, values] of this.labels) {
      const label = value[name];
      // A share or a teacher's score is no label.
      if (typeof label === 'number' && !Number.isInteger(label)) this.labels.delete(name);
      else if (values.size < 2 && label !== undefined && label !== null && typeof label !== 'object')
        values.add(String(label));
    }
    const names = Object.keys(value);
    if (names.length === this.last.length && names.every((name, index) => name === this.last[index])) return;
    this.last = names;
    let used: ReadonlySet<string> | null = null;
    for (const name of names) {
      if (this.known.has(name) || this.late.has(name) || this.late.size > 20) continue;
      if (!isTelling(name, ['query', 'positive', 'negative'])) continue;
      used ??= new Set(this.plan.format.uses(value));
      if (!used.has(name)) this.late.set(name, place);
    }
  }

  found(placeKind: string): ReadingWarning[] {
    const labels = [...this.labels].filter(([, values]) => values.size > 1).map(([name]) => name);
    const all = (code: ReadingWarning['code'], names: Iterable<string>, words: (name: string) => string) =>
      Array.from(names, (name) => ({ code, message: `The field \`${name}\` ${words(name)}` }));
    return [
      ...all('label-left-alone', labels, () => 'holds labels and is not used. Every record counts.'),
      ...all('negatives-left-alone', this.negatives, () => 'has a name of negatives and is not used.'),
      ...all(
        'late-fields',
        this.late.keys(),
        (name) => `first comes at ${placeKind} ${this.late.get(name)} and is not used.`,
      ),
    ];
  }
}
