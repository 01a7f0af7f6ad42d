/** Mines a corpus that was read: index and vectors are kept, so that another option costs no second search for them. */

import type { RefusedLine } from '../judge/batch-api';
import { PairScores, scoreInTurn } from '../judge/pair-scores';
import { BM25_PRESETS, Bm25Builder, type Bm25Index, type Bm25Settings } from './search/bm25';
import { nearCopies, type NearCopies } from './copies';
import type { TextPair } from '../encoder/cross/known-pairs';
import type { EncoderSettings } from '../encoder/types';
import { cardOf, type CardCrossEncoder, type CardEncoder, type CardMethod } from './card';
import type { FormId, WrittenRecord } from './forms';
import {
  mineAtRandom,
  mineBySearch,
  RecordFacts,
  unionOfSources,
  written,
  type MinedSource,
  type Searcher,
} from './mine';
import { NearestSearch, type Rows } from './search/nearest';
import { compileCosines, type CosinesLoader } from '../simd/cosines';
import { MINING_PRESETS, optionFaults, type MiningOptions } from './options';
import { placesKey, pooled, RescoredPool, type RecordPassage } from './rescore';
import type { Sliced } from '../scoring/sliced';
import { MiningInputError } from './errors';
import { corpusOfCard, type ReadInput } from './read';
import { fileOf, type MadeFile, type MadeSource } from './source';
import { Work } from './work';

export type MethodId = CardMethod['method'];

export interface SourceRequest {
  readonly name: string;
  /** Several are the parts of a union. */
  readonly methods: readonly MethodId[];
  readonly bm25: Bm25Settings;
  readonly options: MiningOptions;
  readonly form: FormId;
  readonly withScores: boolean;
  /** File and settings of the encoder, where a card says them. */
  readonly encoder?: EncoderOfCard | undefined;
}

/** In place of what a folder says. */
export interface EncoderOfCard {
  readonly onnx: string;
  readonly settings: EncoderSettings;
}

/** The models that a source cannot be mined without. */
export function neededModels({ methods, options }: SourceRequest): {
  readonly encoder: boolean;
  readonly crossEncoder: boolean;
} {
  return { encoder: methods.includes('dense'), crossEncoder: options.score_by === 'cross-encoder' };
}

/** Vectors of all queries and passages under one encoder. */
export interface MiningVectors {
  readonly encoder: CardEncoder;
  /** One for each record, in their order. */
  readonly queries: Rows;
  readonly passages: Rows;
}

/** A cross-encoder. Its scores of a pair are the same whatever was scored before. */
export interface PairScorer {
  readonly identity: CardCrossEncoder;
  score(pair: TextPair): Promise<number>;
}

export interface MinedFile extends MadeFile {
  /** The first records that have negatives. */
  readonly examples: readonly WrittenRecord[];
  /** Answers of a language model that could not be used. */
  readonly refused: readonly RefusedLine[];
}

/** Passages that are indexed before others get their turn. */
const SLICE = 256;

/** What of the program a miner uses and its cards name. */
export interface MinerTools {
  /** Loads WebAssembly of src/simd/. */
  readonly cosines: CosinesLoader;
  readonly version: string;
}

export class Miner {
  private readonly facts: RecordFacts;
  private indexed: { readonly key: string; readonly index: Bm25Index } | null = null;
  private vectors: MiningVectors | null = null;
  /** Of the vectors, once it is asked for. */
  private nearest: NearestSearch | null = null;
  /** What was made of this corpus, by name: another format needs no second mining. */
  private readonly made = new Map<string, MadeSource>();
  private cross: { readonly scorer: PairScorer; readonly scores: PairScores<RecordPassage> } | null = null;

  constructor(
    readonly input: ReadInput,
    private readonly tools: MinerTools,
  ) {
    this.facts = new RecordFacts(input.corpus);
  }

  /** What of the corpus is nearly a positive. */
  copies(work: Work): Promise<NearCopies> {
    const { corpus } = this.input;
    return work.follow('copies', corpus.texts.length, nearCopies(corpus));
  }

  /** The encoder whose vectors dense mining uses from now on. */
  useVectors(vectors: MiningVectors): void {
    if (this.vectors !== vectors) this.nearest = null;
    this.vectors = vectors;
  }

