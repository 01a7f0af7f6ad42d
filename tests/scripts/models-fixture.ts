/** The command line of `models` against a hub that the test makes up. */

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Writable } from 'node:stream';
import { onTestFinished } from 'vitest';

import { main } from '../../scripts/models/command.mjs';
import { runScript } from '../support/run-script';

export const SHA = 'c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00';

/** The least that a model folder needs, and one file that the page does not read. */
export const MODEL_FILES: Readonly<Record<string, string>> = {
  'config.json': '{"hidden_size":8}',
  'tokenizer.json': '{"version":"1.0"}',
  'tokenizer_config.json': '{"model_max_length":128}',
  '1_Pooling/config.json': '{"pooling_mode_cls_token":false,"pooling_mode_mean_tokens":true}',
  LICENSE: 'Terms.',
  'onnx/model.onnx': 'graph'.repeat(40_000),
  'onnx/model_quantized.onnx': 'int8 graph',
  'onnx/model_fp16.onnx': 'half graph',
  'pytorch_model.bin': 'weights for Python',
};

export interface Run {
  status: number | null;
  stdout: string;
  stderr: string;
}

/** Runs the command line in this process: a process of its own takes half a second. */
export async function models(modelsDir: string, args: string[]): Promise<Run> {
  const [stdout, stderr] = [new Text(), new Text()];
  const env = { ...process.env, NEGSCOPE_MODELS_DIR: modelsDir };
  const status = await main(args, { env, stdout, stderr });
  return { status, stdout: stdout.text, stderr: stderr.text };
}

class Text extends Writable {
  text = '';

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.text += chunk.toString();
    done();
  }
}

/** Starts the command line as npm does. */
export async function startModels(modelsDir: string, args: string[]): Promise<Run> {
  const env = { ...process.env, NEGSCOPE_MODELS_DIR: modelsDir };
  const { code, ...said } = await runScript('models.mjs', args, { env });
  return { status: code, ...said };
}

/** A folder that goes with the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'negscope-models-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export function writeFolder(folder: string, files: Readonly<Record<string, string>>): string {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

export function omit(files: Readonly<Record<string, string>>, ...paths: string[]): Record<string, string> {
  return Object.fromEntries(Object.entries(files).filter(([path]) => !paths.includes(path)));
}

export interface IndexJson {
  schema_version: number;
  models: {
    name: string;
    source: string;
    revision?: string;
    description?: string;
    files: { path: string; bytes: number; sha256: string }[];
  }[];
}

export function readIndexJson(modelsDir: string): IndexJson {
  return JSON.parse(readFileSync(join(modelsDir, 'index.json'), 'utf8')) as IndexJson;
}

/** One request for a file: how often it was asked for before, the first question for its size included. */
export interface Asked {
  request: IncomingMessage;
  response: ServerResponse;
  body: Buffer;
  before: number;
}

export interface HubOptions {
  /** by path in the model; a path with a leading slash is served from the root and not listed */
  files?: Readonly<Record<string, string>>;
  /** paths that the list has beside those of files */
  alsoListed?: string[];
  /** SHA-256 that the list gives, by path */
  lfs?: Readonly<Record<string, string>>;
  /** replaces the plain answer for a path */
  answer?: Readonly<Record<string, (asked: Asked) => void>>;
}

export interface Hub {
  base: string;
  /** `METHOD url` of every request, without its query, with its Range header where it has one */
  requests: string[];
}

/** Serves one model, `team/encoder`, as the hub does; any other id is unknown. It stops with the test. */
export async function startHub(options: HubOptions = {}): Promise<Hub> {
  const { files = MODEL_FILES, alsoListed = [], lfs = {}, answer = {} } = options;
  const requests: string[] = [];
  const counts = new Map<string, number>();
  const listed = Object.keys(files).filter((path) => !path.startsWith('/'));
  const tree = [...listed, ...alsoListed].map((path) => ({
    type: 'file',
    path,
    size: Buffer.byteLength(files[path] ?? '?'),
    ...(lfs[path] === undefined ? {} : { lfs: { oid: lfs[path] } }),
  }));
  const server = createServer((request, response) => {
    const { pathname, search } = new URL(request.url ?? '/', 'http://hub');
    const { range } = request.headers;
    requests.push(`${request.method} ${pathname}${range === undefined ? '' : ` ${range}`}`);
    const path = /^\/team\/encoder\/resolve\/[^/]+\/(.+)$/.exec(pathname)?.[1] ?? pathname;
    const before = counts.get(path) ?? 0;
    counts.set(path, before + 1);
    const body = Buffer.from(files[path] ?? '');
    const special = answer[path];
    if (special !== undefined) special({ request, response, body, before });
    else if (pathname.startsWith('/api/models/team/encoder/revision/')) {
      response.end(JSON.stringify({ sha: SHA }));
    } else if (pathname === TREE) {
      // In two pages, as the hub lists many files.
      const next = `<http://${request.headers.host}${TREE}?cursor=2>; rel="next"`;
      const first = [{ type: 'directory', path: 'onnx', size: 0 }, ...tree.slice(0, 1)];
      if (search === '?cursor=2') response.end(JSON.stringify(tree.slice(1)));
      else response.setHeader('link', next).end(JSON.stringify(first));
    } else if (files[path] === undefined) {
      response.writeHead(404, { 'x-error-code': 'EntryNotFound' }).end('not found');
    } else answerRange({ request, response, body, before });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}

/** Where the list of the model's files is asked for. */
export const TREE = `/api/models/team/encoder/tree/${SHA}`;

/** Answers with the bytes that are asked for, or with the first half of them before the connection breaks. */
export function answerRange({ request, response, body }: Asked, whole = true): void {
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
  const part = from === undefined ? body : body.subarray(Number(from), Number(to) + 1);
  const range = from !== undefined && { 'content-range': `bytes ${from}-${to}/${body.length}` };
  response.writeHead(range ? 206 : 200, { ...range, 'content-length': part.length, etag: '"one"' });
  if (whole) response.end(part);
  else response.write(part.subarray(0, part.length / 2), () => setTimeout(() => response.destroy(), 50));
}

/** Answers the question for a file's size, and breaks the connection while the file comes. */
export function cutOff(asked: Asked): void {
  answerRange(asked, asked.request.headers.range === 'bytes=0-0');
}
