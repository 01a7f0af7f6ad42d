/**
 * Nearest neighbours by cosine on the GPU, equal to the last index and digit to their float64 twin
 * `nearestNeighbours` in scoring/neighbours.ts: the device proposes in float32, float64 decides.
 */

import type { Vector } from '../scoring/gates';
import { cosine, embedded, NearestList, noNeighbours, offerAll } from '../scoring/neighbours';
import type { Embedded, GroupedRows, Neighbours } from '../scoring/neighbours';
import { bindGroup, bindingLimit, checked, computePipeline, dispatch, OwnedBuffers } from './compute';
import { readbackBuffer, submitPass, takeBytes } from './compute';
import type { EmbeddingBuffers } from './embedding-buffers';
import { RowGather } from './gather';
import shader from './neighbours.wgsl?raw';

export interface NeighbourOptions {
  /** How many neighbours are wanted, 64 at most. */
  readonly k: number;
  /** Most bytes in one buffer, if less than the device's limit. */
  readonly bindingLimit?: number;
}

const MOST_NEIGHBOURS = 64;

const SEGMENT = 64;
/** Most queries, and most candidates, in one block of scores. */
const BLOCK = 1024;
/** Entries that the device keeps past the k-th, for near-ties. */
const SPARE = 32;
/** The score of no candidate is −2, every cosine is above this. */
const NO_SCORE = -1.5;
const ITEM_BYTES = 12;
const ENTRY_BYTES = 8;

/** Bindings of one run: they hold its lists of items. */
interface RunGroups {
  readonly cosines: GPUBindGroup;
  readonly peaks: GPUBindGroup;
  readonly select: GPUBindGroup;
}

/** Counts and first places of a block. */
interface Block {
  readonly queries: number;
  readonly candidates: number;
  readonly firstQuery: number;
  readonly firstCandidate: number;
}

export class NeighbourKernel {
  private readonly device: GPUDevice;
  private readonly buffers: OwnedBuffers;
  private readonly keep: number;
  private readonly queryGather: RowGather;
  private readonly candidateGather: RowGather;
  private readonly shape: GPUBuffer;
  private readonly scores: GPUBuffer;
  private readonly peaks: GPUBuffer;
  private readonly lists: GPUBuffer;
  private readonly cosinePipeline: GPUComputePipeline;
  private readonly peakPipeline: GPUComputePipeline;
  private readonly selectPipeline: GPUComputePipeline;

  /**
   * @throws RangeError for a k outside 1 to 64, or a limit that holds no block of 64 × 64
   * @throws GpuResourceError where the device refuses shaders or buffers
   */
  static create(embeddings: EmbeddingBuffers, options: NeighbourOptions): Promise<NeighbourKernel> {
    const { device, dimension } = embeddings;
    if (!(options.k >= 1 && options.k <= MOST_NEIGHBOURS)) {
      throw new RangeError(`k = ${options.k} is outside 1 to ${MOST_NEIGHBOURS}.`);
    }
    const numbers = bindingLimit(device, options.bindingLimit) / 4;
    const most = Math.min(BLOCK, numbers / dimension, Math.sqrt(numbers));
    const side = Math.floor(most / SEGMENT) * SEGMENT;
    if (side === 0) {
      throw new RangeError(`Buffers of ${numbers * 4} bytes hold no block of neighbours; raise the limit.`);
    }
    return checked(device, 'neighbour kernel', () => new NeighbourKernel(embeddings, options.k, side));
  }

  private constructor(
    private readonly embeddings: EmbeddingBuffers,
    private readonly k: number,
    private readonly side: number,
  ) {
    const { device } = embeddings;
    this.device = device;
    this.keep = k + SPARE;
    this.buffers = new OwnedBuffers(device);
    this.queryGather = new RowGather(embeddings, this.buffers, side, 'columns', side);
    this.candidateGather = new RowGather(embeddings, this.buffers, side, 'columns', side);
    this.shape = this.buffers.uniform(new Uint32Array(8));
    this.scores = this.buffers.storage(side * side * 4);
    this.peaks = this.buffers.storage((side * side * 4) / SEGMENT);
    this.lists = this.buffers.storage(side * this.keep * ENTRY_BYTES);
    this.cosinePipeline = computePipeline(device, shader, 'cosines');
    this.peakPipeline = computePipeline(device, shader, 'segmentPeaks');
    this.selectPipeline = computePipeline(device, shader, 'selectBest');
  }

  /**
   * The k nearest candidates of every query: by cosine, ties by the candidate's place in the list; none of the
   * query's group or row.
   * @param vector a row's embedding, as it was written or in the float64 that was rounded for it; without it
   *   the rows are read back from the device
   * @throws RangeError for an index without a row
   */
  async run(
    queries: GroupedRows,
    candidates: GroupedRows,
    vector?: (row: number) => Vector,
  ): Promise<Neighbours> {
    for (const { rows } of [queries, candidates]) this.embeddings.requireRows(rows);
    const found = noNeighbours(queries.rows.length, this.k);
    if (queries.rows.length === 0 || candidates.rows.length === 0) return found;
    const vectors = vector ?? (await this.readRows([queries.rows, candidates.rows]));
    const proposals: Proposals = {
      queries,
      candidates,
      queryVectors: Array.from(queries.rows, (row) => embedded(vectors(row))),
      candidateVectors: Array.from(candidates.rows, (row) => embedded(vectors(row))),
      margin: scoreMargin(this.embeddings.dimension),
      keep: this.keep,
      k: this.k,
    };
    const own = new OwnedBuffers(this.device);
    try {
      const groups = this.runGroups(own, proposals);
      for (let first = 0; first < queries.rows.length; first += this.side) {
        const count = Math.min(this.side, queries.rows.length - first);
        const entries = await this.propose(groups, proposals, first, count);
        decide(proposals, first, count, entries, found);
      }
    } finally {
      own.destroy();
    }
    return found;
  }

