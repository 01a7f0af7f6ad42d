/** What can stop a run. */

import { named } from '../named-error';

/** The user cancelled the run or started another one. */
export class RunCancelledError extends named('RunCancelledError', () => 'The run was cancelled.') {}

/** These sources cannot be compared in one run. */
export class RunInputError extends named('RunInputError') {}

/** Something was asked that needs a ranking, and nothing is ranked. */
export class NothingRankedError extends named(
  'NothingRankedError',
  () => 'Nothing is ranked yet. Press "Rank sources" first.',
) {}

/** The embeddings of the ranking are gone, so no log-det can be computed from them. */
export class EmbeddingsClearedError extends named(
  'EmbeddingsClearedError',
  () => 'The stored embeddings of this ranking were cleared or replaced. Press "Rank sources" again.',
) {}
