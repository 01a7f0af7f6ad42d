/** Brings the sources: repositories at their commits, and Debian's package of WordNet by its hash. */

import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { RecipeError } from '../recipe-error';
import type { Repository } from './sources';

/**
 * Checks a repository's files out at its commit, which git checks against all they hold. One that is there stays.
 * @param base address before owner and name
 * @param folder where repositories are kept
 * @returns its folder
 * @throws RecipeError with what git says
 */
export function fetchRepository({ name, commit, paths }: Repository, base: string, folder: string): string {
  const place = join(folder, name.replace('/', '+'));
  mkdirSync(place, { recursive: true });
  const git = (...args: string[]) => {
    const { status, stdout, stderr, error } = spawnSync('git', ['-C', place, ...args], { encoding: 'utf8' });
    if (status === 0) return stdout.trim();
    throw new RecipeError(`git ${args[0]} of ${name} failed: ${(error?.message ?? stderr).trim()}`);
  };
  git('init', '--quiet');
  if (git('for-each-ref', 'refs/heads/have') === '') {
    git('fetch', '--quiet', '--depth', '1', '--filter=blob:none', `${base}${name}`, commit);
    git('config', 'remote.origin.url', `${base}${name}`);
    git('sparse-checkout', 'set', '--no-cone', ...paths);
    git('checkout', '--quiet', '-B', 'have', commit);
  }
  const got = git('rev-parse', 'HEAD');
  if (got !== commit) throw new RecipeError(`${place} is at ${got}; delete it, and ${commit} is fetched.`);
  return place;
}

/** Texts of the files of a folder whose names end so, in the order of their paths. */
export function* filesOf(folder: string, ending: string): Generator<string> {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith(ending) && !path.startsWith('.git'))
    .sort();
  for (const path of paths) yield readFileSync(join(folder, path), 'utf8');
}

/**
 * Brings a file and checks its hash. One that is there with that hash stays.
 * @throws RecipeError where it cannot be brought or is another one
 */
export async function fetchFile(url: string, sha256: string, path: string): Promise<void> {
  const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
  try {
    if (hashOf(readFileSync(path)) === sha256) return;
  } catch {
    // It is not there yet.
  }
  const answer = await fetch(url).catch((error: Error) => {
    throw new RecipeError(`${url} could not be reached: ${error.message}.`);
  });
  if (!answer.ok) throw new RecipeError(`${url} answered ${answer.status}.`);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  if (hashOf(bytes) !== sha256)
    throw new RecipeError(`${url} is not the file that is asked for: its hash differs.`);
  writeFileSync(path, bytes);
}

/** Unpacks data.tar.xz of a Debian package: an archive whose members have headers of 60 bytes (ar). Needs tar and xz. */
export function unpackDebian(path: string, folder: string): void {
  const bytes = readFileSync(path);
  for (let at = '!<arch>\n'.length; at < bytes.length;) {
    const name = bytes.toString('latin1', at, at + 16).trim();
    const size = Number(bytes.toString('latin1', at + 48, at + 58));
    const from = at + 60;
    if (name.startsWith('data.tar')) {
      mkdirSync(folder, { recursive: true });
      execFileSync('tar', ['-xJf', '-', '-C', folder], { input: bytes.subarray(from, from + size) });
      return;
    }
    at = from + size + (size % 2);
  }
  throw new RecipeError(`${path} is no Debian package.`);
}
