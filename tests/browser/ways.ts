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

/** A way of one kind of realm, by what it is kept in. */
const of =
  (realms: Way['realms']) =>
  (name: string, by: string, send: Way['send'], more: Pick<Way, 'leaves' | 'notHere'> = {}): Way => ({
    name,
    realms,
    by,
    send,
    ...more,
  });
const [both, worker, page] = [of('both'), of('worker'), of('page')];
/** One that leads the page, or a new window, away. */
const away = (name: string, by: string, send: Way['send']): Way => page(name, by, send, { leaves: true });
const NOT_HERE = { notHere: true } as const;

/**
 * Makes an element and puts it into the page. The text of a function, since it runs in other realms.
 *
 * @param properties set in this order; ADDRESS in them stands for the address
 * @param then what is done with `made`
 */
const element = (
  tag: string,
  properties: Readonly<Record<string, string>>,
  { into = 'body', then = '' }: { readonly into?: 'head' | 'body' | null; readonly then?: string } = {},
): Way['send'] =>
  new Function(
    'to',
    `const made = document.createElement('${tag}');
    const given = ${JSON.stringify(JSON.stringify(properties))}.replaceAll('ADDRESS', to.http + to.id);
    Object.assign(made, JSON.parse(given));
    ${into === null ? '' : `document.${into}.append(made);`}
    ${then}`,
  ) as Way['send'];

const HEAD = { into: 'head' } as const;

/** Ways to send that need nothing but a call, in pages and in workers. */
const CALLS: readonly Way[] = [
  both('fetch', 'connect-src', (to) => fetch(to.http + to.id)),
  both('fetch that outlives the page', 'connect-src', (to) =>
    fetch(to.http + to.id, { method: 'POST', mode: 'no-cors', keepalive: true, body: 'x' }),
  ),
  both('XMLHttpRequest', 'connect-src', (to) => {
    const request = new XMLHttpRequest();
    request.open('GET', to.http + to.id);
    request.send();
  }),
  both('EventSource', 'connect-src', (to) => void new EventSource(to.http + to.id)),
  both('WebSocket', 'connect-src', (to) => void new WebSocket(to.ws + to.id)),
  both('WebSocketStream', 'connect-src', (to) => {
    const Stream = Reflect.get(globalThis, 'WebSocketStream') as new (address: string) => object;
    void new Stream(to.ws + to.id);
  }),
  both(
    'WebTransport',
    TAKEN_AWAY,
    (to) => void new WebTransport(`https://localhost:${to.quic}/${to.id}`),
    NOT_HERE,
  ),
  both('import()', 'script-src', (to) => import(to.http + to.id)),
  both('cache of answers', 'connect-src', async (to) =>
    (await caches.open('seal-test')).add(new Request(to.http + to.id, { mode: 'no-cors' })),
  ),
  both('font made by script', 'font-src', (to) => new FontFace('x', `url(${to.http}${to.id})`).load()),
  both('worker made from text', 'worker-src', (to) => {
    const code = `fetch(${JSON.stringify(to.http + to.id)}, { mode: 'no-cors' })`;
    void new Worker(URL.createObjectURL(new Blob([code], { type: 'text/javascript' })));
  }),
  worker('importScripts', 'script-src', (to) => {
    (Reflect.get(globalThis, 'importScripts') as (address: string) => void)(to.http + to.id);
  }),
];

