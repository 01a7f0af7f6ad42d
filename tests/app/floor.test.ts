import { beforeEach, expect, it, vi } from 'vitest';

const told = async () => (await import('../../src/app/floor')).TOO_OLD;

beforeEach(() => void vi.resetModules());

it('lets a browser in that has everything', async () => {
  expect(await told()).toBeNull();
});

it.each([
  ['WebAssembly', globalThis],
  ['canParse', URL],
])('says that a browser without %s is too old', async (name, owner) => {
  const own = Object.getOwnPropertyDescriptor(owner, name) ?? {};
  Reflect.deleteProperty(owner, name);
  try {
    expect(await told()).toContain('This browser is too old');
  } finally {
    Object.defineProperty(owner, name, own);
  }
});
