/** What could send something out and is held by no policy header: it is removed, for good, before any other script. */

/** Names of globals. The reasons are told in docs/PRIVACY.md, name by name. */
const GLOBALS = [
  // Packets to any address, which connect-src does not hold.
  /^(webkit|moz)?RTC/,
  // Held by connect-src in Chromium; the specification leaves it open.
  /^WebTransport/,
  'WebSocketStream',
  /^(TCP|TCPServer|UDP)Socket$/,
  // A new window has globals of its own, in which nothing is removed.
  'open',
  'showModalDialog',
  /^[dD]ocumentPictureInPicture$/,
  // Makes elements past `createElement`.
  'XSLTProcessor',
  'customElements',
  // A worker that all tabs share, and whose end no page sees.
  'SharedWorker',
  // Voices of the network: what is said goes to whoever offers the voice.
  /^[sS]peechSynthesis/,
  /^(webkit)?Speech(Recognition|Grammar)/,
  // The browser fetches pictures for them, or speaks with a server of its maker, outside of any page's policy.
  'Notification',
  /^Push(Manager|Subscription)/,
  'MediaMetadata',
  /^Payment(Request|Manager)$/,
  /^Presentation/,
  'RemotePlayback',
  /^BackgroundFetch/,
  /^(Periodic)?SyncManager$/,
  'fetchLater',
  // Advertising.
  /^[fF]ence$/,
  /^(HTML)?FencedFrame/,
  /^[sS]haredStorage/,
  // Models and dictionaries that the browser fetches.
  /^(Translator|LanguageDetector|LanguageModel|Summarizer|Writer|Rewriter|Proofreader)$/,
  /^(FederatedCredential|IdentityCredential|DigitalCredential|NavigatorLogin|IdentityProvider)$/,
];

/** Members of `navigator`. */
const OF_NAVIGATOR = [
  'share',
  'canShare',
  'bluetooth',
  'presentation',
  'login',
  'joinAdInterestGroup',
  'updateAdInterestGroups',
  'runAdAuction',
  'registerProtocolHandler',
];

/** Members of other globals, which would lead to what was removed. */
const OF_PROTOTYPES: Readonly<Record<string, readonly string[]>> = {
  ServiceWorkerRegistration: [
    'pushManager',
    'backgroundFetch',
    'sync',
    'periodicSync',
    'paymentManager',
    'showNotification',
  ],
  HTMLMediaElement: ['remote'],
};

/** An object that has members, and one of its names. */
type Member = readonly [holder: object, name: string];

/** Removes what no policy holds. What was removed cannot be defined again. */
export function removeUngoverned(scope: object): void {
  for (const [holder, name] of ungovernedIn(scope)) {
    try {
      Object.defineProperty(holder, name, { value: undefined, writable: false, configurable: false });
    } catch {
      // It stays, and `remainingIn` names it.
    }
  }
}

/** Names of what should have been removed and is there; empty after a removal that worked. */
export function remainingIn(scope: object): string[] {
  return ungovernedIn(scope).flatMap(([holder, name]) =>
    Object.getOwnPropertyDescriptor(holder, name)?.value === undefined && isFixed(holder, name) ? [] : [name],
  );
}

function isFixed(holder: object, name: string): boolean {
  return Object.getOwnPropertyDescriptor(holder, name)?.configurable === false && !Reflect.get(holder, name);
}

/** Every member that is named above and that this realm has, on the object that holds it. */
function ungovernedIn(scope: object): Member[] {
  const found: Member[] = [];
  for (const holder of chainOf(scope)) {
    for (const name of Object.getOwnPropertyNames(holder)) {
      const named = GLOBALS.some((each) => (typeof each === 'string' ? each === name : each.test(name)));
      if (named) found.push([holder, name]);
    }
  }
  const navigator: unknown = Reflect.get(scope, 'navigator');
  for (const holder of chainOf(navigator)) {
    for (const name of OF_NAVIGATOR) if (Object.hasOwn(holder, name)) found.push([holder, name]);
  }
  for (const [global, names] of Object.entries(OF_PROTOTYPES)) {
    const holder: unknown = Reflect.get(Object(Reflect.get(scope, global)), 'prototype');
    if (typeof holder !== 'object' || holder === null) continue;
    for (const name of names) if (Object.hasOwn(holder, name)) found.push([holder, name]);
  }
  return found;
}

/** An object and its prototypes, without `Object.prototype`. */
function chainOf(start: unknown): object[] {
  const chain: object[] = [];
  let holder: unknown = start;
  while (typeof holder === 'object' && holder !== null && holder !== Object.prototype) {
    chain.push(holder);
    holder = Object.getPrototypeOf(holder);
  }
  return chain;
}
