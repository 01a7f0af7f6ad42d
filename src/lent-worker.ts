/**
 * Workers that the page opens for another worker. In Firefox `new Worker` inside a worker may never return while the page's
 * service worker is new: 3 of 26 runs with fresh profiles stood still there.
 */

import * as Comlink from 'comlink';

import { holdLifeline } from './lifeline';
import type { WorkerEnd } from './worker';

/** Asks the page for a worker; its two ports come with it: for messages, and for its errors and its end. */
interface Request {
  readonly lend: string;
}

/**
 * Called in the page, before anything else listens to the borrower.
 * @param open opens a worker, by its name
 * @returns ends all workers that were lent
 */
export function lendWorkers(borrower: Worker, open: Readonly<Record<string, () => Worker>>): () => void {
  const lent = new Set<Worker>();
  borrower.addEventListener('message', (event: MessageEvent<unknown>) => {
    const [port, control] = event.ports;
    const worker = isRequest(event.data) ? open[event.data.lend]?.() : undefined;
    if (!worker || !port || !control) return;
    event.stopImmediatePropagation();
    lent.add(worker);
    worker.onerror = (error) => {
      error.preventDefault();
      control.postMessage(error.message);
    };
    control.onmessage = () => {
      worker.terminate();
      lent.delete(worker);
    };
    worker.postMessage(null, [port]);
  });
  return () => {
    for (const worker of lent) worker.terminate();
  };
}

function isRequest(data: unknown): data is Request {
  return typeof data === 'object' && data !== null && 'lend' in data;
}

/** Called in a worker: one of those that the page lends. */
export class BorrowedWorker implements WorkerEnd {
  onerror: WorkerEnd['onerror'] = null;
  onmessageerror: WorkerEnd['onmessageerror'] = null;
  private readonly port: MessagePort;
  private readonly control: MessagePort;

  constructor(name: string) {
    const [messages, control] = [new MessageChannel(), new MessageChannel()];
    this.port = messages.port1;
    this.control = control.port1;
    this.control.onmessage = ({ data }: MessageEvent<string>) =>
      this.onerror?.(new ErrorEvent('error', { message: data }));
    this.port.onmessageerror = (event) => this.onmessageerror?.(event);
    const request: Request = { lend: name };
    self.postMessage(request, { transfer: [messages.port2, control.port2] });
    this.port.start();
  }

  postMessage(message: unknown, transfer: Transferable[] = []): void {
    this.port.postMessage(message, transfer);
  }

  addEventListener(type: string, listener: EventListenerOrEventListenerObject): void {
    this.port.addEventListener(type, listener);
  }

  removeEventListener(type: string, listener: EventListenerOrEventListenerObject): void {
    this.port.removeEventListener(type, listener);
  }

  terminate(): void {
    this.control.postMessage(null);
    this.port.close();
  }
}

/** Called in a worker that is lent: answers every call of the borrower. */
export function exposeToBorrower(api: object): void {
  const lent = ({ ports: [port] }: MessageEvent<unknown>) => {
    if (!port) return;
    holdLifeline(port);
    Comlink.expose(api, port);
  };
  self.addEventListener('message', lent, { once: true });
}
