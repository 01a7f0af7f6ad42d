/** The tensors of a checkpoint by the names that its family gives them, and which of them were used. */

import { BrokenModelFileError } from '../errors';
import { notBuilt, OTHER_WAY } from './config';
import type { Tensor, Tensors } from './safetensors';

/** Tensors that a body has no use for: heads of other tasks, and what is computed. */
const NEEDLESS =
  /^(pooler|cls|lm_head|vocab_(transform|layer_norm|projector)|decoder|head|predictions)\.|(^|\.)(position_ids|inv_freq)$|^encoder\.embed_tokens\.weight$/;

export class Weights {
  private readonly used = new Set<Tensor>();
  /** What stands before the family's names, such as `bert.` or `0.auto_model.`. */
  private readonly root: string = '';

  /** @param words a name of the family, by which is found what stands before all of them */
  constructor(
    private readonly folder: string,
    private readonly tensors: Tensors,
    words: readonly string[],
  ) {
    for (const word of words) {
      const name = [...tensors.keys()].find((each) => each === word || each.endsWith(`.${word}`));
      if (name !== undefined) this.root = name.slice(0, -word.length);
    }
  }

  has(name: string): boolean {
    return this.find(name) !== undefined;
  }

  /** @throws BrokenModelFileError */
  get(name: string): Tensor {
    const tensor = this.find(name);
    if (!tensor) {
      const reason = `It lacks the tensor ${name}, which this model needs. ${OTHER_WAY}`;
      throw new BrokenModelFileError(this.folder, 'model.safetensors', reason);
    }
    this.used.add(tensor);
    return tensor;
  }

  /** @throws BrokenModelFileError where a tensor is left over: something of the model was not run */
  refuseUnused(): void {
    for (const [name, tensor] of this.tensors) {
      const own = name.startsWith(this.root) ? name.slice(this.root.length) : name;
      if (!this.used.has(tensor) && !NEEDLESS.test(own)) {
        throw notBuilt(this.folder, tensor.file, `holds the tensor ${name}`);
      }
    }
  }

  private find(name: string): Tensor | undefined {
    return this.tensors.get(this.root + name) ?? this.tensors.get(name);
  }
}
