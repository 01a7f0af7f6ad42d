import { describe, expect, it } from 'vitest';

import { keepOnPage } from '../../src/seal/navigation';

const PAGE = 'http://localhost:5173/some/base/?device=wasm#audit';

interface Told {
  readonly userInitiated?: boolean;
  readonly downloadRequest?: string;
  readonly sourceElement?: { hasAttribute: (name: string) => boolean };
}

/** Whether a navigation goes on, with the listener of a page. */
function goesOn(url: string, told: Told = {}): boolean {
  const navigation = new EventTarget();
  keepOnPage({ navigation, location: { href: PAGE } } as unknown as Window & typeof globalThis);
  const event = new Event('navigate', { cancelable: true });
  Object.assign(event, { destination: { url }, userInitiated: false, downloadRequest: null, ...told });
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
    'blob:http://localhost:5173/1d',
    'data:text/html,x',
  ])('not to %s', (address) => expect(goesOn(address)).toBe(false));

  it('to a download of what the page has made, and of nothing else', () => {
    const link = (attribute: string) => ({ hasAttribute: (name: string) => name === attribute });
    expect(goesOn('blob:http://localhost:5173/1d', { downloadRequest: 'report.json' })).toBe(true);
    expect(goesOn('blob:http://localhost:5173/1d', { sourceElement: link('download') })).toBe(true);
    expect(goesOn('blob:http://localhost:5173/1d', { sourceElement: link('href') })).toBe(false);
    expect(goesOn('http://example.org/?text', { downloadRequest: '' })).toBe(false);
  });

  it('nowhere further; the user goes where they like', () => {
    expect(goesOn('http://example.org/', { userInitiated: true })).toBe(true);
  });
});
