import { describe, expect, it } from 'vitest';

import { contentSecurityPolicy } from '../../scripts/headers.mjs';
import { widerDirectives } from '../../src/seal/policy';

const OURS = contentSecurityPolicy();
const ORIGIN = 'http://localhost:4173';

/** Ours with a directive replaced, or taken away. */
function changed(name: string, sources: string | null): string {
  return OURS.split('; ')
    .flatMap((directive) => {
      if (!directive.startsWith(`${name} `)) return [directive];
      return sources === null ? [] : [`${name} ${sources}`];
    })
    .join('; ');
}

describe('a policy in force', () => {
  it.each([
    ['ours', OURS],
    ['ours with our origin written out', OURS.replaceAll("'self'", ORIGIN)],
    [
      'ours in other letters, spaces and order',
      OURS.toUpperCase()
        .replaceAll("'SELF'", "'self'")
        .replaceAll("'NONE'", "'none'")
        .replaceAll("'WASM-UNSAFE-EVAL'", "'wasm-unsafe-eval'")
        .replaceAll('DATA:', 'data:')
        .split('; ')
        .reverse()
        .join(' ;  '),
    ],
    ['one that refuses everything', "default-src 'none'; base-uri 'none'; form-action 'none'"],
    ['ours without pictures', changed('img-src', "'none'")],
    ['ours, the frames left to the default', changed('frame-src', null)],
    ['ours, said twice: the first holds', `${OURS}; connect-src *`],
    ['ours without what holds back no request', changed('frame-ancestors', null)],
  ])('that is %s is nowhere wider', (_name, theirs) => {
    expect(widerDirectives(theirs, OURS, ORIGIN)).toEqual([]);
  });

  it.each([
    [changed('connect-src', '*'), ['connect-src']],
    [changed('img-src', "'self' data: https:"), ['img-src']],
    [changed('form-action', null), ['form-action']],
    [changed('base-uri', null), ['base-uri']],
    [changed('script-src', "'self' 'unsafe-inline'"), ['script-src']],
    [
      OURS.replaceAll("'self'", 'http://localhost:4174'),
      ['script-src', 'worker-src', 'connect-src', 'style-src', 'img-src', 'manifest-src', 'font-src'],
    ],
    // Only eval is forbidden: everything else gets out.
    [
      "script-src 'self'",
      [
        'default-src',
        'connect-src',
        'style-src',
        'style-src-attr',
        'img-src',
        'manifest-src',
        'font-src',
        'media-src',
        'object-src',
        'frame-src',
        'base-uri',
        'form-action',
      ],
    ],
  ])('that is %s is wider in %j', (theirs, names) => {
    expect(widerDirectives(theirs, OURS, ORIGIN)).toEqual(names);
  });
});
