/** A cross-encoder of a model folder: scores a query with a passage. Its scores are no scale; see `judge/calibration.ts`. */

import { CrossEncoderError, EncodeError } from '../errors';
import { readCrossInfo, type CrossInfo } from '../folder-settings';
import { EncoderModel } from '../model';
import { openModelFolder } from '../model-folder';
import { OnnxSession } from '../onnx';
import { wasmLayout } from '../runtime';
import type { TextTokenizer } from '../tokenizer';
import { TEXT_OUTPUTS, TOKEN_OUTPUTS, type ModelSource } from '../types';
import { checkKnownPairs, KNOWN_PAIRS, type TextPair } from './known-pairs';

/** How a folder with the right head is made. */
const EXPORT_ADVICE = 'Export it with "optimum-cli export onnx --task text-classification --model ID DIR".';

/** Names that exporters give to scores of pairs. */
const SCORE_OUTPUTS: readonly string[] = ['logits', 'scores', 'score'];

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
    const opened = await CrossEncoder.untried(source, base);
    try {
      const scores: number[] = [];
      for (const pair of KNOWN_PAIRS) scores.push(await opened.score(pair));
      checkKnownPairs(opened.identity.name, scores);
      return opened;
    } catch (error) {
      await opened.release();
      throw error;
    }
  }

  /** @throws as `open` */
  static async untried(source: ModelSource, base: URL): Promise<CrossEncoder> {
    const folder = await openModelFolder(source, base);
    const info = await readCrossInfo(folder);
    const { maxTokens } = info;
    const settings = { queryPrefix: '', passagePrefix: '', pooling: 'pooled', maxTokens } as const;
    const model = await EncoderModel.open(folder, info.onnx.path, settings);
    const [options, tokenizer] = await Promise.all([model.sessionOptions(), model.tokenizer()]);
    const on = { runtime: 'wasm', threads: wasmLayout(model.sessionBytes).threads } as const;
    const session = await OnnxSession.open(options.model, on, (names) => scoreOutput(names, folder.name));
    return new CrossEncoder(identityOf(model, info), tokenizer, session, info);
  }

  /** One pair at a time: a score never depends on its neighbours. @throws CrossEncoderError, EncodeError */
  async score(pair: TextPair): Promise<number> {
    const logit = await this.logit(pair);
    return this.info.activation === 'identity' ? logit : 1 / (1 + Math.exp(-logit));
  }

  /** The one number that the head gives. @throws as `score` */
  async logit({ query, passage }: TextPair): Promise<number> {
    const { maxTokens, flatTypes } = this.info;
    const { ids, types } = this.tokenizer.encodePair(query, passage, maxTokens);
    const { data, dims } = await this.session.run([flatTypes ? { ids } : { ids, types }], 0);
    const [logit = NaN] = data;
    if (data.length !== 1) {
      const shape = `Its output ${this.session.output} has shape [${dims.join(', ')}]`;
      throw new CrossEncoderError(this.identity.name, `${shape}, not one score a pair. ${EXPORT_ADVICE}`);
    }
    if (Number.isFinite(logit)) return logit;
    throw new EncodeError('The cross-encoder gave a score that is no number.');
  }

  release(): Promise<void> {
    return this.session.release();
  }
}

/** All that a score depends on beside the texts. */
const identityOf = ({ folder, onnx, dtype, files }: EncoderModel, { activation, maxTokens }: CrossInfo) => ({
  name: folder.name,
  onnx,
  dtype,
  activation,
  max_tokens: maxTokens,
  files: files.map(({ path, sha256 }) => ({ path, sha256 })),
});
export type CrossIdentity = ReturnType<typeof identityOf>;

/** The output that has the scores. @throws CrossEncoderError where the head is not there, or outputs do not say which it is */
function scoreOutput(outputs: readonly string[], folder: string): string {
  const states = [...TOKEN_OUTPUTS, ...TEXT_OUTPUTS];
  const known = outputs.filter((name) => SCORE_OUTPUTS.includes(name));
  const others = outputs.filter((name) => !states.includes(name));
  const [only, second] = known.length > 0 ? known : others;
  if (only !== undefined && second === undefined) return only;
  throw new CrossEncoderError(
    folder,
    `Its outputs are ${outputs.join(', ')}, and nothing says which is the score of a pair. Expected one of them to be called ` +
      `${SCORE_OUTPUTS.join(' or ')}. ${EXPORT_ADVICE}`,
  );
}
