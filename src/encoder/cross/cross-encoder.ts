/** A cross-encoder of a model folder: scores a query with a passage. Its scores are no scale; see `judge/calibration.ts`. */

import { CrossEncoderError } from '../errors';
import { readCrossInfo, type CrossInfo } from '../folder-settings';
import { EncoderModel } from '../model';
import { openModelFolder } from '../model-folder';
import type { OnnxSession } from '../onnx';
import { wasmLayout } from '../runtime';
import type { TextTokenizer } from '../tokenizer';
import type { ModelFileInfo, ModelSource } from '../types';
import { checkKnownPairs, KNOWN_PAIRS, type TextPair } from './known-pairs';
import { logitsOf, openPairSession } from './pairs';
import { pairScore, type Activation } from './score';

/** All that a score depends on beside the texts. */
export interface CrossIdentity {
  readonly name: string;
  readonly onnx: string;
  readonly dtype: string;
  readonly activation: Activation;
  readonly max_tokens: number;
  readonly files: readonly Pick<ModelFileInfo, 'path' | 'sha256'>[];
}

export class CrossEncoder {
  private constructor(
    readonly identity: CrossIdentity,
    private readonly tokenizer: TextTokenizer,
    private readonly session: OnnxSession,
    private readonly info: CrossInfo,
  ) {}

  /**
   * Opens a folder and tries it on four known pairs.
   * @param base address of `models/`, with a slash at the end
   * @throws CrossEncoderError where it does not score pairs; MissingModelFileError, BrokenModelFileError, ModelIndexError
   */
  static async open(source: ModelSource, base: URL): Promise<CrossEncoder> {
    const folder = await openModelFolder(source, base);
    const info = await readCrossInfo(folder);
    const settings = {
      queryPrefix: '',
      passagePrefix: '',
      pooling: 'pooled',
      maxTokens: info.maxTokens,
      normalise: false,
    } as const;
    const model = await EncoderModel.open(folder, info.onnx.path, settings);
    const [options, tokenizer] = await Promise.all([model.sessionOptions(), model.tokenizer()]);
    const session = await openPairSession(options.model, wasmLayout(model.sessionBytes).threads);
    const identity: CrossIdentity = {
      name: model.folder.name,
      onnx: model.onnx,
      dtype: model.dtype,
      activation: info.activation,
      max_tokens: info.maxTokens,
      files: model.files.map(({ path, sha256 }) => ({ path, sha256 })),
    };
    const opened = new CrossEncoder(identity, tokenizer, session, info);
    try {
      const scores: number[] = [];
      for (const pair of KNOWN_PAIRS) scores.push(await opened.score(pair));
      checkKnownPairs(identity.name, scores);
      return opened;
    } catch (error) {
      await session.release();
      throw error;
    }
  }

  /** @throws CrossEncoderError, EncodeError */
  async score({ query, passage }: TextPair): Promise<number> {
    const { maxTokens, flatTypes, label, activation } = this.info;
    const pair = this.tokenizer.encodePair(query, passage, maxTokens);
    const typed = flatTypes ? { ...pair, types: pair.types.map(() => 0) } : pair;
    const outputs = await logitsOf(this.session, typed, this.identity.name);
    if (outputs.length > 1 && label === null) {
      throw new CrossEncoderError(
        this.identity.name,
        `It gives ${outputs.length} numbers a pair, and its config.json does not say which is the score. Expected one ` +
          'number, or an id2label with one label "relevant", "true" or "yes".',
      );
    }
    return pairScore(outputs, outputs.length > 1 ? (label ?? 0) : 0, activation);
  }

  release(): Promise<void> {
    return this.session.release();
  }
}
