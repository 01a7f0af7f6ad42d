/**
 * Ways to send something out of a browser, each tried from a page and from workers against listeners of our own. The
 * table in docs/PRIVACY.md has a row for each, under the same name.
 */

/** Where a way sends to. Every address ends with the way's own name, by which the listeners know it. */
export interface Target {
  /** Address of an HTTP server on another port than the page's, without the name. */
  readonly http: string;
  readonly ws: string;
  /** Ports of UDP sockets, one for each of the ways that send datagrams. */
  readonly stun: number;
  readonly stunOfFrame: number;
  readonly quic: number;
  readonly id: string;
}

export interface Way {
  readonly name: string;
  readonly realms: 'page' | 'worker' | 'both';
  /** A directive of the policy, unless `kindOf` says otherwise. */
  readonly by: string;
  /** Run inside the realm: it may use nothing but what it is given. */
  readonly send: (to: Target) => unknown;
  /** True where a bare page is left by it. */
  readonly leaves?: true;
  /** True where this Chromium sends nothing from a bare page either, so that the test shows nothing. */
  readonly notHere?: true;
}

/** What a script that fights for it gets round. */
const CANCELLED = 'Navigation API, against accident only';
const TAKEN_AWAY = 'removed, against accident only';

/** Ways to send that need nothing but a call, in pages and in workers. */
const CALLS: readonly Way[] = [
  { name: 'fetch', realms: 'both', by: 'connect-src', send: (to) => fetch(to.http + to.id) },
  {
    name: 'fetch that outlives the page',
    realms: 'both',
    by: 'connect-src',
    send: (to) => fetch(to.http + to.id, { method: 'POST', mode: 'no-cors', keepalive: true, body: 'x' }),
  },
  {
    name: 'XMLHttpRequest',
    realms: 'both',
    by: 'connect-src',
    send: (to) => {
      const request = new XMLHttpRequest();
      request.open('GET', to.http + to.id);
      request.send();
    },
  },
  {
    name: 'EventSource',
    realms: 'both',
    by: 'connect-src',
    send: (to) => void new EventSource(to.http + to.id),
  },
  { name: 'WebSocket', realms: 'both', by: 'connect-src', send: (to) => void new WebSocket(to.ws + to.id) },
  {
    name: 'WebSocketStream',
    realms: 'both',
    by: 'connect-src',
    send: (to) => {
      const Stream = Reflect.get(globalThis, 'WebSocketStream') as new (address: string) => object;
      void new Stream(to.ws + to.id);
    },
  },
  {
    name: 'WebTransport',
    realms: 'both',
    by: TAKEN_AWAY,
    notHere: true,
    send: (to) => void new WebTransport(`https://localhost:${to.quic}/${to.id}`),
  },
  { name: 'import()', realms: 'both', by: 'script-src', send: (to) => import(to.http + to.id) },
  {
    name: 'cache of answers',
    realms: 'both',
    by: 'connect-src',
    send: async (to) =>
      (await caches.open('seal-test')).add(new Request(to.http + to.id, { mode: 'no-cors' })),
  },
  {
    name: 'font made by script',
    realms: 'both',
    by: 'font-src',
    send: (to) => new FontFace('x', `url(${to.http}${to.id})`).load(),
  },
  {
    name: 'worker made from text',
    realms: 'both',
    by: 'worker-src',
    send: (to) => {
      const code = `fetch(${JSON.stringify(to.http + to.id)}, { mode: 'no-cors' })`;
      void new Worker(URL.createObjectURL(new Blob([code], { type: 'text/javascript' })));
    },
  },
];

const OF_WORKERS: readonly Way[] = [
  {
    name: 'importScripts',
    realms: 'worker',
    by: 'script-src',
    send: (to) => {
      (Reflect.get(globalThis, 'importScripts') as (address: string) => void)(to.http + to.id);
    },
  },
];

