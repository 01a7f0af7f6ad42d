/** What is wrong with the texts of a source: which of its pairs hold markup, broken letters, another language, a stock sentence. */

import { wordHashes } from '../../lexical/scan';
import { SentenceScan } from '../../lexical/sentences';
import {
  brokenWord,
  foreignTexts,
  hasMarkup,
  inPasses,
  isPlaceholder,
  stockSentences,
  type Passes,
  type StockSentence,
  type TextList,
} from '../../scoring/text-faults';
import type { Sliced } from '../../scoring/sliced';
import { timesOf } from '../../scoring/findings';
import { pairRange } from '../../scoring/pairs';
import { PAIR_CHECKS, TEXT_CHECKS, type PairCheck, type TextCheck } from '../../scoring/pair-checks';
import { EXAMPLE_LENGTH, type FoundInTexts } from '../outcomes';
import { distinctIds, type SourceColumns } from './source-columns';
import type { StoreTexts, Texts } from './texts';

export interface TextFindings {
  readonly counts: Readonly<Record<TextCheck, FoundInTexts>>;
  readonly sentence: StockSentence | null;
}

/** The bit of each check of pairs. */
export const BIT = Object.fromEntries(PAIR_CHECKS.map((check, place) => [check, 1 << place])) as Readonly<
  Record<PairCheck, number>
>;

export function setBit(bits: Uint16Array, pair: number, bit: number): void {
  bits[pair] = (bits[pair] as number) | bit;
}

/** Up to this share of its words a text has hardly any of the common ones: queries are short, and none may be there. */
const COMMON_IN_PASSAGES = 0.1;
const COMMON_IN_QUERIES = 0;

/** The texts of some ids. */
class SomeTexts extends SentenceScan implements TextList {
  readonly length: number;

  constructor(
    private readonly all: Texts,
    private readonly ids: Int32Array,
  ) {
    super();
    this.length = ids.length;
  }

  readAt(place: number): void {
    this.read(this.bytes(place));
  }

  text(place: number, start?: number, end?: number): string {
    return this.all.decoded(this.bytes(place).subarray(start, end));
  }

  private bytes(place: number): Uint8Array {
    return this.all.bytesOf(this.ids[place] as number) as Uint8Array;
  }
}

/** Sets the bits of pairs with texts at fault. A record whose query or positive is at fault counts with all of its pairs. */
export function* findInTexts(
  { queries, positives, negatives, offsets }: SourceColumns,
  texts: StoreTexts,
  bits: Uint16Array,
): Sliced<TextFindings> {
  const [asNegatives, asPositives] = [timesOf(negatives), timesOf(positives)];
  const passages = distinctIds([negatives, positives]);
  const passageTexts = new SomeTexts(texts.passages, passages);
  const times = (of: Int32Array) => passages.map((id) => of[id] ?? 0);
  const asked = distinctIds([queries]);
  const queryTexts = new SomeTexts(texts.queries, asked);
  const { stock, ...inPassages } = yield* inPasses(passageTexts, {
    ...faultsOf(passageTexts, COMMON_IN_PASSAGES),
    stock: stockSentences(passageTexts, times(asNegatives), times(asPositives)),
  });
  const { sentences, holds } = stock;
  const ofPassages = byId(passages, inPassages.own, inPassages.foreign);
  const inQueries = yield* inPasses(queryTexts, faultsOf(queryTexts, COMMON_IN_QUERIES));
  const ofQueries = byId(asked, inQueries.own, inQueries.foreign);
  const ofSentence = byId(passages, holds);
  const counts = Object.fromEntries(
    TEXT_CHECKS.map((check) => [check, { pairs: 0, records: 0, example: null as string | null }]),
  ) as Record<TextCheck, { -readonly [Key in keyof FoundInTexts]: FoundInTexts[Key] }>;
  const note = (of: Texts, id: number, set: number) => {
    for (const check of TEXT_CHECKS) {
      if ((set & BIT[check]) !== 0) counts[check].example ??= of.text(id, EXAMPLE_LENGTH);
    }
  };
  queries.forEach((query, record) => {
    const positive = positives[record] as number;
    const own = (ofQueries[query] as number) | (ofPassages[positive] as number);
    note(texts.queries, query, ofQueries[query] as number);
    note(texts.passages, positive, ofPassages[positive] as number);
    for (const check of TEXT_CHECKS) if ((own & BIT[check]) !== 0) counts[check].records += 1;
    const { start, end } = pairRange(offsets, record);
    for (let pair = start; pair < end; pair += 1) {
      const negative = negatives[pair] as number;
      const set = (ofPassages[negative] as number) | ((ofSentence[negative] as number) * BIT.sentence);
      setBit(bits, pair, own | set);
      if (set !== 0) note(texts.passages, negative, set);
      for (const check of TEXT_CHECKS) if (((own | set) & BIT[check]) !== 0) counts[check].pairs += 1;
    }
  });
  return { counts, sentence: sentences[0] ?? null };
}

/** What is wrong with each text: beside the others, and by itself. */
function faultsOf(texts: SomeTexts, mostCommon: number) {
  return { foreign: foreignTexts(texts, mostCommon, wordHashes()), own: ownFaults(texts) };
}

/** The bits of each text by itself. */
function* ownFaults(texts: SomeTexts): Passes<Uint16Array> {
  const faults = new Uint16Array(texts.length);
  yield (at) => {
    if (!texts.mayBeAtFault) return;
    const text = texts.text(at);
    if (hasMarkup(text)) setBit(faults, at, BIT.markup);
    if (brokenWord(text) !== null) setBit(faults, at, BIT.letters);
    if (isPlaceholder(text)) setBit(faults, at, BIT.placeholder);
  };
  return faults;
}

/** Flags by the ids themselves. @param foreign the texts that have the bit of language besides */
function byId(ids: Int32Array, flags: Uint8Array | Uint16Array, foreign?: Uint8Array): Uint16Array {
  const all = new Uint16Array(1 + (ids.at(-1) ?? -1));
  ids.forEach((id, at) => (all[id] = (flags[at] as number) | ((foreign?.[at] ?? 0) * BIT.language)));
  return all;
}
