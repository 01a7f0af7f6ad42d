/** Draws training pairs: of a record, what is asked and what answers it. Seeded by step and place in the batch. */

import { seededRandom } from '../../../src/scoring/random';
import type { Corpus } from './corpus';

/** Tokens of a query and of a passage at most. */
export const QUERY_TOKENS = 64;
export const PASSAGE_TOKENS = 96;

/** Share of the queries that begin with words such as "what is". */
const OPENED = 0.35;

/** A paragraph's query: its heading; some tokens in a row of one sentence; else rarer tokens of one sentence. */
const BY_HEADING = 0.3;
const BY_STRETCH = 0.68;

/** How often that sentence is taken out of the passage. */
const STRETCH_OUT = 0.3;
const RARE_OUT = 0.15;

/** Tokens of a sentence that gives a query, and of a passage, at least. */
const SHORTEST_SENTENCE = 4;
const SHORTEST_PASSAGE = 6;

/** Sentences that a long paragraph's passage holds if it begins with its last ones. */
const LAST_SENTENCES = 4;

const RARE_TRIES = 60;

/** Token ids of a query or a passage that is being put together. */
export class TokenList {
  readonly ids: Uint16Array;
  length = 0;

  constructor(most: number) {
    this.ids = new Uint16Array(most);
  }

  push(id: number): void {
    if (this.length < this.ids.length) this.ids[this.length++] = id;
  }
}

export interface SamplingSettings {
  readonly seed: number;
  /** Share of the batches of each kind of record, in their order; a batch has one kind. */
  readonly shares: readonly number[];
  /** Token ids of words that a query may begin with. */
  readonly openings: readonly (readonly number[])[];
  /** Chance of each token to be kept in a query of rarer tokens. */
  readonly rareness: Float64Array;
}

/** What a draw reads and where it writes. */
interface Draw {
  readonly query: TokenList;
  readonly passage: TokenList;
  readonly random: () => number;
  /** Index of the record's first text, and how many it has. */
  readonly first: number;
  readonly texts: number;
}

export class Sampler {
  /** Records of each kind. */
  private readonly recordsOf: readonly Uint32Array[];
  private readonly draws: readonly ((draw: Draw) => void)[];

  constructor(
    private readonly corpus: Corpus,
    private readonly settings: SamplingSettings,
  ) {
    const { kinds } = corpus;
    this.recordsOf = settings.shares.map((_, kind) => {
      const records: number[] = [];
      kinds.forEach((own, record) => own === kind && records.push(record));
      return Uint32Array.from(records);
    });
    this.draws = [
      (draw) => this.fact(draw),
      (draw) => this.glossary(draw),
      (draw) => this.paragraph(draw),
      (draw) => this.question(draw),
      (draw) => this.wordnet(draw),
    ];
  }

  /** The kind of a step's batch: one that has records. */
  kindOf(step: number): number {
    const random = this.randomOf(step, -1);
    const known = this.settings.shares.map((share, kind) => (this.recordsOf[kind].length > 0 ? share : 0));
    let left = random() * known.reduce((sum, share) => sum + share, 0);
    const kind = known.findIndex((share) => (left -= share) < 0);
    return kind === -1 ? known.findLastIndex((share) => share > 0) : kind;
  }

  /** Fills query and passage of a place of a step's batch. */
  draw(step: number, place: number, kind: number, query: TokenList, passage: TokenList): void {
    const random = this.randomOf(step, place);
    const records = this.recordsOf[kind];
    const { recordStarts } = this.corpus;
    do {
      query.length = 0;
      passage.length = 0;
      const record = records[below(random, records.length)];
      const first = recordStarts[record];
      this.draws[kind]({ query, passage, random, first, texts: recordStarts[record + 1] - first });
    } while (query.length === 0 || passage.length === 0);
  }

  private randomOf(step: number, place: number): () => number {
    const mixed = Math.imul(this.settings.seed, 0x9e3779b1) ^ Math.imul(step + 1, 0x85ebca6b);
    return seededRandom(mixed ^ Math.imul(place + 2, 0xc2b2ae35));
  }

  /** heading → text */
  private fact({ query, passage, random, first }: Draw): void {
    this.open(query, random);
    this.put(first, query);
    this.put(first + 2, passage);
  }

