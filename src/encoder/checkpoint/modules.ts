/** What follows the transformer in a folder of sentence-transformers (modules.json, in its forms up to version 6): from states to one vector. */

import type { ModelFolder } from '../model-folder';
import { Config, notBuilt } from './config';
import type { Value } from './graph';
import { activation, byText, layerNorm, linear, type Build } from './parts';
import { readTensors } from './safetensors';
import { Weights } from './weights';

/** A module after pooling, with its weights where it has some. */
interface Module {
  readonly type: 'Dense' | 'LayerNorm' | 'Normalize';
  readonly config: Config;
  readonly weights: Weights;
  readonly files: readonly string[];
}

/** @param modes names of the poolings, whose vectors are put one behind the other */
export interface Tail {
  readonly modes: readonly string[];
  readonly modules: readonly Module[];
}

/** @param listed modules behind the pooling, by type and folder @throws BrokenModelFileError */
export async function readModule(
  folder: ModelFolder,
  { type, path }: { readonly type: string; readonly path: string },
): Promise<Module> {
  if (type !== 'Dense' && type !== 'LayerNorm' && type !== 'Normalize') {
    throw notBuilt(folder.name, 'modules.json', `asks for the module ${type}`);
  }
  const file = `${path}/config.json`;
  const config = await Config.read(folder, file);
  config.demand({ module_input_name: ['sentence_embedding'], module_output_name: ['sentence_embedding'] });
  const weights = `${path}/model.safetensors`;
  const tensors = type === 'Normalize' ? new Map() : await readTensors(folder, weights);
  const files = [file, weights].filter((each) => folder.has(each));
  return { type, config, weights: new Weights(folder.name, tensors, []), files };
}

/** One vector a text: [batch, dimension]. @throws BrokenModelFileError */
export function textVectors(build: Build, states: Value, width: number, { modes, modules }: Tail): Value {
  const { g } = build;
  const tokens = byText(build, states, width);
  const pooled = modes.map((mode) => pooledBy(build, tokens, mode));
  let x = pooled.length === 1 ? (pooled[0] as Value) : g.add('Concat', pooled, { axis: 1 });
  for (const { type, config, weights } of modules) {
    const here = { ...build, w: weights };
    if (type === 'Normalize') x = g.add('Div', [x, g.add('ReduceL2', [x, g.whole(1)], { keepdims: 1 })]);
    if (type === 'LayerNorm') x = layerNorm(here, x, 'norm', 1e-5);
    if (type === 'Dense') x = activation(config, 'activation_function', 'tanh')(g, linear(here, x, 'linear'));
    weights.refuseUnused();
  }
  return x;
}

/** sentence-transformers' poolings: [batch, width]. @throws BrokenModelFileError */
export function pooledBy({ g, c, mask, places }: Build, tokens: Value, mode: string): Value {
  const sumOf = (weights: Value) =>
    g.add('ReduceSum', [g.add('Mul', [tokens, g.add('Unsqueeze', [weights, g.whole(2)])]), g.whole(1)], {
      keepdims: 0,
    });
  const total = (weights: Value) => g.add('ReduceSum', [weights, g.whole(1)], { keepdims: 1 });
  const place = g.cast(places, 'float');
  switch (mode) {
    case 'cls':
      return g.add('Gather', [tokens, g.index(0)], { axis: 1 });
    case 'mean':
      return g.add('Div', [sumOf(mask), total(mask)]);
    case 'mean_sqrt_len_tokens':
      return g.add('Div', [sumOf(mask), g.add('Sqrt', [total(mask)])]);
    case 'weightedmean': {
      const weights = g.add('Mul', [mask, g.add('Add', [place, g.number(1)])]);
      return g.add('Div', [sumOf(weights), total(weights)]);
    }
    case 'lasttoken': {
      const last = g.add('Equal', [place, g.add('Sub', [total(mask), g.number(1)])]);
      return sumOf(g.cast(last, 'float'));
    }
    case 'max': {
      const isPadding = g.add('Sub', [g.add('Unsqueeze', [mask, g.whole(2)]), g.number(1)]);
      const masked = g.add('Add', [tokens, g.add('Mul', [isPadding, g.number(1e9)])]);
      return g.add('ReduceMax', [masked, g.whole(1)], { keepdims: 0 });
    }
    default:
      throw c.refusal(`is pooled by ${mode}`);
  }
}
