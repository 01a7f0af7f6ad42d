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

/** Another temperature was asked for before anything was ranked. */
export class NothingRankedError extends Error {
  override readonly name = 'NothingRankedError';

  constructor() {
    super('Nothing is ranked yet. Press "Rank sources" first.');
  }
}