/** Ways through elements and styles. */
const ELEMENTS: readonly Way[] = [
  page('picture', 'img-src', element('img', { src: 'ADDRESS' }, { into: null })),
  page('picture in SVG', 'img-src', (to) => {
    const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    const image = document.createElementNS('http://www.w3.org/2000/svg', 'image');
    image.setAttribute('href', to.http + to.id);
    svg.append(image);
    document.body.append(svg);
  }),
  page('button that is a picture', 'img-src', element('input', { type: 'image', src: 'ADDRESS' })),
  page('address in a style', 'img-src', (to) => {
    document.body.style.backgroundImage = `url(${to.http}${to.id})`;
  }),
  page('address in a rule', 'img-src', (to) => {
    const sheet = new CSSStyleSheet();
    sheet.insertRule(`body { list-style-image: url(${to.http}${to.id}); display: list-item }`);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  }),
  page('style sheet', 'style-src', element('link', { rel: 'stylesheet', href: 'ADDRESS' }, HEAD)),
  page(
    'style element with @import',
    'style-src',
    element('style', { textContent: '@import url(ADDRESS);' }, HEAD),
  ),
  page('sound', 'media-src', (to) => new Audio(to.http + to.id).play()),
  page('video and its poster', 'media-src, img-src', element('video', { poster: 'ADDRESS' })),
  page('subtitles', 'media-src', (to) => {
    const video = document.createElement('video');
    video.crossOrigin = 'anonymous';
    const track = document.createElement('track');
    track.default = true;
    track.src = to.http + to.id;
    video.append(track);
    document.body.append(video);
    track.track.mode = 'showing';
  }),
  page('script element', 'script-src', element('script', { src: 'ADDRESS' }, HEAD)),
  page('markup written as text', 'require-trusted-types-for', (to) => {
    document.body.insertAdjacentHTML('beforeend', `<img src="${to.http}${to.id}">`);
  }),
  page('speculation rules', 'script-src', (to) => {
    const script = document.createElement('script');
    script.type = 'speculationrules';
    script.textContent = JSON.stringify({
      prefetch: [{ source: 'list', urls: [to.http + to.id], eagerness: 'immediate' }],
    });
    document.head.append(script);
  }),
  page(
    'address of reports in a policy of the page',
    'counts only in a header',
    element(
      'meta',
      { httpEquiv: 'Content-Security-Policy', content: "img-src 'self'; report-uri ADDRESS" },
      { ...HEAD, then: "new Image().src = '//nobody.invalid/';" },
    ),
    NOT_HERE,
  ),
  page('frame', 'frame-src', element('iframe', { src: 'ADDRESS' })),
  page('object', 'object-src', element('object', { data: 'ADDRESS' })),
  page('embedded document', 'object-src', element('embed', { src: 'ADDRESS' })),
];

/** What a link of each kind has the browser do. */
const LINKS: readonly Way[] = [
  page(
    'link: preload',
    'what is loaded decides',
    element('link', { rel: 'preload', as: 'fetch', crossOrigin: 'anonymous', href: 'ADDRESS' }, HEAD),
  ),
  page('link: modulepreload', 'script-src', element('link', { rel: 'modulepreload', href: 'ADDRESS' }, HEAD)),
  page('link: prefetch', 'default-src', element('link', { rel: 'prefetch', href: 'ADDRESS' }, HEAD)),
  page('link: icon', 'img-src', element('link', { rel: 'icon', href: 'ADDRESS' }, HEAD), NOT_HERE),
  page(
    'link: manifest',
    'default-src',
    element('link', { rel: 'manifest', href: 'ADDRESS' }, HEAD),
    NOT_HERE,
  ),
  page(
    'link: preconnect',
    'nothing',
    element('link', { href: 'ADDRESS', rel: 'preconnect' }, HEAD),
    NOT_HERE,
  ),
  page(
    'link: dns-prefetch',
    'nothing',
    element('link', { href: 'ADDRESS', rel: 'dns-prefetch' }, HEAD),
    NOT_HERE,
  ),
];

