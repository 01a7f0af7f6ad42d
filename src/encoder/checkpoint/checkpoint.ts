/**
 * The checkpoint that training wrote: config.json and model.safetensors, as a graph whose weights are the user's own file, or as
 * a table of tokens.
 */

import { BrokenModelFileError } from '../errors';
import type { ModulesOfFolder } from '../folder-modules';
import type { ModelFolder } from '../model-folder';
import type { SessionModel } from '../onnx';
import { halfToFloat, widened } from '../pooling';
import type { TokenTable } from '../table';
import type { Pooling } from '../types';
import { bert, positionsFrom } from './bert';
import { Config, notBuilt, OTHER_WAY } from './config';
import { decoder } from './decoder';
import { Graph, WIDENED, type Value } from './graph';
import { modernBert } from './modernbert';
import { readModule, textVectors, type Tail } from './modules';
import { nomicBert } from './nomic';
import { begin, byText, type Build } from './parts';
import { pairScores } from './pairs';
import { readTensors, weightFiles, type Tensor, type Tensors } from './safetensors';
import { t5 } from './t5';
import { Weights } from './weights';

/** States of the last layer, and how the table of tokens' vectors may be called, without what stands before it. */
type Family = readonly [states: (build: Build) => Value, ...words: string[]];

const BERT: Family = [bert, 'embeddings.word_embeddings.weight'];
const DECODER: Family = [decoder, 'embed_tokens.weight'];

/** By `model_type` of config.json. */
const FAMILIES: Readonly<Record<string, Family>> = {
  bert: BERT,
  roberta: BERT,
  'xlm-roberta': BERT,
  camembert: BERT,
  mpnet: BERT,
  distilbert: BERT,
  modernbert: [modernBert, 'embeddings.tok_embeddings.weight'],
  nomic_bert: [nomicBert, 'embeddings.word_embeddings.weight'],
  t5: [t5, 'shared.weight', 'encoder.embed_tokens.weight'],
  llama: DECODER,
  mistral: DECODER,
  qwen2: DECODER,
  qwen3: DECODER,
  gemma3_text: DECODER,
};

/** A table of tokens' vectors as sentence-transformers, Model2Vec and the bundled encoder call it. */
const TABLES = ['embedding.weight', 'embeddings', 'rows'];

const HALVES = ['F16', 'BF16'];
const RUN = ['F32', ...HALVES];

export class Checkpoint {
  private constructor(
    private readonly folder: ModelFolder,
    private readonly config: Config,
    /** A static encoder, which is a table of tokens. */
    readonly isTable: boolean,
    /** Every file that a vector depends on, beside the tokenizer's. */
    readonly files: readonly string[],
    private readonly tail: Tail,
    /** Mean and first token are pooled from the graph's states, everything else in the graph itself. */
    readonly pooling: Pooling,
  ) {}

  /**
   * Reads what a checkpoint says of itself, without its weights.
   * @param modules what stands in modules.json
   * @throws BrokenModelFileError, MissingModelFileError
   */
  static async read(folder: ModelFolder, of: ModulesOfFolder): Promise<Checkpoint> {
    const config = await Config.read(folder, 'config.json');
    const { behind, isTable } = of;
    if (!isTable) refuseFamily(config);
    await refuseOutput(folder);
    const [strange] = isTable ? behind : [];
    if (strange) {
      throw notBuilt(folder.name, 'modules.json', `asks for ${strange.type} behind a StaticEmbedding`);
    }
    const modules = await Promise.all(behind.map((module) => readModule(folder, module)));
    const said = new Set(['config.json', 'modules.json', of.origin ?? 'config.json']);
    const files = [
      ...(await weightFiles(folder)),
      ...[...said].filter((path) => folder.has(path)),
      ...modules.flatMap((module) => module.files),
    ];
    const pooling = modules.length === 0 ? of.pooling : 'pooled';
    return new Checkpoint(folder, config, isTable, files, { modes: of.modes, modules }, pooling);
  }

  /** `bert`, or `static` for a table of tokens. */
  get family(): string {
    return this.isTable ? 'static' : this.config.family;
  }

  /** How many tokens have a place; null where config.json does not say. */
  get positions(): number | null {
    const most = this.config.numberOr(null, 'max_trained_positions', 'max_position_embeddings');
    const from = positionsFrom(this.config);
    return most === null || from === null ? most : most - from - 1;
  }

  /**
   * A graph of the weights where they lie.
   * @param mostTokens longest sequence that is run
   * @throws BrokenModelFileError, MissingModelFileError
   */
  async model(mostTokens: number): Promise<SessionModel> {
    const { folder, config } = this;
    const [states, ...words] = FAMILIES[config.family] as Family;
    const weights = new Weights(folder.name, await this.tensors(), words);
    const build = begin(new Graph(mostTokens), weights, config);
    const x = states(build);
    const width = config.number('hidden_size', 'dim', 'n_embd', 'd_model');
    const [value, name, dims]: [Value, string, string[]] = scoresPairs(this.config)
      ? [pairScores(build, x, width), 'logits', ['batch', 'labels']]
      : this.pooling === 'pooled'
        ? [textVectors(build, x, width, this.tail), 'sentence_embedding', ['batch', 'width']]
        : [byText(build, x, width), 'last_hidden_state', ['batch', 'sequence', 'width']];
    weights.refuseUnused();
    const bytes = build.g.file(value, name, dims);
    const external = await Promise.all(this.files.filter(isWeights).map((path) => this.external(path)));
    return { folder: folder.name, onnx: this.files[0] ?? '', bytes, external: external.flat() };
  }

