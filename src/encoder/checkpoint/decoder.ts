/** Decoders used as encoders: Llama (Touvron et al. 2023), Mistral, Qwen2, Qwen3, and Gemma 3, which may look both ways. */

import type { Value } from './graph';
import {
  activation,
  attention,
  causal,
  linear,
  rmsNorm,
  rotationOf,
  rows,
  within,
  type Build,
} from './parts';

const FULL = 'full_attention';
const SLIDING = 'sliding_attention';

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
  const kindOf = kinds(build);
  const layers = Array.from({ length: c.number('num_hidden_layers') }, (_, i) => kindOf(i));
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

/** Whether a layer sees all keys or a window of them. */
function kinds({ c }: Build): (layer: number) => string {
  const listed = c.texts('layer_types');
  const strange = listed?.find((kind) => kind !== FULL && kind !== SLIDING);
  if (strange !== undefined) throw c.refusal(`asks for layers of ${strange}`);
  if (listed) return (layer) => listed[layer] ?? FULL;
  const pattern = c.numberOr(null, 'sliding_window_pattern', '_sliding_window_pattern');
  if (pattern !== null) return (layer) => ((layer + 1) % pattern === 0 ? FULL : SLIDING);
  const slides = c.numberOr(null, 'sliding_window') !== null;
  if (c.is('use_sliding_window') && slides)
    throw c.refusal('asks for use_sliding_window without layer_types');
  return () => (slides && c.family === 'mistral' ? SLIDING : FULL);
}

/** What a query does not see. */
function seen(build: Build, kind: string): Value[] {
  const { g, c } = build;
  const window = kind === SLIDING ? c.number('sliding_window') : null;
  if (!c.is('use_bidirectional_attention')) return [causal(build, (window ?? g.mostTokens) - 1)];
  return window === null ? [] : [within(build, Math.floor(window / 2))];
}
