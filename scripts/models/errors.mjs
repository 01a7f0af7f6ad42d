/** The command line cannot be understood: exit status 2, with the usage line. */
export class UsageError extends Error {
  /** @override */
  name = 'UsageError';
}

/** A command was understood and failed: exit status 1. The base of every error below. */
export class ModelToolError extends Error {
  /** @override */
  name = 'ModelToolError';
}

/** The hub refused, answered nonsense, or redirected where we do not follow. */
export class HubError extends ModelToolError {}

/** HTTP 404: the caller knows whether the file was needed. */
export class NotFoundError extends HubError {}

/** A transfer that may succeed when repeated: a cut connection, a time-out, a busy server. */
export class InterruptedError extends HubError {}
