/** The built page with the prelude of faults before each of its scripts. */

import { linkSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { DIST, PROJECT } from '../../scripts/lib/paths.mjs';
import { serve } from '../../scripts/serve.mjs';
import { prelude } from './prelude';

/** Scripts that a worker starts with; those of workers that are modules import the prelude. */
const MODULE_WORKER = /^(candidates|engine|encoder)-[\w-]{8}\.js$/;
const CLASSIC_WORKER = /^duckdb-browser-eh\.worker-[\w-]{8}\.js$/;

const PRELUDE = `(${prelude.toString()})()`;

/** The copy of the built page, served. */
export interface FaultyServer {
  readonly url: string;
  close(): Promise<void>;
}

/** Serves a copy of dist/. The copy is made of links, but for the scripts that get the prelude. */
export async function serveFaulty(): Promise<FaultyServer> {
  const root = join(PROJECT, '.cache', `faults-${process.pid}`);
  rmSync(root, { recursive: true, force: true });
  copyWithPrelude(DIST, root);
  const inner = await serve({ root, port: 0 });
  return {
    url: inner.url,
    async close() {
      await inner.close();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

function copyWithPrelude(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  const entries = readdirSync(from, { withFileTypes: true });
  const changed = entries
    .map(({ name }) => name)
    .filter((name) => MODULE_WORKER.test(name) || CLASSIC_WORKER.test(name));
  if (changed.length > 0) writeFileSync(join(to, 'faults-prelude.js'), `${PRELUDE};\n`);
  for (const entry of entries) {
    const { name } = entry;
    if (entry.isDirectory()) copyWithPrelude(join(from, name), join(to, name));
    else if (changed.includes(name)) {
      // A classic script may not import another one without the page's leave.
      const first = MODULE_WORKER.test(name) ? 'import "./faults-prelude.js";' : `${PRELUDE};`;
      writeFileSync(join(to, name), `${first}\n${readFileSync(join(from, name), 'utf8')}`);
    } else if (!changed.some((script) => name === `${script}.br` || name === `${script}.gz`)) {
      linkSync(join(from, name), join(to, name));
    }
  }
}
