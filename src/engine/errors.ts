/** What can stop a run. */

import { named } from '../named-error';

export class RunCancelledError extends named('RunCancelledError', () => 'The run was cancelled.') {}

/** These sources cannot be compared in one run. */
export class RunInputError extends named('RunInputError') {}

export class NothingRankedError extends named(
  'NothingRankedError',
  () => 'Nothing is ranked yet. Press "Rank sources" first.',
) {}

export class EmbeddingsClearedError extends named(
  'EmbeddingsClearedError',
  () => 'The stored embeddings of this ranking were cleared or replaced. Press "Rank sources" again.',
) {}