  destroy(): void {
    this.buffers.destroy();
  }

  /** Distinct rows of the lists, read back once. */
  private async readRows(lists: readonly Uint32Array[]): Promise<(row: number) => Float32Array> {
    const d = this.embeddings.dimension;
    const rows = Uint32Array.from(new Set(lists.flatMap((list) => [...list]))).sort();
    const values = await this.embeddings.read(rows);
    const places = new Map(Array.from(rows, (row, place) => [row, place]));
    return (row) => {
      const start = (places.get(row) as number) * d;
      return values.subarray(start, start + d);
    };
  }

  private runGroups(own: OwnedBuffers, proposals: Proposals): RunGroups {
    const { device } = this;
    const queryItems = own.filled(items(proposals.queries, proposals.queryVectors));
    const candidateItems = own.filled(items(proposals.candidates, proposals.candidateVectors));
    return {
      cosines: bindGroup(device, this.cosinePipeline, {
        0: this.shape,
        1: this.queryGather.gathered,
        2: this.candidateGather.gathered,
        3: queryItems,
        4: candidateItems,
        5: this.scores,
      }),
      peaks: bindGroup(device, this.peakPipeline, { 0: this.shape, 5: this.scores, 6: this.peaks }),
      select: bindGroup(device, this.selectPipeline, {
        0: this.shape,
        5: this.scores,
        6: this.peaks,
        7: this.lists,
      }),
    };
  }

  /** The device's best `keep` candidates of each query of a block: score and place, best first. */
  private async propose(
    groups: RunGroups,
    { queries, candidates }: Proposals,
    firstQuery: number,
    count: number,
  ): Promise<ArrayBuffer> {
    const readback = readbackBuffer(this.device, count * this.keep * ENTRY_BYTES);
    const all = candidates.rows.length;
    for (let first = 0; first < all; first += this.side) {
      const block = {
        queries: count,
        candidates: Math.min(this.side, all - first),
        firstQuery,
        firstCandidate: first,
      };
      submitPass(
        this.device,
        (pass) => {
          if (first === 0)
            this.queryGather.encode(pass, queries.rows.subarray(firstQuery, firstQuery + count));
          this.candidateGather.encode(pass, candidates.rows.subarray(first, first + block.candidates));
          this.encodeBlock(pass, groups, block);
        },
        (commands) => {
          if (first + this.side < all) return;
          commands.copyBufferToBuffer(this.lists, 0, readback, 0, readback.size);
        },
      );
    }
    return takeBytes(readback);
  }

  private encodeBlock(pass: GPUComputePassEncoder, groups: RunGroups, block: Block): void {
    const { queries, candidates, firstQuery, firstCandidate } = block;
    const width = this.side / 4;
    const shape = [this.embeddings.dimension, queries, candidates, firstQuery, firstCandidate, this.keep];
    this.device.queue.writeBuffer(this.shape, 0, Uint32Array.of(...shape, width, width));
    const segments = Math.ceil(candidates / SEGMENT);
    dispatch(pass, this.cosinePipeline, groups.cosines, segments, Math.ceil(queries / 64));
    dispatch(pass, this.peakPipeline, groups.peaks, Math.ceil(segments / 8), Math.ceil(queries / 8));
    dispatch(pass, this.selectPipeline, groups.select, Math.ceil(queries / 64));
  }
}

/** What the device proposes from, and how far to trust it. */
interface Proposals {
  readonly queries: GroupedRows;
  readonly candidates: GroupedRows;
  readonly queryVectors: readonly Embedded[];
  readonly candidateVectors: readonly Embedded[];
  readonly margin: number;
  readonly keep: number;
  readonly k: number;
}

/**
 * The most by which a float32 score can be off its cosine: d products and sums in any order, each within one
 * unit in the last place as WGSL allows, and some for the norms and for rounding the embeddings.
 */
function scoreMargin(dimension: number): number {
  return (dimension + 32) * 2 ** -23;
}

/** Struct Item of neighbours.wgsl, one after another. */
function items({ rows, groups }: GroupedRows, vectors: readonly Embedded[]): Uint32Array {
  const words = new Uint32Array((rows.length * ITEM_BYTES) / 4);
  const inverses = new Float32Array(words.buffer);
  vectors.forEach(({ norm }, i) => {
    words[3 * i] = rows[i];
    words[3 * i + 1] = groups[i];
    inverses[3 * i + 2] = norm === 0 ? 0 : 1 / norm;
  });
  return words;
}

/**
 * Settles a block of queries in float64. A true neighbour's score is no more than two margins below the k-th
 * score; where a list may have ended above that, every candidate is looked at.
 */
function decide(
  proposals: Proposals,
  first: number,
  count: number,
  entries: ArrayBuffer,
  found: Neighbours,
): void {
  const { queries, candidates, queryVectors, candidateVectors, keep, k } = proposals;
  const scores = new Float32Array(entries);
  const places = new Uint32Array(entries);
  const list = new NearestList(k);
  for (let q = 0; q < count; q++) {
    const query = queryVectors[first + q];
    const score = (entry: number) => scores[2 * (q * keep + entry)];
    const cut = Math.max(NO_SCORE, score(k - 1) - 2 * proposals.margin);
    if (score(keep - 1) >= cut) {
      offerAll(queries, first + q, candidates, query, candidateVectors, list);
    } else {
      for (let entry = 0; score(entry) >= cut; entry++) {
        const place = places[2 * (q * keep + entry) + 1];
        list.offer(place, cosine(query, candidateVectors[place]));
      }
    }
    list.take(first + q, found);
  }
}
