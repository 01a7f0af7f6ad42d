/** The class of a sum worker: it sums some blocks of a source. */

import { SimdInformation } from './information';
import type { UpperTriangle } from '../scoring/information';

export interface SumWorkerApi {
  /** Starts over with sums of 0. @throws where information.wasm cannot be loaded; OutOfMemoryError */
  begin(dimension: number, matrices: number): Promise<void>;
  /** @see SimdInformation.add */
  add(residuals: Float32Array, weights: Float32Array, count: number): void;
  /** The sum under one weight. @throws OutOfMemoryError */
  sum(matrix: number): UpperTriangle;
}

export class SumHost implements SumWorkerApi {
  private module: Promise<WebAssembly.Module> | null = null;
  private information: SimdInformation | null = null;

  /** @param load gives information.wasm, compiled */
  constructor(private readonly load: () => Promise<WebAssembly.Module>) {}

  async begin(dimension: number, matrices: number): Promise<void> {
    this.module ??= this.load();
    this.information = new SimdInformation(await this.module, dimension, matrices);
  }

  add(residuals: Float32Array, weights: Float32Array, count: number): void {
    this.begun().add(residuals, weights, count);
  }

  sum(matrix: number): UpperTriangle {
    return this.begun().sum(matrix);
  }

  private begun(): SimdInformation {
    if (!this.information) throw new Error('Nothing was begun.');
    return this.information;
  }
}
