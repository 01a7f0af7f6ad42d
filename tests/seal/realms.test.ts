import { beforeEach, describe, expect, it } from 'vitest';

import { countWorkers, Realms, tellParent } from '../../src/seal/realms';
import type { RealmState } from '../../src/seal/types';

/** A worker that says what a test has it say. */
class FakeWorker extends EventTarget {
  ended = false;

  constructor(
    readonly script: string | URL,
    readonly options?: WorkerOptions,
  ) {
    super();
  }

  terminate(): void {
    this.ended = true;
  }

  says(data: unknown): void {
    this.dispatchEvent(new MessageEvent('message', { data }));
  }
}

/** A realm with workers to make, and how it counts them. */
function realm() {
  // Each realm has a class of its own, as each has in a browser.
  const Worker = class extends FakeWorker {};
  const scope = { Worker, location: { href: 'http://localhost/some/base/' } };
  const realms = new Realms();
  realms.set('', state(''));
  countWorkers(scope as unknown as typeof globalThis, realms);
  const start = (script: string) => new scope.Worker(script);
  return { realms, scope, start };
}

function state(path: string, openings: RealmState['openings'] = []): RealmState {
  return { path, script: `http://localhost/${path}.js`, openings, sent: 0, refused: 0 };
}

/** What a sealed worker tells its parent at first, of itself and of a worker of its own. */
function firstWords(): unknown[] {
  const told: unknown[] = [];
  const realms = new Realms();
  realms.set('', state(''));
  realms.set('1', state('1'));
  tellParent(realms, (message) => told.push(message));
  return told;
}

const pathsOf = (realms: Realms) => realms.all().map(({ path }) => path);
const openingsOf = (realms: Realms, path: string) => realms.get(path)?.openings;

let page: ReturnType<typeof realm>;

beforeEach(() => {
  page = realm();
});

describe('a realm', () => {
  it('counts a worker from the moment in which it is made: it has not answered', () => {
    page.start('assets/engine.js');
    expect(pathsOf(page.realms)).toEqual(['', '1']);
    expect(openingsOf(page.realms, '1')).toBeNull();
    expect(page.realms.get('1')?.script).toBe('http://localhost/some/base/assets/engine.js');
  });

  it('hears what a worker tells of itself and of those below it, and nobody else does', () => {
    page.start('sums.js');
    const worker = page.start('engine.js');
    const heard: unknown[] = [];
    worker.addEventListener('message', (event) => heard.push((event as MessageEvent<unknown>).data));
    for (const words of firstWords()) worker.says(words);
    worker.says('its own work');
    expect(pathsOf(page.realms)).toEqual(['', '1', '2', '2.1']);
    expect(['1', '2', '2.1'].map((path) => openingsOf(page.realms, path))).toEqual([null, [], []]);
    expect(heard).toEqual(['its own work']);
  });

  it('forgets a worker that is ended, and all below it; what was under way comes too late', () => {
    const worker = page.start('engine.js');
    page.start('encoder.js');
    const words = firstWords();
    for (const each of words) worker.says(each);
    worker.terminate();
    expect(worker.ended).toBe(true);
    for (const each of words) worker.says(each);
    expect(pathsOf(page.realms)).toEqual(['', '2']);
  });

  it('knows a script that cannot tell by its first message', () => {
    page.start('other.js').says({ ready: true });
    expect(openingsOf(page.realms, '1')).toEqual(['its script cannot tell.']);
  });

  it('does not count a worker whose script did not load; one that fails later exists on', () => {
    page.start('missing.js').dispatchEvent(new Event('error'));
    const worker = page.start('engine.js');
    for (const each of firstWords()) worker.says(each);
    worker.dispatchEvent(new Event('error'));
    expect(pathsOf(page.realms)).toEqual(['', '2', '2.1']);
  });

  it('leaves no way to a worker that is not counted', () => {
    const worker = page.start('engine.js');
    const Found = worker.constructor as typeof FakeWorker;
    new Found('again.js');
    expect(pathsOf(page.realms)).toEqual(['', '1', '2']);
    expect(() => Object.defineProperty(page.scope, 'Worker', { value: FakeWorker })).toThrow(TypeError);
  });
});
