/** What is asked of a checkpoint and is not built is refused by its name, with the way out. */

import { expect, it } from 'vitest';

import { readFolderInfo } from '../../../src/encoder/folder-settings';
import { pickedFolder } from '../../support/folders';
import { expectWords } from '../../support/golden-words';

type Tensors = Readonly<Record<string, readonly number[]>>;

/** A safetensors file of zeros. @param change of the header, as text */
function safetensors(tensors: Tensors, change = (header: string) => header, dtype = 'F32'): Uint8Array {
  const each = dtype === 'F32' ? 4 : 8;
  let end = 0;
  const entries = Object.entries(tensors).map(([name, shape]) => {
    const from = end;
    end += shape.reduce((product, dim) => product * dim, each);
    return [name, { dtype, shape, data_offsets: [from, end] }];
  });
  const header = new TextEncoder().encode(change(JSON.stringify(Object.fromEntries(entries))));
  const file = new Uint8Array(8 + header.length + end);
  new DataView(file.buffer).setBigUint64(0, BigInt(header.length), true);
  file.set(header, 8);
  return file;
}

const WIDTH = 4;
const square = [WIDTH, WIDTH];
const norm = (name: string) => ({ [`${name}.weight`]: [WIDTH], [`${name}.bias`]: [WIDTH] });
const linear = (name: string) => ({ [`${name}.weight`]: square, [`${name}.bias`]: [WIDTH] });
const LAYER = 'encoder.layer.0';
const BERT: Tensors = {
  'embeddings.word_embeddings.weight': [9, WIDTH],
  'embeddings.position_embeddings.weight': [16, WIDTH],
  'embeddings.token_type_embeddings.weight': [2, WIDTH],
  ...norm('embeddings.LayerNorm'),
  ...['query', 'key', 'value'].reduce(
    (all, part) => ({ ...all, ...linear(`${LAYER}.attention.self.${part}`) }),
    {},
  ),
  ...linear(`${LAYER}.attention.output.dense`),
  ...norm(`${LAYER}.attention.output.LayerNorm`),
  ...linear(`${LAYER}.intermediate.dense`),
  ...linear(`${LAYER}.output.dense`),
  ...norm(`${LAYER}.output.LayerNorm`),
};
const CONFIG = {
  model_type: 'bert',
  hidden_size: WIDTH,
  num_attention_heads: 2,
  num_hidden_layers: 1,
  hidden_act: 'gelu',
  max_position_embeddings: 16,
};
const DECODER = { model_type: 'llama', hidden_size: WIDTH, num_attention_heads: 2, num_hidden_layers: 1 };

const folder = (files: Readonly<Record<string, unknown>>) =>
  pickedFolder('mine', {
    'tokenizer.json': {},
    'config.json': CONFIG,
    'model.safetensors': safetensors(BERT),
    ...files,
  });

it('a whole one is taken, up to the tokens that have a place', async () => {
  const { onnx, settings } = await readFolderInfo(await folder({}));
  expect(onnx).toMatchObject([{ path: 'model.safetensors', dtype: 'fp32' }]);
  expect(settings.maxTokens).toBe(16);
});

it('an ONNX file of another format is behind it, and alone where the checkpoint cannot be built', async () => {
  for (const [changes, paths] of [
    [{}, ['model.safetensors', 'onnx/model_int8.onnx']],
    [{ model_type: 'deberta-v2' }, ['onnx/model_int8.onnx']],
  ] as const) {
    const files = { 'onnx/model_int8.onnx': 'bytes', 'config.json': { ...CONFIG, ...changes } };
    const { onnx } = await readFolderInfo(await folder(files));
    expect(onnx.map(({ path }) => path)).toEqual(paths);
  }
});

