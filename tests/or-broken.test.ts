/** Answers of something that may break off. */

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { expect, it } from 'vitest';

import { orBroken } from '../src/or-broken';
import { eventually } from './support/eventually';

const open = new Promise<never>(() => undefined);

it('gives the answer, or what it fails with', async () => {
  const guard = orBroken(open);
  expect(await guard(Promise.resolve(7))).toBe(7);
  await expect(guard(Promise.reject(new Error('no answer')))).rejects.toThrow('no answer');
});

it('fails once it broke off, with answers that are waited for and later ones; an answer that is there comes', async () => {
  let breakOff: (error: Error) => void = () => undefined;
  const guard = orBroken(new Promise<never>((_, reject) => (breakOff = reject)));
  const waiting = guard(open);
  breakOff(new Error('broken'));
  await expect(waiting).rejects.toThrow('broken');
  await expect(guard(open)).rejects.toThrow('broken');
  expect(await guard(Promise.resolve('there'))).toBe('there');
});

it('holds no answer that has come', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  const guard = orBroken(open);
  const given: WeakRef<object>[] = [];
  const ask = async () => void given.push(new WeakRef(await guard(Promise.resolve({ large: true }))));
  await ask();
  await eventually(() => {
    collectGarbage();
    // Its error would hold the answer itself.
    expect(given[0]?.deref() === undefined).toBe(true);
  });
});
