/** What is asked for, and given, when a file is written anew without the pairs that were chosen. */

/** Pairs to remove from one source, one row a pair, ascending by record and position. All arrays have one length. */
export interface RemovedPairs {
  readonly source: number;
  /** 0-based record of the source, in file order. */
  readonly records: Int32Array;
  /** 0-based position of the negative in the record. */
  readonly positions: Int32Array;
  /** Index into `CleanRequest.reasons`. */
  readonly reasons: Uint8Array;
  /** Gates, NaN where a pair was not scored. */
  readonly rho: Float64Array;
  readonly eta: Float64Array;
  readonly psi: Float64Array;
}

export interface CleanRequest {
  readonly fileId: number;
  /** Sources of the file from which nothing is removed need not be named. */
  readonly removed: readonly RemovedPairs[];
  /** Why pairs are removed, in words, such as "inverted: ρ < 0.5". */
  readonly reasons: readonly string[];
  /** Leave out the lines that were rejected too. */
  readonly withoutRejects: boolean;
}

/** How far the file has been gone through. */
export interface CleanProgress {
  /** Bytes of the file as it is, packed where it is packed. */
  readonly bytesRead: number;
  readonly bytesTotal: number;
}

/** How far an export has come, for the page. */
export interface ExportProgress extends CleanProgress {
  /** Bytes of the file a second, since the export began. */
  readonly rate: number;
  readonly secondsLeft: number;
}

/** One file to save: a zip that holds the two files of a {@link CleanedFile}. */
export interface CleanedDownload extends Pick<
  CleanedFile,
  'name' | 'reasonsName' | 'pairsRemoved' | 'recordsRemoved'
> {
  readonly zipName: string;
  readonly zip: Blob;
}

/** What an export writes. */
export interface CleanedFile {
  readonly name: string;
  readonly content: Blob;
  /** CSV: file, place, source, record, query id, position, reason, ρ, η, ψ, the negative's first characters. */
  readonly reasonsName: string;
  readonly reasons: Blob;
  readonly pairsRemoved: number;
  readonly recordsRemoved: number;
}
