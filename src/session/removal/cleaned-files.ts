/** Files without some of their pairs, each beside the list of what left it and why, as one zip. */

import type { WorkerPair } from '../../app/workers';
import type { CleanedDownload, ExportProgress } from '../../candidates/clean/download';
import type { CleanRequest, CleanRules, RemovalReason, RemovedPairs } from '../../candidates/clean/removals';
import type { PairPlaces } from '../../scoring/pairs';
import { pairsOfFile, type CleanSubject } from './clean-subjects';

/** Says why the i-th of some pairs leaves. */
export type Why = (pairs: PairPlaces, i: number) => RemovalReason;

interface CleanOptions {
  /** Temperature of the gates beside the reasons; null where no run has scored the pairs. */
  readonly tau: number | null;
  /** What else leaves the files. */
  readonly without: CleanRules;
}

/** The files without some of the pairs; null where there is no file. */
export async function cleanedFiles(
  { candidates, engine }: Pick<WorkerPair, 'candidates' | 'engine'>,
  subjects: readonly CleanSubject[],
  pairs: readonly PairPlaces[],
  why: Why,
  { tau, without }: CleanOptions,
  onProgress: (progress: ExportProgress) => void,
): Promise<CleanedDownload | null> {
  const requests: CleanRequest[] = [];
  for (const subject of subjects) {
    const reasons = new Reasons();
    const removed: RemovedPairs[] = [];
    for (const own of pairsOfFile(subject, pairs)) {
      const asked = tau === null ? null : await engine.askedPairs(own, tau);
      const unscored = new Float64Array(own.records.length).fill(Number.NaN);
      const { rho, eta, psi } = asked ?? { rho: unscored, eta: unscored, psi: unscored };
      const places = own.records.map((_, i) => reasons.placeOf(why(own, i)));
      removed.push({ ...own, reasons: places, rho, eta, psi });
    }
    const { fileId } = subject;
    requests.push({ fileId, removed, reasons: reasons.all, without });
  }
  return requests.length === 0 ? null : candidates.exportCleaned(requests, onProgress);
}

/** Distinct reasons in the order in which they came. */
class Reasons {
  readonly all: RemovalReason[] = [];
  private readonly places = new Map<string, number>();

  placeOf(reason: RemovalReason): number {
    const key = JSON.stringify(reason);
    const known = this.places.get(key);
    if (known !== undefined) return known;
    this.places.set(key, this.all.length);
    return this.all.push(reason) - 1;
  }
}
