/** ModernBERT (Warner et al. 2024): rotary positions, local and global layers, GeGLU, norms before each part. */

import type { Value } from './graph';
import {
  activation,
  attention,
  columns,
  layerKinds,
  layerNorm,
  linear,
  rotationOf,
  rows,
  window,
  type Build,
} from './parts';

export function modernBert(build: Build): Value {
  const { g, w, c } = build;
  const width = c.number('hidden_size');
  const heads = c.number('num_attention_heads');
  const epsilon = c.numberOr(1e-5, 'norm_eps');
  const act = activation(c, 'hidden_activation');
  const size = width / heads;
  const every = c.numberOr(3, 'global_attn_every_n_layers');
  const global = { rotation: rotationOf(build, size, 'full_attention', 'global_rope_theta'), biases: [] };
  const side = Math.floor(c.number('local_attention') / 2);
  const local = {
    rotation: rotationOf(build, size, 'sliding_attention', 'local_rope_theta'),
    biases: [window(build, side, side)],
  };
  let x = rows(build, 'embeddings.tok_embeddings.weight', 'input_ids', width);
  x = layerNorm(build, x, 'embeddings.norm', epsilon);
  const kinds = layerKinds(build, c.number('num_hidden_layers'), (layer) => layer % every !== 0);
  for (const [i, kind] of kinds.entries()) {
    const p = `layers.${i}`;
    // The first layer has no norm of its own: the embeddings' is there.
    const before = w.has(`${p}.attn_norm.weight`) ? layerNorm(build, x, `${p}.attn_norm`, epsilon) : x;
    const qkv = columns(build, linear(build, before, `${p}.attn.Wqkv`), 3);
    const mixed = attention(build, qkv, { heads, size, ...(kind === 'sliding_attention' ? local : global) });
    x = g.add('Add', [x, linear(build, mixed, `${p}.attn.Wo`)]);
    const wide = linear(build, layerNorm(build, x, `${p}.mlp_norm`, epsilon), `${p}.mlp.Wi`);
    const [input, gate] = columns(build, wide, 2) as [Value, Value];
    x = g.add('Add', [x, linear(build, g.add('Mul', [act(g, input), gate]), `${p}.mlp.Wo`)]);
  }
  return layerNorm(build, x, 'final_norm', epsilon);
}
