/** BERT (Devlin et al. 2019) and its kin, which differ in names, positions and token types: RoBERTa, XLM-RoBERTa, CamemBERT, DistilBERT, MPNet. */

import type { Config } from './config';
import type { Value } from './graph';
import {
  activation,
  attention,
  byText,
  flat,
  layerNorm,
  linear,
  relativeBias,
  rows,
  type Build,
} from './parts';

/** What the parts of a layer are called. */
const BERT = {
  layer: 'encoder.layer',
  qkv: ['attention.self.query', 'attention.self.key', 'attention.self.value'],
  output: 'attention.output.dense',
  attentionNorm: 'attention.output.LayerNorm',
  up: 'intermediate.dense',
  down: 'output.dense',
  outputNorm: 'output.LayerNorm',
};
const NAMES: Readonly<Record<string, typeof BERT>> = {
  mpnet: {
    ...BERT,
    qkv: ['attention.attn.q', 'attention.attn.k', 'attention.attn.v'],
    output: 'attention.attn.o',
    attentionNorm: 'attention.LayerNorm',
  },
  distilbert: {
    layer: 'transformer.layer',
    qkv: ['attention.q_lin', 'attention.k_lin', 'attention.v_lin'],
    output: 'attention.out_lin',
    attentionNorm: 'sa_layer_norm',
    up: 'ffn.lin1',
    down: 'ffn.lin2',
    outputNorm: 'output_layer_norm',
  },
};

/** The id from which positions of RoBERTa and MPNet count; null in the other families. MPNet's is not its config's. */
export function positionsFrom(c: Config): number | null {
  if (c.family === 'mpnet') return 1;
  return ['roberta', 'xlm-roberta', 'camembert'].includes(c.family) ? c.numberOr(1, 'pad_token_id') : null;
}

export function bert(build: Build): Value {
  const { g, w, c } = build;
  const width = c.number('hidden_size', 'dim');
  c.demand({
    position_embedding_type: ['absolute'],
    is_decoder: [false],
    add_cross_attention: [false],
    sinusoidal_pos_embds: [false],
    embedding_size: [width],
  });
  const { layer, qkv, output, attentionNorm, up, down, outputNorm } = NAMES[c.family] ?? BERT;
  const heads = c.number('num_attention_heads', 'n_heads');
  const norm = (x: Value, name: string) => layerNorm(build, x, name, c.numberOr(1e-12, 'layer_norm_eps'));
  const act = activation(c, c.family === 'distilbert' ? 'activation' : 'hidden_act');
  const buckets = c.numberOr(32, 'relative_attention_num_buckets');
  const biases =
    c.family === 'mpnet' ? [relativeBias(build, 'encoder.relative_attention_bias.weight', buckets, 128)] : [];
  const words = rows(build, 'embeddings.word_embeddings.weight', 'input_ids', width);
  let x = withPositions(build, words, width);
  const types = 'embeddings.token_type_embeddings.weight';
  if (c.family === 'bert') x = g.add('Add', [x, rows(build, types, 'token_type_ids', width)]);
  // RoBERTa knows one type only.
  else if (w.has(types)) x = g.add('Add', [x, g.add('Gather', [g.weight(w.get(types)), g.whole(0)])]);
  x = norm(x, 'embeddings.LayerNorm');
  for (let i = 0; i < c.number('num_hidden_layers', 'n_layers'); i++) {
    const p = `${layer}.${i}.`;
    const parts = qkv.map((name) => linear(build, x, p + name));
    const mixed = attention(build, parts, { heads, size: width / heads, biases });
    const attended = norm(g.add('Add', [x, linear(build, mixed, p + output)]), p + attentionNorm);
    const fed = linear(build, act(g, linear(build, attended, p + up)), p + down);
    x = norm(g.add('Add', [attended, fed]), p + outputNorm);
  }
  return x;
}

/** The words' vectors and those of their places. */
function withPositions(build: Build, words: Value, width: number): Value {
  const { g, w, c, places } = build;
  const table = 'embeddings.position_embeddings.weight';
  const padding = positionsFrom(c);
  if (padding === null) {
    const own = g.add('Gather', [g.weight(w.get(table)), places]);
    return flat(g, g.add('Add', [byText(build, words, width), own]), width);
  }
  const counts = g.cast(g.add('Not', [g.add('Equal', ['input_ids', g.index(padding)])]), 'int64');
  const counted = g.add('Mul', [g.add('CumSum', [counts, g.index(1)]), counts]);
  return g.add('Add', [words, rows(build, table, g.add('Add', [counted, g.index(padding)]), width)]);
}
