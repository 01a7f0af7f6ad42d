/** Files without some of their pairs, each beside the list of what left it and why, as one zip. */

import type { WorkerPair } from '../../app/workers';
import type { CleanedDownload, ExportProgress } from '../../candidates/clean/download';
import type { CleanRequest, RemovalReason, RemovedPairs } from '../../candidates/clean/removals';
import type { AskedPairs } from '../../engine/types';
import type { PairPlaces } from '../../scoring/pairs';
import { pairsOfFile, type CleanSubject } from './clean-subjects';

/** Says why the i-th of some pairs leaves. @param asked what the run knows of the pairs; null where there is no run */
export type Why = (pairs: PairPlaces, i: number, asked: AskedPairs | null) => RemovalReason;

interface CleanOptions {
  /** Temperature of the gates beside the reasons; null where no run has scored the pairs. */
  readonly tau: number | null;
  /** Leaves the lines that were rejected out too. */
  readonly withoutRejects?: boolean;
}

/** The files that lose some of the pairs, without them; null where none loses any. */
export async function cleanedFiles(
  { candidates, engine }: Pick<WorkerPair, 'candidates' | 'engine'>,
  subjects: readonly CleanSubject[],
  pairs: readonly PairPlaces[],
  why: Why,
  { tau, withoutRejects = false }: CleanOptions,
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
      const places = own.records.map((_, i) => reasons.placeOf(why(own, i, asked)));
      removed.push({ ...own, reasons: places, rho, eta, psi });
    }
    const { fileId } = subject;
    if (removed.length > 0) requests.push({ fileId, removed, reasons: reasons.all, withoutRejects });
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
