/** What can stop a run. */

/** The user cancelled the run, or started another. */
export class RunCancelledError extends Error {
  override readonly name = 'RunCancelledError';

  constructor() {
    super('The run was cancelled.');
  }
}

/** The sources that were asked for cannot be compared in one run. */
export class RunInputError extends Error {
  override readonly name = 'RunInputError';
}

/** Workers that sum died twice in one piece of work. */
export class SumWorkerError extends Error {
  override readonly name = 'SumWorkerError';

  /** @param reason a sentence without its subject */
  constructor(reason: string) {
    super(
      `A worker of the sums broke off twice, the last time since ${reason} What was encoded is kept. Close other tabs, ` +
        'or take a sample of the records, then press "Rank sources".',
    );
  }
}

/** Another temperature was asked for before anything was ranked. */
export class NothingRankedError extends Error {
  override readonly name = 'NothingRankedError';

  constructor() {
    super('Nothing is ranked yet. Press "Rank sources" first.');
  }
}

/** The embeddings of the ranking are gone, so its log-dets cannot be computed anew. */
export class EmbeddingsClearedError extends Error {
  override readonly name = 'EmbeddingsClearedError';

  constructor() {
    super('The stored embeddings of this ranking were cleared or replaced. Press "Rank sources" again.');
  }
}
