import { describe, expect, it } from 'vitest';

import { remainingIn, removeUngoverned } from '../../src/seal/ungoverned';

const NAMES = ['RTCPeerConnection', 'webkitRTCPeerConnection', 'WebTransport', 'speechSynthesis'];

/** A global object with a prototype, as a browser's is. */
function realm(): object {
  const inherited = { speechSynthesis: { speak: () => undefined } };
  const own = {
    RTCPeerConnection: String,
    webkitRTCPeerConnection: String,
    WebTransport: String,
    fetch: () => undefined,
  };
  return Object.assign(Object.create(inherited) as object, own);
}

describe('the removal of what no policy holds', () => {
  it('takes globals, also inherited ones, and leaves the rest', () => {
    const scope = realm();
    expect(remainingIn(scope)).toEqual(NAMES);
    removeUngoverned(scope);
    expect(remainingIn(scope)).toEqual([]);
    for (const name of NAMES) expect(Reflect.get(scope, name), name).toBeUndefined();
    expect(Reflect.get(scope, 'fetch')).toBeTypeOf('function');
  });

  it('cannot be undone', () => {
    const scope = realm();
    removeUngoverned(scope);
    const back = () => Object.defineProperty(scope, 'RTCPeerConnection', { value: String });
    expect(back).toThrow(TypeError);
    expect(Reflect.deleteProperty(scope, 'RTCPeerConnection')).toBe(false);
  });

  it('names what could not be removed', () => {
    const scope = realm();
    Object.defineProperty(scope, 'WebTransport', { value: String, writable: false, configurable: false });
    removeUngoverned(scope);
    expect(remainingIn(scope)).toEqual(['WebTransport']);
  });
});