  /** The cross-encoder of minings with `score_by: cross-encoder` from now on; its scores are kept. */
  useCrossEncoder(scorer: PairScorer): void {
    if (this.cross?.scorer !== scorer) this.cross = { scorer, scores: new PairScores(placesKey) };
  }

  /**
   * Mines a source and writes it with its card.
   * @throws MiningInputError for options that do not fit; RunCancelledError
   */
  async mine(request: SourceRequest, work: Work): Promise<MinedFile> {
    const { methods, options, form, withScores } = request;
    const [fault] = optionFaults(options, methods);
    if (fault !== undefined) throw new MiningInputError(fault);
    const parts: MinedSource[] = [];
    for (const method of methods) parts.push(await this.minePart(method, request, work));
    return this.keep(this.sourceOf(request, parts), form, withScores, work);
  }

  /** The file of a source that was made of this corpus; its other forms can be asked for from now on. */
  async keep(
    source: MadeSource,
    form: FormId,
    withScores: boolean,
    work: Work,
    refused: MinedFile['refused'] = [],
  ): Promise<MinedFile> {
    this.made.set(source.card.source, source);
    const { count, record } = source.records(form);
    const examples: WrittenRecord[] = [];
    for (let at = 0; at < count && examples.length < EXAMPLES; at++) {
      const each = record(at);
      if (each.negatives.length > 0) examples.push(each);
    }
    return { ...(await this.fileOf(source, form, withScores, work)), examples, refused };
  }

  private fileOf(source: MadeSource, form: FormId, withScores: boolean, work: Work): Promise<MadeFile> {
    const corpus = this.input.files.find(({ words }) => words.startsWith('corpus'))?.name ?? 'corpus';
    return fileOf(source, form, withScores, corpus.replace(/[.].*/s, ''), work);
  }

  /**
   * A source in another format, with its card.
   * @param name as it was asked for
   * @throws MiningInputError where it was not made of this corpus
   */
  async inForm(name: string, form: FormId, withScores: boolean): Promise<MadeFile> {
    const source = this.made.get(name);
    if (source === undefined)
      throw new MiningInputError(`${name} was not mined from the files that are read now. ${AGAIN}`);
    return this.fileOf(source, form, withScores, new Work());
  }

  private async minePart(
    method: MethodId,
    { bm25, options }: SourceRequest,
    work: Work,
  ): Promise<MinedSource> {
    const { corpus } = this.input;
    if (method === 'random') return mineAtRandom(corpus, this.facts, options);
    const searcher = method === 'bm25' ? await this.bm25(bm25, work) : await this.dense(work);
    if (options.score_by === 'cross-encoder') return this.mineRescored(searcher, options, work);
    return work.follow('search', corpus.records.length, mineBySearch(corpus, this.facts, searcher, options));
  }

  /** Mines by a cross-encoder's scores from the pool of a miner. @throws MiningInputError where there is no cross-encoder */
  private async mineRescored(searcher: Searcher, options: MiningOptions, work: Work): Promise<MinedSource> {
    const { cross, facts } = this;
    const { corpus } = this.input;
    if (cross === null) throw new MiningInputError('score_by cross-encoder: choose a cross-encoder.');
    const { length } = corpus.records;
    const pool = await work.follow('search', length, pooled(corpus, facts, searcher, options));
    const first = corpus.records.flatMap(({ positives }, record) =>
      [...positives, ...(pool[record]?.passages ?? [])].map((passage) => ({ record, passage })),
    );
    await this.scorePairs(first, cross, work);
    for (;;) {
      const rescored = new RescoredPool(searcher, pool, cross.scores);
      const mined = await work.task.follow(mineBySearch(corpus, facts, rescored, options));
      if (rescored.wanted.length === 0) return mined;
      // Random passages that filled short records.
      await this.scorePairs(rescored.wanted, cross, work);
    }
  }

  private async scorePairs(
    pairs: readonly RecordPassage[],
    { scorer, scores }: NonNullable<Miner['cross']>,
    work: Work,
  ): Promise<void> {
    const { records, texts: passages } = this.input.corpus;
    const lacking = scores.lacking(pairs);
    const texts = lacking.map(({ record, passage }) => ({
      query: records[record]?.query ?? '',
      passage: passages[passage] ?? '',
    }));
    await scoreInTurn(texts, scorer, {
      onScore: (score, i) => scores.set(lacking[i] as RecordPassage, score),
      onDone: (done) => work.tell('score', done, lacking.length),
      breathe: () => work.task.breathe(),
    });
  }

