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
  /** What has to keep it in: the policy; that it is removed; that the page refuses it to scripts; the standard itself. */
  readonly held: 'policy' | 'removed' | 'refused' | 'standard';
  /** Run inside the realm: it may use nothing but what it is given. */
  readonly send: (to: Target) => unknown;
  /** True where a bare page is left by it. */
  readonly leaves?: true;
  /** True where this Chromium sends nothing from a bare page either, so that the test shows nothing. */
  readonly notHere?: true;
}

/** Ways to send that need nothing but a call, in pages and in workers. */
const CALLS: readonly Way[] = [
  { name: 'fetch', realms: 'both', held: 'policy', send: (to) => fetch(to.http + to.id) },
  {
    name: 'fetch that outlives the page',
    realms: 'both',
    held: 'policy',
    send: (to) => fetch(to.http + to.id, { method: 'POST', mode: 'no-cors', keepalive: true, body: 'x' }),
  },
  {
    name: 'XMLHttpRequest',
    realms: 'both',
    held: 'policy',
    send: (to) => {
      const request = new XMLHttpRequest();
      request.open('GET', to.http + to.id);
      request.send();
    },
  },
  {
    name: 'EventSource',
    realms: 'both',
    held: 'policy',
    send: (to) => void new EventSource(to.http + to.id),
  },
  { name: 'WebSocket', realms: 'both', held: 'policy', send: (to) => void new WebSocket(to.ws + to.id) },
  {
    name: 'WebSocketStream',
    realms: 'both',
    held: 'removed',
    send: (to) => {
      const Stream = Reflect.get(globalThis, 'WebSocketStream') as new (address: string) => object;
      void new Stream(to.ws + to.id);
    },
  },
  {
    name: 'WebTransport',
    realms: 'both',
    held: 'removed',
    notHere: true,
    send: (to) => void new WebTransport(`https://localhost:${to.quic}/${to.id}`),
  },
  { name: 'import()', realms: 'both', held: 'policy', send: (to) => import(to.http + to.id) },
  {
    name: 'cache of answers',
    realms: 'both',
    held: 'policy',
    send: async (to) =>
      (await caches.open('seal-test')).add(new Request(to.http + to.id, { mode: 'no-cors' })),
  },
  {
    name: 'font made by script',
    realms: 'both',
    held: 'policy',
    send: (to) => new FontFace('x', `url(${to.http}${to.id})`).load(),
  },
  {
    name: 'worker made from text',
    realms: 'both',
    held: 'policy',
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
    held: 'policy',
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
    held: 'policy',
    send: (to) => {
      new Image().src = to.http + to.id;
    },
  },
  {
    name: 'picture in SVG',
    realms: 'page',
    held: 'policy',
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
    held: 'policy',
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
    held: 'policy',
    send: (to) => {
      document.body.style.backgroundImage = `url(${to.http}${to.id})`;
    },
  },
  {
    name: 'address in a rule',
    realms: 'page',
    held: 'policy',
    send: (to) => {
      const sheet = new CSSStyleSheet();
      sheet.insertRule(`body { list-style-image: url(${to.http}${to.id}); display: list-item }`);
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    },
  },
  {
    name: 'style sheet',
    realms: 'page',
    held: 'policy',
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
    held: 'policy',
    send: (to) => {
      const style = document.createElement('style');
      style.textContent = `@import url(${to.http}${to.id});`;
      document.head.append(style);
    },
  },
  {
    name: 'sound',
    realms: 'page',
    held: 'policy',
    send: (to) => new Audio(to.http + to.id).play(),
  },
  {
    name: 'video and its poster',
    realms: 'page',
    held: 'policy',
    send: (to) => {
      const video = document.createElement('video');
      video.poster = to.http + to.id;
      document.body.append(video);
    },
  },
  {
    name: 'subtitles',
    realms: 'page',
    held: 'policy',
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
    held: 'policy',
    send: (to) => {
      const script = document.createElement('script');
      script.src = to.http + to.id;
      document.head.append(script);
    },
  },
  {
    name: 'markup written as text',
    realms: 'page',
    held: 'policy',
    send: (to) => {
      document.body.insertAdjacentHTML('beforeend', `<img src="${to.http}${to.id}">`);
    },
  },
  {
    name: 'speculation rules',
    realms: 'page',
    held: 'policy',
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
    held: 'standard',
    notHere: true,
    send: (to) => {
      const meta = document.createElement('meta');
      meta.httpEquiv = 'Content-Security-Policy';
      meta.content = `img-src 'self'; report-uri ${to.http}${to.id}`;
      document.head.append(meta);
      new Image().src = '//negscope-seal-probe.invalid/';
    },
  },
  {
    name: 'frame',
    realms: 'page',
    held: 'refused',
    send: (to) => {
      const frame = document.createElement('iframe');
      frame.src = to.http + to.id;
      document.body.append(frame);
    },
  },
  {
    name: 'object',
    realms: 'page',
    held: 'refused',
    send: (to) => {
      const object = document.createElement('object');
      object.data = to.http + to.id;
      document.body.append(object);
    },
  },
  {
    name: 'embedded document',
    realms: 'page',
    held: 'refused',
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
    held: 'policy',
    send: (to) => {
      const link = document.createElement('link');
      Object.assign(link, { rel: 'preload', as: 'fetch', crossOrigin: 'anonymous', href: to.http + to.id });
      document.head.append(link);
    },
  },
  {
    name: 'link: modulepreload',
    realms: 'page',
    held: 'policy',
    send: (to) => {
      const link = document.createElement('link');
      Object.assign(link, { rel: 'modulepreload', href: to.http + to.id });
      document.head.append(link);
    },
  },
  {
    name: 'link: prefetch',
    realms: 'page',
    held: 'policy',
    send: (to) => {
      const link = document.createElement('link');
      Object.assign(link, { rel: 'prefetch', href: to.http + to.id });
      document.head.append(link);
    },
  },
  {
    name: 'link: icon',
    realms: 'page',
    held: 'policy',
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
    held: 'policy',
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
    held: 'refused',
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
    held: 'refused',
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
    held: 'policy',
    send: (to) => navigator.sendBeacon(to.http + to.id, 'x'),
  },
  {
    name: 'WebRTC (STUN)',
    realms: 'page',
    held: 'removed',
    send: async (to) => {
      const peer = new RTCPeerConnection({ iceServers: [{ urls: `stun:127.0.0.1:${to.stun}` }] });
      peer.createDataChannel('x');
      await peer.setLocalDescription(await peer.createOffer());
    },
  },
  {
    name: 'WebRTC of an empty frame',
    realms: 'page',
    held: 'refused',
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
    held: 'removed',
    send: (to) => {
      const code = `fetch(${JSON.stringify(to.http + to.id)}, { mode: 'no-cors' })`;
      void new SharedWorker(URL.createObjectURL(new Blob([code], { type: 'text/javascript' })));
    },
  },
  {
    name: 'worklet',
    realms: 'page',
    held: 'policy',
    send: (to) => new OfflineAudioContext(1, 1, 44_100).audioWorklet.addModule(to.http + to.id),
  },
  {
    name: 'ping of a link',
    realms: 'page',
    held: 'policy',
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
    held: 'policy',
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
    held: 'refused',
    leaves: true,
    send: (to) => {
      location.href = to.http + to.id;
    },
  },
  {
    name: 'location.replace',
    realms: 'page',
    held: 'refused',
    leaves: true,
    send: (to) => location.replace(to.http + to.id),
  },
  {
    name: 'navigation.navigate',
    realms: 'page',
    held: 'refused',
    leaves: true,
    send: (to) => {
      const { navigation } = globalThis as unknown as { navigation: { navigate(address: string): unknown } };
      navigation.navigate(to.http + to.id);
    },
  },
  {
    name: 'meta refresh',
    realms: 'page',
    held: 'refused',
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
    held: 'refused',
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
    held: 'refused',
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
    held: 'refused',
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
    name: 'window.open',
    realms: 'page',
    held: 'removed',
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

/** What is removed and cannot be tried here, since it asks for a person, a device or a service: row by row of the table. */
export const REMOVED: Readonly<Record<string, readonly string[]>> = {
  'notifications and push': ['Notification', 'PushManager'],
  'speech, spoken and heard': ['speechSynthesis', 'SpeechSynthesisUtterance', 'webkitSpeechRecognition'],
  payment: ['PaymentRequest'],
  'presentation and casting': ['PresentationRequest', 'RemotePlayback'],
  'downloads and synchronising in the background': ['BackgroundFetchManager', 'SyncManager'],
  'pictures of what is played': ['MediaMetadata'],
  'picture in picture with a document': ['documentPictureInPicture'],
  advertising: ['HTMLFencedFrameElement', 'sharedStorage', 'fence'],
  'models that the browser fetches': ['Translator', 'LanguageDetector', 'Summarizer'],
  'requests put off until later': ['fetchLater'],
  'elements made past createElement': ['customElements', 'XSLTProcessor'],
};