/** Calls that only a page has. */
const OF_PAGES: readonly Way[] = [
  page('beacon', 'connect-src', (to) => navigator.sendBeacon(to.http + to.id, 'x')),
  page('WebRTC (STUN)', TAKEN_AWAY, async (to) => {
    const peer = new RTCPeerConnection({ iceServers: [{ urls: `stun:127.0.0.1:${to.stun}` }] });
    peer.createDataChannel('x');
    await peer.setLocalDescription(await peer.createOffer());
  }),
  page('WebRTC of an empty frame', 'nothing', async (to) => {
    const frame = document.createElement('iframe');
    document.body.append(frame);
    const { RTCPeerConnection: Peer } = frame.contentWindow as Window & typeof globalThis;
    const peer = new Peer({ iceServers: [{ urls: `stun:127.0.0.1:${to.stunOfFrame}` }] });
    peer.createDataChannel('x');
    await peer.setLocalDescription(await peer.createOffer());
  }),
  page('shared worker', 'worker-src', (to) => {
    const code = `fetch(${JSON.stringify(to.http + to.id)}, { mode: 'no-cors' })`;
    void new SharedWorker(URL.createObjectURL(new Blob([code], { type: 'text/javascript' })));
  }),
  page('worklet', 'script-src', (to) =>
    new OfflineAudioContext(1, 1, 44_100).audioWorklet.addModule(to.http + to.id),
  ),
  page(
    'ping of a link',
    'connect-src',
    element('a', { href: '#ping', ping: 'ADDRESS' }, { then: 'made.click();' }),
  ),
];

/** Leading the page, or a new window, away. */
const NAVIGATIONS: readonly Way[] = [
  away('form', 'form-action', element('form', { action: 'ADDRESS' }, { then: 'made.submit();' })),
  away('location', CANCELLED, (to) => {
    location.href = to.http + to.id;
  }),
  away('location, where nothing can be cancelled', 'nothing', (to) => {
    Event.prototype.preventDefault = () => undefined;
    location.href = to.http + to.id;
  }),
  away('location, as if the user led there', 'nothing', (to) => {
    const made = Reflect.get(globalThis, 'NavigateEvent') as { readonly prototype: object } | undefined;
    if (made) Object.defineProperty(made.prototype, 'userInitiated', { get: () => true });
    location.href = to.http + to.id;
  }),
  away('location.replace', CANCELLED, (to) => location.replace(to.http + to.id)),
  away('navigation.navigate', CANCELLED, (to) => {
    const { navigation } = globalThis as unknown as { navigation: { navigate(address: string): unknown } };
    navigation.navigate(to.http + to.id);
  }),
  away('meta refresh', CANCELLED, element('meta', { httpEquiv: 'refresh', content: '0;url=ADDRESS' }, HEAD)),
  away(
    'link followed by a script',
    CANCELLED,
    element('a', { href: 'ADDRESS' }, { into: null, then: 'made.click();' }),
  ),
  away(
    'download followed by a script',
    CANCELLED,
    element(
      'a',
      { href: 'ADDRESS', download: 'x' },
      { into: null, then: "made.dispatchEvent(new MouseEvent('click'));" },
    ),
  ),
  away('link to a new window, followed by a script', 'sandbox', (to) => {
    const link = document.createElement('a');
    link.href = to.http + to.id;
    link.target = '_blank';
    link.append(document.createElement('b'));
    (link.firstChild as HTMLElement).click();
  }),
  away(
    'document.open with a name',
    'sandbox',
    (to) => void document.open(to.http + to.id, '_blank', 'noopener'),
  ),
  away('slotted link to a new window', 'sandbox', (to) => {
    const host = document.createElement('div');
    const link = document.createElement('a');
    Object.assign(link, { href: to.http + to.id, target: '_blank' });
    link.append(document.createElement('slot'));
    host.attachShadow({ mode: 'open' }).append(link);
    const child = document.createElement('b');
    host.append(child);
    document.body.append(host);
    child.click();
  }),
  away('animated address of a link in SVG', CANCELLED, (to) => {
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
  }),
  away('page made from text that leads away', CANCELLED, (to) => {
    const text = `<meta http-equiv="refresh" content="0;url=${to.http}${to.id}">`;
    location.href = URL.createObjectURL(new Blob([text], { type: 'text/html' }));
  }),
  away('window.open', 'sandbox', (to) => void open(to.http + to.id)),
];

export const WAYS: readonly Way[] = [...CALLS, ...ELEMENTS, ...LINKS, ...OF_PAGES, ...NAVIGATIONS];

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
