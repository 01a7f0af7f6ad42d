import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  MODEL_FILES,
  models,
  omit,
  readIndexJson,
  sha256,
  startModels,
  temporaryFolder,
  writeFolder,
} from './models-fixture';

let modelsDir: string;
let source: string;
beforeEach(() => {
  modelsDir = join(temporaryFolder(), 'models');
  mkdirSync(modelsDir);
  source = join(temporaryFolder(), 'my-encoder');
});

function path(...parts: string[]): string {
  return join(modelsDir, ...parts);
}

async function addMyEncoder(): Promise<void> {
  writeFolder(source, MODEL_FILES);
  expect(await models(modelsDir, ['add', source])).toMatchObject({ status: 0 });
}

describe('add from a folder', () => {
  it('copies the files that the page reads', async () => {
    await addMyEncoder();
    expect(readIndexJson(modelsDir).models).toMatchObject([{ name: 'my-encoder', source: 'my-encoder' }]);
    expect(readFileSync(path('my-encoder', '1_Pooling', 'config.json'), 'utf8')).toBe(
      MODEL_FILES['1_Pooling/config.json'],
    );
    expect(existsSync(path('my-encoder', 'pytorch_model.bin'))).toBe(false);
    expect(existsSync(path('my-encoder', 'onnx', 'model_fp16.onnx'))).toBe(false);
  });

  it('moves a model.onnx at the root, as the exporter writes it, to onnx/', async () => {
    const files = omit(MODEL_FILES, 'onnx/model.onnx', 'onnx/model_quantized.onnx');
    writeFolder(source, { ...files, 'model.onnx': 'exported', 'model.onnx_data': 'weights' });
    expect((await models(modelsDir, ['add', source, '--name', 'exported'])).status).toBe(0);
    expect(readdirSync(path('exported', 'onnx')).sort()).toEqual(['model.onnx', 'model.onnx_data']);
    expect(existsSync(path('exported', 'model.onnx'))).toBe(false);
  });

  it('copies what links lead to, as in the Hugging Face cache', async () => {
    const blobs = writeFolder(temporaryFolder(), MODEL_FILES);
    for (const file of ['config.json', 'tokenizer.json', 'onnx/model.onnx']) {
      mkdirSync(join(source, file, '..'), { recursive: true });
      symlinkSync(join(blobs, file), join(source, file));
    }
    expect((await models(modelsDir, ['add', source])).status).toBe(0);
    rmSync(blobs, { recursive: true });
    expect((await models(modelsDir, ['verify'])).status).toBe(0);
  });

  it.each([
    [
      'a Git LFS pointer',
      { 'onnx/model.onnx': 'version https://git-lfs.github.com/spec/v1\noid' },
      'git lfs pull',
    ],
    ['an empty graph', { 'onnx/model.onnx': '' }, 'onnx/model.onnx is empty'],
    ['a broken tokenizer', { 'tokenizer.json': '{' }, 'tokenizer.json is not JSON'],
  ])('refuses %s', async (_, files, message) => {
    writeFolder(source, { ...MODEL_FILES, ...files });
    const run = await models(modelsDir, ['add', source]);
    expect(run.stderr).toContain(message);
    expect(run.status).toBe(1);
    expect(readdirSync(modelsDir)).toEqual([]);
  });

  it('names every missing file and how to export them', async () => {
    writeFolder(source, { 'tokenizer.json': '{}' });
    const run = await models(modelsDir, ['add', source]);
    expect(run.stderr).toContain('no config.json, no onnx/model.onnx');
    expect(run.stderr).toContain('optimum-cli export onnx');
    expect(run.status).toBe(1);
  });

  it('clears away what a killed run left', async () => {
    writeFolder(path('.staging-my-encoder'), { 'pytorch_model.bin': 'half' });
    await addMyEncoder();
    expect(readdirSync(modelsDir).sort()).toEqual(['index.json', 'my-encoder']);
    expect(existsSync(path('my-encoder', 'pytorch_model.bin'))).toBe(false);
  });

  it('finds a broken index.json before it copies anything', async () => {
    writeFolder(modelsDir, { 'index.json': '{"schema_version":2,"models":[]}' });
    const run = await models(modelsDir, ['add', writeFolder(source, MODEL_FILES)]);
    expect(run.stderr).toContain('field schema_version: expected 1');
    expect(run.stderr).not.toContain('config.json');
    expect(run.status).toBe(1);
    expect(readdirSync(modelsDir)).toEqual(['index.json']);
  });
});

