import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { headersFile } from '../../scripts/build.mjs';
import { foreignAddresses } from '../../scripts/check.mjs';
import { responseHeaders } from '../../scripts/headers.mjs';
import { buildHash, builtHash } from '../../scripts/lib/build-inputs.mjs';
import { lockDifference } from '../../scripts/lib/lock.mjs';
import { PROJECT } from '../../scripts/lib/paths.mjs';
import { readPlaywright, readVitest, slowest, sum } from '../../scripts/lib/test-results.mjs';
import { SetupError, checkNode } from '../../scripts/setup.mjs';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'negscope-setup-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function put(path: string, content: string): string {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
  return file;
}

describe('lockDifference', () => {
  const wanted = {
    '': { name: 'page' },
    'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' },
    'node_modules/b-win32': { version: '1.0.0', integrity: 'sha512-b', optional: true },
  };
  const a = { 'node_modules/a': wanted['node_modules/a'] };

  function lock(packages: object): void {
    put('package-lock.json', JSON.stringify({ packages }));
  }
  function install(packages: object): void {
    put('node_modules/.package-lock.json', JSON.stringify({ packages }));
    for (const path of Object.keys(packages)) put(`${path}/package.json`, '{}');
  }

  it.each<[string, object, object | null, string | null]>([
    ['nothing is installed', wanted, null, 'nothing is installed'],
    ['optional packages of other platforms are not there', wanted, a, null],
    [
      'a package is missing',
      { ...wanted, 'node_modules/c': { version: '2.0.0' } },
      a,
      'node_modules/c is missing',
    ],
    [
      'a package has another version',
      wanted,
      { 'node_modules/a': { version: '0.9.0', integrity: 'sha512-old' } },
      'node_modules/a is 0.9.0, not 1.0.0',
    ],
    [
      'a package has another content under the same version',
      wanted,
      { 'node_modules/a': { version: '1.0.0', integrity: 'sha512-other' } },
      'node_modules/a 1.0.0 has another content',
    ],
    [
      'a package is left over from an earlier lock file',
      wanted,
      { ...a, 'node_modules/old': { version: '1.0.0' } },
      'node_modules/old is not in package-lock.json',
    ],
  ])('where %s', (_, locked, installed, difference) => {
    lock(locked);
    if (installed !== null) install(installed);
    expect(lockDifference(folder)).toBe(difference);
  });

  it('sees a folder removed by hand', () => {
    lock(wanted);
    install(a);
    rmSync(join(folder, 'node_modules/a'), { recursive: true });
    expect(lockDifference(folder)).toBe('node_modules/a is gone');
  });

  it('matches for this very project, in which the tests run', () => {
    expect(lockDifference(PROJECT)).toBeNull();
  });
});

describe('checkNode', () => {
  it.each(['20.19.0', '20.20.2', '22.13.1', '24.0.0'])('accepts %s', (version) => {
    expect(() => checkNode(version)).not.toThrow();
  });

  it.each(['18.20.0', '20.18.9', '21.7.0', '22.12.0'])('refuses %s and says what is needed', (version) => {
    expect(() => checkNode(version)).toThrow(SetupError);
    expect(() => checkNode(version)).toThrow(/20\.19.*this is Node/);
  });
});

