/** When a run may end, from the page's address: `?stop=all`, `certain` or `long`, and `?level=0.95`. */

import type { StopRule } from '../../engine/types';

const RULES: readonly StopRule['rule'][] = ['all', 'certain', 'long'];

/** By default a run that would take over a minute ends once the order is certain. */
const DEFAULT: StopRule = { rule: 'long', level: 0.95 };

/** Unknown rules, and levels not between 0.5 and 1, are ignored. */
export function stopInAddress(search: string, otherwise: StopRule = DEFAULT): StopRule {
  const asked = new URLSearchParams(search);
  const level = Number(asked.get('level'));
  return {
    rule: RULES.find((rule) => rule === asked.get('stop')) ?? otherwise.rule,
    level: level > 0.5 && level < 1 ? level : otherwise.level,
  };
}
