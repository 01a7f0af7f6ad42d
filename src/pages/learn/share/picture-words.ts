/** What stands under the title of a copied picture: the numbers that the figure is of. */

import type { LearnState } from '../learn-state.svelte';
import { gate, measure, score } from '../numbers';
import { PAIRS } from '../parameters';

export function pictureWords(learn: LearnState): string {
  const { part, tau, pairs, spread, scale, off } = learn.parameters;
  if (part === 'source') {
    const { trace, score: value } = learn.source;
    return `${pairs} of ${PAIRS} pairs over ${spread}°: trace ${score(scale * trace)}, log det ${score(value)}, c = ${scale}`;
  }
  if (part === 'compete') return `τ = ${tau}${off.length === 0 ? '' : `, without ${off.join(', ')}`}`;
  const { gates, weight, loss, energy } = part === 'loss' ? learn.circlePair : learn.pair;
  const end = `w = ${gate(weight)}, τ = ${tau}`;
  return part === 'loss'
    ? `loss ${measure(loss)}, energy ${measure(energy)}, ${end}`
    : `ρ = ${gate(gates.rho)}, η = ${gate(gates.eta)}, ψ = ${gate(gates.psi)}, ${end}`;
}