it('shards are read by their index', async () => {
  const entries = Object.entries(BERT);
  const shards = [entries.slice(0, 5), entries.slice(5)].map((part) => safetensors(Object.fromEntries(part)));
  const names = ['model-00001-of-00002.safetensors', 'model-00002-of-00002.safetensors'];
  const map = Object.fromEntries(entries.map(([name], i) => [name, names[i < 5 ? 0 : 1]]));
  const files = {
    'tokenizer.json': {},
    'config.json': CONFIG,
    'model.safetensors.index.json': { weight_map: map },
  };
  const [first, second] = shards;
  const both = await pickedFolder('mine', { ...files, [names[0] ?? '']: first, [names[1] ?? '']: second });
  expect((await readFolderInfo(both)).onnx[0]?.path).toBe('model.safetensors.index.json');
  const one = await pickedFolder('mine', { ...files, [names[0] ?? '']: first });
  await expect(readFolderInfo(one)).rejects.toThrow('model-00002-of-00002.safetensors is missing');
});

const config = (changes: object) => ({ 'config.json': { ...CONFIG, ...changes } });
const decoder = (changes: object) => ({
  'config.json': { ...DECODER, ...changes },
  'model.safetensors': safetensors({ 'embed_tokens.weight': [9, WIDTH] }),
});
const file = (change: (header: string) => string) => ({ 'model.safetensors': safetensors(BERT, change) });
const modules = (...types: string[]) => ({
  'modules.json': types.map((type, i) => ({
    type: `sentence_transformers.models.${type}`,
    path: i === 0 ? '' : `${i}_${type}`,
  })),
  '1_Pooling/config.json': { pooling_mode: 'mean' },
});

/** By what is refused: files beside those of a whole checkpoint, or in their place. */
const REFUSED: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'an unknown family': config({ model_type: 'deberta-v2' }),
  'remote code': config({ model_type: 'new', auto_map: { AutoModel: 'x' } }),
  'another activation': config({ hidden_act: 'mish' }),
  'relative positions': config({ position_embedding_type: 'relative_key' }),
  'quantised weights': config({ quantization_config: { bits: 4 } }),
  'a cross-encoder': config({ architectures: ['BertForSequenceClassification'] }),
  'a config without a width': config({ hidden_size: 'wide' }),
  'rope scaling': decoder({ rope_scaling: { rope_type: 'yarn', factor: 4 } }),
  'rope of Llama 3': decoder({ rope_parameters: { rope_type: 'llama3' } }),
  'a sliding window of another kind': decoder({ layer_types: ['chunked_attention'] }),
  'windows that no layer is said to have': decoder({ use_sliding_window: true, sliding_window: 4 }),
  'another module': modules('Transformer', 'Pooling', 'LSTM'),
  'another pooling': {
    ...modules('Transformer', 'Pooling'),
    '1_Pooling/config.json': { pooling_mode: 'attention' },
  },
  'another output of the transformer': {
    'sentence_bert_config.json': { modality_config: { text: { method: 'get_text_features' } } },
  },
  'an adapter': { 'adapter_config.json': {} },
  'a weight that nothing runs': { 'model.safetensors': safetensors({ ...BERT, 'gate.weight': [2] }) },
  'a weight that is missing': {
    'model.safetensors': safetensors({ 'embeddings.word_embeddings.weight': [9, WIDTH] }),
  },
  'weights of another type': { 'model.safetensors': safetensors(BERT, undefined, 'F64') },
  'a file of seven bytes': { 'model.safetensors': new Uint8Array(7) },
  'a header longer than its file': { 'model.safetensors': new Uint8Array(64).fill(9) },
  'offsets outside the file': file((header) => header.replace('[0,144]', '[0,99999]')),
  'tensors that overlap': file((header) => header.replace('[144,400]', '[100,356]')),
  'a negative offset': file((header) => header.replace('[0,144]', '[-4,140]')),
};

it('what is not built is refused in the words of refusals.txt', () =>
  expectWords('refusals.txt', REFUSED, async (files) => readFolderInfo(await folder(files))));

it('a header that is no JSON is refused', async () => {
  const files = file((header) => header.replace('{', '['));
  await expect(readFolderInfo(await folder(files))).rejects.toThrow('It is not JSON');
});

it('pickled weights are refused, with how to save them', async () => {
  const files = { 'tokenizer.json': {}, 'config.json': CONFIG, 'pytorch_model.bin': 'x' };
  await expect(readFolderInfo(await pickedFolder('mine', files))).rejects.toThrow('save_pretrained(DIR)');
});
