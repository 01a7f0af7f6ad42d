/** Pauses in long work, and how often its progress is reported. */

import { cancelledLoad } from '../errors';

/** Longest stretch of work without a pause. */
const STRETCH_MS = 50;

/** Lets queued messages in. A timer would wait 4 ms each time. */
export async function nextMacrotask(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  port2.postMessage(null);
  await new Promise((resolve) => (port1.onmessage = resolve));
  port1.close();
}

/** Pauses long work every 50 ms, so that waiting messages are handled. */
export class Pace {
  private pausedAt = performance.now();

  async breathe(): Promise<void> {
    if (performance.now() - this.pausedAt < STRETCH_MS) return;
    await nextMacrotask();
    this.pausedAt = performance.now();
  }
}

/** Gives what pauses the work on a file, and throws LoadCancelledError once that was cancelled. */
export function pausesOf(file: File, signal: AbortSignal): () => Promise<void> {
  const pace = new Pace();
  return async () => {
    if (!signal.aborted) await pace.breathe();
    if (signal.aborted) throw cancelledLoad(file);
  };
}

const PROGRESS_MS = 100;

/** Limits progress reports to ten a second. */
export class Throttle {
  private reportedAt = 0;

  /** Whether the next report is due. @param atOnce whatever was reported before */
  due(atOnce = false): boolean {
    const now = performance.now();
    if (!atOnce && now - this.reportedAt < PROGRESS_MS) return false;
    this.reportedAt = now;
    return true;
  }
}
