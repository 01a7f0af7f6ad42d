/** Nomic BERT (Nussbaum et al. 2024): BERT with rotary positions and SwiGLU, by transformers' own config and by the hub's older one. */

import type { Value } from './graph';
import { activation, attention, columns, layerNorm, linear, rotationOf, rows, type Build } from './parts';

export function nomicBert(build: Build): Value {
  const { g, c } = build;
  c.demand({
    prenorm: [false],
    use_rms_norm: [false],
    parallel_block: [false],
    rotary_emb_fraction: [1],
    rotary_emb_interleaved: [false],
    rotary_emb_scale_base: [],
    activation_function: ['swiglu'],
    causal: [false],
  });
  const width = c.number('hidden_size', 'n_embd');
  const heads = c.number('num_attention_heads', 'n_head');
  const epsilon = c.numberOr(1e-12, 'layer_norm_eps', 'layer_norm_epsilon');
  const act = activation(c, 'hidden_act', 'silu');
  const size = width / heads;
  const rotation = rotationOf(build, size, 'full_attention', 'rotary_emb_base');
  const embedded = g.add('Add', [
    rows(build, 'embeddings.word_embeddings.weight', 'input_ids', width),
    rows(build, 'embeddings.token_type_embeddings.weight', 'token_type_ids', width),
  ]);
  let x = layerNorm(build, embedded, 'emb_ln', epsilon);
  for (let i = 0; i < c.number('num_hidden_layers', 'n_layer'); i++) {
    const p = `encoder.layers.${i}`;
    const qkv = columns(build, linear(build, x, `${p}.attn.Wqkv`), 3);
    const mixed = linear(build, attention(build, qkv, { heads, size, rotation }), `${p}.attn.out_proj`);
    x = layerNorm(build, g.add('Add', [x, mixed]), `${p}.norm1`, epsilon);
    const gate = act(g, linear(build, x, `${p}.mlp.fc12`));
    const fed = linear(build, g.add('Mul', [linear(build, x, `${p}.mlp.fc11`), gate]), `${p}.mlp.fc2`);
    x = layerNorm(build, g.add('Add', [x, fed]), `${p}.norm2`, epsilon);
  }
  return x;
}
