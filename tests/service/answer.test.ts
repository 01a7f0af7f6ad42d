import { describe, expect, it } from 'vitest';

import { chooseAnswer, findFile } from '../../src/service/answer';
import { buildOf } from './builds';

const SCOPE = 'https://me.example/negscope/';
const ask = (path: string, { method = 'GET', destination = '' } = {}) =>
  chooseAnswer({ url: new URL(path, SCOPE).href, method, destination }, SCOPE);

describe('chooseAnswer', () => {
  it.each([
    ['another origin', 'https://elsewhere.example/negscope/index.html'],
    ['another port', 'https://me.example:8443/negscope/index.html'],
    ['another scheme', 'http://me.example/negscope/index.html'],
    ['the same origin outside the folder', '/other/app.js'],
    ['a folder whose name only begins alike', '/negscope-2/app.js'],
    ['a path that leaves the folder', '../secret'],
    ['a path that cannot be decoded', 'assets/%E0%A4%A'],
  ])('refuses %s', (_, path) => {
    expect(ask(path)).toEqual({ kind: 'refuse' });
  });

  it.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('refuses %s, even for a file of its own', (method) => {
    expect(ask('demo/index.json', { method })).toEqual({ kind: 'refuse' });
  });

  it.each(['', 'index.html', '?device=wasm', '#lab', 'index.html?x=1#audit'])(
    'gives the page for "%s"',
    (path) => {
      expect(ask(path, { destination: 'document' })).toEqual({ kind: 'page' });
    },
  );

  it('takes the path alone, without whatever the query says but the build', () => {
    const found = { kind: 'file', path: 'demo/a b.jsonl', build: 'v2' };
    expect(ask('demo/a%20b.jsonl?secret=text&build=v2')).toEqual(found);
    expect(ask('assets/engine-12345678.js?secret', { method: 'HEAD' })).toEqual({
      kind: 'file',
      path: 'assets/engine-12345678.js',
      build: null,
    });
  });

  it('leaves to the browser what a user opens beside the page, but nothing that the page loads', () => {
    expect(ask('notes.html', { destination: 'document' })).toEqual({ kind: 'leave' });
    expect(ask('notes.html', { destination: 'iframe' })).toMatchObject({ kind: 'file' });
  });
});

describe('findFile', () => {
  const old = buildOf('old', { 'assets/a-12345678.js': 'old a', 'demo/index.json': 'old demo' });
  const now = buildOf('now', { 'assets/b-12345678.js': 'new b', 'demo/index.json': 'new demo' });
  const builds = [now, old];

  it('finds a hashed name in whatever build has it', () => {
    expect(findFile('assets/a-12345678.js', 'now', builds)?.build).toBe(old);
    expect(findFile('assets/b-12345678.js', null, builds)?.build).toBe(now);
  });

  it('finds any other name in the named build alone', () => {
    expect(findFile('demo/index.json', 'old', builds)?.build).toBe(old);
    expect(findFile('demo/index.json', 'now', builds)?.build).toBe(now);
    expect(findFile('demo/index.json', 'unknown', builds)).toBeNull();
    expect(findFile('demo/index.json', null, builds)?.build).toBe(now);
  });

  it('finds nothing else', () => {
    expect(findFile('service-worker.js', null, builds)).toBeNull();
  });
});
