import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';

import { MissingModelFileError, ModelIndexError } from '../../src/encoder/errors';
import { EncoderModel } from '../../src/encoder/model';
import { onnxChoices, openModelFolder, servedModels } from '../../src/encoder/model-folder';
import { pickedFolder } from '../support/folders';
import { portOf } from '../support/port';

const hex = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex');

describe('onnxChoices', () => {
  it('names the number format by the suffix, fp32 first, then by path', async () => {
    const paths = [
      'onnx/model_quantized.onnx',
      'onnx/model_fp16.onnx',
      'onnx/model_bf16.onnx',
      'onnx/model_O3.onnx',
      'onnx/model_O4.onnx',
      'onnx/model_q4f16.onnx',
      'onnx/model_q4.onnx',
      'onnx/model_bnb4.onnx',
      'onnx/model_uint8.onnx',
      'onnx/model_qint8_avx512.onnx',
      'onnx/model.onnx',
      'model.onnx',
    ];
    const folder = await pickedFolder('many', Object.fromEntries(paths.map((path) => [path, 'x'])));
    expect(onnxChoices(folder).map(({ path, dtype }) => [path, dtype])).toEqual([
      ['model.onnx', 'fp32'],
      ['onnx/model.onnx', 'fp32'],
      ['onnx/model_O3.onnx', 'fp32'],
      ['onnx/model_O4.onnx', 'fp16'],
      ['onnx/model_bf16.onnx', 'bf16'],
      ['onnx/model_bnb4.onnx', 'q4'],
      ['onnx/model_fp16.onnx', 'fp16'],
      ['onnx/model_q4.onnx', 'q4'],
      ['onnx/model_q4f16.onnx', 'q4f16'],
      ['onnx/model_qint8_avx512.onnx', 'int8'],
      ['onnx/model_quantized.onnx', 'int8'],
      ['onnx/model_uint8.onnx', 'int8'],
    ]);
  });

  it('takes no other file and no other folder', async () => {
    const folder = await pickedFolder('odd', {
      'onnx/model.onnx_data': 'x',
      'openvino/model.onnx': 'x',
      'onnx/deep/model.onnx': 'x',
      'model.onnx.txt': 'x',
    });
    expect(onnxChoices(folder)).toEqual([]);
  });
});

describe('a folder picked from disk', () => {
  const bytes = Uint8Array.from({ length: 5000 }, (_, i) => i % 251);

  it('gives bytes with their SHA-256', async () => {
    const folder = await pickedFolder('mine', { 'onnx/model.onnx': bytes });
    expect(folder.files).toEqual([{ path: 'onnx/model.onnx', bytes: 5000 }]);
    expect(await folder.part('onnx/model.onnx')).toEqual(bytes);
    const info = await folder.info('onnx/model.onnx');
    expect(info).toEqual({ path: 'onnx/model.onnx', bytes: 5000, sha256: hex(bytes) });
  });
});

describe('folders that the page serves', () => {
  let server: Server | null = null;
  afterEach(() => server?.close());

  /** Serves files below /models/ on this machine. */
  async function serve(files: Readonly<Record<string, string>>): Promise<URL> {
    server = createServer((request, response) => {
      const content = files[decodeURI(request.url ?? '').slice('/models/'.length)];
      response.writeHead(content === undefined ? 404 : 200).end(content);
    });
    return new URL(`http://127.0.0.1:${await portOf(server, '127.0.0.1')}/models/`);
  }

  const listed = (name: string, path: string, content: string) => ({
    name,
    source: 'intfloat/e5-small',
    files: [{ path, bytes: content.length, sha256: hex(content) }],
  });
  const index = (...models: object[]) => JSON.stringify({ schema_version: 1, models });
  const model = listed('my model', '1_Pooling/config.json', '{}');

  it('are opened by name and checked against their hash', async () => {
    const base = await serve({ 'index.json': index(model), 'my model/1_Pooling/config.json': '{}' });
    expect((await servedModels(base)).map((m) => m.name)).toEqual(['my model']);
    const folder = await openModelFolder({ kind: 'served', name: 'my model' }, base);
    expect(folder).toMatchObject({ name: 'my model', origin: 'intfloat/e5-small' });
    expect(new TextDecoder().decode(await folder.part('1_Pooling/config.json'))).toBe('{}');
    expect((await folder.info('1_Pooling/config.json')).sha256).toBe(hex('{}'));
  });

  it('fetch a file anew after it failed, and not again once it came', async () => {
    const [path, served] = ['1_Pooling/config.json', 'my model/1_Pooling/config.json'];
    const files: Record<string, string> = { 'index.json': index(model), [served]: '[]' };
    const folder = await openModelFolder({ kind: 'served', name: 'my model' }, await serve(files));
    await expect(folder.part(path)).rejects.toThrow('differs from the SHA-256 in models/index.json');
    files[served] = '{}';
    expect(await folder.part(path)).toHaveLength(2);
    files[served] = '[]';
    expect(await folder.part(path, 0, 1)).toEqual(Uint8Array.of('{'.charCodeAt(0)));
  });

  it('are refused for what config.json says before their weights are', async () => {
    const config = '{"model_type":"strange"}';
    const { files, ...named } = listed('my model', 'config.json', config);
    const both = [...files, { path: 'model.safetensors', bytes: 1, sha256: hex('a') }];
    const base = await serve({
      'index.json': index({ ...named, files: both }),
      'my model/config.json': config,
      'my model/model.safetensors': 'b',
    });
    const folder = await openModelFolder({ kind: 'served', name: 'my model' }, base);
    const settings = { queryPrefix: '', passagePrefix: '', pooling: 'mean', maxTokens: 8 } as const;
    await expect(EncoderModel.open(folder, 'model.safetensors', settings)).rejects.toThrow('strange');
    await expect(folder.blob('model.safetensors')).rejects.toThrow('differs from the SHA-256');
  });

  it('say which file the server lacks, listed or not', async () => {
    const base = await serve({ 'index.json': index(model) });
    const folder = await openModelFolder({ kind: 'served', name: 'my model' }, base);
    await expect(folder.part('1_Pooling/config.json')).rejects.toThrow(MissingModelFileError);
    await expect(folder.part('other.json')).rejects.toThrow('other.json is missing');
    await expect(folder.info('other.json')).rejects.toThrow('other.json is missing');
  });

  it('say what there is where the name is unknown', async () => {
    const base = await serve({ 'index.json': index(model, listed('two', 'a', 'a')) });
    const open = openModelFolder({ kind: 'served', name: 'three' }, base);
    await expect(open).rejects.toThrow('The page serves my model, two.');
  });

  it.each([
    ['absent', {}, 'the server answered 404'],
    ['not JSON', { 'index.json': '<!doctype html>' }, 'cannot be read'],
    ['of another schema', { 'index.json': '{"schema_version":2,"models":[]}' }, 'schema_version'],
    [
      'without hashes',
      { 'index.json': index({ name: 'a', source: 'b', files: [{ path: 'c' }] }) },
      'models.0.files.0',
    ],
  ])('need a list; one that is %s is an error that says what to do', async (_, files, message) => {
    const models = servedModels(await serve(files as Record<string, string>));
    await expect(models).rejects.toThrow(ModelIndexError);
    await expect(models).rejects.toThrow(message);
    await expect(models).rejects.toThrow('npm run build');
  });

  it('that does not come is said in words of the page', async () => {
    const nowhere = new URL('http://127.0.0.1:9/models/');
    await expect(servedModels(nowhere)).rejects.toThrow(/did not come\. Reload once/);
  });
});
