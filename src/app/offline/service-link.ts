/** The page's connection to its service worker. */

import { neededWebGpuBuild } from '../../encoder/webgpu-build';
import type { Question, ServiceStatus } from '../../service/build';

/** Time limit for the start of a service worker: on a host without headers the page waits for it. */
const START_MS = 10_000;

/** Time limit for an answer: browsers may end service workers at any time. */
const ANSWER_MS = 5 * 60_000;

/** The service worker did not start or answer. The message follows a colon. */
class ServiceSilentError extends Error {
  override readonly name = 'ServiceSilentError';
}

export class ServiceLink {
  private registered: Promise<ServiceWorkerRegistration> | null = null;

  /**
   * @param container of the browser
   * @param scope address of the page's folder
   */
  constructor(
    private readonly container: ServiceWorkerContainer,
    private readonly scope: string,
  ) {}

  /**
   * Registers the service worker and waits until it is active.
   * @throws ServiceSilentError; DOMException or TypeError if the browser or the server refuses it
   */
  start(): Promise<ServiceWorkerRegistration> {
    this.registered ??= inTime(this.register());
    this.registered.catch(() => (this.registered = null));
    return this.registered;
  }

  /** Looks for a new version on the server. */
  async update(): Promise<void> {
    const registration = await this.start();
    await registration.update().catch(() => undefined);
  }

  /** Calls back when the service worker starts to control this page. */
  onChange(callback: () => void): void {
    this.container.addEventListener('controllerchange', callback);
  }

  /** Calls back once a new version waits until all tabs of the page are closed. */
  onWaiting(callback: () => void): void {
    const watch = (registration: ServiceWorkerRegistration) => {
      if (registration.waiting) callback();
      registration.addEventListener('updatefound', () => {
        const { installing } = registration;
        installing?.addEventListener('statechange', () => {
          if (registration.waiting === installing) callback();
        });
      });
    };
    this.start().then(watch, () => undefined);
  }

  /** @throws ServiceSilentError, and what `start` throws */
  async ask(kind: 'status' | 'keep'): Promise<ServiceStatus> {
    const { active } = await this.start();
    if (!active) throw new ServiceSilentError('it has ended');
    return this.post<ServiceStatus>(active, kind, ANSWER_MS);
  }

  private post<T>(worker: ServiceWorker, kind: Question['kind'], limit: number): Promise<T> {
    const { port1, port2 } = new MessageChannel();
    const question: Question = { kind, webgpu: neededWebGpuBuild() };
    const answer = new Promise<T>((resolve, reject) => {
      port1.onmessage = ({ data }: MessageEvent<{ answer: T } | { error: string }>) => {
        port1.close();
        if ('answer' in data) resolve(data.answer);
        else reject(new ServiceSilentError(data.error));
      };
      worker.postMessage(question, [port2]);
    });
    return inTime(answer, limit);
  }

  /**
   * Has a new version that waits take over, unless another tab shows the old one.
   * @returns true where it did: the page has to be loaded again
   */
  async takeNewVersion(): Promise<boolean> {
    const registration = await this.container.getRegistration(this.scope);
    if (!registration?.waiting) return false;
    const taken = new Promise<void>((done) => this.onChange(done));
    if (!(await this.post<boolean>(registration.waiting, 'take over', START_MS))) return false;
    await inTime(taken);
    return true;
  }

  private async register(): Promise<ServiceWorkerRegistration> {
    const registration = await this.container.register(`${this.scope}service-worker.js`, {
      scope: this.scope,
      // A cached copy of the script would hide a new version.
      updateViaCache: 'none',
    });
    // Playwright's `serviceWorkers: 'block'` replaces `register` by a stub without a result.
    if (!(registration instanceof ServiceWorkerRegistration))
      throw new ServiceSilentError('the browser blocks it');
    await atWork(registration);
    return registration;
  }
}

/** Resolves once a service worker of the registration is active. */
function atWork(registration: ServiceWorkerRegistration): Promise<void> {
  const coming = registration.installing ?? registration.waiting;
  if (registration.active || !coming) return Promise.resolve();
  return new Promise((resolve, reject) => {
    coming.addEventListener('statechange', () => {
      if (coming.state === 'activated') resolve();
      else if (coming.state === 'redundant')
        reject(new ServiceSilentError('the server does not have all of one version'));
    });
  });
}

/** @throws ServiceSilentError where the answer does not come in time */
async function inTime<T>(answer: Promise<T>, limit = START_MS): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const fail = () => reject(new ServiceSilentError(`it did not answer within ${limit / 1000} s`));
    timer = setTimeout(fail, limit);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
