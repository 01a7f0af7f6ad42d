/**
 * Contrastive training of one vector a token. A text is the sum of its tokens' vectors at unit length; each query is told
 * from the passages of its batch and each passage from the queries, by symmetric cross-entropy of scaled cosines.
 */

import { Room, instantiate, sharedMemory, type Assembly } from './assembly';
import type { Corpus } from './corpus';
import { PASSAGE_TOKENS, QUERY_TOKENS, Sampler, TokenList, type SamplingSettings } from './sampling';

/** Rows and columns are shared out in fours; see contrast.as. */
const FOUR = 4;

/** The learning rate falls in a line to this share of it. */
const LAST_RATE = 0.02;

/** Adagrad's first sum of squares. */
const FIRST_SQUARE = 1e-12;

export interface TrainingSettings {
  readonly dimension: number;
  /** Pairs of a batch. */
  readonly batch: number;
  readonly steps: number;
  readonly rate: number;
  /** Factor of the cosines: one over the temperature. */
  readonly scale: number;
}

/** What every thread is given: it can be posted to one. */
export interface TrainingPlan {
  readonly module: WebAssembly.Module;
  readonly memory: WebAssembly.Memory;
  readonly corpus: Corpus;
  readonly settings: TrainingSettings;
  readonly sampling: SamplingSettings;
  readonly parts: number;
}

/** Texts of one side of a batch. */
interface Side {
  readonly most: number;
  readonly ids: Uint16Array<ArrayBufferLike>;
  readonly counts: Int32Array<ArrayBufferLike>;
  readonly vectors: Float32Array<ArrayBufferLike>;
  readonly slopes: Float32Array<ArrayBufferLike>;
  readonly inverseLengths: Float32Array<ArrayBufferLike>;
  readonly list: TokenList;
}

/** @throws RangeError for sizes that cannot be shared out */
export function planTraining(
  module: WebAssembly.Module,
  corpus: Corpus,
  settings: TrainingSettings,
  sampling: SamplingSettings,
  parts: number,
): TrainingPlan {
  const { batch, dimension } = settings;
  if (batch % 8 !== 0 || dimension % 8 !== 0) {
    throw new RangeError(`Batch and dimension are multiples of eight; they are ${batch} and ${dimension}.`);
  }
  const table = corpus.vocabularySize * dimension;
  const floats = 3 * table + batch * (4 * dimension + batch + 8) + parts * scratchSize(settings);
  const bytes = 4 * floats + parts * corpus.vocabularySize + 2 * batch * (QUERY_TOKENS + PASSAGE_TOKENS);
  return { module, memory: sharedMemory(bytes + 65_536), corpus, settings, sampling, parts };
}

const scratchSize = ({ batch, dimension }: TrainingSettings) =>
  Math.max(batch * (dimension + FOUR), dimension * (batch + FOUR));

/** One thread's part of the training. */
export class Trainer {
  /** The vectors, tokens × dimension. */
  readonly table: Float32Array<ArrayBufferLike>;
  private readonly squares: Float32Array<ArrayBufferLike>;
  private readonly sums: Float32Array<ArrayBufferLike>;
  private readonly touched: Uint8Array<ArrayBufferLike>;
  private readonly sides: readonly [Side, Side];
  /** Cosines of queries and passages, then their exponentials, then the slopes by them. */
  private readonly square: Float32Array<ArrayBufferLike>;
  private readonly rowSums: Float32Array<ArrayBufferLike>;
  private readonly columnSums: Float32Array<ArrayBufferLike>;
  private readonly scratch: Float32Array<ArrayBufferLike>;
  private readonly losses: Float64Array<ArrayBufferLike>;
  private readonly assembly: Assembly;
  private readonly sampler: Sampler;

  constructor(
    private readonly plan: TrainingPlan,
    private readonly part: number,
  ) {
    const { memory, corpus, settings, parts } = plan;
    const { batch, dimension } = settings;
    const room = new Room(memory);
    const tokens = corpus.vocabularySize;
    this.losses = room.float64(parts);
    this.table = room.float32(tokens * dimension);
    this.squares = room.float32(tokens * dimension);
    this.sums = room.float32(tokens * dimension);
    const side = (most: number): Side => ({
      most,
      ids: room.uint16(batch * most),
      counts: room.int32(batch),
      vectors: room.float32(batch * dimension),
      slopes: room.float32(batch * dimension),
      inverseLengths: room.float32(batch),
      list: new TokenList(most),
    });
    this.sides = [side(QUERY_TOKENS), side(PASSAGE_TOKENS)];
    this.square = room.float32(batch * batch);
    this.rowSums = room.float32(batch);
    this.columnSums = room.float32(batch);
    const own = Array.from({ length: parts }, () => ({
      scratch: room.float32(scratchSize(settings)),
      touched: room.uint8(tokens),
    }));
    ({ scratch: this.scratch, touched: this.touched } = own[part]);
    this.assembly = instantiate(plan.module, memory);
    this.sampler = new Sampler(corpus, plan.sampling);
  }

  /** Where training begins. One thread does it for all. */
  begin(table: Float32Array): void {
    this.table.set(table);
    this.squares.fill(FIRST_SQUARE);
  }

