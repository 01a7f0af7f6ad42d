/** Decoders used as encoders: Llama (Touvron et al. 2023), Mistral, Qwen2, Qwen3, and Gemma 3, which may look both ways. */

import type { Value } from './graph';
import {
  activation,
  attention,
  layerKinds,
  linear,
  rmsNorm,
  rotationOf,
  rows,
  SLIDING,
  window,
  type Build,
} from './parts';

export function decoder(build: Build): Value {
  const { g, w, c } = build;
  const isGemma = c.family === 'gemma3_text';
  c.demand({ attn_logit_softcapping: [], layer_norm_type: [], pretraining_tp: [1] });
  const width = c.number('hidden_size');
  const heads = c.number('num_attention_heads');
  const kv = c.numberOr(heads, 'num_key_value_heads');
  const size = c.numberOr(width / heads, 'head_dim');
  const epsilon = c.numberOr(1e-6, 'rms_norm_eps');
  const act = activation(
    c,
    isGemma ? 'hidden_activation' : 'hidden_act',
    isGemma ? 'gelu_pytorch_tanh' : 'silu',
  );
  const norm = (y: Value, name: string) => rmsNorm(build, y, name, epsilon, isGemma ? 1 : 0);
  // Gemma 3 norms what each part gives, too.
  const after = (y: Value, name: string) => (isGemma ? norm(y, name) : y);
  const scale = isGemma ? c.number('query_pre_attn_scalar') ** -0.5 : size ** -0.5;
  const layers = layerKinds(build, c.number('num_hidden_layers'), slides(build));
  const placesOf = (kind: string) => ({
    rotation: rotationOf(
      build,
      size,
      kind,
      isGemma && kind === SLIDING ? 'rope_local_base_freq' : 'rope_theta',
    ),
    biases: seen(build, kind),
  });
  const places = new Map([...new Set(layers)].map((kind) => [kind, placesOf(kind)]));
  let x = rows(build, 'embed_tokens.weight', 'input_ids', width);
  if (isGemma) x = g.add('Mul', [x, g.number(Math.sqrt(width))]);
  for (const [i, kind] of layers.entries()) {
    const p = `layers.${i}`;
    const before = norm(x, `${p}.input_layernorm`);
    const qkv = ['q', 'k', 'v'].map((name) => linear(build, before, `${p}.self_attn.${name}_proj`));
    const ofHeads = w.has(`${p}.self_attn.q_norm.weight`)
      ? { norm: (y: Value, of: 'q' | 'k') => norm(y, `${p}.self_attn.${of}_norm`) }
      : {};
    const mixed = attention(build, qkv, { heads, kv, size, scale, ...places.get(kind), ...ofHeads });
    x = g.add('Add', [
      x,
      after(linear(build, mixed, `${p}.self_attn.o_proj`), `${p}.post_attention_layernorm`),
    ]);
    const fed = norm(x, isGemma ? `${p}.pre_feedforward_layernorm` : `${p}.post_attention_layernorm`);
    const gate = act(g, linear(build, fed, `${p}.mlp.gate_proj`));
    const down = linear(
      build,
      g.add('Mul', [gate, linear(build, fed, `${p}.mlp.up_proj`)]),
      `${p}.mlp.down_proj`,
    );
    x = g.add('Add', [x, after(down, `${p}.post_feedforward_layernorm`)]);
  }
  return norm(x, 'norm');
}

/** Which layers see a window of the keys, in files that do not list them. */
function slides({ c }: Build): (layer: number) => boolean {
  const pattern = c.numberOr(null, 'sliding_window_pattern', '_sliding_window_pattern');
  if (pattern !== null) return (layer) => (layer + 1) % pattern !== 0;
  const hasWindow = c.numberOr(null, 'sliding_window') !== null;
  if (c.is('use_sliding_window') && hasWindow && !c.texts('layer_types'))
    throw c.refusal('asks for use_sliding_window without layer_types');
  return () => hasWindow && c.family === 'mistral';
}

/** What a query does not see. */
function seen(build: Build, kind: string): Value[] {
  const { g, c } = build;
  const most = kind === SLIDING ? c.number('sliding_window') : null;
  if (!c.is('use_bidirectional_attention')) return [window(build, (most ?? g.mostTokens) - 1, 0)];
  const side = Math.floor((most ?? 0) / 2);
  return most === null ? [] : [window(build, side, side)];
}
