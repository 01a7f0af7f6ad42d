/** What `npm run partial` and `npm run merge` share: the sources in Node, parts on disk, the program that makes them. */

import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { deserialize, serialize } from 'node:v8';

import packageJson from '../../package.json' with { type: 'json' };
import { SetupError } from '../setup.mjs';
import { BUILD_INPUTS } from './build-inputs.mjs';
import { commitOf } from './commit.mjs';
import { PROJECT } from './paths.mjs';
import { openSources } from './source-modules.mjs';
import { terminalText } from './terminal-text.mjs';

/** @typedef {import('../../src/shards/parts').Part} Part */

/**
 * The modules of src, for as long as `use` takes. What the user can mend is a {@link SetupError}.
 *
 * @template T
 * @param {(load: (module: string) => Promise<any>) => Promise<T>} use
 * @returns {Promise<T>}
 */
export async function withShards(use) {
  const server = await openSources();
  try {
    const load = (/** @type {string} */ module) => server.ssrLoadModule(`/src/${module}.ts`);
    return await use(load);
  } catch (error) {
    const { name, message } = /** @type {Error} */ (error);
    if (!/^(ShardError|CandidatesError|RunInputError)$/.test(name)) throw error;
    throw new SetupError(terminalText(`Nothing was written.\n${message}`));
  } finally {
    await server.close();
  }
}

/** @returns {import('../../src/shards/parts').Program} */
export function program() {
  return { version: packageJson.version, commit: commitOf(PROJECT, BUILD_INPUTS).commit };
}

const HASH_BYTES = 32;

/** Writes a part behind its SHA-256. A process that is killed leaves nothing under its name. @param {string} path @param {Part} part */
export function writePart(path, part) {
  const bytes = serialize(part);
  const staging = `${path}.${process.pid}.tmp`;
  mkdirSync(dirname(path), { recursive: true });
  try {
    writeFileSync(staging, createHash('sha256').update(bytes).digest());
    writeFileSync(staging, bytes, { flag: 'a' });
    renameSync(staging, path);
  } finally {
    rmSync(staging, { force: true });
  }
}

/**
 * @param {string} path
 * @param {Part['kind'][]} kinds that are expected
 * @returns {{ name: string, part: any, sha256: string }}
 */
export function readPart(path, kinds) {
  const name = basename(path);
  const bytes = readFileSync(path);
  const [sha256, body] = [bytes.subarray(0, HASH_BYTES), bytes.subarray(HASH_BYTES)];
  if (!createHash('sha256').update(body).digest().equals(sha256)) {
    throw new SetupError(terminalText(`${name} is cut off, changed or no part. Make it again.`));
  }
  const part = deserialize(body);
  if (kinds.includes(part.kind)) return { name, part, sha256: sha256.toString('hex') };
  throw new SetupError(terminalText(`${name} is ${part.kind}; expected ${kinds.join(' or ')}.`));
}
