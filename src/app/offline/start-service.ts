/** Starts the page's service worker. */

/** Time limit for the start of a service worker: on a host without headers the page waits for it. */
const START_MS = 10_000;

/** The service worker did not start. The message follows a colon. */
class ServiceSilentError extends Error {
  override readonly name = 'ServiceSilentError';
}

/**
 * Registers the service worker and waits until it is active.
 * @param scope address of the page's folder
 * @throws ServiceSilentError; DOMException or TypeError if the browser or the server refuses it
 */
export async function startService(container: ServiceWorkerContainer, scope: string): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const fail = () => reject(new ServiceSilentError(`it did not answer within ${START_MS / 1000} s`));
    timer = setTimeout(fail, START_MS);
  });
  try {
    await Promise.race([register(container, scope), late]);
  } finally {
    clearTimeout(timer);
  }
}

async function register(container: ServiceWorkerContainer, scope: string): Promise<void> {
  // A cached copy of the script would hide a new version.
  const options = { scope, updateViaCache: 'none' } as const;
  const registration = await container.register(`${scope}service-worker.js`, options);
  // Playwright's `serviceWorkers: 'block'` replaces `register` by a stub without a result.
  if (!(registration instanceof ServiceWorkerRegistration))
    throw new ServiceSilentError('the browser blocks it');
  const coming = registration.installing ?? registration.waiting;
  if (registration.active || !coming) return;
  await new Promise<void>((resolve, reject) => {
    coming.addEventListener('statechange', () => {
      if (coming.state === 'activated') resolve();
      else if (coming.state === 'redundant') reject(new ServiceSilentError('it could not be installed'));
    });
  });
}
