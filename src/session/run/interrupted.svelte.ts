/** A run that did not end: its tab was killed, or a worker broke off under it. It can go on, or be left. */

import { countOf, formatCount } from '../../ui/words';
import type { OngoingRun } from './runs';
import type { SettingsState } from './settings-state.svelte';
import { RunNotes, type NotePlace, type RunNote } from './run-notes';

/** What a run is noted from. */
export interface NotedStates {
  readonly settings: Pick<SettingsState, 'kept' | 'restore'>;
  readonly sources: { normalise: boolean };
}

export class InterruptedRun {
  /** The run that a tab which is no more had under way; null where there is none, or it was left. */
  left = $state.raw<RunNote | null>(null);
  private readonly notes: RunNotes;

  constructor(
    private readonly states: NotedStates,
    place: NotePlace,
  ) {
    this.notes = new RunNotes(place);
  }

  /** Looks whether a run was interrupted. Never rejects. */
  async look(): Promise<void> {
    this.left = await this.notes.interrupted().catch(() => null);
  }

  /** Notes how far the run under way is; null once there is none. */
  note(run: OngoingRun | null): void {
    if (!run) this.notes.end();
    else this.notes.update(this.noteOf(run));
  }

  /** A run begins: whatever was interrupted before is over. */
  begin(run: OngoingRun): void {
    void this.leave();
    this.notes.begin(this.noteOf(run));
  }

  async leave(): Promise<void> {
    this.left = null;
    await this.notes.forget().catch(() => undefined);
  }

  /** Sets what the interrupted run was asked for. @returns the seconds that all of its records would take */
  restoreSettings(note: RunNote): number {
    this.states.settings.restore(note.settings);
    this.states.sources.normalise = note.normalise;
    return note.seconds;
  }

  private noteOf({ progress, sources }: OngoingRun): RunNote {
    const encoding = progress?.stage === 'encode' ? progress : null;
    return {
      sources: sources.length,
      done: encoding?.done ?? 0,
      total: encoding?.total ?? 0,
      stored: progress?.cache?.kind !== 'memory',
      seconds: expectedSeconds(progress),
      settings: this.states.settings.kept(),
      normalise: this.states.sources.normalise,
    };
  }
}

/** Seconds that all texts of a run would take, from how fast it encodes; 0 where that cannot be told. */
export function expectedSeconds(progress: OngoingRun['progress']): number {
  if (progress?.stage !== 'encode' || progress.rate === null || progress.rate === 0) return 0;
  return progress.total / progress.rate;
}

/** `3,120 of 9,400 texts were encoded`. */
export function farInWords({ done, total }: Pick<RunNote, 'done' | 'total'>): string {
  if (total === 0) return 'no text was encoded yet';
  return `${formatCount(done)} of ${countOf(total, 'text')} were encoded`;
}

/**
 * What is said of a run that a tab left.
 * @param files whether files are on the page: those that were kept, or chosen again
 */
export function leftInWords(note: RunNote, files: boolean): string {
  const far = `A run was under way when this page was closed or broke off: ${farInWords(note)}.`;
  if (note.total > 0 && !note.stored) {
    return `${far} Their embeddings were in memory only, so a run begins anew.`;
  }
  if (files) return `${far} It can go on from there.`;
  return (
    `${far} Its files were not kept in this browser, but the embeddings are: choose the same files and the same ` +
    'encoder again, and only the rest is encoded.'
  );
}