  /** term → meaning; term → title and meaning */
  private glossary({ query, passage, random, first }: Draw): void {
    const plain = random() < 0.7;
    if (plain) this.open(query, random);
    this.put(first, query);
    if (!plain) this.put(first + 1, passage);
    this.put(first + 2, passage);
  }

  /** question or subject → chunk of the answer */
  private question({ query, passage, random, first, texts }: Draw): void {
    this.put(random() < 0.8 ? first : first + 1, query);
    this.put(first + 2 + below(random, texts - 2), passage);
  }

  /** lemmas → gloss; lemmas → relatives; gloss → relatives; example → lemmas and gloss */
  private wordnet({ query, passage, random, first, texts }: Draw): void {
    const [lemmas, relatives, gloss, hypernym] = [first, first + 1, first + 2, first + 3];
    const way = random();
    if (way < 0.45) {
      this.open(query, random);
      this.put(lemmas, query);
      this.put(gloss, passage);
      if (random() < 0.4) this.put(hypernym, passage);
    } else if (way < 0.6) {
      this.put(lemmas, query);
      this.put(relatives, passage);
      if (passage.length === 0) this.put(gloss, passage);
    } else if (way < 0.75) {
      this.put(gloss, query);
      this.put(relatives, passage);
      this.put(hypernym, passage);
    } else {
      this.put(texts > 4 ? first + 4 + below(random, texts - 4) : lemmas, query);
      this.put(lemmas, passage);
      this.put(gloss, passage);
    }
  }

  /** heading, or part of one sentence → sentences */
  private paragraph({ query, passage, random, first, texts }: Draw): void {
    const sentences = texts - 2;
    if (sentences < 1) return;
    const way = random();
    const opened = random() < OPENED;
    let out = -1;
    if (way < BY_HEADING) {
      if (opened) this.openAlways(query, random);
      this.put(first, query);
      if (random() < 0.5) this.put(first + 1, query);
    } else {
      const sentence = below(random, sentences);
      const [from, to] = this.tokensOf(first + 2 + sentence);
      if (to - from < SHORTEST_SENTENCE) return;
      if (opened) this.openAlways(query, random);
      if (way < BY_STRETCH) this.stretch(from, to, query, random);
      else this.rare(from, to, query, random);
      if (sentences > 1 && random() < (way < BY_STRETCH ? STRETCH_OUT : RARE_OUT)) out = sentence;
    }
    let start = sentences > LAST_SENTENCES ? below(random, sentences - LAST_SENTENCES + 1) : 0;
    if (out >= 0 && random() < 0.8) start = Math.max(0, out - below(random, LAST_SENTENCES));
    for (let s = start; s < sentences; s++) if (s !== out) this.put(first + 2 + s, passage);
    if (passage.length < SHORTEST_PASSAGE) passage.length = 0;
  }

  /** 4 to 16 tokens in a row. */
  private stretch(from: number, to: number, query: TokenList, random: () => number): void {
    const length = Math.min(4 + below(random, 13), to - from);
    const start = from + below(random, to - from - length + 1);
    for (let at = start; at < start + length; at++) query.push(this.corpus.tokens[at]);
  }

  /** 2 to 7 tokens, the rarer the likelier. A query of its opening alone is none. */
  private rare(from: number, to: number, query: TokenList, random: () => number): void {
    const wanted = 2 + below(random, 6);
    let found = 0;
    for (let tried = 0; tried < RARE_TRIES && found < wanted; tried++) {
      const token = this.corpus.tokens[from + below(random, to - from)];
      if (random() >= this.settings.rareness[token]) continue;
      query.push(token);
      found += 1;
    }
    if (found === 0) query.length = 0;
  }

  private open(query: TokenList, random: () => number): void {
    if (random() < OPENED) this.openAlways(query, random);
  }

  private openAlways(query: TokenList, random: () => number): void {
    const { openings } = this.settings;
    if (openings.length > 0) for (const id of openings[below(random, openings.length)]) query.push(id);
  }

  private put(text: number, list: TokenList): void {
    const [from, to] = this.tokensOf(text);
    for (let at = from; at < to; at++) list.push(this.corpus.tokens[at]);
  }

  private tokensOf(text: number): [number, number] {
    return [this.corpus.textStarts[text], this.corpus.textStarts[text + 1]];
  }
}

/** A whole number of [0, n). */
function below(random: () => number, n: number): number {
  return Math.floor(random() * n);
}
