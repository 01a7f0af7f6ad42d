/** The built page with the prelude of faults before each of its scripts, and a server that can go offline. */

import { linkSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request as ask, type Server } from 'node:http';
import { join } from 'node:path';

import { DIST, PROJECT } from '../../scripts/lib/paths.mjs';
import { serve } from '../../scripts/serve.mjs';
import { prelude } from './prelude';

/** Scripts that a worker starts with; those of workers that are modules import the prelude. */
const MODULE_WORKER = /^(candidates|engine|encoder|parquet)-[\w-]{8}\.js$/;
const CLASSIC_WORKER = /^duckdb-browser-eh\.worker-[\w-]{8}\.js$/;

const PRELUDE = `(${prelude.toString()})()`;

/** What asks for memory: it is sent through the prelude, which may refuse it. */
const ALLOCATION = /\bnew ((?:Array|SharedArray)Buffer|(?:Uint8|Int32|Float32|Float64)Array)\(/g;

/** The copy of the built page, served. */
export interface FaultyServer {
  /** An address of its own for the page, which can go offline while others stay. */
  gate(): Promise<Gate>;
  close(): Promise<void>;
}

/** Serves a copy of dist/. The copy is made of links, but for the scripts that get the prelude. */
export async function serveFaulty(): Promise<FaultyServer> {
  const root = join(PROJECT, '.cache', `faults-${process.pid}`);
  rmSync(root, { recursive: true, force: true });
  copyWithPrelude(DIST, root);
  const inner = await serve({ root, port: 0 });
  return {
    async gate() {
      const gate = new Gate(inner.port);
      await gate.listen();
      return gate;
    },
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
      const script = readFileSync(join(from, name), 'utf8').replaceAll(ALLOCATION, 'negscopeAllocate($1,');
      writeFileSync(join(to, name), `${first}\n${script}`);
    } else if (!changed.some((script) => name === `${script}.br` || name === `${script}.gz`)) {
      linkSync(join(from, name), join(to, name));
    }
  }
}

/** Lets requests through to another port, or cuts them off as a network that is gone does. */
export class Gate {
  /** Requests since the last call of `failFrom`. */
  requests = 0;
  url = '';
  private from: number | null = null;
  private readonly server: Server;

  constructor(private readonly port: number) {
    this.server = createServer();
    this.server.on('request', (request, response) => {
      this.requests++;
      if (this.from !== null && this.requests >= this.from) {
        request.socket.destroy();
        return;
      }
      const { method, url, headers } = request;
      const onward = ask({ port: this.port, path: url, method, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      });
      onward.on('error', () => request.socket.destroy());
      request.pipe(onward);
    });
  }

  async listen(): Promise<void> {
    await new Promise<void>((done) => this.server.listen(0, 'localhost', done));
    const address = this.server.address();
    if (address === null || typeof address === 'string') throw new Error('The server has no port.');
    this.url = `http://localhost:${address.port}/`;
  }

  /** From the n-th request on nothing is answered; null: everything is. */
  failFrom(request: number | null): void {
    this.requests = 0;
    this.from = request;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((done) => this.server.close(done));
  }
}
