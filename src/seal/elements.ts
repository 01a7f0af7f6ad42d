/**
 * Elements that no policy blocks. A frame without an address has fresh globals; a link may make the browser look up a name.
 * `require-trusted-types-for` blocks HTML from text.
 */

import { SealedError } from './refused';

/** Elements that hold another document. */
const FRAMES = ['iframe', 'frame', 'frameset', 'object', 'embed', 'applet', 'portal', 'fencedframe'];

/** Kinds of link that only open a connection or look up a name. */
const AHEAD = /(^|\s)(dns-prefetch|preconnect)(\s|$)/i;

/** Keeps the page from making frames and links that connect ahead. */
export function guardElements(scope: Window & typeof globalThis): void {
  const { Document, Element, HTMLLinkElement } = scope;
  guard(Document.prototype, 'createElement', (_document, [name]) => refuseFrame(name));
  guard(Document.prototype, 'createElementNS', (_document, [, name]) => refuseFrame(name));

  const refuseAhead = (element: unknown, name: unknown, value: unknown) => {
    if (!(element instanceof HTMLLinkElement) || String(name).toLowerCase() !== 'rel') return;
    if (AHEAD.test(String(value))) throw new SealedError(`A link of the kind "${String(value)}"`);
  };
  guard(Element.prototype, 'setAttribute', (element, [name, value]) => refuseAhead(element, name, value));
  guard(Element.prototype, 'setAttributeNS', (element, [, name, value]) => refuseAhead(element, name, value));
  guardSetter(HTMLLinkElement.prototype, 'rel', (element, value) => refuseAhead(element, 'rel', value));
  // What a list of kinds is asked for stays; a list that could be added to does not.
  fixGetter(HTMLLinkElement.prototype, 'relList', (list) => ({
    supports: (kind: string) => (list as DOMTokenList).supports(kind),
    contains: (kind: string) => (list as DOMTokenList).contains(kind),
  }));
  // Both ends of an attribute that is made by itself, which would pass by the guards above.
  for (const name of ['createAttribute', 'createAttributeNS']) {
    guard(Document.prototype, name, () => {
      throw new SealedError('An attribute made by itself');
    });
  }
}

/** @throws SealedError if the name is that of a frame */
function refuseFrame(name: unknown): void {
  const local = String(name).toLowerCase().split(':').at(-1) ?? '';
  if (FRAMES.includes(local)) throw new SealedError(`An element "${local}"`);
}

/** Puts a check before a method, permanently. */
export function guard(
  holder: object,
  name: string,
  check: (self: unknown, given: readonly unknown[]) => void,
): void {
  const method: unknown = Reflect.get(holder, name);
  if (typeof method !== 'function') return;
  const guarded = {
    [name](this: unknown, ...given: unknown[]): unknown {
      check(this, given);
      return Reflect.apply(method, this, given);
    },
  };
  Object.defineProperty(holder, name, { value: guarded[name], writable: false, configurable: false });
}

function guardSetter(holder: object, name: string, check: (self: unknown, value: unknown) => void): void {
  const { get, set, enumerable = true } = Object.getOwnPropertyDescriptor(holder, name) ?? {};
  if (!get || !set) return;
  const guarded = function (this: unknown, value: unknown): void {
    check(this, value);
    set.call(this, value);
  };
  Object.defineProperty(holder, name, { get, set: guarded, enumerable, configurable: false });
}

function fixGetter(holder: object, name: string, change: (value: unknown) => unknown): void {
  const { get, enumerable = true } = Object.getOwnPropertyDescriptor(holder, name) ?? {};
  if (!get) return;
  const changed = function (this: unknown): unknown {
    return change(get.call(this));
  };
  Object.defineProperty(holder, name, { get: changed, enumerable, configurable: false });
}