/** Ways through elements and styles. */
const ELEMENTS: readonly Way[] = [
  {
    name: 'picture',
    realms: 'page',
    by: 'img-src',
    send: (to) => {
      new Image().src = to.http + to.id;
    },
  },
  {
    name: 'picture in SVG',
    realms: 'page',
    by: 'img-src',
    send: (to) => {
      const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
      const image = document.createElementNS('http://www.w3.org/2000/svg', 'image');
      image.setAttribute('href', to.http + to.id);
      svg.append(image);
      document.body.append(svg);
    },
  },
  {
    name: 'button that is a picture',
    realms: 'page',
    by: 'img-src',
    send: (to) => {
      const input = document.createElement('input');
      input.type = 'image';
      input.src = to.http + to.id;
      document.body.append(input);
    },
  },
  {
    name: 'address in a style',
    realms: 'page',
    by: 'img-src',
    send: (to) => {
      document.body.style.backgroundImage = `url(${to.http}${to.id})`;
    },
  },
  {
    name: 'address in a rule',
    realms: 'page',
    by: 'img-src',
    send: (to) => {
      const sheet = new CSSStyleSheet();
      sheet.insertRule(`body { list-style-image: url(${to.http}${to.id}); display: list-item }`);
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    },
  },
  {
    name: 'style sheet',
    realms: 'page',
    by: 'style-src',
    send: (to) => {
      const link = document.createElement('link');
      link.rel = 'stylesheet';
      link.href = to.http + to.id;
      document.head.append(link);
    },
  },
  {
    name: 'style element with @import',
    realms: 'page',
    by: 'style-src',
    send: (to) => {
      const style = document.createElement('style');
      style.textContent = `@import url(${to.http}${to.id});`;
      document.head.append(style);
    },
  },
  {
    name: 'sound',
    realms: 'page',
    by: 'media-src',
    send: (to) => new Audio(to.http + to.id).play(),
  },
  {
    name: 'video and its poster',
    realms: 'page',
    by: 'media-src, img-src',
    send: (to) => {
      const video = document.createElement('video');
      video.poster = to.http + to.id;
      document.body.append(video);
    },
  },
  {
    name: 'subtitles',
    realms: 'page',
    by: 'media-src',
    send: (to) => {
      const video = document.createElement('video');
      video.crossOrigin = 'anonymous';
      const track = document.createElement('track');
      track.default = true;
      track.src = to.http + to.id;
      video.append(track);
      document.body.append(video);
      track.track.mode = 'showing';
    },
  },
  {
    name: 'script element',
    realms: 'page',
    by: 'script-src',
    send: (to) => {
      const script = document.createElement('script');
      script.src = to.http + to.id;
      document.head.append(script);
    },
  },
  {
    name: 'markup written as text',
    realms: 'page',
    by: 'require-trusted-types-for',
    send: (to) => {
      document.body.insertAdjacentHTML('beforeend', `<img src="${to.http}${to.id}">`);
    },
  },
  {
    name: 'speculation rules',
    realms: 'page',
    by: 'script-src',
    send: (to) => {
      const script = document.createElement('script');
      script.type = 'speculationrules';
      script.textContent = JSON.stringify({
        prefetch: [{ source: 'list', urls: [to.http + to.id], eagerness: 'immediate' }],
      });
      document.head.append(script);
    },
  },
  {
    name: 'address of reports in a policy of the page',
    realms: 'page',
    by: 'counts only in a header',
    notHere: true,
    send: (to) => {
      const meta = document.createElement('meta');
      meta.httpEquiv = 'Content-Security-Policy';
      meta.content = `img-src 'self'; report-uri ${to.http}${to.id}`;
      document.head.append(meta);
      new Image().src = '//nobody.invalid/';
    },
  },
  {
    name: 'frame',
    realms: 'page',
    by: 'frame-src',
    send: (to) => {
      const frame = document.createElement('iframe');
      frame.src = to.http + to.id;
      document.body.append(frame);
    },
  },
  {
    name: 'object',
    realms: 'page',
    by: 'object-src',
    send: (to) => {
      const object = document.createElement('object');
      object.data = to.http + to.id;
      document.body.append(object);
    },
  },
  {
    name: 'embedded document',
    realms: 'page',
    by: 'object-src',
    send: (to) => {
      const embed = document.createElement('embed');
      embed.src = to.http + to.id;
      document.body.append(embed);
    },
  },
];

