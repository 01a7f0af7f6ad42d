/** Progress of reading files and of a run in words. */

import type { LoadProgress } from '../../candidates/outcomes';
import type { RunProgress, RunStage } from '../../engine/types';
import { countOf, formatBytes, formatPercent, formatSeconds, paceInWords } from '../../ui/words';
import type { Reading } from '../files/sources-state.svelte';

const STEPS: Readonly<Record<RunStage, readonly [words: string, counted: string]>> = {
  read: ['reading', 'sources'],
  lexical: ['weighing words', 'texts'],
  open: ['loading encoder', 'encoders'],
  encode: ['embedding', 'texts'],
  score: ['scoring', 'pairs'],
  matrix: ['adding up', 'sources'],
  known: ['looking for known positives', 'pairs'],
  baseline: ['scoring random passages', 'pairs'],
};

const CHECKS: readonly RunStage[] = ['known', 'baseline'];

/** `embedding: 1,204 of 3,111 texts, 210 per second, 9 s left`. */
export function progressInWords(progress: RunProgress): string {
  const { stage, done, total, secondsLeft } = progress;
  const [words, counted] = STEPS[stage];
  if (stage === 'open') return words;
  if (stage === 'matrix') return `${words}: ${shareInWords(done, total, secondsLeft)}`;
  return `${words}: ${paceInWords(progress, counted)}`;
}

/** `45 %, 9 s left`. */
export function shareInWords(done: number, total: number, secondsLeft: number | null = null): string {
  const share = formatPercent(total === 0 ? 1 : done / total, 0);
  return secondsLeft === null ? share : `${share}, ${formatSeconds(secondsLeft)} left`;
}

/** For the window's title: `64 %` of the texts, or the step; those after the scores are one. */
export function progressInTitle({ stage, done, total }: RunProgress): string {
  if (stage === 'encode' && total > 0) return formatPercent(done / total, 0);
  return CHECKS.includes(stage) ? 'checking' : STEPS[stage][0];
}

const STAGES: Readonly<Record<LoadProgress['stage'], string>> = {
  reading: '',
  sampling: ' (drawing the sample)',
  ids: ' (collecting ids)',
  companions: ' (looking ids up in the companion files)',
};

/** `Reading a.jsonl: 1.2 MB of 4 MB, 300 records; 2 files to follow`. */
export function readingInWords({ progress, waiting }: Reading): string {
  const { file, bytesRead, bytesTotal, records, stage } = progress;
  const read = `${formatBytes(bytesRead)} of ${formatBytes(bytesTotal)}, ${countOf(records, 'record')}`;
  return `Reading ${file}: ${read}${STAGES[stage]}${waiting > 0 ? `; ${countOf(waiting, 'file')} to follow` : ''}`;
}
