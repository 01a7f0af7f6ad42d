/** The command line of `models`, checked. */

import { UsageError } from './errors.mjs';
import { knownDtypes } from './selection.mjs';

/** @typedef {Record<string, string | boolean | (string | boolean)[] | undefined>} Values */

const DEFAULT_HUB = 'https://huggingface.co';

/**
 * npm starts scripts in the project's folder; paths are meant from where the user typed the command.
 *
 * @returns {string}
 */
export function invocationFolder() {
  const byNpm = process.env.npm_lifecycle_event === 'models';
  return (byNpm ? process.env.INIT_CWD : undefined) ?? process.cwd();
}

/**
 * @param {Values[string]} value
 * @returns {string | undefined}
 */
export function text(value) {
  return typeof value === 'string' ? value : undefined;
}

/**
 * @param {string | undefined} base
 * @returns {string} the hub's address without closing slashes; Hugging Face's where none is given
 * @throws {UsageError}
 */
export function parseHub(base = DEFAULT_HUB) {
  if (!URL.canParse(base) || !/^https?:$/.test(new URL(base).protocol)) {
    throw new UsageError(`hub "${base}": expected an address such as ${DEFAULT_HUB}`);
  }
  return base.replace(/\/+$/, '');
}

/**
 * @param {string | undefined} value such as `fp32,int8`
 * @returns {string[] | undefined}
 * @throws {UsageError} naming the unknown dtype and the known ones
 */
export function parseDtypes(value) {
  if (value === undefined) return undefined;
  const dtypes = [...new Set(value.split(',').map((dtype) => dtype.trim()))];
  const unknown = dtypes.filter((dtype) => !knownDtypes().includes(dtype));
  if (unknown.length > 0) {
    throw new UsageError(`--dtype: unknown "${unknown.join('", "')}"; expected ${knownDtypes().join(', ')}`);
  }
  return dtypes;
}

/**
 * @param {Values[string]} values each `FILE=SHA256`
 * @returns {Map<string, string>} SHA-256 in lower case, by file
 * @throws {UsageError}
 */
export function parseExpected(values) {
  /** @type {Map<string, string>} */
  const expected = new Map();
  for (const value of Array.isArray(values) ? values : []) {
    const match = /^(.+)=([0-9a-f]{64})$/i.exec(String(value));
    const [, path, sha256] = match ?? [];
    if (path === undefined || sha256 === undefined) {
      throw new UsageError(`--expect ${value}: expected FILE=SHA256 with 64 hexadecimal digits`);
    }
    expected.set(path, sha256.toLowerCase());
  }
  return expected;
}
