/** What is checked of outside values: names and paths that are safe on disk, and JSON objects. */

import { ModelToolError } from './errors.mjs';

const NAME = /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/;
const HUB_ID = /^[A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)?$/;

/**
 * A model's name is its folder's name under the models directory.
 *
 * @param {string} name
 * @returns {string} the name, unchanged
 * @throws {ModelToolError} for anything but letters, digits, `.`, `_`, `-`, or with a leading dot
 */
export function checkName(name) {
  if (!NAME.test(name)) {
    throw new ModelToolError(
      `model name "${name}": expected letters, digits, ".", "_" and "-", not starting with "."; choose another with --name`,
    );
  }
  return name;
}

/**
 * @param {string} text
 * @returns {boolean} whether the text can be a hub id: `owner/model`, or `model` alone
 */
export function isHubId(text) {
  return HUB_ID.test(text);
}

/**
 * A path inside a model folder: relative, with forward slashes, no empty, `.` or `..` segment.
 *
 * @param {string} path
 * @param {string} where who listed the path, for the message
 * @returns {string} the path, unchanged
 * @throws {ModelToolError} for a path that could leave the folder on any platform
 */
export function checkPath(path, where) {
  const segments = path.split('/');
  const safe =
    segments.every((segment) => segment !== '' && segment !== '.' && segment !== '..') &&
    !/[\\\0]/.test(path) &&
    !/^[A-Za-z]:/.test(path);
  if (!safe) {
    throw new ModelToolError(
      `${where} lists the path ${JSON.stringify(path)}, which is not a plain path inside the model folder; nothing was written`,
    );
  }
  return path;
}

/**
 * @param {unknown} value
 * @returns {value is Record<string, unknown>}
 */
export function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
