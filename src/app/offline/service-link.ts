/** The page's connection to its service worker. */

import type { Question, ServiceStatus } from '../../service/build';

/** Time limit for the start of a service worker. */
const START_MS = 20_000;

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
    this.registered ??= this.register();
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
  async ask(kind: Question['kind']): Promise<ServiceStatus> {
    const { active } = await this.start();
    if (!active) throw new ServiceSilentError('it has ended');
    const { port1, port2 } = new MessageChannel();
    const question: Question = { kind, webgpu: 'gpu' in navigator };
    return new Promise<ServiceStatus>((resolve, reject) => {
      const late = () => reject(new ServiceSilentError('it did not answer'));
      const timer = setTimeout(late, ANSWER_MS);
      port1.onmessage = ({ data }: MessageEvent<{ status: ServiceStatus } | { error: string }>) => {
        clearTimeout(timer);
        port1.close();
        if ('status' in data) resolve(data.status);
        else reject(new ServiceSilentError(data.error));
      };
      active.postMessage(question, [port2]);
    });
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
    const fail = (reason: string) => () => reject(new ServiceSilentError(reason));
    const timer = setTimeout(fail('it was not ready in time'), START_MS);
    coming.addEventListener('statechange', () => {
      if (coming.state === 'activated') resolve();
      else if (coming.state === 'redundant') fail('the server does not have all of one version')();
      else return;
      clearTimeout(timer);
    });
  });
}
