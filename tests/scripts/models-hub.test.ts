import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  answerRange,
  cutOff,
  MODEL_FILES,
  models,
  omit,
  readIndexJson,
  SHA,
  sha256,
  startHub,
  temporaryFolder,
  TREE,
  writeFolder,
} from './models-fixture';
import type { Asked, Hub, Run } from './models-fixture';

let modelsDir: string;
beforeEach(() => {
  modelsDir = temporaryFolder();
});

const GRAPH = 'onnx/model.onnx';
const graph = MODEL_FILES[GRAPH] ?? '';

function add(hub: Hub, ...args: string[]): Promise<Run> {
  return models(modelsDir, ['add', 'team/encoder', '--hub', hub.base, ...args]);
}

function installed(path: string): string {
  return readFileSync(join(modelsDir, 'encoder', path), 'utf8');
}

function expectFailure(run: Run, ...parts: string[]): void {
  for (const part of parts) expect(run.stderr).toContain(part);
  expect(run.status).toBe(1);
  expect(readdirSync(modelsDir)).toEqual([]);
}

describe('add from a hub', () => {
  it('fetches only what the page reads and indexes it', async () => {
    const hub = await startHub({ lfs: { [GRAPH]: sha256(graph) } });
    const run = await add(hub);
    expect(run).toMatchObject({ status: 0, stdout: expect.stringContaining('added encoder') as string });
    expect(run.stderr).toContain('onnx/model.onnx  200.0 kB');
    const wanted = omit(MODEL_FILES, 'onnx/model_fp16.onnx', 'pytorch_model.bin');
    const files = Object.keys(wanted)
      .sort()
      .map((path) => ({ path, bytes: wanted[path]?.length, sha256: sha256(wanted[path] ?? '') }));
    expect(readIndexJson(modelsDir)).toEqual({
      schema_version: 1,
      models: [{ name: 'encoder', source: `team/encoder@${SHA}`, revision: 'main', files }],
    });
    expect(readdirSync(modelsDir).sort()).toEqual(['encoder', 'index.json']);
    expect(hub.requests.slice(0, 3)).toEqual([
      'GET /api/models/team/encoder/revision/main',
      `GET ${TREE}`,
      `GET ${TREE}`,
    ]);
    expect(hub.requests).toHaveLength(3 + 2 * files.length);
  });

  it('takes the files of the commit that the revision stands for, and the name from --name', async () => {
    const hub = await startHub();
    expect((await add(hub, '--revision', 'refs/pr/1', '--name', 'mine')).status).toBe(0);
    expect(hub.requests).toContain('GET /api/models/team/encoder/revision/refs%2Fpr%2F1');
    expect(hub.requests).toContain(`GET /team/encoder/resolve/${SHA}/config.json`);
    expect(readIndexJson(modelsDir).models[0]).toMatchObject({ name: 'mine', revision: 'refs/pr/1' });
  });

  it('takes the ONNX files of --dtype, with their external data', async () => {
    const data = { 'onnx/model_fp16.onnx_data': 'a', 'onnx/model_fp16.onnx_data_1': 'b' };
    const hub = await startHub({ files: { ...MODEL_FILES, ...data, 'onnx/model_fp16.onnx_database': 'c' } });
    expect((await add(hub, '--dtype', 'fp16,int8')).status).toBe(0);
    expect(readdirSync(join(modelsDir, 'encoder', 'onnx')).sort()).toEqual([
      'model_fp16.onnx',
      'model_fp16.onnx_data',
      'model_fp16.onnx_data_1',
      'model_quantized.onnx',
    ]);
  });

  it('takes model_int8 where there is no model_quantized', async () => {
    const files = { ...omit(MODEL_FILES, 'onnx/model_quantized.onnx'), 'onnx/model_int8.onnx': 'int8' };
    expect((await add(await startHub({ files }))).status).toBe(0);
    expect(readdirSync(join(modelsDir, 'encoder', 'onnx')).sort()).toEqual(['model.onnx', 'model_int8.onnx']);
  });

  it('refuses a name that is taken and leaves the folder as it was', async () => {
    writeFolder(modelsDir, { 'encoder/config.json': 'mine' });
    const run = await add(await startHub());
    expect(run.status).toBe(1);
    expect(run.stderr).toContain('already there');
    expect(installed('config.json')).toBe('mine');
  });
});

