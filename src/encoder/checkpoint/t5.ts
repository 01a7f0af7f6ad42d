/** The encoder of T5 (Raffel et al. 2020): relative biases, RMS norms before each part, no scale in attention. */

import type { Value } from './graph';
import { activation, attention, linear, relativeBias, rmsNorm, rows, type Build } from './parts';

export function t5(build: Build): Value {
  const { g, w, c } = build;
  const width = c.number('d_model');
  const heads = c.number('num_heads');
  const size = c.number('d_kv');
  const epsilon = c.numberOr(1e-6, 'layer_norm_epsilon');
  // Older files say both in one word: `gated-gelu` is the approximate GELU, gated.
  const projection = c.textOr('relu', 'feed_forward_proj');
  const isGated = projection.startsWith('gated-');
  const act = activation(
    c,
    'dense_act_fn',
    projection === 'gated-gelu' ? 'gelu_new' : projection.replace('gated-', ''),
  );
  const table = w.has('shared.weight') ? 'shared.weight' : 'encoder.embed_tokens.weight';
  const bias = relativeBias(
    build,
    'encoder.block.0.layer.0.SelfAttention.relative_attention_bias.weight',
    c.numberOr(32, 'relative_attention_num_buckets'),
    c.numberOr(128, 'relative_attention_max_distance'),
  );
  let x = rows(build, table, 'input_ids', width);
  for (let i = 0; i < c.number('num_layers'); i++) {
    const p = `encoder.block.${i}.layer`;
    const before = rmsNorm(build, x, `${p}.0.layer_norm`, epsilon);
    const qkv = ['q', 'k', 'v'].map((name) => linear(build, before, `${p}.0.SelfAttention.${name}`));
    const mixed = attention(build, qkv, { heads, size, scale: 1, biases: [bias] });
    x = g.add('Add', [x, linear(build, mixed, `${p}.0.SelfAttention.o`)]);
    const fed = rmsNorm(build, x, `${p}.1.layer_norm`, epsilon);
    const wide = (name: string) => linear(build, fed, `${p}.1.DenseReluDense.${name}`);
    const hidden = isGated ? g.add('Mul', [act(g, wide('wi_0')), wide('wi_1')]) : act(g, wide('wi'));
    x = g.add('Add', [x, linear(build, hidden, `${p}.1.DenseReluDense.wo`)]);
  }
  return rmsNorm(build, x, 'encoder.final_layer_norm', epsilon);
}
