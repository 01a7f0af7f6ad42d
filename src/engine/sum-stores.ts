/** Opens the store for sums on the CPU, in float64. */

import { SimdSquares } from '../simd/information';
import { vectorsOf, type SourceData } from './source-data';
import { cpuStore, type SumStore } from './sum-store';

export class SumStores {
  private module: Promise<WebAssembly.Module | null> | null = null;
  /** One for all sources: a browser has room for some hundred memories of WebAssembly. */
  private squares: SimdSquares | null = null;

  /** @param load gives information.wasm, compiled; null: sums in JavaScript, the same digits */
  constructor(private readonly load: (() => Promise<WebAssembly.Module>) | null = null) {}

  /** @param matrices how many weightings are summed @throws OutOfMemoryError */
  async open(source: SourceData, matrices: number): Promise<SumStore> {
    this.module ??= this.load?.().catch(() => null) ?? Promise.resolve(null);
    const module = await this.module;
    if (module === null) return cpuStore(source, matrices);
    const { dimension } = vectorsOf(source);
    if (this.squares?.dimension !== dimension) this.squares = new SimdSquares(module, dimension);
    const { squares } = this;
    return cpuStore(source, matrices, (sum, residuals, weights, count) =>
      squares.add(sum, residuals, weights, count),
    );
  }
}
