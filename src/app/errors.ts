/** Errors of the page itself, and how any error is put before the user. */

/** A worker did not answer when it was started. */
export class WorkerStartError extends Error {
  override readonly name = 'WorkerStartError';
  constructor(worker: string, detail: string) {
    super(
      `The ${worker} worker did not start: ${detail} Press "Start again". If that does not help, reload the ` +
        'page, and check that the server sends every file of the build.',
    );
  }
}

/** A worker broke off; whatever it held is lost. */
export class WorkerCrashedError extends Error {
  override readonly name = 'WorkerCrashedError';
  constructor(
    readonly worker: string,
    readonly detail: string,
  ) {
    super(
      `The ${worker} worker broke off: ${detail} Press "Start again": the files are read again, and a run that was ` +
        'under way can go on from what it had encoded. If it was short of memory, take a sample of the records or a smaller batch.',
    );
  }
}

/** The demo's files are not where the page expects them. */
export class DemoUnavailableError extends Error {
  override readonly name = 'DemoUnavailableError';
  constructor(address: string, detail: string) {
    super(`${address} could not be read: ${detail} Check that the folder "demo" was served with the page.`);
  }
}

/** A folder that was picked or dropped holds nothing that can be read. */
export class EmptyFolderError extends Error {
  override readonly name = 'EmptyFolderError';
  constructor(folder: string) {
    const named = folder === '' ? 'The folder' : `The folder "${folder}"`;
    super(`${named} holds no file that can be read. Choose another one.`);
  }
}

/** Figures that a report needs went with a worker, or with the embeddings. */
export class FiguresLostError extends Error {
  override readonly name = 'FiguresLostError';
  constructor() {
    super('Some figures of this result can no longer be computed. Press "Rank sources" again, then export.');
  }
}

/** The table store did not give all rejects of a file, or all that pass a filter. */
export class RejectsLostError extends Error {
  override readonly name = 'RejectsLostError';
  constructor() {
    super(
      'Not all rejects could be read from the table store. Try again; if a worker failed, start it again first.',
    );
  }
}

/** An error in words: what it is called and what it says. */
export interface Notice {
  readonly name: string;
  readonly message: string;
}

/** An error that was thrown here or in a worker, for the page. */
export function noticeOf(error: unknown): Notice {
  if (error instanceof Error) return { name: error.name, message: error.message };
  return { name: 'Error', message: String(error) };
}
