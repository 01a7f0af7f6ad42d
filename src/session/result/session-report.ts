/** The report of a finished run, from all states of the session. */

import { buildExperiments } from '../../experiments/report';
import type { SessionReport } from '../../experiments/result';
import { buildReport } from '../../report/build';
import type { Comparison } from '../comparison.svelte';
import type { RunSource } from '../run/runs';
import { readSources, shownSources } from './scored-sources';
import type { WorkerAccess } from '../../app/ask';
import { provenance } from './provenance';

/**
 * With current names, settings and references; null without a run.
 * @param isSaved false: the figures are those of the chosen weighting alone
 * @throws RejectsLostError, FiguresLostError
 */
export async function sessionReport(session: Comparison, isSaved = true): Promise<SessionReport | null> {
  const finished = isSaved ? await session.run.complete() : session.run.finished;
  if (finished === null) return null;
  const { sources, lab, workers, stale: outOfDate } = session;
  const judged = await session.judge.judged();
  const reported = await Promise.all(
    readSources(finished).map(async (source, place) => {
      const { entry, loaded } = finished.sources[place] as RunSource;
      const sha256 = await hashOf(entry.file.file, workers);
      return { ...source, files: [{ file: loaded.file, bytes: loaded.bytes, sha256 }] };
    }),
  );
  const files = [...new Set(finished.sources.map(({ entry }) => entry.file))];
  const { companions, waiting, refused, unread } = sources;
  const others = {
    companions: await Promise.all(
      companions.flatMap(({ file, companion }) =>
        companion ? hashOf(file, workers).then((sha256) => ({ ...companion, sha256 })) : [],
      ),
    ),
    waiting: waiting.flatMap((file) => file.waiting ?? []),
    refused: refused.flatMap((file) => file.refused ?? []),
    unread: unread.map(({ file }) => file.name),
  };
  const rejects = await Promise.all(
    [...files, ...companions, ...waiting, ...refused].flatMap(({ outcome }) =>
      outcome ? sources.allRejects(outcome.id) : [],
    ),
  );
  // What was judged is among the findings.
  const { result, ranked: view } = session;
  if (result === null) throw new Error('There is no finished run to report.');
  const report = buildReport({
    result,
    sources: reported,
    others,
    judged,
    provenance: provenance(navigator),
    rejects: rejects.flat(),
    created: new Date(),
    outOfDate,
  });
  const experiments = buildExperiments(lab.ofThisRun, lab.downstream(), lab.comparable, (about) =>
    shownSources(about, view.rows),
  );
  return experiments ? { ...report, experiments } : report;
}

/** SHA-256 of files: each is read once, when a report first asks. */
const hashes = new WeakMap<File, Promise<string | null>>();

/** Null where the file can no longer be read. @throws what a worker that breaks off throws */
function hashOf(file: File, workers: WorkerAccess): Promise<string | null> {
  const hash = hashes.get(file) ?? workers.ready().then((pair) => pair.guard(pair.candidates.fileHash(file)));
  hashes.set(file, hash);
  // A file whose worker broke off is asked for again.
  hash.catch(() => hashes.delete(file));
  return hash;
}
