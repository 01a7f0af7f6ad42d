/** Mines a corpus that was read: index and vectors are kept, so that another option costs no second search for them. */

import { sha256OfStream } from '../hash';
import { PairScores, scoreInTurn } from '../judge/pair-scores';
import { BM25_PRESETS, Bm25Builder, type Bm25Index, type Bm25Settings } from '../mining/bm25';
import { nearCopies, type NearCopies } from '../mining/copies';
import type { TextPair } from '../encoder/cross/known-pairs';
import {
  CARD_VERSION,
  cardText,
  type CardCrossEncoder,
  type CardEncoder,
  type CardMethod,
  type MiningCard,
} from '../mining/card';
import { formExtension, FormWriter, type FormId, type WrittenRecord } from '../mining/forms';
import {
  mineAtRandom,
  mineBySearch,
  RecordFacts,
  unionOfSources,
  written,
  type MinedNegatives,
  type MinedSource,
  type Searcher,
} from '../mining/mine';
import { NearestSearch, type Rows } from '../mining/nearest';
import { compileCosines, type CosinesLoader } from '../simd/cosines';
import { MINING_PRESETS, optionFaults, scorelessFault, type MiningOptions } from '../mining/options';
import { placesKey, pooled, RescoredPool, type RecordPassage } from '../mining/rescore';
import { retentionOf } from '../scoring/retention';
import type { Sliced } from '../scoring/sliced';
import { MiningInputError } from './errors';
import type { ReadInput } from './read';

export type MethodId = CardMethod['method'];

/** One mining; several are the parts of a union. */
export interface PartRequest {
  readonly method: MethodId;
  readonly bm25: Bm25Settings;
  readonly options: MiningOptions;
}

export interface SourceRequest {
  readonly name: string;
  readonly parts: readonly PartRequest[];
  readonly form: FormId;
  readonly withScores: boolean;
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

/** A record as it was mined, to be read: its query, first positive and negatives. */
export interface MinedExample {
  readonly query: string;
  readonly positive: string;
  readonly positiveScore: number | null;
  readonly negatives: readonly { readonly text: string; readonly score: number | null }[];
}

/** A part as it was mined, with what its card says of it. */
interface MinedPart {
  readonly mined: MinedSource;
  readonly method: CardMethod;
}

export interface MinedFile {
  readonly name: string;
  readonly content: Blob;
  readonly card: MiningCard;
  readonly cardName: string;
  readonly cardContent: Blob;
  /** The first records that have negatives. */
  readonly examples: readonly MinedExample[];
}

export type MiningStage = 'copies' | 'index' | 'search' | 'score' | 'write';

/** Does sliced work, giving way between slices. */
export type Follow = <T>(work: Sliced<T>, onShare: (share: number) => void) => Promise<T>;

export interface MinerSurroundings {
  readonly follow: Follow;
  /** Gives way between pairs that a cross-encoder scores. */
  readonly breathe: () => Promise<void>;
  /** Loads WebAssembly of src/simd/. */
  readonly cosines: CosinesLoader;
  readonly version: string;
}

/** @param share of the stage, from 0 to 1 @param total passages, records or pairs of the stage */
export type OnMining = (stage: MiningStage, share: number, total: number) => void;

/** Passages that are indexed, and records that are written, before others get their turn. */
const SLICE = 256;

export class Miner {
  private readonly facts: RecordFacts;
  private readonly indexes = new Map<string, Bm25Index>();
  private nearest: { readonly vectors: MiningVectors; readonly search: NearestSearch } | null = null;
  private vectors: MiningVectors | null = null;
  /** What was mined by the names of its sources: another format needs no second mining. */
  private readonly mined = new Map<
    string,
    { readonly request: SourceRequest; readonly parts: readonly MinedPart[] }
  >();
  private cross: { readonly scorer: PairScorer; readonly scores: PairScores<RecordPassage> } | null = null;

  constructor(
    readonly input: ReadInput,
    private readonly surroundings: MinerSurroundings,
  ) {
    this.facts = new RecordFacts(input.corpus);
  }

  /** What of the corpus is nearly a positive. */
  copies(onMining: OnMining): Promise<NearCopies> {
    const { corpus } = this.input;
    return this.surroundings.follow(nearCopies(corpus), (share) =>
      onMining('copies', share, corpus.texts.length),
    );
  }

  /** The encoder whose vectors dense mining uses from now on. */
  useVectors(vectors: MiningVectors): void {
    this.vectors = vectors;
    if (this.nearest?.vectors !== vectors) this.nearest = null;
  }

  /** The cross-encoder of minings with `score_by: cross-encoder` from now on; its scores are kept. */
  useCrossEncoder(scorer: PairScorer): void {
    if (this.cross?.scorer !== scorer) this.cross = { scorer, scores: new PairScores(placesKey) };
  }

