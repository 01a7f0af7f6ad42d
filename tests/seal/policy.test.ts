import { describe, expect, it } from 'vitest';

import { contentSecurityPolicy } from '../../scripts/headers.mjs';
import { differingDirectives } from '../../src/seal/policy';

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

const differing = (theirs: string) => differingDirectives(theirs, OURS, ORIGIN);

describe('a policy', () => {
  it.each([
    ['ours', OURS],
    ['ours with our origin written out', OURS.replaceAll("'self'", ORIGIN)],
    ['ours in another order and with more spaces', OURS.split('; ').reverse().join(' ;  ')],
    ['ours, said twice: the first holds', `${OURS}; connect-src *`],
  ])('is ours: %s', (_name, theirs) => expect(differing(theirs)).toEqual([]));

  it.each([
    ['requests to anywhere', changed('connect-src', '*'), ['connect-src']],
    ['one more source', changed('img-src', "'self' data: https:"), ['img-src']],
    ['no word of forms', changed('form-action', null), ['form-action']],
    ['no trusted types', changed('require-trusted-types-for', null), ['require-trusted-types-for']],
    ['any policy of trusted types', changed('trusted-types', "'allow-duplicates' *"), ['trusted-types']],
    ['no word of frames around it', changed('frame-ancestors', null), ['frame-ancestors']],
    ['no sandbox', changed('sandbox', null), ['sandbox']],
    ['windows allowed', changed('sandbox', 'allow-scripts allow-same-origin allow-popups'), ['sandbox']],
    ['an address for refused requests', `${OURS}; report-uri http://elsewhere.example/`, ['report-uri']],
    ['a group for reports', `${OURS}; report-to group`, ['report-to']],
    ['script elements from elsewhere', `${OURS}; script-src-elem http:`, ['script-src-elem']],
    ['styles from elsewhere', `${OURS}; style-src-elem http:`, ['style-src-elem']],
  ])('is not ours: %s', (_name, theirs, names) => expect(differing(theirs)).toEqual(names));

  it('that is quite another differs in every directive of ours', () => {
    expect(differing('upgrade-insecure-requests')).toHaveLength(OURS.split('; ').length + 1);
  });
});
