/**
 * Runs before everything else in the page and in each of its workers, and does one planned thing wrong there. It counts
 * the messages that its thread receives from the moment a plan comes, and at the n-th of them the fault happens. It
 * stands alone: its text is put before the scripts of the built page.
 */

/** A thread of the page. */
export type Realm = 'page' | 'candidates' | 'engine' | 'encoder' | 'duckdb';

/** What a fault does once its message has come; `mute` closes a worker in a page that keeps it to itself. */
export type Deed = 'close' | 'jump ahead' | 'hide' | 'mute';

export interface PlannedDeed {
  readonly deed: Deed;
  readonly realm: Realm;
  /** The deed is done at the n-th message. */
  readonly at: number;
}

/** What the harness asks of the page's thread, and through it of all others. */
export interface FaultControl {
  /** Counts anew in every thread; at the plan's message the fault will happen. Resolves once all threads know. */
  arm(plan: PlannedDeed): Promise<void>;
  /** Nothing more goes wrong. Gives whether the fault happened. */
  disarm(): Promise<{ readonly fired: boolean }>;
}

/** Sets the thread up. Everything it needs is inside, since it is sent as text. */
export function prelude(): void {
  const scope = globalThis as typeof globalThis & { negscopeFaults?: FaultControl };
  if ('negscopeFaults' in scope) return;

  const HOUR = 3_600_000;
  /** Timers of seconds run so many times faster while a fault that can only be noticed by them is planned. */
  const HASTE = 20;
  const HASTY_MS = 1000;
  const ANSWER_MS = 400;

  const file = location.pathname.split('/').at(-1) ?? '';
  const inPage = typeof document === 'object';
  const realm: Realm = inPage
    ? 'page'
    : ((['candidates', 'engine', 'encoder', 'duckdb'] as const).find((name) => file.startsWith(name)) ??
      'encoder');
  /** A worker is given its plan, and a number to be known by, in its name, unless it has a name of its own. */
  const born = bornWith();
  const me = born?.id ?? Math.random();

  let plan: PlannedDeed | null = null;
  let count = 0;
  let muted = false;
  let offset = 0;
  let hidden = false;
  const frames: FrameRequestCallback[] = [];
  let fired = false;

  const realSetTimeout = scope.setTimeout.bind(scope);
  const channel = new BroadcastChannel('negscope-faults');
  const live = new Set<number>();

  /** Counts a message; true where the plan's deed is due now. */
  function due(): boolean {
    count++;
    if (!plan || plan.realm !== realm || plan.at !== count) return false;
    fired = true;
    channel.postMessage({ fired: me });
    return true;
  }

  function take(next: PlannedDeed | null): void {
    plan = next;
    count = 0;
    fired = false;
  }

  function calm(): void {
    plan = null;
    offset = 0;
    muted = false;
    show();
  }

  // Clocks.
  const RealDate = Date;
  const realNow = Date.now;
  const realPerformanceNow = performance.now.bind(performance);
  scope.Date = new Proxy(RealDate, {
    construct: (target, given: unknown[], made) =>
      Reflect.construct(target, given.length === 0 ? [realNow() + offset] : given, made) as Date,
  });
  RealDate.now = () => realNow() + offset;
  performance.now = () => realPerformanceNow() + offset;

  // Timers.
  // A worker that ends at its first message has not said yet which lock tells its end: the page waits for its first answer.
  const hasty = () => plan !== null && (plan.realm === 'duckdb' || (plan.deed === 'close' && plan.at === 1));
  for (const name of ['setTimeout', 'setInterval'] as const) {
    const real = scope[name].bind(scope) as (...given: unknown[]) => number;
    Reflect.set(scope, name, (act: unknown, ms = 0, ...given: unknown[]) => {
      const wait = hidden ? Math.max(1000, ms) : ms;
      return real(act, hasty() && wait >= HASTY_MS ? wait / HASTE : wait, ...given);
    });
  }

  // Messages.
  function heard(event: MessageEvent): void {
    const counts = typeof event.data === 'object' && event.data !== null;
    if (counts && due() && act() === 'dropped') event.stopImmediatePropagation();
  }
  if (!inPage) scope.addEventListener('message', heard as EventListener, { capture: true });

  // Workers are told the plan as they are made: by their name, since nothing else is there at once.
  const ids = new WeakMap<Worker, number>();
  if ('Worker' in scope) {
    const terminate = Worker.prototype.terminate;
    Worker.prototype.terminate = function () {
      forget(ids.get(this) ?? 0);
      Reflect.apply(terminate, this, []);
    };
    scope.Worker = new Proxy(Worker, {
      construct(target, [address, options]: [string | URL, WorkerOptions | undefined], made) {
        const id = Math.random();
        const name = options?.name ?? JSON.stringify({ id, plan });
        const worker = Reflect.construct(target, [address, { ...options, name }], made) as Worker;
        ids.set(worker, id);
        if (inPage) worker.addEventListener('message', heard as EventListener);
        return worker;
      },
    });
  }

  // A hidden tab.
  function show(): void {
    if (!hidden) return;
    hidden = false;
    document.dispatchEvent(new Event('visibilitychange'));
    for (const draw of frames.splice(0)) requestAnimationFrame(draw);
  }
  if (inPage) {
    Object.defineProperty(document, 'visibilityState', { get: () => (hidden ? 'hidden' : 'visible') });
    Object.defineProperty(document, 'hidden', { get: () => hidden });
    const real = scope.requestAnimationFrame.bind(scope);
    scope.requestAnimationFrame = (draw) => (hidden ? frames.push(draw) : real(draw));
    // What "mute" plants: a page that keeps failures to itself.
    new MutationObserver(() => {
      if (muted) for (const told of document.querySelectorAll('[role=alert]')) told.remove();
    }).observe(document, { childList: true, subtree: true });
  }

  /** Does the planned deed. */
  function act(): 'dropped' | 'done' {
    switch (plan?.deed) {
      case 'close':
      case 'mute':
        forget(me);
        scope.close();
        return 'dropped';
      case 'jump ahead':
        offset = 5 * HOUR;
        channel.postMessage({ offset });
        return 'done';
      case 'hide':
        hidden = true;
        document.dispatchEvent(new Event('visibilitychange'));
        return 'done';
      default:
        return 'done';
    }
  }

  // The threads among each other.
  interface Told {
    readonly arm?: PlannedDeed | null;
    readonly disarm?: true;
    readonly offset?: number;
    readonly here?: number;
    readonly gone?: number;
    readonly fired?: number;
    readonly calmed?: number;
  }
  function forget(id: number): void {
    live.delete(id);
    channel.postMessage({ gone: id });
  }
  let waitingFor = new Set<number>();
  let goOn: () => void = () => undefined;
  let anyFired = false;

  channel.addEventListener('message', ({ data }: MessageEvent<Told>) => {
    if (data.offset !== undefined) offset = data.offset;
    if (data.arm !== undefined) {
      take(data.arm);
      channel.postMessage({ here: me });
    }
    if (data.disarm) {
      calm();
      channel.postMessage({ calmed: me });
    }
    if (!inPage) return;
    if (data.here !== undefined) {
      live.add(data.here);
      waitingFor.delete(data.here);
    }
    if (data.gone !== undefined) {
      live.delete(data.gone);
      waitingFor.delete(data.gone);
    }
    if (data.fired !== undefined) anyFired = true;
    if (data.calmed !== undefined) waitingFor.delete(data.calmed);
    if (waitingFor.size === 0) goOn();
  });

  /** Sends to all threads and waits for those that are known; one that does not answer in time is gone or stuck. */
  async function tell(message: Told): Promise<void> {
    waitingFor = new Set(live);
    const answered = new Promise<void>((resolve) => (goOn = resolve));
    channel.postMessage(message);
    const patience = new Promise<void>((resolve) => void realSetTimeout(resolve, ANSWER_MS));
    if (waitingFor.size > 0) await Promise.race([answered, patience]);
    for (const gone of waitingFor) live.delete(gone);
  }

  if (inPage) {
    scope.negscopeFaults = {
      async arm(next) {
        anyFired = false;
        take(next);
        muted = next?.deed === 'mute';
        await tell({ arm: next });
      },
      async disarm() {
        const hadFired = fired;
        calm();
        await tell({ disarm: true });
        return { fired: anyFired || hadFired };
      },
    };
  } else {
    Reflect.set(scope, 'negscopeFaults', null);
    if (born) take(born.plan);
    channel.postMessage({ here: me });
  }

  function bornWith(): { readonly id: number; readonly plan: PlannedDeed | null } | null {
    const name = String(Reflect.get(scope, 'name'));
    return !inPage && name.startsWith('{')
      ? (JSON.parse(name) as { id: number; plan: PlannedDeed | null })
      : null;
  }
}
