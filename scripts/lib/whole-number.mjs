/** Whole numbers of a command line. */

import { SetupError } from '../setup.mjs';

/**
 * @param {string} option its name, for the message
 * @param {string | undefined} text
 * @param {number} fallback where nothing was given
 * @param {{ least?: number, usage: string }} about least: 1 unless said; usage: stands under the message
 * @returns {number}
 * @throws {SetupError} where the text is no whole number, or one below the least
 */
export function wholeNumber(option, text, fallback, { least = 1, usage }) {
  const value = text === undefined ? fallback : Number(text);
  if (Number.isSafeInteger(value) && value >= least) return value;
  throw new SetupError(`${option} ${text}: expected a whole number from ${least} on.\n\n${usage}`);
}