/** What a link of each kind has the browser do. */
const LINKS: readonly Way[] = [
  {
    name: 'link: preload',
    realms: 'page',
    by: 'what is loaded decides',
    send: (to) => {
      const link = document.createElement('link');
      Object.assign(link, { rel: 'preload', as: 'fetch', crossOrigin: 'anonymous', href: to.http + to.id });
      document.head.append(link);
    },
  },
  {
    name: 'link: modulepreload',
    realms: 'page',
    by: 'script-src',
    send: (to) => {
      const link = document.createElement('link');
      Object.assign(link, { rel: 'modulepreload', href: to.http + to.id });
      document.head.append(link);
    },
  },
  {
    name: 'link: prefetch',
    realms: 'page',
    by: 'default-src',
    send: (to) => {
      const link = document.createElement('link');
      Object.assign(link, { rel: 'prefetch', href: to.http + to.id });
      document.head.append(link);
    },
  },
  {
    name: 'link: icon',
    realms: 'page',
    by: 'img-src',
    notHere: true,
    send: (to) => {
      const link = document.createElement('link');
      Object.assign(link, { rel: 'icon', href: to.http + to.id });
      document.head.append(link);
    },
  },
  {
    name: 'link: manifest',
    realms: 'page',
    by: 'default-src',
    notHere: true,
    send: (to) => {
      const link = document.createElement('link');
      Object.assign(link, { rel: 'manifest', href: to.http + to.id });
      document.head.append(link);
    },
  },
  {
    name: 'link: preconnect',
    realms: 'page',
    by: 'nothing',
    notHere: true,
    send: (to) => {
      const link = document.createElement('link');
      link.href = to.http + to.id;
      link.setAttribute('rel', 'preconnect');
      document.head.append(link);
    },
  },
  {
    name: 'link: dns-prefetch',
    realms: 'page',
    by: 'nothing',
    notHere: true,
    send: (to) => {
      const link = document.createElement('link');
      link.href = to.http + to.id;
      link.rel = 'dns-prefetch';
      document.head.append(link);
    },
  },
];

/** Calls that only a page has. */
const OF_PAGES: readonly Way[] = [
  {
    name: 'beacon',
    realms: 'page',
    by: 'connect-src',
    send: (to) => navigator.sendBeacon(to.http + to.id, 'x'),
  },
  {
    name: 'WebRTC (STUN)',
    realms: 'page',
    by: TAKEN_AWAY,
    send: async (to) => {
      const peer = new RTCPeerConnection({ iceServers: [{ urls: `stun:127.0.0.1:${to.stun}` }] });
      peer.createDataChannel('x');
      await peer.setLocalDescription(await peer.createOffer());
    },
  },
  {
    name: 'WebRTC of an empty frame',
    realms: 'page',
    by: 'nothing',
    send: async (to) => {
      const frame = document.createElement('iframe');
      document.body.append(frame);
      const { RTCPeerConnection: Peer } = frame.contentWindow as Window & typeof globalThis;
      const peer = new Peer({ iceServers: [{ urls: `stun:127.0.0.1:${to.stunOfFrame}` }] });
      peer.createDataChannel('x');
      await peer.setLocalDescription(await peer.createOffer());
    },
  },
  {
    name: 'shared worker',
    realms: 'page',
    by: 'worker-src',
    send: (to) => {
      const code = `fetch(${JSON.stringify(to.http + to.id)}, { mode: 'no-cors' })`;
      void new SharedWorker(URL.createObjectURL(new Blob([code], { type: 'text/javascript' })));
    },
  },
  {
    name: 'worklet',
    realms: 'page',
    by: 'script-src',
    send: (to) => new OfflineAudioContext(1, 1, 44_100).audioWorklet.addModule(to.http + to.id),
  },
  {
    name: 'ping of a link',
    realms: 'page',
    by: 'connect-src',
    send: (to) => {
      const link = document.createElement('a');
      link.href = '#ping';
      link.ping = to.http + to.id;
      document.body.append(link);
      link.click();
    },
  },
];

