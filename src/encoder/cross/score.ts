/** From what the head gives for one pair to its score. */

/** How sentence-transformers writes the score: as the logit, or as its sigmoid. */
export type Activation = 'identity' | 'sigmoid';

/**
 * The score of one pair.
 * @param outputs numbers that the head gives: one, or one for each label
 * @param label which of several is the score
 * @returns one output: its activation; several: log softmax of the label, ln(e^{x_label} / Σ e^{x_i})
 */
export function pairScore(outputs: ArrayLike<number>, label: number, activation: Activation): number {
  const own = outputs[label] as number;
  if (outputs.length === 1) return activation === 'identity' ? own : 1 / (1 + Math.exp(-own));
  const all = Array.from(outputs);
  const most = Math.max(...all);
  return own - most - Math.log(all.reduce((sum, output) => sum + Math.exp(output - most), 0));
}
