/** What can stop a run. */

/** The user cancelled the run or started another one. */
export class RunCancelledError extends Error {
  override readonly name = 'RunCancelledError';

  constructor() {
    super('The run was cancelled.');
  }
}

/** These sources cannot be compared in one run. */
export class RunInputError extends Error {
  override readonly name = 'RunInputError';
}

/** Sum workers died twice during the same work. */
export class SumWorkerError extends Error {
  override readonly name = 'SumWorkerError';

  /** @param reason a sentence without its subject */
  constructor(reason: string) {
    super(
      `A worker of the sums broke off twice, the last time because ${reason} What was encoded is kept. Close other tabs, ` +
        'or take a sample of the records, then press "Rank sources".',
    );
  }
}

/** Something was asked that needs a ranking, and nothing is ranked. */
export class NothingRankedError extends Error {
  override readonly name = 'NothingRankedError';

  constructor() {
    super('Nothing is ranked yet. Press "Rank sources" first.');
  }
}

/** The embeddings of the ranking are gone, so no log-det can be computed from them. */
export class EmbeddingsClearedError extends Error {
  override readonly name = 'EmbeddingsClearedError';

  constructor() {
    super('The stored embeddings of this ranking were cleared or replaced. Press "Rank sources" again.');
  }
}
