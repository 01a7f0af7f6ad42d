/** ModernBERT (Warner et al. 2024): rotary positions, local and global layers, GeGLU, norms before each part. */

import type { Value } from './graph';
import {
  activation,
  attention,
  columns,
  layerNorm,
  linear,
  rotationOf,
  rows,
  within,
  type Build,
} from './parts';

export function modernBert(build: Build): Value {
  const { g, w, c } = build;
  const width = c.number('hidden_size');
  const heads = c.number('num_attention_heads');
  const epsilon = c.numberOr(1e-5, 'norm_eps');
  const act = activation(c, 'hidden_activation');
  const size = width / heads;
  const kinds = c.texts('layer_types');
  const every = c.numberOr(3, 'global_attn_every_n_layers');
  const global = { rotation: rotationOf(build, size, 'full_attention', 'global_rope_theta'), biases: [] };
  const near = within(build, Math.floor(c.number('local_attention') / 2));
  const local = {
    rotation: rotationOf(build, size, 'sliding_attention', 'local_rope_theta'),
    biases: [near],
  };
  let x = rows(build, 'embeddings.tok_embeddings.weight', 'input_ids', width);
  x = layerNorm(build, x, 'embeddings.norm', epsilon);
  for (let i = 0; i < c.number('num_hidden_layers'); i++) {
    const p = `layers.${i}`;
    const isLocal = kinds ? kinds[i] === 'sliding_attention' : i % every !== 0;
    // The first layer has no norm of its own: the embeddings' is there.
    const before = w.has(`${p}.attn_norm.weight`) ? layerNorm(build, x, `${p}.attn_norm`, epsilon) : x;
    const qkv = columns(build, linear(build, before, `${p}.attn.Wqkv`), 3);
    const mixed = attention(build, qkv, { heads, size, ...(isLocal ? local : global) });
    x = g.add('Add', [x, linear(build, mixed, `${p}.attn.Wo`)]);
    const wide = linear(build, layerNorm(build, x, `${p}.mlp_norm`, epsilon), `${p}.mlp.Wi`);
    const [input, gate] = columns(build, wide, 2) as [Value, Value];
    x = g.add('Add', [x, linear(build, g.add('Mul', [act(g, input), gate]), `${p}.mlp.Wo`)]);
  }
  return layerNorm(build, x, 'final_norm', epsilon);
}
