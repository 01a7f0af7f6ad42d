/**
 * The checkpoint that training wrote: config.json and model.safetensors, as a graph whose weights are the user's own file, or as
 * a table of tokens.
 */

import * as v from 'valibot';

import { readJson } from '../folder-json';
import type { ModulesOfFolder } from '../folder-modules';
import type { ModelFolder } from '../model-folder';
import type { SessionModel } from '../onnx';
import { halfToFloat, widened } from '../pooling';
import type { TokenTable } from '../table';
import type { Pooling } from '../types';
import { bert, positionsFrom } from './bert';
import { Config, notBuilt } from './config';
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

interface Family {
  readonly states: (build: Build) => Value;
  /** The table of tokens' vectors, without what stands before it. */
  readonly words: readonly string[];
  readonly hasTypes?: boolean;
}

const BERT: Family = { states: bert, words: ['embeddings.word_embeddings.weight'] };
const DECODER: Family = { states: decoder, words: ['embed_tokens.weight'] };

/** By `model_type` of config.json. */
const FAMILIES: Readonly<Record<string, Family>> = {
  bert: { ...BERT, hasTypes: true },
  roberta: BERT,
  'xlm-roberta': BERT,
  camembert: BERT,
  mpnet: BERT,
  distilbert: BERT,
  modernbert: { states: modernBert, words: ['embeddings.tok_embeddings.weight'] },
  nomic_bert: { states: nomicBert, words: BERT.words, hasTypes: true },
  t5: { states: t5, words: ['shared.weight', 'encoder.embed_tokens.weight'] },
  llama: DECODER,
  mistral: DECODER,
  qwen2: DECODER,
  qwen3: DECODER,
  gemma3_text: DECODER,
};

/** Names of a table of tokens' vectors: sentence-transformers', Model2Vec's and the bundled encoder's. */
const TABLES = ['embedding.weight', 'embeddings', 'rows'];

const Anything = v.record(v.string(), v.unknown());

/** What a checkpoint says of itself, without its weights. */
export class Checkpoint {
  private constructor(
    private readonly folder: ModelFolder,
    /** `bert`, or `static` for a table of tokens. */
    readonly family: string,
    private readonly config: Config,
    /** Every file that a vector depends on, beside the tokenizer's: of weights and of modules. */
    readonly weightFiles: readonly string[],
    private readonly moduleFiles: readonly string[],
    private readonly tail: Tail,
  ) {}

  /**
   * @param modules what stands in modules.json
   * @throws BrokenModelFileError, MissingModelFileError, ModelHashError
   */
  static async read(folder: ModelFolder, { listed, pooling }: ModulesOfFolder): Promise<Checkpoint> {
    const weights = await weightFiles(folder);
    const behind = listed.filter(({ type }) => !['Transformer', 'StaticEmbedding', 'Pooling'].includes(type));
    const isStatic = listed.some(({ type }) => type === 'StaticEmbedding');
    const values = (await readJson(folder, 'config.json', Anything)) ?? {};
    const config = new Config(folder.name, 'config.json', values);
    const family = isStatic ? 'static' : config.textOr('', 'model_type');
    if (!isStatic) refuseFamily(config, family);
    const modules = await Promise.all(behind.map((module) => readModule(folder, module)));
    const files = modules.flatMap((module) => module.files);
    const own = [
      ...(folder.files.some(({ path }) => path === 'config.json') ? ['config.json'] : []),
      ...(listed.length > 0 ? ['modules.json'] : []),
      ...(pooling ? [pooling.file] : []),
      ...files,
    ];
    // The score has unit length anyway.
    const [last] = modules.slice(-1);
    const counted = last?.type === 'Normalize' ? modules.slice(0, -1) : modules;
    const tail = { modes: pooling?.modes ?? ['mean'], modules: counted };
    if (isStatic && counted.length > 0) {
      throw notBuilt(folder.name, 'modules.json', `asks for ${counted[0]?.type} behind a StaticEmbedding`);
    }
    return new Checkpoint(folder, family, config, weights, own, tail);
  }

  /** True where it scores pairs of texts. */
  get isOfPairs(): boolean {
    return (
      this.config.texts('architectures')?.some((name) => name.endsWith('ForSequenceClassification')) ?? false
    );
  }

  get isTable(): boolean {
    return this.family === 'static';
  }

  /** Every file that a vector depends on, beside the tokenizer's. */
  get files(): readonly string[] {
    return [...this.weightFiles, ...this.moduleFiles];
  }

  /** Mean and first token are pooled from the graph's states, everything else in the graph itself. */
  get pooling(): Pooling {
    const { modes, modules } = this.tail;
    const [mode, second] = modes;
    const isPlain = modules.length === 0 && second === undefined && (mode === 'mean' || mode === 'cls');
    return isPlain ? mode : 'pooled';
  }

  /** How many tokens have a place; null where places have no table. */
  get positions(): number | null {
    const from = positionsFrom({ c: this.config });
    const most = this.config.numberOr(null, 'max_position_embeddings');
    return most === null ? null : most - (from === null ? 0 : from + 1);
  }

