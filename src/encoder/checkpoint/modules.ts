/** What follows the transformer in a folder of sentence-transformers (modules.json, in its forms up to version 6): from states to one vector. */

import type { ModelFolder } from '../model-folder';
import { Config, notBuilt } from './config';
import type { Value } from './graph';
import { activation, byText, linear, type Build } from './parts';
import { readTensors } from './safetensors';
import { Weights } from './weights';

/** A Dense module after pooling. */
interface Dense {
  readonly config: Config;
  readonly weights: Weights;
  readonly files: readonly string[];
}

/** @param modes names of the poolings, whose vectors are put one behind the other */
export interface Tail {
  readonly modes: readonly string[];
  readonly layers: readonly Dense[];
}

/** @param listed a module behind the pooling, by type and folder @throws BrokenModelFileError */
export async function readDense(
  folder: ModelFolder,
  { type, path }: { readonly type: string; readonly path: string },
): Promise<Dense> {
  if (type !== 'Dense') throw notBuilt(folder.name, 'modules.json', `asks for the module ${type}`);
  const files = [`${path}/config.json`, `${path}/model.safetensors`] as const;
  const config = await Config.read(folder, files[0]);
  config.demand({ module_input_name: ['sentence_embedding'], module_output_name: ['sentence_embedding'] });
  return { config, weights: new Weights(folder.name, await readTensors(folder, files[1]), []), files };
}

/** One vector a text: [batch, dimension]. @throws BrokenModelFileError */
export function textVectors(build: Build, states: Value, width: number, { modes, layers }: Tail): Value {
  const { g } = build;
  const tokens = byText(build, states, width);
  const pooled = modes.map((mode) => pooledBy(build, tokens, mode));
  let x = pooled.length === 1 ? (pooled[0] as Value) : g.add('Concat', pooled, { axis: 1 });
  for (const { config, weights } of layers) {
    const act = activation(config, 'activation_function', 'tanh');
    x = act(g, linear({ ...build, w: weights }, x, 'linear'));
    weights.refuseUnused();
  }
  return x;
}

/** sentence-transformers' poolings: [batch, width]. @throws BrokenModelFileError */
export function pooledBy({ g, c, mask, places }: Build, tokens: Value, mode: string): Value {
  const sumOf = (weights: Value) => {
    const weighted = g.add('Mul', [tokens, g.add('Unsqueeze', [weights, g.whole(2)])]);
    return g.add('ReduceSum', [weighted, g.whole(1)], { keepdims: 0 });
  };
  const count = g.add('ReduceSum', [mask, g.whole(1)], { keepdims: 1 });
  switch (mode) {
    case 'cls':
      return g.add('Gather', [tokens, g.index(0)], { axis: 1 });
    case 'mean':
      return g.add('Div', [sumOf(mask), count]);
    case 'lasttoken': {
      const last = g.add('Equal', [g.cast(places, 'float'), g.add('Sub', [count, g.number(1)])]);
      return sumOf(g.cast(last, 'float'));
    }
    default:
      throw c.refusal(`is pooled by ${mode}`);
  }
}
