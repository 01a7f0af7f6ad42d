/** How a worker offers its face: the other end of `openWorker`. */

import * as Comlink from 'comlink';

/** Answers every call that comes from whoever opened this worker. */
export function expose<Face extends object>(face: Face): void {
  Comlink.expose(face);
}
