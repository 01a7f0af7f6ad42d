/**
 * Signs that a file was read otherwise than it was meant: collected while it is read, told beside its source.
 * They block nothing, but a source with one is never crowned.
 */

import { isTelling, roleOf } from '../formats/names';
import type { FilePlan } from '../formats/plan';
import type { Repeats } from '../store/source-checks';
import type { CandidateRecord } from '../candidate-record';
import type { ReadingWarning } from '../reading';
import type { JsonObject } from '../fault';

/** How many times longer than its passages a query must be, in the median, for a warning. */
const TIMES_LONGER = 2;
/** Share of values without a space, of numbers, and of records with their query among the negatives, from which a warning is given. */
const WORDLESS_SHARE = 0.5;
const NUMBERS_SHARE = 0.1;
const QUERY_SHARE = 0.01;
/** Records (or pairs) with one text that are worth a warning, whatever their share. */
const MANY = { positive: 200, query: 1000, negative: 1000 };
/** Least records from which a share of one text is worth a warning. */
const FEWEST = 20;
const REPEATED_SHARE = 0.5;

const LONGEST = 4096;
const NUMBER = /^[-+]?[\d.,]+(e[-+]?\d+)?$/i;
/** Letters of scripts that write words without spaces between them. */
const SPACELESS = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u9fff\uac00-\ud7af\uf900-\ufaff]/;

/** Lengths and looks of the texts in one role. */
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

  /** Median length in characters. */
  median(): number {
    let passed = 0;
    for (let length = 0; length <= LONGEST; length += 1) {
      passed += this.lengths[length] ?? 0;
      if (passed * 2 >= this.count) return length;
    }
    return LONGEST;
  }
}

/** Collects the warnings of one source. */
export class SourceWarnings {
  private readonly queries = new Looks();
  private readonly positives = new Looks();
  private readonly negatives = new Looks();
  private records = 0;
  private queryAmongNegatives = 0;

  add({ query, positive, negatives }: CandidateRecord): void {
    this.records += 1;
    this.queries.add(query);
    this.positives.add(positive);
    for (const negative of negatives) this.negatives.add(negative);
    if (negatives.includes(query)) this.queryAmongNegatives += 1;
  }

  found(repeats: Repeats): ReadingWarning[] {
    return [...this.lengthSigns(), ...this.lookSigns(), ...this.repeatSigns(repeats)];
  }

  private lengthSigns(): ReadingWarning[] {
    const [query, positive, negative] = [this.queries, this.positives, this.negatives].map((looks) =>
      looks.median(),
    );
    const shorter = Math.min(positive ?? 0, negative ?? 0);
    if (query === undefined || query <= TIMES_LONGER * shorter) return [];
    return [
      {
        code: 'long-query',
        message: `The queries are longer than the passages (median ${query} characters against ${shorter}): is the query a passage?`,
      },
    ];
  }

  private lookSigns(): ReadingWarning[] {
    const roles = [
      ['queries', this.queries],
      ['positives', this.positives],
      ['negatives', this.negatives],
    ] as const;
    const found: ReadingWarning[] = [];
    for (const [words, { count, wordless, numbers }] of roles) {
      if (numbers >= NUMBERS_SHARE * count && numbers > 0) {
        found.push({ code: 'numbers', message: `${numbers} of ${count} ${words} are numbers.` });
      } else if (words !== 'queries' && wordless >= WORDLESS_SHARE * count && wordless > 0) {
        found.push({ code: 'no-words', message: `${wordless} of ${count} ${words} have no space in them.` });
      }
    }
    if (this.queryAmongNegatives > 0 && this.queryAmongNegatives >= QUERY_SHARE * this.records) {
      const message = `${this.queryAmongNegatives} of ${this.records} records have their own query among the negatives.`;
      found.push({ code: 'negative-is-query', message });
    }
    return found;
  }

  private repeatSigns({ query, positive, negative }: Repeats): ReadingWarning[] {
    const pairs = this.negatives.count;
    const isMuch = (count: number, of: number, many: number): boolean =>
      count >= many || (of >= FEWEST && count >= REPEATED_SHARE * of);
    const found: ReadingWarning[] = [];
    if (isMuch(positive, this.records, MANY.positive)) {
      found.push({
        code: 'one-positive',
        message: `${positive} of ${this.records} records have one and the same positive.`,
      });
    }
    if (isMuch(query, this.records, MANY.query)) {
      found.push({
        code: 'one-query',
        message: `${query} of ${this.records} records have one and the same query.`,
      });
    }
    if (
      (negative >= MANY.negative && negative >= REPEATED_SHARE * pairs) ||
      (pairs >= FEWEST && negative >= REPEATED_SHARE * pairs)
    ) {
      found.push({
        code: 'one-negative',
        message: `${negative} of ${pairs} pairs have one and the same negative.`,
      });
    }
    return found;
  }
}

/** Fields that were left alone and say something of the reading: labels, negatives, names that begin late. */
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
    this.negatives = leftAlone.filter((name) => isTelling(name, ['negative']));
  }

  /** @param place of the entry in its file */
  see(value: JsonObject, place: number): void {
    for (const [name, values] of this.labels) {
      const label = value[name];
      if (values.size < 2 && label !== undefined && label !== null && typeof label !== 'object')
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
    return [
      ...labels.map((name): ReadingWarning => ({
        code: 'label-left-alone',
        message: `The field \`${name}\` holds labels and was left alone: every record counts as it stands.`,
      })),
      ...this.negatives.map((name): ReadingWarning => ({
        code: 'negatives-left-alone',
        message: `The field \`${name}\` is named as negatives are and was left alone.`,
      })),
      ...[...this.late].map(([name, place]): ReadingWarning => ({
        code: 'late-fields',
        message: `The field \`${name}\` first comes at ${placeKind} ${place} and was left alone.`,
      })),
    ];
  }
}
