/** Heads of cross-encoders (…ForSequenceClassification): from states to the logits of a pair. */

import type { Value } from './graph';
import { activation, byText, layerNorm, linear, type Build } from './parts';
import { pooledBy } from './modules';

/** [batch, labels]. @throws BrokenModelFileError where the family has no such head here */
export function pairScores(build: Build, states: Value, width: number): Value {
  const { g, c } = build;
  const tokens = byText(build, states, width);
  const first = () => pooledBy(build, tokens, 'cls');
  const tanh = (x: Value, name: string) => g.add('Tanh', [linear(build, x, name)]);
  switch (c.family) {
    case 'bert':
      return linear(build, tanh(first(), 'pooler.dense'), 'classifier');
    case 'distilbert':
      return linear(build, g.add('Relu', [linear(build, first(), 'pre_classifier')]), 'classifier');
    case 'roberta':
    case 'xlm-roberta':
    case 'camembert':
    case 'mpnet':
      return linear(build, tanh(first(), 'classifier.dense'), 'classifier.out_proj');
    case 'modernbert': {
      const pooled = pooledBy(build, tokens, c.textOr('cls', 'classifier_pooling'));
      const dense = activation(c, 'classifier_activation')(g, linear(build, pooled, 'head.dense'));
      return linear(build, layerNorm(build, dense, 'head.norm', c.numberOr(1e-5, 'norm_eps')), 'classifier');
    }
    default:
      throw c.refusal(`is a cross-encoder of the family ${c.family}`);
  }
}
