/** When a run may end, as the page's address asks: `?stop=all`, `certain` or `long`, and `?level=0.95`. */

import type { StopRule } from '../../engine/types';

const RULES: readonly StopRule['rule'][] = ['all', 'certain', 'long'];

/** Runs that would take over a minute end once the order is certain. */
const DEFAULT: StopRule = { rule: 'long', level: 0.95 };

/** Anything that is no rule, or no level between 0.5 and 1, is ignored. */
export function stopInAddress(search: string, otherwise: StopRule = DEFAULT): StopRule {
  const asked = new URLSearchParams(search);
  const level = Number(asked.get('level'));
  return {
    rule: RULES.find((rule) => rule === asked.get('stop')) ?? otherwise.rule,
    level: level > 0.5 && level < 1 ? level : otherwise.level,
  };
}