describe('list', () => {
  it('shows name, size, dtypes and source', async () => {
    await addMyEncoder();
    writeFolder(path('negscope-mini'), omit(MODEL_FILES, '1_Pooling/config.json'));
    await models(modelsDir, ['index']);
    mkdirSync(path('stray'));
    const run = await models(modelsDir, ['list']);
    expect(run.stdout.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
      ['name', 'size', 'dtypes', 'source'],
      ['my-encoder', '200.1 kB', 'fp32, int8', 'my-encoder'],
      ['negscope-mini', '200.1 kB', 'fp16, fp32, int8', 'bundled'],
      [''],
    ]);
    expect(run.stderr).toContain('stray: a folder that index.json does not have');
  });

  it('says when there is nothing', async () => {
    expect(await models(modelsDir, ['list'])).toMatchObject({
      status: 0,
      stdout: `no models in ${modelsDir}\n`,
    });
  });
});

describe('verify', () => {
  beforeEach(addMyEncoder);

  it('passes untouched folders', async () => {
    const run = await models(modelsDir, ['verify']);
    expect(run).toMatchObject({ status: 0, stdout: 'as in index.json: my-encoder\n', stderr: '' });
  });

  it('names missing, changed and extra files', async () => {
    rmSync(path('my-encoder', 'LICENSE'));
    writeFileSync(path('my-encoder', 'config.json'), '{"hidden_size":9}');
    writeFileSync(path('my-encoder', 'tokenizer.json'), '{}');
    writeFolder(path('my-encoder'), { 'onnx/more.txt': 'x' });
    const run = await models(modelsDir, ['verify', 'my-encoder']);
    expect(run.status).toBe(1);
    expect(run.stderr.split('\n').slice(0, 4)).toEqual([
      'my-encoder/LICENSE: missing',
      'my-encoder/config.json: changed (SHA-256 differs)',
      'my-encoder/tokenizer.json: changed (2 bytes, expected 17)',
      'my-encoder/onnx/more.txt: extra, not in index.json',
    ]);
  });

  it('names a folder that index.json does not have, and a name it does not have', async () => {
    writeFolder(path('stray'), MODEL_FILES);
    const all = await models(modelsDir, ['verify']);
    expect(all).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('stray: extra folder') as string,
    });
    expect((await models(modelsDir, ['verify', 'my-encoder'])).status).toBe(0);
    const unknown = await models(modelsDir, ['verify', 'stray']);
    expect(unknown).toMatchObject({ status: 1, stderr: expect.stringContaining('no such model') as string });
  });
});

describe('remove', () => {
  it('takes away folder and entry', async () => {
    await addMyEncoder();
    expect((await models(modelsDir, ['remove', 'my-encoder'])).status).toBe(0);
    expect(readdirSync(modelsDir)).toEqual(['index.json']);
    expect(readIndexJson(modelsDir).models).toEqual([]);
    expect((await models(modelsDir, ['remove', 'my-encoder'])).status).toBe(1);
  });

  it('keeps the bundled encoder unless forced', async () => {
    writeFolder(path('negscope-mini'), MODEL_FILES);
    await models(modelsDir, ['index']);
    const kept = await models(modelsDir, ['remove', 'negscope-mini']);
    expect(kept).toMatchObject({ status: 1, stderr: expect.stringContaining('--force') as string });
    expect(existsSync(path('negscope-mini'))).toBe(true);
    expect((await models(modelsDir, ['remove', 'negscope-mini', '--force'])).status).toBe(0);
    expect(existsSync(path('negscope-mini'))).toBe(false);
  });

  it.each(['../victim', '..', '.', 'a/b', '.hidden'])('refuses the name %s', async (name) => {
    const victim = writeFolder(path('..', 'victim'), { keep: 'me' });
    const run = await models(modelsDir, ['remove', name, '--force']);
    expect(run.stderr).toContain('expected letters, digits');
    expect(run.status).toBe(1);
    expect(existsSync(join(victim, 'keep'))).toBe(true);
  });
});

