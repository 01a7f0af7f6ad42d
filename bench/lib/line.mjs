/** Lines of a run. */

/** @typedef {import('../types').Line} Line */

/**
 * @param {Line['unit']} unit
 * @returns {(what: string, figure: number | null, most?: number | null, note?: string | null) => Line}
 */
const lineIn =
  (unit) =>
  (what, figure, most = null, note = null) => ({ what, unit, figure, most, note });

export const inSeconds = lineIn('seconds');
export const inTimes = lineIn('times');
export const inBytes = lineIn('bytes');
export const inShare = lineIn('share');