/** Leading the page, or a new window, away. */
const NAVIGATIONS: readonly Way[] = [
  {
    name: 'form',
    realms: 'page',
    by: 'form-action',
    leaves: true,
    send: (to) => {
      const form = document.createElement('form');
      form.action = to.http + to.id;
      document.body.append(form);
      form.submit();
    },
  },
  {
    name: 'location',
    realms: 'page',
    by: CANCELLED,
    leaves: true,
    send: (to) => {
      location.href = to.http + to.id;
    },
  },
  {
    name: 'location, where nothing can be cancelled',
    realms: 'page',
    by: 'nothing',
    leaves: true,
    send: (to) => {
      Event.prototype.preventDefault = () => undefined;
      location.href = to.http + to.id;
    },
  },
  {
    name: 'location, as if the user led there',
    realms: 'page',
    by: 'nothing',
    leaves: true,
    send: (to) => {
      const made = Reflect.get(globalThis, 'NavigateEvent') as { readonly prototype: object } | undefined;
      if (made) Object.defineProperty(made.prototype, 'userInitiated', { get: () => true });
      location.href = to.http + to.id;
    },
  },
  {
    name: 'location.replace',
    realms: 'page',
    by: CANCELLED,
    leaves: true,
    send: (to) => location.replace(to.http + to.id),
  },
  {
    name: 'navigation.navigate',
    realms: 'page',
    by: CANCELLED,
    leaves: true,
    send: (to) => {
      const { navigation } = globalThis as unknown as { navigation: { navigate(address: string): unknown } };
      navigation.navigate(to.http + to.id);
    },
  },
  {
    name: 'meta refresh',
    realms: 'page',
    by: CANCELLED,
    leaves: true,
    send: (to) => {
      const meta = document.createElement('meta');
      meta.httpEquiv = 'refresh';
      meta.content = `0;url=${to.http}${to.id}`;
      document.head.append(meta);
    },
  },
  {
    name: 'link followed by a script',
    realms: 'page',
    by: CANCELLED,
    leaves: true,
    send: (to) => {
      const link = document.createElement('a');
      link.href = to.http + to.id;
      link.click();
    },
  },
  {
    name: 'download followed by a script',
    realms: 'page',
    by: CANCELLED,
    leaves: true,
    send: (to) => {
      const link = document.createElement('a');
      link.href = to.http + to.id;
      link.download = 'x';
      link.dispatchEvent(new MouseEvent('click'));
    },
  },
  {
    name: 'link to a new window, followed by a script',
    realms: 'page',
    by: 'sandbox',
    leaves: true,
    send: (to) => {
      const link = document.createElement('a');
      link.href = to.http + to.id;
      link.target = '_blank';
      link.append(document.createElement('b'));
      (link.firstChild as HTMLElement).click();
    },
  },
  {
    name: 'document.open with a name',
    realms: 'page',
    by: 'sandbox',
    leaves: true,
    send: (to) => void document.open(to.http + to.id, '_blank', 'noopener'),
  },
  {
    name: 'slotted link to a new window',
    realms: 'page',
    by: 'sandbox',
    leaves: true,
    send: (to) => {
      const host = document.createElement('div');
      const link = document.createElement('a');
      Object.assign(link, { href: to.http + to.id, target: '_blank' });
      link.append(document.createElement('slot'));
      host.attachShadow({ mode: 'open' }).append(link);
      const child = document.createElement('b');
      host.append(child);
      document.body.append(host);
      child.click();
    },
  },
  {
    name: 'animated address of a link in SVG',
    realms: 'page',
    by: CANCELLED,
    leaves: true,
    send: (to) => {
      const make = (name: string) => document.createElementNS('http://www.w3.org/2000/svg', name);
      const [svg, link, animate] = [make('svg'), make('a'), make('animate')];
      link.setAttribute('href', '#');
      animate.setAttribute('attributeName', 'href');
      animate.setAttribute('values', `${to.http}${to.id};${to.http}${to.id}`);
      animate.setAttribute('dur', '1s');
      animate.setAttribute('fill', 'freeze');
      link.append(animate, make('text'));
      svg.append(link);
      document.body.append(svg);
      setTimeout(() => link.dispatchEvent(new MouseEvent('click')), 200);
    },
  },
  {
    name: 'page made from text that leads away',
    realms: 'page',
    by: CANCELLED,
    leaves: true,
    send: (to) => {
      const text = `<meta http-equiv="refresh" content="0;url=${to.http}${to.id}">`;
      location.href = URL.createObjectURL(new Blob([text], { type: 'text/html' }));
    },
  },
  {
    name: 'window.open',
    realms: 'page',
    by: 'sandbox',
    leaves: true,
    send: (to) => void open(to.http + to.id),
  },
];

export const WAYS: readonly Way[] = [
  ...CALLS,
  ...OF_WORKERS,
  ...ELEMENTS,
  ...LINKS,
  ...OF_PAGES,
  ...NAVIGATIONS,
];

/** What keeps a way in: the policy, which the browser holds; or what src/seal/ does, which a script may get round. */
export function kindOf({ by }: Way): 'policy' | 'removed' | 'cancelled' | 'remains' {
  if (by === 'nothing') return 'remains';
  if (by === CANCELLED) return 'cancelled';
  return by === TAKEN_AWAY ? 'removed' : 'policy';
}

/** Globals that are removed, of which only some can be tried. */
export const REMOVED = [
  'RTCPeerConnection',
  'WebTransport',
  'speechSynthesis',
  'SpeechSynthesisUtterance',
  'webkitSpeechRecognition',
  'Notification',
  'MediaMetadata',
  'PresentationRequest',
];