  /**
   * Mines a source and writes it with its card.
   * @throws MiningInputError for options that do not fit; what `follow` throws where it is cancelled
   */
  async mine(request: SourceRequest, onMining: OnMining): Promise<MinedFile> {
    for (const part of request.parts) checkPart(part);
    const parts: MinedPart[] = [];
    for (const part of request.parts) {
      const mined = await this.minePart(part, onMining);
      parts.push({ mined, method: this.cardMethod(part, mined) });
    }
    this.mined.set(request.name, { request, parts });
    return this.write(request, parts, onMining);
  }

  /**
   * A mined source in another format, with its card.
   * @param name as it was asked for
   * @throws MiningInputError where it was not mined from this corpus
   */
  async inForm(name: string, form: FormId, withScores: boolean, onMining: OnMining): Promise<MinedFile> {
    const found = this.mined.get(name);
    if (found === undefined)
      throw new MiningInputError(`${name} was not mined from the files that are read now. ${AGAIN}`);
    return this.write({ ...found.request, form, withScores }, found.parts, onMining);
  }

  private async minePart({ method, bm25, options }: PartRequest, onMining: OnMining): Promise<MinedSource> {
    const { corpus } = this.input;
    if (method === 'random') return mineAtRandom(corpus, this.facts, options);
    const searcher = method === 'bm25' ? await this.bm25(bm25, onMining) : await this.dense(onMining);
    if (options.score_by === 'cross-encoder') return this.mineRescored(searcher, options, onMining);
    const mining = mineBySearch(corpus, this.facts, searcher, options);
    return this.surroundings.follow(mining, (share) => onMining('search', share, corpus.records.length));
  }

  /** Mines by a cross-encoder's scores from the pool of a miner. @throws MiningInputError where there is no cross-encoder */
  private async mineRescored(
    searcher: Searcher,
    options: MiningOptions,
    onMining: OnMining,
  ): Promise<MinedSource> {
    const { cross, facts } = this;
    const { corpus } = this.input;
    if (cross === null) throw new MiningInputError('score_by cross-encoder: choose a cross-encoder.');
    const { length } = corpus.records;
    const pool = await this.surroundings.follow(pooled(corpus, facts, searcher, options), (share) =>
      onMining('search', share, length),
    );
    const first = corpus.records.flatMap(({ positives }, record) =>
      [...positives, ...(pool[record]?.passages ?? [])].map((passage) => ({ record, passage })),
    );
    await this.scorePairs(first, cross, onMining);
    for (;;) {
      const rescored = new RescoredPool(searcher, pool, cross.scores);
      const mining = mineBySearch(corpus, facts, rescored, options);
      const mined = await this.surroundings.follow(mining, () => undefined);
      if (rescored.wanted.length === 0) return mined;
      // Random passages that filled short records.
      await this.scorePairs(rescored.wanted, cross, onMining);
    }
  }

  private async scorePairs(
    pairs: readonly RecordPassage[],
    { scorer, scores }: NonNullable<Miner['cross']>,
    onMining: OnMining,
  ): Promise<void> {
    const { records, texts: passages } = this.input.corpus;
    const lacking = scores.lacking(pairs);
    const texts = lacking.map(({ record, passage }) => ({
      query: records[record]?.query ?? '',
      passage: passages[passage] ?? '',
    }));
    await scoreInTurn(texts, scorer, {
      onScore: (score, i) => scores.set(lacking[i] as RecordPassage, score),
      onDone: (done) => onMining('score', done / lacking.length, lacking.length),
      breathe: this.surroundings.breathe,
    });
  }

  private async bm25(settings: Bm25Settings, onMining: OnMining): Promise<Searcher> {
    const key = JSON.stringify(settings);
    let index = this.indexes.get(key);
    if (index === undefined) {
      const { texts } = this.input.corpus;
      index = await this.surroundings.follow(indexed(texts, settings), (share) =>
        onMining('index', share, texts.length),
      );
      this.indexes.clear();
      this.indexes.set(key, index);
    }
    return searcherOf(this.input, index);
  }

  private async dense(onMining: OnMining): Promise<Searcher> {
    const { vectors } = this;
    if (vectors === null) throw new MiningInputError('Dense mining needs an encoder. Choose one.');
    if (this.nearest === null) {
      const { count, dimension } = vectors.passages;
      const module = await compileCosines(this.surroundings.cosines, count * dimension);
      const preparing = NearestSearch.prepare(module, vectors.passages);
      const search = await this.surroundings.follow(preparing, (share) =>
        onMining('index', share, vectors.passages.count),
      );
      this.nearest = { vectors, search };
    }
    const { search } = this.nearest;
    return {
      search: (records, k) =>
        search.search(
          records.map((record) => vectors.queries.row(record)),
          k,
        ),
      scoresOf: (record, passages) => search.scoresOf(vectors.queries.row(record), passages),
      canSearch: () => true,
    };
  }