  /** A step; it pauses wherever all threads have to be done with what stands before. */
  *step(step: number): Generator<void> {
    const { batch, dimension } = this.plan.settings;
    const [queries, passages] = this.sides;
    const [from, to] = this.share(batch);
    const [firstColumn, endColumn] = this.share(dimension);
    this.draw(step, from, to);
    for (const side of this.sides) this.pool(side, from, to);
    yield;
    this.cosines(from, to);
    yield;
    this.assembly.columnSums(this.square.byteOffset, batch, this.columnSums.byteOffset, from, to);
    yield;
    this.losses[this.part] = this.loss(from, to);
    this.slopes(from, to);
    yield;
    this.slopesOfVectors(queries, passages, 4 * batch, 4, from, to);
    this.slopesOfVectors(passages, queries, 4, 4 * batch, from, to);
    yield;
    this.update(step, firstColumn, endColumn);
    yield;
  }

  /** Mean cross-entropy of the last step's batch, in nats. */
  lastLoss(): number {
    return this.losses.reduce((sum, loss) => sum + loss, 0) / this.plan.settings.batch;
  }

  /** This thread's part of so many rows or columns, in fours. */
  private share(count: number): [number, number] {
    const edge = (part: number) => FOUR * Math.floor((part * count) / this.plan.parts / FOUR);
    return [edge(this.part), this.part + 1 === this.plan.parts ? count : edge(this.part + 1)];
  }

  private draw(step: number, from: number, to: number): void {
    const [queries, passages] = this.sides;
    const kind = this.sampler.kindOf(step);
    for (let i = from; i < to; i++) {
      this.sampler.draw(step, i, kind, queries.list, passages.list);
      for (const { list, ids, counts, most } of this.sides) {
        counts[i] = list.length;
        ids.set(list.ids.subarray(0, list.length), i * most);
      }
    }
  }

  private pool({ ids, counts, most, vectors, inverseLengths }: Side, from: number, to: number): void {
    this.assembly.pool(
      ids.byteOffset,
      counts.byteOffset,
      most,
      this.table.byteOffset,
      this.plan.settings.dimension,
      vectors.byteOffset,
      inverseLengths.byteOffset,
      from,
      to,
    );
  }

  private cosines(from: number, to: number): void {
    const { batch, dimension, scale } = this.plan.settings;
    const [queries, passages] = this.sides;
    this.assembly.multiply(
      queries.vectors.byteOffset,
      4 * dimension,
      4,
      passages.vectors.byteOffset,
      4,
      4 * dimension,
      this.square.byteOffset,
      4 * batch,
      from,
      to,
      dimension,
      batch,
      this.scratch.byteOffset,
    );
    this.assembly.exponentials(this.square.byteOffset, batch, scale, this.rowSums.byteOffset, from, to);
  }

  /** −½ log of both shares of the right one, summed over rows. */
  private loss(from: number, to: number): number {
    const { batch } = this.plan.settings;
    let loss = 0;
    for (let i = from; i < to; i++) {
      const own = this.square[i * batch + i];
      loss -= 0.5 * (Math.log(own / this.rowSums[i] + 1e-30) + Math.log(own / this.columnSums[i] + 1e-30));
    }
    return loss;
  }

  private slopes(from: number, to: number): void {
    const { batch, scale } = this.plan.settings;
    this.assembly.slopes(
      this.square.byteOffset,
      batch,
      scale,
      this.rowSums.byteOffset,
      this.columnSums.byteOffset,
      from,
      to,
    );
  }

  /**
   * Slopes by a side's texts, from those by the cosines.
   * @param row bytes between the cosines of two of the side's texts with one of the other's; step: the other way round
   */
  private slopesOfVectors(
    side: Side,
    other: Side,
    row: number,
    step: number,
    from: number,
    to: number,
  ): void {
    const { batch, dimension } = this.plan.settings;
    this.assembly.multiply(
      this.square.byteOffset,
      row,
      step,
      other.vectors.byteOffset,
      4 * dimension,
      4,
      side.slopes.byteOffset,
      4 * dimension,
      from,
      to,
      batch,
      dimension,
      this.scratch.byteOffset,
    );
    this.assembly.throughLength(
      side.vectors.byteOffset,
      side.slopes.byteOffset,
      side.inverseLengths.byteOffset,
      dimension,
      from,
      to,
    );
  }

  private update(step: number, from: number, to: number): void {
    const { batch, dimension, rate, steps } = this.plan.settings;
    for (const { ids, counts, most, slopes } of this.sides) {
      this.assembly.addSlopes(
        ids.byteOffset,
        counts.byteOffset,
        most,
        batch,
        slopes.byteOffset,
        this.sums.byteOffset,
        this.touched.byteOffset,
        dimension,
        from,
        to,
      );
    }
    this.assembly.adagrad(
      this.table.byteOffset,
      this.squares.byteOffset,
      this.sums.byteOffset,
      this.touched.byteOffset,
      this.plan.corpus.vocabularySize,
      dimension,
      rate * Math.max(LAST_RATE, 1 - step / steps),
      from,
      to,
    );
  }
}