describe('buildHash', () => {
  it('follows the content of the inputs, not their dates', () => {
    const file = put('src/main.ts', 'one');
    const before = buildHash(folder, './');
    utimesSync(file, 1, 1);
    expect(buildHash(folder, './')).toBe(before);
    put('src/main.ts', 'two');
    expect(buildHash(folder, './')).not.toBe(before);
  });

  it('sees a model that was added, a file that was renamed and another base path', () => {
    put('src/a.ts', 'x');
    const hashes = [buildHash(folder, './'), buildHash(folder, '/elsewhere/')];
    put('public/models/e5/onnx/model.onnx', 'weights');
    hashes.push(buildHash(folder, './'));
    rmSync(join(folder, 'src/a.ts'));
    put('src/b.ts', 'x');
    hashes.push(buildHash(folder, './'));
    expect(new Set(hashes).size).toBe(4);
  });

  it('pays no heed to files that are no input', () => {
    put('src/a.ts', 'x');
    const before = buildHash(folder, './');
    put('README.md', 'y');
    put('src/.swp', 'z');
    expect(buildHash(folder, './')).toBe(before);
  });

  it('finds no hash where nothing was built', () => {
    expect(builtHash(join(folder, 'dist'))).toBeNull();
    put('dist/.build-hash', 'abc\n');
    expect(builtHash(join(folder, 'dist'))).toBe('abc');
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

describe('foreignAddresses', () => {
  it('finds addresses in what the browser loads, and lets XML namespaces be', () => {
    put('index.html', '<html></html>');
    put('src/icon.svelte', '<svg xmlns="http://www.w3.org/2000/svg"></svg>');
    put('workers/engine.ts', "const ok = 1;\nconst cdn = 'https://cdn.example/x.js';");
    put('scripts/hub.mjs', "const hub = 'https://hub.example';");
    expect(foreignAddresses(folder)).toEqual(["workers/engine.ts:2: https://cdn.example/x.js';"]);
  });

  it('is not deceived by a host that begins like the allowed one', () => {
    put('src/a.ts', "'https://www.w3.org.example/'");
    expect(foreignAddresses(folder)).toHaveLength(1);
  });
});

describe('test results', () => {
  it("adds up Vitest's and Playwright's, and keeps the names of what failed, or was skipped and why", () => {
    const vitest = put(
      'vitest.json',
      JSON.stringify({
        testResults: [
          {
            name: 'a.test.ts',
            status: 'passed',
            assertionResults: [
              { fullName: 'adds', status: 'passed', duration: 1500 },
              { fullName: 'reads shared data', status: 'skipped' },
            ],
            startTime: 1000,
            endTime: 4000,
          },
          { name: 'b.test.ts', status: 'failed', assertionResults: [], startTime: 0, endTime: 0 },
        ],
      }),
    );
    const playwright = put(
      'playwright.json',
      JSON.stringify({
        suites: [
          {
            title: 'rank.spec.ts',
            specs: [
              { title: 'ranks', tests: [{ status: 'expected', results: [{ duration: 2000 }] }] },
              {
                title: 'ranks again',
                tests: [{ status: 'flaky', results: [{ duration: 500 }, { duration: 1000 }] }],
              },
              {
                title: 'ranks elsewhere',
                tests: [
                  {
                    status: 'skipped',
                    annotations: [{ type: 'skip', description: 'install it' }],
                    results: [],
                  },
                ],
              },
            ],
            suites: [
              { title: 'demo', specs: [{ title: 'shows', tests: [{ status: 'unexpected', results: [] }] }] },
            ],
          },
        ],
      }),
    );
    const outcome = sum([readVitest(vitest, 1), readPlaywright(playwright, 1)]);
    expect(outcome).toMatchObject({
      passed: 3,
      failed: ['b.test.ts: the file itself', 'rank.spec.ts: demo: shows'],
      skipped: ['a.test.ts: reads shared data', 'rank.spec.ts: ranks elsewhere (install it)'],
      retried: ['rank.spec.ts: ranks again (passed at try 2)'],
    });
    expect(slowest(outcome.tests, 2)).toEqual([
      '    2.0 s  rank.spec.ts: ranks',
      '    1.5 s  a.test.ts: adds',
    ]);
    expect(slowest(outcome.files, 2)).toEqual(['    3.5 s  rank.spec.ts', '    3.0 s  a.test.ts']);
  });

  it('never calls a run good that ended with an error or left no report', () => {
    const good = put('vitest.json', JSON.stringify({ testResults: [] }));
    expect(readVitest(good, 1).failed).toEqual(['Vitest ended with exit status 1']);
    expect(readVitest(join(folder, 'none.json'), 0).failed).toHaveLength(1);
    expect(readPlaywright(join(folder, 'none.json'), 0).failed).toHaveLength(1);
  });
});
