/** What was found in files, and in a finished run: the findings of each source, and the references that are left. */

import type { RunResult } from '../engine/result';
import type { AuditProfile } from '../scoring/audit';
import {
  evidenceOfFiles,
  evidenceOfRun,
  type Evidence,
  type JudgedAnswers,
  type ReadSource,
  type ScoredSource,
} from './evidence';
import { findingsOf, notLookedFor } from './findings';
import type { Finding, ReportShortcut } from './result';

/** What was asked for on the Audit page. */
export interface AskedFindings {
  readonly shortcuts?: ReadonlyMap<number, ReportShortcut> | null;
  readonly answers?: ReadonlyMap<number, JudgedAnswers>;
}

/** A source with what was found of it. */
export interface FoundSource extends Evidence {
  readonly findings: readonly Finding[];
}

function found(evidence: readonly Evidence[]): FoundSource[] {
  return evidence.map((source) => ({ ...source, findings: findingsOf(source, evidence) }));
}

/** What is found in each file before a run. @param negatives the first so many of each record are ranked; null for all */
export function foundInFiles(sources: readonly ReadSource[], negatives: number | null): FoundSource[] {
  const nothing = { run: null, shortcut: null, answers: null };
  return found(evidenceOfFiles(sources, negatives).map((source) => ({ ...source, ...nothing })));
}

/**
 * What was found in a finished run, the range, and the names of the references that are left: those with a `stop` leave range and
 * yardsticks, also where the user ranks them all the same.
 * @param run under the names of the sources
 * @param range the reference range entered by hand
 */
export function foundInRun(
  sources: readonly ScoredSource[],
  run: RunResult,
  asked: AskedFindings = {},
  range: AuditProfile | null = null,
) {
  const { of, references, profile } = evidenceOfRun(sources, run, range);
  const evidence = evidenceOfFiles(sources, run.settings.negatives).map((source, s) => ({
    ...source,
    shortcut: asked.shortcuts?.get(source.loaded.id) ?? null,
    answers: asked.answers?.get(source.loaded.id) ?? null,
    run: of[s] ?? null,
  }));
  return { sources: found(evidence), notLookedFor: notLookedFor(evidence), range: profile, references };
}