  private async write(
    { name, form, withScores }: SourceRequest,
    parts: readonly MinedPart[],
    onMining: OnMining,
  ): Promise<MinedFile> {
    const [{ mined: first, method }] = parts as [MinedPart, ...MinedPart[]];
    const mined = parts.map((part) => part.mined);
    const union = mined.length > 1 ? unionOfSources(mined, form === 'n-tuple') : null;
    const records = union?.records ?? first.records;
    const { corpus, files, settings } = this.input;
    const corpusName = files.find(({ words }) => words.startsWith('corpus'))?.name ?? 'corpus';
    const writer = new FormWriter({
      form,
      withScores,
      numNegatives: method.options.num_negatives,
      corpus: corpusName.replace(/[.].*/s, ''),
    });
    const pieces = await this.surroundings.follow(
      writing(writer, records, (record) => written(corpus, record)),
      (share) => onMining('write', share, records.length),
    );
    const content = new Blob(pieces, { type: 'application/x-ndjson' });
    const taken = mined.flatMap(({ counts }) => Object.entries(counts.rules));
    const file = `${name}.${formExtension(form)}`;
    const card: MiningCard = {
      mining_card: CARD_VERSION,
      source: name,
      made_with: { name: 'negscope', version: this.surroundings.version },
      parts: parts.map((part) => part.method),
      union: union && { shared: union.shared, not_in_all: union.not_in_all },
      corpus: {
        files: files.map(({ name: file, bytes, sha256: digest }) => ({ name: file, bytes, sha256: digest })),
        sample: settings.sample,
        relevant: settings.relevant,
        counts: corpus.counts,
      },
      retention: retentionOf(
        name,
        { records: corpus.records.length, negatives: taken.reduce((sum, [, count]) => sum + count, 0) },
        {
          records: records.filter(({ passages }) => passages.length > 0).length,
          negatives: records.reduce((sum, { passages }) => sum + passages.length, 0),
        },
        taken.filter(([rule]) => rule !== 'kept'),
      ),
      output: {
        file,
        form,
        with_scores: withScores && records.some(({ scores }) => scores !== null),
        rows: writer.rows,
        negatives: writer.negatives,
        left_out: writer.leftOut,
        sha256: await sha256OfStream(content.stream()),
      },
    };
    return {
      name: file,
      content,
      card,
      cardName: `${name}.card.json`,
      cardContent: new Blob([cardText(card)], { type: 'application/json' }),
      examples: records
        .filter(({ passages }) => passages.length > 0)
        .slice(0, EXAMPLES)
        .map((record) => exampleOf(written(corpus, record))),
    };
  }

  private cardMethod({ method, bm25, options }: PartRequest, { counts }: MinedSource): CardMethod {
    return {
      method,
      bm25_preset: method === 'bm25' ? presetOf(bm25, BM25_PRESETS, (preset) => preset) : null,
      options_preset: presetOf(options, MINING_PRESETS, (preset) => preset.options),
      bm25: method === 'bm25' ? bm25 : null,
      encoder: method === 'dense' ? (this.vectors?.encoder ?? null) : null,
      cross_encoder: options.score_by === 'cross-encoder' ? (this.cross?.scorer.identity ?? null) : null,
      options,
      counts,
    };
  }
}

const AGAIN = 'Choose its files, and make it again from its card.';

/** Records that are given to be read, and negatives of each. */
const EXAMPLES = 20;
const NEGATIVES_READ = 10;

function exampleOf({ query, positives, negatives, scores }: WrittenRecord): MinedExample {
  return {
    query,
    positive: positives[0]?.text ?? '',
    positiveScore: scores?.positives[0] ?? null,
    negatives: negatives
      .slice(0, NEGATIVES_READ)
      .map(({ text }, i) => ({ text, score: scores?.negatives[i] ?? null })),
  };
}

/** @throws MiningInputError */
function checkPart({ method, bm25, options }: PartRequest): void {
  const [fault] = optionFaults(options);
  if (fault) throw new MiningInputError(fault.message);
  const scoreless = scorelessFault([method], options);
  if (scoreless !== null) throw new MiningInputError(scoreless);
  if (!(bm25.k1 > 0) || !(bm25.b >= 0 && bm25.b <= 1) || !(bm25.delta >= 0)) {
    throw new MiningInputError(
      `BM25 k1 ${bm25.k1}, b ${bm25.b}, delta ${bm25.delta}: expected k1 above 0, b from 0 to 1, delta from 0 on.`,
    );
  }
}

/** The preset that has exactly these values; null where none has. */
function presetOf<Preset, Values extends object>(
  values: Values,
  presets: Readonly<Record<string, Preset>>,
  valuesOf: (preset: Preset) => Values,
): string | null {
  const found = Object.entries(presets).find(([, preset]) => {
    const own = valuesOf(preset);
    return Object.entries(own).every(([key, value]) => values[key as keyof Values] === value);
  });
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

function* writing(
  writer: FormWriter,
  records: readonly MinedNegatives[],
  textsOf: (record: MinedNegatives) => Parameters<FormWriter['record']>[0],
): Sliced<string[]> {
  const pieces = [writer.begin()];
  for (let first = 0; first < records.length; first += SLICE) {
    const some = records.slice(first, first + SLICE);
    pieces.push(some.map((record) => writer.record(textsOf(record))).join(''));
    yield (first + some.length) / records.length;
  }
  pieces.push(writer.end());
  return pieces;
}