  /** Whether it is an encoder that can be built, from the headers of a folder on disk. @throws as `model` */
  async check(mostTokens: number): Promise<void> {
    if (scoresPairs(this.config)) {
      const reason =
        'It is a cross-encoder and gives no vectors. Give it where a cross-encoder is asked for.';
      throw new BrokenModelFileError(this.folder.name, 'config.json', reason);
    }
    if (!this.folder.isLocal) return;
    if (this.isTable) await this.tableTensors();
    else await this.model(mostTokens);
  }

  /** Bytes of the weights as a session holds them: halves are widened. Null where it is not on disk. @throws BrokenModelFileError */
  async sessionBytes(): Promise<number | null> {
    if (!this.folder.isLocal) return null;
    const tensors = [...(await this.tensors()).values()];
    return tensors.reduce((sum, { dtype, bytes }) => sum + (HALVES.includes(dtype) ? 2 : 1) * bytes, 0);
  }

  /** The vectors of all tokens of a table. Whole numbers of one byte have a scale for each row. @throws BrokenModelFileError */
  async table(): Promise<TokenTable> {
    const { rows, scales } = await this.tableTensors();
    const [tokens = 0, dimension = 0] = rows.dims;
    const read = async ({ file, offset, bytes, dtype }: Tensor) =>
      floatsOf((await this.folder.part(file, offset, offset + bytes)).buffer, dtype);
    const values = await read(rows);
    const factors = scales && (await read(scales));
    factors?.forEach((factor, row) => {
      for (let i = row * dimension; i < (row + 1) * dimension; i++) values[i] = Number(values[i]) * factor;
    });
    return { tokens, dimension, values };
  }

  private async tableTensors(): Promise<{ rows: Tensor; scales: Tensor | null }> {
    const tensors = await this.tensors();
    const weights = new Weights(this.folder.name, tensors, []);
    const rows = weights.get(TABLES.find((known) => tensors.has(known)) ?? 'embedding.weight');
    const scales = rows.dtype === 'I8' ? weights.get('scales') : null;
    weights.refuseUnused();
    if (rows.dims.length === 2 && (!scales || scales.bytes === 4 * (rows.dims[0] ?? 0)))
      return { rows, scales };
    throw notBuilt(this.folder.name, rows.file, `has a table of [${rows.dims.join(', ')}]`);
  }

  private async tensors(): Promise<Tensors> {
    const own = this.files.filter((path) => isWeights(path) && !path.includes('/'));
    const all = await Promise.all(own.map((file) => readTensors(this.folder, file)));
    const tensors = new Map(all.flatMap((each) => [...each]));
    for (const [name, { dtype, file }] of tensors) {
      const isRun = RUN.includes(dtype) || (dtype === 'I8' && this.isTable);
      if (isRun || name.endsWith('position_ids')) continue;
      const reason = `It has ${name} as ${dtype}; Negscope runs F32, F16 and BF16. ${OTHER_WAY}`;
      throw new BrokenModelFileError(this.folder.name, file, reason);
    }
    return tensors;
  }

  /** A file as the graph names it; the halves of it are given widened. */
  private async external(path: string): Promise<SessionModel['external']> {
    const tensors = [...(await readTensors(this.folder, path)).values()];
    const data = await this.folder.blob(path);
    const halves = tensors.filter(({ dtype }) => dtype === 'BF16');
    const widened = halves.slice(0, 1).map(({ dataFrom }) => ({
      path: path + WIDENED,
      data: data.slice(dataFrom),
      isHalves: true,
    }));
    return halves.length === tensors.length ? widened : [...widened, { path, data, isHalves: false }];
  }
}

/** Whether a checkpoint gives one score for two texts. */
export const scoresPairs = (config: Config): boolean =>
  (config.texts('architectures') ?? []).some((name) => name.endsWith('ForSequenceClassification'));

const isWeights = (path: string) => path.endsWith('.safetensors');

/** @throws BrokenModelFileError where it is not built */
function refuseFamily(config: Config): void {
  config.demand({ quantization_config: [] });
  const { family } = config;
  if (FAMILIES[family]) return;
  const code = config.inner('auto_map') ? ', with code of its own (auto_map)' : '';
  throw config.refusal(
    family === '' ? 'names no model_type' : `is of the family ${family}${code}`,
    `Built from checkpoints are ${Object.keys(FAMILIES).join(', ')} and static tables. ${OTHER_WAY}`,
  );
}

/** sentence-transformers 6 says which output of which method is pooled. @throws BrokenModelFileError for another one */
async function refuseOutput(folder: ModelFolder): Promise<void> {
  const config = await Config.read(folder, 'sentence_bert_config.json');
  config.demand({ transformer_task: ['feature-extraction'], module_output_name: ['token_embeddings'] });
  const text = config.inner('modality_config')?.inner('text');
  text?.demand({ method: ['forward'], method_output_name: ['last_hidden_state'] });
}

function floatsOf(bytes: ArrayBuffer, dtype: string): Float32Array {
  if (dtype === 'F32') return new Float32Array(bytes);
  if (dtype === 'I8') return new Float32Array(new Int8Array(bytes));
  return dtype === 'F16' ? halfToFloat(new Uint16Array(bytes)) : widened(bytes);
}
