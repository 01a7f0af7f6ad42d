/** The command line cannot be understood: exit status 2, with the usage line. */
export class UsageError extends Error {
  /**
   * @param {string} message
   * @param {ErrorOptions} [options]
   */
  constructor(message, options) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** A command was understood and failed: exit status 1. The base of every error below. */
export class ModelToolError extends Error {
  /**
   * @param {string} message
   * @param {ErrorOptions} [options]
   */
  constructor(message, options) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** A model name or a path inside a model folder that could reach outside it. */
export class UnsafePathError extends ModelToolError {}

/** A file that the page cannot do without is not in the hub's or the local folder. */
export class MissingFileError extends ModelToolError {}

/** The hub refused, answered nonsense, or redirected where we do not follow. */
export class HubError extends ModelToolError {}

/** HTTP 404: the caller knows whether the file was needed. */
export class NotFoundError extends HubError {}

/** A transfer that may succeed when repeated: a cut connection, a time-out, a busy server. */
export class InterruptedError extends HubError {}

/** A file whose bytes are not the bytes that were promised. */
export class HashError extends ModelToolError {}

/** A file that is there but cannot be what its name says. */
export class BadFileError extends ModelToolError {}

/** index.json cannot be read, or does not have the shape of schema version 1. */
export class IndexFileError extends ModelToolError {}
