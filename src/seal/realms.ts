/** The existing realms: every worker is listed from its creation to its end. */

import type { RealmState } from './types';

/** Marks messages that are meant for the parent's list. */
const FIELD = 'negscope.seal';

/** A worker's message to its parent: a realm's state, or that it has ended. Its own path is empty. */
interface RealmMessage {
  readonly path: string;
  readonly state: RealmState | null;
}

/** The states of a realm and of all workers below it. */
export class Realms {
  private states: readonly RealmState[] = [];
  private readonly listeners: ((path: string, state: RealmState | null) => void)[] = [];

  /** The realm itself, then its workers in order of creation. */
  all(): readonly RealmState[] {
    return this.states;
  }

  get(path: string): RealmState | null {
    return this.states.find((state) => state.path === path) ?? null;
  }

  /** Null ends a realm, and with it every worker of its own. */
  set(path: string, state: RealmState | null): void {
    if (state === null) {
      this.states = this.states.filter((each) => each.path !== path && !each.path.startsWith(`${path}.`));
    } else if (this.get(path)) this.states = this.states.map((each) => (each.path === path ? state : each));
    else this.states = [...this.states, state];
    for (const listener of this.listeners) listener(path, state);
  }

  /** Tells of every state at once, and of each that is set. */
  watch(listener: (path: string, state: RealmState | null) => void): void {
    for (const state of this.states) listener(state.path, state);
    this.listeners.push(listener);
  }
}

/** Makes a worker report itself and every worker below it to its parent, before any other message. */
export function tellParent(realms: Realms, post: (message: unknown) => void): void {
  realms.watch((path, state) => post({ [FIELD]: { path, state } }));
}

/** Lists every worker that this realm makes from now on. Their reports reach only this listener, which comes first. */
export function countWorkers(scope: typeof globalThis, realms: Realms): void {
  const Native = scope.Worker;
  if (typeof Native !== 'function') return;
  const ends = new WeakMap<Worker, () => void>();
  let made = 0;

  const count = (worker: Worker, script: string) => {
    const own = String(++made);
    const pathOf = (path: string) => (path === '' ? own : `${own}.${path}`);
    let told = false;
    const end = () => realms.set(own, null);
    ends.set(worker, end);
    const unknown: RealmState = { path: own, script, openings: null, sent: 0, refused: 0 };
    realms.set(own, unknown);
    worker.addEventListener('message', (event: MessageEvent<unknown>) => {
      const message = messageOf(event.data);
      if (message !== null) {
        told = true;
        event.stopImmediatePropagation();
        const path = pathOf(message.path);
        // Ignores messages that were under way when the worker ended.
        if (realms.get(own)) realms.set(path, message.state && { ...message.state, path });
      } else if (!told) {
        told = true;
        realms.set(own, { ...unknown, openings: ['its script cannot tell.'] });
      }
    });
    // A script that did not load makes no realm.
    worker.addEventListener('error', () => {
      if (!told) end();
    });
  };

  const Counted = new Proxy(Native, {
    construct(target, [script, options]: [string | URL, WorkerOptions?]) {
      const worker = new target(script, options);
      count(worker, new URL(script, scope.location.href).href);
      return worker;
    },
  });
  const { terminate } = Native.prototype;
  fix(Native.prototype, 'terminate', function (this: Worker) {
    ends.get(this)?.();
    Reflect.apply(terminate, this, []);
  });
  fix(Native.prototype, 'constructor', Counted);
  fix(scope, 'Worker', Counted);
}

function messageOf(data: unknown): RealmMessage | null {
  if (typeof data !== 'object' || data === null || !(FIELD in data)) return null;
  return data[FIELD] as RealmMessage;
}

function fix(holder: object, name: string, value: unknown): void {
  Object.defineProperty(holder, name, { value, writable: false, configurable: false });
}