describe('broken downloads', () => {
  it('fail with the reason and leave nothing behind', async () => {
    const hub = await startHub({ answer: { [GRAPH]: cutOff } });
    expectFailure(await add(hub), `${GRAPH}: the connection to ${hub.base} failed`);
    const busy = await startHub({
      answer: { 'config.json': ({ response }) => response.writeHead(503).end() },
    });
    expectFailure(await add(busy), 'config.json', 'answered 503');
    const none = await models(modelsDir, ['add', 'team/encoder', '--hub', 'http://127.0.0.1:2']);
    expectFailure(none, 'the connection to http://127.0.0.1:2 failed', 'ECONNREFUSED');
  });

  it('are noticed where the file is shorter than the hub lists, though the answer was whole', async () => {
    const short = (asked: Asked) => answerRange({ ...asked, body: Buffer.from('gra') });
    expectFailure(
      await add(await startHub({ answer: { [GRAPH]: short } })),
      `expected ${graph.length} bytes`,
      'received 3',
    );
  });
});

describe('hashes', () => {
  it('refuses a file whose hash is not the one the hub lists', async () => {
    const hub = await startHub({ lfs: { [GRAPH]: sha256('another graph') } });
    expectFailure(await add(hub), GRAPH, sha256('another graph'), sha256(graph));
  });
});

describe('what a hub may lack or list', () => {
  it('names a missing ONNX file and says how to export one', async () => {
    const files = omit(MODEL_FILES, GRAPH, 'onnx/model_quantized.onnx');
    expectFailure(
      await add(await startHub({ files })),
      'no onnx/model.onnx',
      'ONNX files that are there: onnx/model_fp16.onnx',
      'optimum-cli export onnx --model team/encoder --task feature-extraction DIR',
    );
  });

  it('names the ONNX file of a --dtype that is not there', async () => {
    expectFailure(await add(await startHub(), '--dtype', 'fp32,q4'), 'no onnx/model_q4.onnx');
  });

  it('names a file that is listed but not there', async () => {
    const hub = await startHub({ alsoListed: ['vocab.txt'] });
    expectFailure(await add(hub), 'vocab.txt: the hub lists it, and it is not there');
  });

  it('brings in an empty file', async () => {
    const hub = await startHub({ files: { ...MODEL_FILES, 'vocab.txt': '' } });
    expect((await add(hub)).status).toBe(0);
    expect(installed('vocab.txt')).toBe('');
  });

  it.each([
    '../../evil.json',
    'onnx/../../LICENSE',
    '/etc/LICENSE',
    'LICENSE\\..\\..\\evil',
    'C:LICENSE',
    'a//b',
  ])('refuses the whole model where the list has the path %s', async (path) => {
    const hub = await startHub({ alsoListed: [path] });
    expectFailure(await add(hub), JSON.stringify(path), 'not a plain path inside the model folder');
    expect(hub.requests).toHaveLength(3);
  });

  it('says when the model is unknown, asks for a login, or the address is no hub', async () => {
    const hub = await startHub({
      answer: {
        '/api/models/team/gated/revision/main': ({ response }) => response.writeHead(401).end(),
        '/api/models/team/page/revision/main': ({ response }) => response.end('<html>'),
        '/api/models/team/shape/revision/main': ({ response }) => response.end('{}'),
      },
    });
    const from = (id: string) => models(modelsDir, ['add', id, '--hub', hub.base]);
    expectFailure(await from('team/nobody'), 'team/nobody with revision main', 'answered 404', '--revision');
    expectFailure(await from('team/gated'), 'answered 401', 'login');
    expectFailure(await from('team/page'), 'did not answer as a hub', '--hub');
    expectFailure(await from('team/shape'), 'names no commit', '--hub');
  });
});
