/** Shortcuts of the finished run: looked for when their tab is opened, kept until another run. */

import * as Comlink from 'comlink';

import type { WorkerAccess } from '../../app/ask';
import { Asked } from '../../app/asked.svelte';
import type { WorkerPair } from '../../app/workers';
import type { SourceShortcut } from '../../shortcuts/shortcuts';
import type { RunState } from '../run/run-state.svelte';

/** @see shortcutsOf */
export type AskedShortcuts = Asked<{ readonly at: number }, readonly SourceShortcut[], number>;

/** Their progress is the share done. */
export function shortcutsOf(
  workers: WorkerAccess<WorkerPair>,
  run: Pick<RunState, 'finished'>,
): AskedShortcuts {
  return new Asked(workers, {
    question: () => run.finished && { at: run.finished.at },
    answer: ({ engine }, _, tell) => engine.shortcuts(Comlink.proxy(tell)),
    cancel: ({ engine }) => engine.cancel('shortcuts'),
  });
}
