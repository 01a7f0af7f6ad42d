/**
 * Response headers that seal the page: isolation for wasm threads, and a content security policy under
 * which nothing is fetched from, or sent to, another origin. They must come with every file, since a policy
 * in a page's meta tag does not bind its workers.
 */

/** What is not named here is refused. */
const POLICY = {
  'default-src': "'none'",
  'script-src': "'self' 'wasm-unsafe-eval'",
  'worker-src': "'self'",
  'connect-src': "'self'",
  'style-src': "'self'",
  'style-src-attr': "'none'",
  'img-src': "'self' data:",
  'font-src': "'self'",
  'media-src': "'none'",
  'object-src': "'none'",
  'frame-src': "'none'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
  // Text becomes elements only by Svelte's templates, and a worker's script is one of our own origin (src/seal/).
  'require-trusted-types-for': "'script'",
  'trusted-types': 'default svelte-trusted-html',
  // No windows of its own. Forms stay, for their submit event; form-action holds what they would send.
  sandbox: 'allow-scripts allow-same-origin allow-downloads allow-modals allow-forms',
};

/**
 * Features that the page has no use for and that reach beyond it: devices, places, other people's services. Only names
 * that Chromium knows: of others it warns in the console.
 */
const REFUSED_FEATURES = [
  'accelerometer',
  'attribution-reporting',
  'browsing-topics',
  'camera',
  'compute-pressure',
  'display-capture',
  'encrypted-media',
  'gamepad',
  'geolocation',
  'gyroscope',
  'hid',
  'identity-credentials-get',
  'idle-detection',
  'join-ad-interest-group',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'otp-credentials',
  'payment',
  'private-aggregation',
  'private-state-token-issuance',
  'private-state-token-redemption',
  'publickey-credentials-create',
  'publickey-credentials-get',
  'run-ad-auction',
  'screen-wake-lock',
  'serial',
  'shared-storage',
  'storage-access',
  'usb',
  'window-management',
  'xr-spatial-tracking',
];

/** The document that other pages may frame: the lessons, without files, workers or storage (docs/PRIVACY.md). */
export const FRAMED = 'learn.html';

/** Stricter where it can be: it asks for nothing and starts nothing. */
const FRAMED_POLICY = {
  ...POLICY,
  'script-src': "'self'",
  'worker-src': "'none'",
  'connect-src': "'none'",
  'frame-ancestors': '*',
  // Its last lesson opens Rank, which stands in no frame: in a window of its own, under its own policy.
  sandbox: `${POLICY.sandbox} allow-popups allow-popups-to-escape-sandbox`,
};

/** @param {Record<string, string>} policy */
function written(policy) {
  return Object.entries(policy)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ');
}

/** The policy as one header value. @returns {string} */
export function contentSecurityPolicy() {
  return written(POLICY);
}

/** What of the policy of the framed document a page can say itself, for hosts that send no header. @returns {string} */
export function framedMetaPolicy() {
  const said = Object.entries(FRAMED_POLICY).filter(([name]) => name !== 'frame-ancestors');
  return written(Object.fromEntries(said));
}

/**
 * @param {{ development?: boolean }} [options] the development server injects inline styles and its own
 *   socket, so it runs without the policy; the built page never does
 * @returns {Record<string, string>}
 */
export function responseHeaders({ development = false } = {}) {
  /** @type {Record<string, string>} */
  const headers = {
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Embedder-Policy': 'require-corp',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Permissions-Policy': REFUSED_FEATURES.map((name) => `${name}=()`).join(', '),
    'X-DNS-Prefetch-Control': 'off',
  };
  if (!development) headers['Content-Security-Policy'] = contentSecurityPolicy();
  return headers;
}

/** The headers of the framed document that differ from those of all other files. @returns {Record<string, string>} */
export function framedHeaders() {
  return {
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Content-Security-Policy': written(FRAMED_POLICY),
  };
}

/** Vite puts a hash of the content into the names of what it writes there: a name never gets other content. */
export const HASHED_FOLDER = 'assets/';

/**
 * How long a file may be kept without asking for it again.
 *
 * @param {string} path relative to the page
 * @returns {string} a Cache-Control
 */
export function cacheControl(path) {
  const hashed = path.startsWith(HASHED_FOLDER) && /-[\w-]{8}\.\w+$/.test(path);
  // Everything else is always asked for again, and answered with 304: a new build shows at once.
  return hashed ? 'public, max-age=31536000, immutable' : 'no-cache';
}
