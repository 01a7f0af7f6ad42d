import { describe, expect, it } from 'vitest';

import { remainingIn, removeUngoverned } from '../../src/seal/ungoverned';

/** A global object with prototypes, as a browser's is. */
function realm() {
  const inherited = { speechSynthesis: { speak: () => undefined } };
  const navigator = Object.create({ share: () => undefined, sendBeacon: () => true }) as object;
  class ServiceWorkerRegistration {
    get pushManager() {
      return {};
    }
  }
  const own = {
    RTCPeerConnection: String,
    webkitRTCPeerConnection: String,
    WebTransport: String,
    fetch: () => undefined,
    ServiceWorkerRegistration,
    navigator,
  };
  return {
    scope: Object.assign(Object.create(inherited) as object, own),
    navigator,
    ServiceWorkerRegistration,
  };
}

describe('the removal of what no policy holds', () => {
  it('takes globals, also inherited ones, members of navigator and of prototypes, and leaves the rest', () => {
    const { scope, navigator, ServiceWorkerRegistration } = realm();
    expect(remainingIn(scope)).toEqual([
      'RTCPeerConnection',
      'webkitRTCPeerConnection',
      'WebTransport',
      'speechSynthesis',
      'share',
      'pushManager',
    ]);
    removeUngoverned(scope);
    expect(remainingIn(scope)).toEqual([]);
    for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'WebTransport', 'speechSynthesis']) {
      expect(Reflect.get(scope, name), name).toBeUndefined();
    }
    expect(Reflect.get(navigator, 'share')).toBeUndefined();
    expect(new ServiceWorkerRegistration().pushManager).toBeUndefined();
    expect(scope.fetch).toBeTypeOf('function');
    expect(Reflect.get(navigator, 'sendBeacon')).toBeTypeOf('function');
  });

  it('cannot be undone', () => {
    const { scope } = realm();
    removeUngoverned(scope);
    const back = () => Object.defineProperty(scope, 'RTCPeerConnection', { value: String });
    expect(back).toThrow(TypeError);
    expect(Reflect.deleteProperty(scope, 'RTCPeerConnection')).toBe(false);
  });

  it('names what could not be removed', () => {
    const { scope } = realm();
    Object.defineProperty(scope, 'WebTransport', { value: String, writable: false, configurable: false });
    removeUngoverned(scope);
    expect(remainingIn(scope)).toEqual(['WebTransport']);
  });
});
