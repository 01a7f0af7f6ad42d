/** Names and paths that are safe on disk, and the error of every command. */

/** A command failed; the message says what to do. */
export class ModelToolError extends Error {
  /** @override */
  name = 'ModelToolError';
}

const NAME = /^[\w-][\w.-]*$/;
const HUB_ID = /^[\w-][\w.-]*(\/[\w-][\w.-]*)?$/;

/** @param {string} name @returns {boolean} whether a model's folder can have the name */
export function isName(name) {
  return NAME.test(name);
}

/**
 * A model's name is its folder's name under the models directory.
 *
 * @param {string} name
 * @returns {string} the name, unchanged
 * @throws {ModelToolError} for anything but letters, digits, `.`, `_`, `-`, or with a leading dot
 */
export function checkName(name) {
  if (isName(name)) return name;
  throw new ModelToolError(
    `model name "${name}": expected letters, digits, ".", "_" and "-", not starting with "."; choose another with --name`,
  );
}

/**
 * @param {string} text
 * @returns {boolean} whether the text can be a hub id: `owner/model`, or `model` alone
 */
export function isHubId(text) {
  return HUB_ID.test(text);
}

/**
 * @param {string} path
 * @returns {boolean} whether the path stays inside its folder on every platform: relative, with forward slashes, no empty,
 *   `.` or `..` segment
 */
export function isPlainPath(path) {
  const segments = path.split('/');
  return !/[\\\p{Cc}]|^[A-Za-z]:/u.test(path) && segments.every((each) => !['', '.', '..'].includes(each));
}

/**
 * @param {string} path
 * @param {string} where who listed the path, for the message
 * @returns {string} the path, unchanged
 * @throws {ModelToolError} for a path that could leave the model folder
 */
export function checkPath(path, where) {
  if (isPlainPath(path)) return path;
  throw new ModelToolError(
    `${where} lists the path ${JSON.stringify(path)}, which is not a plain path inside the model folder; nothing was written`,
  );
}
