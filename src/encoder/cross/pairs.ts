/** The session of a cross-encoder scores one pair at a time: a score never depends on its neighbours. */

import { BrokenModelFileError, CrossEncoderError, EncodeError, reasonOf } from '../errors';
import { floatData, OnnxSession, TEXT_OUTPUTS, TOKEN_OUTPUTS, type SessionModel, type Tokens } from '../onnx';
import { loadRuntime } from '../runtime';

/** How a folder with the right head is made. */
const EXPORT_ADVICE = 'Export it with "optimum-cli export onnx --task text-classification --model ID DIR".';

/** Names that exporters give to scores of pairs. */
const SCORE_OUTPUTS: readonly string[] = ['logits', 'scores', 'score'];

/** @throws BrokenModelFileError, CrossEncoderError */
export async function openPairSession(model: SessionModel, threads: number): Promise<OnnxSession> {
  const { folder, onnx } = model;
  return OnnxSession.open(
    model,
    await loadRuntime('wasm', threads),
    { executionProviders: ['wasm'] },
    ({ outputNames }) => scoreOutput(outputNames, folder),
    (what) => new BrokenModelFileError(folder, onnx, what),
  );
}

/** What the head gives for a pair: one number, or one for each label. @throws CrossEncoderError, EncodeError */
export async function logitsOf(session: OnnxSession, pair: Tokens, folder: string): Promise<Float32Array> {
  const tensor = await session.run([pair], 0).catch((error: unknown) => {
    throw new EncodeError(`The cross-encoder failed: ${reasonOf(error)}`);
  });
  try {
    if (tensor.dims.length > 2) {
      throw new CrossEncoderError(
        folder,
        `Its output ${session.output} has shape [${tensor.dims.join(', ')}], not one score a pair. ${EXPORT_ADVICE}`,
      );
    }
    const scores = (await floatData(tensor)).slice();
    if (scores.every(Number.isFinite)) return scores;
    throw new EncodeError('The cross-encoder gave a score that is no number.');
  } finally {
    tensor.dispose();
  }
}

/** The output that has the scores. @throws CrossEncoderError where the head is not there, or outputs do not say which it is */
function scoreOutput(outputs: readonly string[], folder: string): string {
  const known = SCORE_OUTPUTS.filter((name) => outputs.includes(name));
  const [only] = known.length > 0 ? known : outputs;
  if (known.length === 0 && outputs.some((name) => [...TOKEN_OUTPUTS, ...TEXT_OUTPUTS].includes(name))) {
    throw new CrossEncoderError(
      folder,
      `Its outputs are ${outputs.join(', ')}: an encoder without the head that scores a pair. ${EXPORT_ADVICE}`,
    );
  }
  if (only !== undefined && (known.length === 1 || outputs.length === 1)) return only;
  throw new CrossEncoderError(
    folder,
    `Its outputs are ${outputs.join(', ')}, and nothing says which is the score. Expected one of them to be called ` +
      `${SCORE_OUTPUTS.join(' or ')}. ${EXPORT_ADVICE}`,
  );
}