  /**
   * A graph of the weights where they lie.
   * @param mostTokens longest sequence that is run
   * @throws BrokenModelFileError, MissingModelFileError
   */
  async model(mostTokens: number): Promise<SessionModel> {
    const { folder, config, family, tail, weightFiles } = this;
    const tensors = await this.tensors();
    const g = new Graph(mostTokens);
    const { states, words, hasTypes = false } = FAMILIES[family] as Family;
    const weights = new Weights(folder.name, tensors, rootOf(tensors, words));
    const build = begin(g, weights, config);
    const x = states(build);
    const width = config.number('hidden_size', 'dim', 'n_embd', 'd_model');
    const inputs = ['input_ids', 'attention_mask', ...(hasTypes ? ['token_type_ids'] : [])];
    const output = () => {
      if (this.isOfPairs)
        return { value: pairScores(build, x, width, family), name: 'logits', dims: ['batch', 'labels'] };
      if (this.pooling !== 'pooled') {
        return {
          value: byText(build, x, width),
          name: 'last_hidden_state',
          dims: ['batch', 'sequence', width],
        };
      }
      return {
        value: textVectors(build, x, width, tail),
        name: 'sentence_embedding',
        dims: ['batch', 'dimension'],
      };
    };
    const bytes = g.file(inputs, output());
    weights.refuseUnused();
    const modules = tail.modules.flatMap(({ files }) =>
      files.filter((path) => path.endsWith('.safetensors')),
    );
    return {
      folder: folder.name,
      onnx: weightFiles[0] ?? '',
      bytes,
      external: await this.external([...weightFiles, ...modules]),
    };
  }

  /** Builds it from the files' headers: a folder from disk is refused before anything is run. @throws as `model` */
  async check(mostTokens: number): Promise<void> {
    if (this.isOfPairs) {
      throw this.config.refusal(
        'is a cross-encoder (ForSequenceClassification)',
        'Give it where a cross-encoder is asked for.',
      );
    }
    if (!this.folder.isLocal) return;
    if (this.isTable) await this.table();
    else await this.model(mostTokens);
  }

  /** The vectors of all tokens of a table. Whole numbers of one byte have a scale for each row. @throws BrokenModelFileError */
  async table(): Promise<TokenTable> {
    const { folder } = this;
    const tensors = await this.tensors();
    const weights = new Weights(folder.name, tensors, '');
    const name = TABLES.find((known) => tensors.has(known)) ?? 'embedding.weight';
    const rows = weights.get(name);
    const [tokens = 0, dimension = 0] = rows.dims;
    const scales = rows.dtype === 'I8' ? weights.get('scales') : null;
    weights.refuseUnused();
    if (rows.dims.length !== 2 || (scales && scales.bytes !== 4 * tokens)) {
      throw notBuilt(folder.name, rows.file, `has a table ${name} of [${rows.dims.join(', ')}]`);
    }
    const read = async ({ file, offset, bytes, dtype }: Tensor) =>
      floatsOf((await folder.part(file, offset, offset + bytes)).buffer, dtype);
    const values = await read(rows);
    const factors = scales && (await read(scales));
    if (factors)
      values.forEach((value, i) => (values[i] = value * (factors[Math.floor(i / dimension)] as number)));
    return { tokens, dimension, values };
  }

  private async tensors(): Promise<Tensors> {
    const all = await Promise.all(this.weightFiles.map((file) => readTensors(this.folder, file)));
    const tensors = new Map(all.flatMap((each) => [...each]));
    for (const [name, { dtype, file }] of tensors) {
      if (['F32', 'F16', 'BF16'].includes(dtype) || (dtype === 'I8' && this.isTable)) continue;
      if (name.endsWith('position_ids')) continue;
      throw notBuilt(this.folder.name, file, `has ${name} as ${dtype}; F32, F16 and BF16 are run`);
    }
    return tensors;
  }

  /** The files that the graph names; one of halves is given widened. */
  private async external(files: readonly string[]): Promise<SessionModel['external']> {
    const all = await Promise.all(
      files.map(async (path) => {
        const tensors = [...(await readTensors(this.folder, path)).values()];
        const data = await this.folder.blob(path);
        const halves = tensors.find(({ dtype }) => dtype === 'BF16');
        const plain = { path, data, isHalves: false };
        if (!halves) return [plain];
        const widened = { path: path + WIDENED, data: data.slice(halves.dataFrom), isHalves: true };
        return tensors.every(({ dtype }) => dtype === 'BF16') ? [widened] : [plain, widened];
      }),
    );
    return all.flat();
  }
}

/** @throws BrokenModelFileError where it is not built */
function refuseFamily(config: Config, family: string): void {
  if (FAMILIES[family]) {
    config.demand({ quantization_config: [] });
    return;
  }
  const code = config.inner('auto_map') ? ', with code of its own (auto_map)' : '';
  const known = `Built from checkpoints are ${Object.keys(FAMILIES).join(', ')} and static tables.`;
  throw config.refusal(
    family === '' ? 'names no model_type' : `is of the family ${family}${code}`,
    `${known} For others: optimum's ONNX export, or vectors in your files.`,
  );
}

/** What stands before a family's names, such as `bert.` or `0.auto_model.`. */
function rootOf(tensors: Tensors, words: readonly string[]): string {
  for (const word of words) {
    const name = [...tensors.keys()].find((each) => each === word || each.endsWith(`.${word}`));
    if (name !== undefined) return name.slice(0, -word.length);
  }
  return '';
}

function floatsOf(bytes: ArrayBuffer, dtype: string): Float32Array {
  if (dtype === 'F32') return new Float32Array(bytes);
  if (dtype === 'I8') return Float32Array.from(new Int8Array(bytes));
  return dtype === 'F16' ? halfToFloat(new Uint16Array(bytes)) : widened(bytes);
}
