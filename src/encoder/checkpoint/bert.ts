/** BERT (Devlin et al. 2019) and its kin, which differ in names, positions and token types: RoBERTa, XLM-RoBERTa, CamemBERT, DistilBERT, MPNet. */

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

/** What a layer's parts are called. */
interface LayerNames {
  readonly qkv: readonly [string, string, string];
  readonly output: string;
  readonly attentionNorm: string;
  readonly up: string;
  readonly down: string;
  readonly outputNorm: string;
}

interface Kin {
  readonly layer: (i: number) => LayerNames;
  /** Token types: fed, always the first, or none. */
  readonly types: 'fed' | 'first' | null;
  /** Positions count from this id + 1, and only over ids that are not it; null: from 0. */
  readonly padding: number | null;
  /** Attention has a bias by relative place (MPNet). */
  readonly relative: boolean;
}

const bertLayer = (i: number): LayerNames => ({
  qkv: [
    `encoder.layer.${i}.attention.self.query`,
    `encoder.layer.${i}.attention.self.key`,
    `encoder.layer.${i}.attention.self.value`,
  ],
  output: `encoder.layer.${i}.attention.output.dense`,
  attentionNorm: `encoder.layer.${i}.attention.output.LayerNorm`,
  up: `encoder.layer.${i}.intermediate.dense`,
  down: `encoder.layer.${i}.output.dense`,
  outputNorm: `encoder.layer.${i}.output.LayerNorm`,
});

const mpnetLayer = (i: number): LayerNames => ({
  ...bertLayer(i),
  qkv: [
    `encoder.layer.${i}.attention.attn.q`,
    `encoder.layer.${i}.attention.attn.k`,
    `encoder.layer.${i}.attention.attn.v`,
  ],
  output: `encoder.layer.${i}.attention.attn.o`,
  attentionNorm: `encoder.layer.${i}.attention.LayerNorm`,
});

const distilLayer = (i: number): LayerNames => ({
  qkv: [
    `transformer.layer.${i}.attention.q_lin`,
    `transformer.layer.${i}.attention.k_lin`,
    `transformer.layer.${i}.attention.v_lin`,
  ],
  output: `transformer.layer.${i}.attention.out_lin`,
  attentionNorm: `transformer.layer.${i}.sa_layer_norm`,
  up: `transformer.layer.${i}.ffn.lin1`,
  down: `transformer.layer.${i}.ffn.lin2`,
  outputNorm: `transformer.layer.${i}.output_layer_norm`,
});

/** The id from which positions of RoBERTa and MPNet count; null in the other families. MPNet's is not its config's. */
export function positionsFrom({ c }: Pick<Build, 'c'>): number | null {
  const family = c.textOr('', 'model_type');
  if (family === 'mpnet') return 1;
  return ['roberta', 'xlm-roberta', 'camembert'].includes(family) ? c.numberOr(1, 'pad_token_id') : null;
}

export function bert(build: Build): Value {
  const family = build.c.textOr('', 'model_type');
  const padding = positionsFrom(build);
  if (family === 'mpnet') return layers(build, { layer: mpnetLayer, types: null, padding, relative: true });
  if (family === 'distilbert') {
    return layers(build, { layer: distilLayer, types: null, padding, relative: false });
  }
  const types = padding === null ? 'fed' : 'first';
  return layers(build, { layer: bertLayer, types, padding, relative: false });
}

function layers(build: Build, { layer, types, padding, relative }: Kin): Value {
  const { g, w, c } = build;
  c.demand({
    position_embedding_type: ['absolute'],
    is_decoder: [false],
    add_cross_attention: [false],
    sinusoidal_pos_embds: [false],
    embedding_size: [c.numberOr(null, 'hidden_size')],
  });
  const width = c.number('hidden_size', 'dim');
  const heads = c.number('num_attention_heads', 'n_heads');
  const epsilon = c.numberOr(1e-12, 'layer_norm_eps');
  const act = activation(c, c.textOr(null, 'hidden_act') === null ? 'activation' : 'hidden_act');
  const words = rows(build, 'embeddings.word_embeddings.weight', 'input_ids', width);
  let x = withPositions(build, words, padding, width);
  if (types !== null) {
    const table = 'embeddings.token_type_embeddings.weight';
    const type =
      types === 'fed'
        ? rows(build, table, 'token_type_ids', width)
        : g.add('Gather', [g.weight(w.get(table)), g.whole(0)]);
    x = g.add('Add', [x, type]);
  }
  x = layerNorm(build, x, 'embeddings.LayerNorm', epsilon);
  const biases = relative
    ? [
        relativeBias(
          build,
          'encoder.relative_attention_bias.weight',
          c.number('relative_attention_num_buckets'),
          128,
        ),
      ]
    : [];
  for (let i = 0; i < c.number('num_hidden_layers', 'n_layers'); i++) {
    const names = layer(i);
    const [q, k, v] = names.qkv.map((name) => linear(build, x, name)) as [Value, Value, Value];
    const mixed = attention(build, [q, k, v], { heads, size: width / heads, biases });
    const attended = layerNorm(
      build,
      g.add('Add', [x, linear(build, mixed, names.output)]),
      names.attentionNorm,
      epsilon,
    );
    const fed = linear(build, act(g, linear(build, attended, names.up)), names.down);
    x = layerNorm(build, g.add('Add', [attended, fed]), names.outputNorm, epsilon);
  }
  return x;
}

/** The words' vectors and those of their places. */
function withPositions(build: Build, words: Value, padding: number | null, width: number): Value {
  const { g, w, places } = build;
  const table = 'embeddings.position_embeddings.weight';
  if (padding === null) {
    const own = g.add('Gather', [g.weight(w.get(table)), places]);
    return flat(g, g.add('Add', [byText(build, words, width), own]), width);
  }
  const counts = g.cast(g.add('Not', [g.add('Equal', ['input_ids', g.index(padding)])]), 'int64');
  const counted = g.add('Mul', [g.add('CumSum', [counts, g.index(1)]), counts]);
  return g.add('Add', [words, rows(build, table, g.add('Add', [counted, g.index(padding)]), width)]);
}
