/**
 * A worker for Node, which has none that a page's code could start: the real session host behind a message channel, on
 * the same thread.
 */

import * as Comlink from 'comlink';

import { SessionHost } from '../../src/encoder/session';

export class InThreadWorker {
  onerror: ((event: ErrorEvent) => void) | null = null;
  onmessageerror: (() => void) | null = null;
  private readonly channel = new MessageChannel();
  readonly postMessage: MessagePort['postMessage'];
  readonly addEventListener: MessagePort['addEventListener'];
  readonly removeEventListener: MessagePort['removeEventListener'];
  readonly start: () => void;

  constructor() {
    const { port1, port2 } = this.channel;
    this.postMessage = port1.postMessage.bind(port1);
    this.addEventListener = port1.addEventListener.bind(port1);
    this.removeEventListener = port1.removeEventListener.bind(port1);
    this.start = port1.start.bind(port1);
    // As in workers/encoder.ts.
    Comlink.expose(new SessionHost(), port2);
  }

  terminate(): void {
    this.channel.port1.close();
    this.channel.port2.close();
  }
}

/** As workers/engine.ts starts one. */
export const startEncoderWorker = () => new InThreadWorker() as unknown as Worker;
