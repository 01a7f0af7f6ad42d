/** An ONNX session that scores a query with a passage, one pair at a time: a score never depends on its neighbours. */

import type * as ORT from 'onnxruntime-web';

import { BrokenModelFileError, EncodeError, reasonOf } from '../errors';
import { createSession, floatData, tokenFeeds, unknownInputs, type SessionModel } from '../onnx';
import { TEXT_OUTPUTS, TOKEN_OUTPUTS } from '../onnx-names';
import type { Runtime } from '../runtime';
import type { PairSequence } from '../tokenizer';
import { CrossEncoderError, EXPORT_ADVICE } from './errors';

/** Names that exporters give to scores of pairs. */
const SCORE_OUTPUTS: readonly string[] = ['logits', 'scores', 'score'];

export class PairSession {
  private constructor(
    private readonly session: ORT.InferenceSession,
    private readonly runtime: Runtime,
    private readonly folder: string,
    private readonly output: string,
  ) {}

  /** @throws BrokenModelFileError, CrossEncoderError */
  static async open(model: SessionModel, runtime: Runtime): Promise<PairSession> {
    const session = await createSession(model, runtime, {
      executionProviders: ['wasm'],
      logSeverityLevel: 3,
    });
    try {
      const unknown = unknownInputs(session);
      if (unknown !== null) throw new BrokenModelFileError(model.folder, model.onnx, unknown);
      return new PairSession(session, runtime, model.folder, scoreOutput(session.outputNames, model.folder));
    } catch (error) {
      await session.release();
      throw error;
    }
  }

  /** What the head gives for a pair: one number, or one for each label. @throws CrossEncoderError, EncodeError */
  async run(pair: PairSequence): Promise<Float32Array> {
    const feeds = tokenFeeds(this.session, this.runtime, [pair], 0);
    const { [this.output]: tensor } = await this.session
      .run(feeds, [this.output])
      .catch((error: unknown) => {
        throw new EncodeError(`The cross-encoder failed: ${reasonOf(error)}`);
      })
      .finally(() => {
        for (const feed of Object.values(feeds)) feed.dispose();
      });
    if (!tensor) throw new EncodeError(`The model gave no output named ${this.output}.`);
    try {
      if (tensor.dims.length > 2) {
        throw new CrossEncoderError(
          this.folder,
          `Its output ${this.output} has shape [${tensor.dims.join(', ')}], not one score a pair. ${EXPORT_ADVICE}`,
        );
      }
      const scores = (await floatData(tensor)).slice();
      if (scores.some((score) => !Number.isFinite(score))) {
        throw new EncodeError('The cross-encoder gave a score that is no number.');
      }
      return scores;
    } finally {
      tensor.dispose();
    }
  }

  release(): Promise<void> {
    return this.session.release();
  }
}

/** The output that has the scores. @throws CrossEncoderError where the head is not there, or outputs do not say which it is */
function scoreOutput(outputs: readonly string[], folder: string): string {
  const named = SCORE_OUTPUTS.filter((name) => outputs.includes(name));
  const [only] = named.length > 0 ? named : outputs;
  if (named.length === 0 && outputs.some((name) => [...TOKEN_OUTPUTS, ...TEXT_OUTPUTS].includes(name))) {
    throw new CrossEncoderError(
      folder,
      `Its outputs are ${outputs.join(', ')}: an encoder without the head that scores a pair. ${EXPORT_ADVICE}`,
    );
  }
  if (only !== undefined && (named.length === 1 || outputs.length === 1)) return only;
  throw new CrossEncoderError(
    folder,
    `Its outputs are ${outputs.join(', ')}, and nothing says which is the score. Expected one of them to be called ` +
      `${SCORE_OUTPUTS.join(' or ')}. ${EXPORT_ADVICE}`,
  );
}
