import { describe, expect, it } from 'vitest';

import { headersFile } from '../../scripts/build.mjs';
import { responseHeaders } from '../../scripts/headers.mjs';
import { SetupError, checkNode } from '../../scripts/setup.mjs';

describe('checkNode', () => {
  it.each(['20.19.0', '20.20.2', '22.13.1', '24.0.0'])('accepts %s', (version) => {
    expect(() => checkNode(version)).not.toThrow();
  });

  it.each(['18.20.0', '20.18.9', '21.7.0', '22.12.0'])('refuses %s and says what is needed', (version) => {
    expect(() => checkNode(version)).toThrow(SetupError);
    expect(() => checkNode(version)).toThrow(/20\.19.*this is Node/);
  });
});

describe('headersFile', () => {
  /** What a host sends with a path: of several rules about one header all values. */
  const sent = (path: string) => {
    const found: Record<string, string[]> = {};
    let applies = false;
    for (const line of headersFile(responseHeaders(), ['assets/', 'index.html', 'learn.html', 'x.js']).split(
      '\n',
    )) {
      if (line.startsWith('/'))
        applies = line.endsWith('*') ? path.startsWith(line.slice(0, -1)) : path === line;
      else if (applies && line !== '') {
        const [name = '', value = ''] = line.trim().split(/: (.*)/s);
        (found[name] ??= []).push(value);
      }
    }
    return found;
  };

  it('gives every header to every path once, and a long life to hashed names', () => {
    const all = Object.fromEntries(Object.entries(responseHeaders()).map(([name, value]) => [name, [value]]));
    for (const path of ['/', '/index.html', '/x.js']) expect(sent(path), path).toEqual(all);
    expect(sent('/assets/a-12345678.js')).toEqual({
      ...all,
      'Cache-Control': ['public, max-age=31536000, immutable'],
    });
  });

  it('lets the lessons be framed, and nothing else', () => {
    for (const path of ['/learn.html', '/learn']) {
      const [policy = '', ...more] = sent(path)['Content-Security-Policy'] ?? [];
      expect(more).toEqual([]);
      expect(policy).toContain('frame-ancestors *');
      expect(policy).toContain("connect-src 'none'; ");
      expect(policy).toContain("worker-src 'none'; ");
    }
    expect(sent('/')['Content-Security-Policy']?.[0]).toContain("frame-ancestors 'none'");
  });
});