describe('index', () => {
  it('describes the bundled folder, the same way every time', async () => {
    const folder = writeFolder(path('negscope-mini'), MODEL_FILES);
    expect((await models(modelsDir, ['index'])).status).toBe(0);
    const first = readFileSync(path('index.json'), 'utf8');
    expect(readIndexJson(modelsDir).models).toMatchObject([
      {
        name: 'negscope-mini',
        source: 'bundled',
        description: "small static encoder: good for a look; your encoder's order may differ",
        files: Object.keys(MODEL_FILES)
          .sort()
          .map((file) => ({ path: file })),
      },
    ]);
    rmSync(path('index.json'));
    rmSync(folder, { recursive: true });
    writeFolder(folder, Object.fromEntries(Object.entries(MODEL_FILES).reverse()));
    await models(modelsDir, ['index']);
    expect(readFileSync(path('index.json'), 'utf8')).toBe(first);
  });

  it('keeps entries that are there, and renews one that is named', async () => {
    writeFolder(path('negscope-mini'), MODEL_FILES);
    await models(modelsDir, ['index']);
    writeFileSync(path('negscope-mini', 'LICENSE'), 'Other terms.');
    await models(modelsDir, ['index']);
    expect((await models(modelsDir, ['verify'])).status).toBe(1);
    await models(modelsDir, ['index', 'negscope-mini']);
    expect((await models(modelsDir, ['verify'])).status).toBe(0);
    expect(readIndexJson(modelsDir).models[0]?.source).toBe('bundled');
  });

  it('refuses a folder that is not a model', async () => {
    writeFolder(path('notes'), { 'config.json': '{}' });
    const run = await models(modelsDir, ['index']);
    expect(run.stderr).toContain('no tokenizer.json, no onnx/model.onnx');
    expect(run.status).toBe(1);
    expect(existsSync(path('index.json'))).toBe(false);
  });

  it('refuses an index.json whose paths leave their folder', async () => {
    const files = [{ path: '../../secret', bytes: 1, sha256: sha256('') }];
    const index = { schema_version: 1, models: [{ name: 'a', source: 'a', files }] };
    writeFolder(modelsDir, { 'index.json': JSON.stringify(index) });
    const run = await models(modelsDir, ['verify']);
    expect(run).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('models.0.files.0.path') as string,
    });
  });
});

describe('usage', () => {
  it('ends the process with the exit status, and talks on the streams that are its own', async () => {
    const listed = await startModels(modelsDir, ['list']);
    expect(listed).toEqual({ status: 0, stdout: `no models in ${modelsDir}\n`, stderr: '' });
    const wrong = await startModels(modelsDir, ['fetch']);
    expect(wrong).toMatchObject({
      status: 2,
      stdout: '',
      stderr: expect.stringMatching(/^unknown command/) as string,
    });
  });

  it.each([
    [[], 'a command is missing'],
    [['fetch'], 'unknown command "fetch"'],
    [['add'], 'an argument is missing'],
    [['add', 'a/b', 'c/d'], 'unexpected "c/d"'],
    [['add', 'a/b', '--dtype', 'fp64'], 'unknown "fp64"'],
    [['add', 'a/b', '--hub', 'ftp://hub'], 'expected an address'],
    [['list', '--force'], '--force'],
  ])('%j is wrong usage', async (args, message) => {
    const run = await models(modelsDir, args);
    expect(run.stderr).toContain(message);
    expect(run.stderr).toContain('usage: npm run models -- ');
    expect(run.status).toBe(2);
  });

  it.each([
    [['add', './nowhere'], 'neither a folder here nor a hub id'],
    [['add', 'a/b', '--name', '../x', '--hub', 'http://127.0.0.1:1'], 'expected letters, digits'],
  ])('%j fails before anything is asked of a hub', async (args, message) => {
    const run = await models(modelsDir, args);
    expect(run.stderr).toContain(message);
    expect(run.status).toBe(1);
  });
});