  private async bm25(settings: Bm25Settings, work: Work): Promise<Searcher> {
    const key = JSON.stringify(settings);
    if (this.indexed?.key !== key) {
      const { texts } = this.input.corpus;
      this.indexed = { key, index: await work.follow('index', texts.length, indexed(texts, settings)) };
    }
    return searcherOf(this.input, this.indexed.index);
  }

  private async dense(work: Work): Promise<Searcher> {
    const { vectors } = this;
    if (vectors === null) throw new MiningInputError('Dense mining needs an encoder. Choose one.');
    const { queries, passages } = vectors;
    if (this.nearest === null) {
      const { count, dimension } = passages;
      const module = await compileCosines(this.tools.cosines, count * dimension);
      this.nearest = await work.follow('index', count, NearestSearch.prepare(module, passages));
    }
    const search = this.nearest;
    const vectorOf = (record: number) => queries.row(record);
    return {
      search: (records, k) => search.search(records.map(vectorOf), k),
      scoresOf: (record, places) => search.scoresOf(vectorOf(record), places),
      canSearch: () => true,
    };
  }

  private sourceOf(request: SourceRequest, mined: readonly MinedSource[]): MadeSource {
    const { name, methods, options } = request;
    const { corpus } = this.input;
    const parts = mined.map((part, i) => this.cardMethod(methods[i] as MethodId, request, part));
    const isInTurn = (form: FormId) => form === 'n-tuple';
    const joined = (form: FormId) => (mined.length > 1 ? unionOfSources(mined, isInTurn(form)) : null);
    const union = joined(request.form);
    return {
      card: cardOf(name, this.tools.version, {
        parts,
        union: union && { shared: union.shared, not_in_all: union.not_in_all },
        corpus: corpusOfCard(this.input),
      }),
      numNegatives: options.num_negatives,
      records: (form) => {
        const inForm = isInTurn(form) === isInTurn(request.form) ? union : joined(form);
        const records = inForm?.records ?? mined.flatMap((part) => part.records);
        return {
          count: records.length,
          record: (at) => written(corpus, records[at] as (typeof records)[number]),
        };
      },
    };
  }

  private cardMethod(
    method: MethodId,
    { bm25, options }: SourceRequest,
    { counts }: MinedSource,
  ): CardMethod {
    return {
      method,
      bm25_preset: method === 'bm25' ? presetOf(bm25, Object.entries(BM25_PRESETS)) : null,
      options_preset: presetOf(
        options,
        Object.entries(MINING_PRESETS).map(([preset, values]) => [preset, values.options]),
      ),
      bm25: method === 'bm25' ? bm25 : null,
      encoder: method === 'dense' ? (this.vectors?.encoder ?? null) : null,
      cross_encoder: options.score_by === 'cross-encoder' ? (this.cross?.scorer.identity ?? null) : null,
      options,
      counts,
    };
  }
}

const AGAIN = 'Choose its files, and make it again from its card.';

/** Records that are given to be read. */
const EXAMPLES = 20;

/** The preset that has exactly these values; null where none has. */
function presetOf<Values extends object>(
  values: Values,
  presets: readonly (readonly [name: string, values: Values])[],
): string | null {
  const found = presets.find(([, own]) =>
    Object.entries(own).every(([key, value]) => values[key as keyof Values] === value),
  );
  return found?.[0] ?? null;
}

function* indexed(texts: readonly string[], settings: Bm25Settings): Sliced<Bm25Index> {
  const builder = new Bm25Builder(settings);
  for (const [i, text] of texts.entries()) {
    builder.add(text);
    if (i % SLICE === 0) yield i / texts.length;
  }
  return builder.build();
}

function searcherOf({ corpus: { records } }: ReadInput, index: Bm25Index): Searcher {
  const words = records.map(({ query }) => index.queryWords(query));
  return {
    search: (asked, k) => asked.map((record) => index.search(words[record] as Int32Array, k)),
    scoresOf: (record, passages) => index.scoresOf(words[record] as Int32Array, passages),
    canSearch: (record) => (words[record] as Int32Array).length > 0,
  };
}
