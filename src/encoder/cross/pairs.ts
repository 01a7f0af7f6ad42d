/** The session of a cross-encoder scores one pair at a time: a score never depends on its neighbours. */

import { CrossEncoderError, EncodeError } from '../errors';
import type { CrossInfo } from '../folder-settings';
import { OnnxSession, TEXT_OUTPUTS, TOKEN_OUTPUTS, type SessionModel, type Tokens } from '../onnx';

/** How a folder with the right head is made. */
const EXPORT_ADVICE = 'Export it with "optimum-cli export onnx --task text-classification --model ID DIR".';

/** Names that exporters give to scores of pairs. */
const SCORE_OUTPUTS: readonly string[] = ['logits', 'scores', 'score'];

/** @throws BrokenModelFileError, CrossEncoderError */
export function openPairSession(model: SessionModel, threads: number): Promise<OnnxSession> {
  const on = { runtime: 'wasm', threads } as const;
  return OnnxSession.open(model, on, (names) => scoreOutput(names, model.folder));
}

/** The one number that the head gives for a pair. @throws CrossEncoderError, EncodeError */
export async function logitOf(
  session: OnnxSession,
  { ids, types }: Required<Tokens>,
  folder: string,
  { flatTypes }: Pick<CrossInfo, 'flatTypes'>,
): Promise<number> {
  const { data, dims } = await session.run([flatTypes ? { ids } : { ids, types }], 0);
  const [logit = NaN] = data;
  if (data.length !== 1) {
    throw new CrossEncoderError(
      folder,
      `Its output ${session.output} has shape [${dims.join(', ')}], not one score a pair. ${EXPORT_ADVICE}`,
    );
  }
  if (Number.isFinite(logit)) return logit;
  throw new EncodeError('The cross-encoder gave a score that is no number.');
}

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
