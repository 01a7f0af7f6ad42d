/**
 * Finds messages that got lost. Whoever asks a worker calls the roll now and then: it asks which calls are in work. A
 * port keeps the order of its messages, so a call that was sent before the roll call, is not in work and has no answer
 * by then was lost on one of the two ways. A worker that is busy answers late, and nothing is wrong with that.
 */

import type { Endpoint } from 'comlink';

import { newsOfLent } from './lent';

/** Time between two roll calls while an answer is due, in milliseconds. */
const ROLL_CALL_MS = 2000;

interface RollCall {
  readonly rollCall: number;
}

interface RollAnswer extends RollCall {
  /** Ids of the calls that came and have no answer yet. */
  readonly inWork: readonly string[];
}

/** The asking side of a port: what goes through it is counted, and what is lost is told. */
export class CallWatch implements Endpoint {
  /** Ids of the calls that have no answer yet. */
  private readonly open = new Set<string>();
  /** For each roll call under way the calls that were sent before it. */
  private readonly sentBefore = new Map<number, readonly string[]>();
  private calls = 0;
  private timer: ReturnType<typeof setInterval> | undefined;
  /** Roll calls since the last answer, or the last news of a function that was lent. */
  private quiet = 0;
  private newsSeen = 0;

  /** @param onLost gets the ids of calls that will have no answer; once for each call */
  constructor(
    private readonly port: Endpoint,
    private readonly onLost: (ids: readonly string[]) => void,
    private readonly everyMs = ROLL_CALL_MS,
  ) {
    port.addEventListener('message', (event) => this.hear((event as MessageEvent<unknown>).data));
  }

  /** Time for which an answer is due and nothing was heard, in seconds; 0 where nothing is due. */
  get quietSeconds(): number {
    return (this.quiet * this.everyMs) / 1000;
  }

  postMessage(message: unknown, transfer: Transferable[] = []): void {
    this.port.postMessage(message, transfer);
    const id = idOf(message);
    if (id === null) return;
    this.open.add(id);
    this.timer ??= setInterval(() => this.call(), this.everyMs);
  }

  addEventListener(type: string, listener: EventListenerOrEventListenerObject, options?: object): void {
    this.port.addEventListener(type, listener, options);
  }

  removeEventListener(type: string, listener: EventListenerOrEventListenerObject, options?: object): void {
    this.port.removeEventListener(type, listener, options);
  }

  start(): void {
    this.port.start?.();
  }

  /** No more roll calls; nothing is told any more. */
  stop(): void {
    clearInterval(this.timer);
    this.timer = undefined;
    this.open.clear();
    this.sentBefore.clear();
    this.quiet = 0;
  }

  private call(): void {
    const news = newsOfLent();
    this.quiet = news === this.newsSeen ? this.quiet + 1 : 0;
    this.newsSeen = news;
    this.sentBefore.set(++this.calls, [...this.open]);
    this.port.postMessage({ rollCall: this.calls } satisfies RollCall);
  }

  private hear(data: unknown): void {
    if (isRollCall(data)) {
      this.takeAnswer(data as RollAnswer);
      return;
    }
    const id = idOf(data);
    if (id === null || !this.open.delete(id)) return;
    this.quiet = 0;
    if (this.open.size === 0) this.stop();
  }

  private takeAnswer({ rollCall, inWork }: RollAnswer): void {
    const lost = this.sentBefore.get(rollCall)?.filter((id) => this.open.has(id) && !inWork.includes(id));
    for (const call of this.sentBefore.keys()) if (call <= rollCall) this.sentBefore.delete(call);
    if (!lost || lost.length === 0) return;
    for (const id of lost) this.open.delete(id);
    if (this.open.size === 0) this.stop();
    this.onLost(lost);
  }
}

/** The answering side: the port as it is, but that it answers roll calls. */
export function answeringRollCalls(port: Endpoint): Endpoint {
  const inWork = new Set<string>();
  port.addEventListener('message', (event) => {
    const { data } = event as MessageEvent<unknown>;
    if (isRollCall(data)) {
      const answer: RollAnswer = { rollCall: data.rollCall, inWork: [...inWork] };
      port.postMessage(answer);
      return;
    }
    const id = idOf(data);
    if (id !== null) inWork.add(id);
  });
  return {
    postMessage(message: unknown, transfer: Transferable[] = []) {
      const id = idOf(message);
      if (id !== null) inWork.delete(id);
      port.postMessage(message, transfer);
    },
    addEventListener: (...listening) => port.addEventListener(...listening),
    removeEventListener: (...listening) => port.removeEventListener(...listening),
    start: () => port.start?.(),
  };
}

/** The id that Comlink gives a call and its answer; null for any other message. */
function idOf(message: unknown): string | null {
  if (typeof message !== 'object' || message === null) return null;
  const id: unknown = Reflect.get(message, 'id');
  return typeof id === 'string' ? id : null;
}

function isRollCall(data: unknown): data is RollCall {
  return typeof data === 'object' && data !== null && 'rollCall' in data;
}
