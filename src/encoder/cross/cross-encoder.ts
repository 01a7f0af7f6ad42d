/** A cross-encoder of a model folder: scores a query with a passage. Its scores are no scale; see `judge/calibration.ts`. */

import { readCrossInfo, type CrossInfo } from '../folder-settings';
import { EncoderModel } from '../model';
import { openModelFolder } from '../model-folder';
import type { OnnxSession } from '../onnx';
import { wasmLayout } from '../runtime';
import type { TextTokenizer } from '../tokenizer';
import type { ModelFileInfo, ModelSource } from '../types';
import { checkKnownPairs, KNOWN_PAIRS, type TextPair } from './known-pairs';
import { logitOf, openPairSession } from './pairs';

/** All that a score depends on beside the texts. */
export interface CrossIdentity {
  readonly name: string;
  readonly onnx: string;
  readonly dtype: string;
  readonly activation: CrossInfo['activation'];
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
    const { maxTokens, activation } = this.info;
    const pair = this.tokenizer.encodePair(query, passage, maxTokens);
    const logit = await logitOf(this.session, pair, this.identity.name, this.info);
    return activation === 'identity' ? logit : 1 / (1 + Math.exp(-logit));
  }

  release(): Promise<void> {
    return this.session.release();
  }
}
