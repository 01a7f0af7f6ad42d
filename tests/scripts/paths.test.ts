import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { fromInvocation } from '../../scripts/lib/paths.mjs';

describe('fromInvocation', () => {
  const typedIn = { INIT_CWD: '/home/ada' };

  it('starts where the command was typed when npm runs this very script', () => {
    expect(fromInvocation('x.jsonl', 'rank', { ...typedIn, npm_lifecycle_event: 'rank' })).toBe(
      '/home/ada/x.jsonl',
    );
  });

  it('starts in the working folder when another script started this one, or none did', () => {
    const here = join(process.cwd(), 'x.jsonl');
    expect(fromInvocation('x.jsonl', 'rank', { ...typedIn, npm_lifecycle_event: 'test' })).toBe(here);
    expect(fromInvocation('x.jsonl', 'rank', {})).toBe(here);
  });
});
