import { describe, expect, it } from 'vitest';

import { keepOnPage } from '../../src/seal/navigation';

const PAGE = 'http://localhost:5173/some/base/?device=wasm#audit';

/** Whether a navigation goes on, with the listener of a page. */
function goesOn(url: string, userInitiated = false): boolean {
  const navigation = new EventTarget();
  keepOnPage({ navigation, location: { href: PAGE } } as unknown as Window & typeof globalThis);
  const event = new Event('navigate', { cancelable: true });
  Object.assign(event, { destination: { url }, userInitiated });
  return navigation.dispatchEvent(event);
}

describe('a script may lead the page', () => {
  it.each(['http://localhost:5173/some/base/#lab', 'http://localhost:5173/some/base/?device=webgpu', PAGE])(
    'to itself: %s',
    (address) => expect(goesOn(address)).toBe(true),
  );

  it.each([
    'http://example.org/?text=of+a+file',
    'http://localhost:5174/some/base/',
    'https://localhost:5173/some/base/',
    'http://localhost:5173/some/base/text-of-a-file',
    'mailto:somebody@example.org?body=text',
  ])('not to %s', (address) => expect(goesOn(address)).toBe(false));

  it('to what it has made, as every download is', () => {
    expect(goesOn('blob:http://localhost:5173/1d')).toBe(true);
  });

  it('nowhere further; the user goes where they like', () => {
    expect(goesOn('http://example.org/', true)).toBe(true);
  });
});
