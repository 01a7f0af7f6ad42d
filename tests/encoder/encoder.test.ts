import { beforeAll, describe, expect, it, vi } from 'vitest';

import { openOn } from '../../src/encoder/device-choice';
import { Encoder, type EncoderOptions } from '../../src/encoder/encoder';
import { EncoderModel } from '../../src/encoder/model';
import { openModelFolder } from '../../src/encoder/model-folder';
import { checkParity } from '../../src/encoder/parity';
import { startEncoderWorker, stubBrowserGlobals, surroundings } from '../support/browser-globals';
import { madeEncoder, MADE_DIMENSION } from '../support/made-encoder';
import { tableModel } from '../support/onnx';

const MODEL = madeEncoder();
const OPTIONS: EncoderOptions = {
  model: MODEL,
  onnx: 'onnx/model.onnx',
  settings: { queryPrefix: 'query: ', passagePrefix: '', pooling: 'mean', maxTokens: 16 },
  device: 'wasm',
};
const openEncoder = (options: EncoderOptions, within = surroundings()) => Encoder.open(options, within);

/** The same folder with another ONNX file in place of its own. */
function withOnnx(bytes: Uint8Array): EncoderOptions {
  const files = MODEL.files.filter((f) => f.path !== 'onnx/model.onnx');
  const file = new File([bytes as BlobPart], 'model.onnx');
  return { ...OPTIONS, model: { ...MODEL, files: [...files, { path: 'onnx/model.onnx', file }] } };
}

async function opened<T>(options: EncoderOptions, use: (encoder: Encoder) => T | Promise<T>): Promise<T> {
  const encoder = await openEncoder(options);
  try {
    return await use(encoder);
  } finally {
    await encoder.release();
  }
}

beforeAll(() => stubBrowserGlobals());

describe('Encoder', () => {
  it('formats by role, cuts to the limit, and gives unit vectors in the order of the batch', async () => {
    await opened(OPTIONS, async (encoder) => {
      expect(encoder.format('rain', 'query')).toBe('query: rain');
      expect(encoder.format('rain', 'passage')).toBe('rain');
      expect(encoder.tokensOf('rain '.repeat(50))).toMatchObject({ isCut: true, ids: { length: 16 } });
      expect(encoder.tokensOf('rain '.repeat(14))).toMatchObject({ isCut: false, ids: { length: 16 } });
      const batch = ['rain', 'the sea and the wind', 'rain'].map((t) => encoder.tokensOf(t).ids);
      const rows = await encoder.encode(batch);
      for (const row of rows) expect(Math.hypot(...row)).toBeCloseTo(1, 6);
      expect(rows[2]).toEqual(rows[0]);
      expect(rows[1]).not.toEqual(rows[0]);
    });
  });

  it('says what it is: files with their hashes, settings, device', async () => {
    await opened(OPTIONS, (encoder) => {
      const identity = encoder.identity(MADE_DIMENSION);
      expect(identity).toMatchObject({ name: 'made', origin: 'folder from disk', dtype: 'fp32' });
      expect(identity.files.map((f) => f.path)).toEqual([
        'onnx/model.onnx',
        'tokenizer.json',
        'tokenizer_config.json',
      ]);
      for (const file of identity.files) expect(file.sha256).toMatch(/^[0-9a-f]{64}$/);
      expect(identity.settings).toEqual({ ...OPTIONS.settings, normalise: true });
      expect(encoder.device.kind).toBe('wasm');
      expect(encoder.gpu).toBeNull();
    });
  });
});

describe('a file that is not fp32', () => {
  const named = (...paths: readonly string[]) => {
    const files = MODEL.files.flatMap(({ path, file }) =>
      path === OPTIONS.onnx ? paths.map((other) => ({ path: other, file })) : [{ path, file }],
    );
    return { ...OPTIONS, model: { ...MODEL, files }, onnx: 'onnx/model_int8.onnx' };
  };

  it('is compared with fp32 on wasm; where the folder has none the report says so', async () => {
    const parity = (options: EncoderOptions) => opened(options, (e) => e.identity(MADE_DIMENSION).parity);
    const both = await parity(named('onnx/model.onnx', 'onnx/model_int8.onnx'));
    expect(both).toEqual({ texts: 4, min_cosine: expect.closeTo(1, 12), warning: null });
    const alone = await parity(named('onnx/model_int8.onnx'));
    expect(alone).toMatchObject({ texts: 0, min_cosine: null });
    expect(alone?.warning).toContain('no fp32 ONNX file');
  });
});

describe('the name of the cache', () => {
  const name = (settings: Partial<EncoderOptions['settings']>, from = withOnnx(tableModel())) =>
    opened({ ...from, settings: { ...from.settings, ...settings } }, (encoder) => encoder.cacheNamespace());

  it('changes with everything that an embedding depends on beside its text', async () => {
    const plain = await name({});
    expect(plain).toMatch(/^[0-9a-f]{32}$/);
    expect(await name({})).toBe(plain);
    // Prefixes are part of the text.
    expect(await name({ queryPrefix: 'other: ' })).toBe(plain);
    expect(await name({ maxTokens: 17 })).not.toBe(plain);
    expect(await name({ pooling: 'cls' })).not.toBe(plain);
    expect(await name({}, withOnnx(tableModel({ table: [[1, 2]] })))).not.toBe(plain);
  });
});

describe('models and devices that cannot be used', () => {
  it('a broken ONNX file is told as in the session, through the worker', async () => {
    await expect(openEncoder(withOnnx(tableModel().subarray(0, 99)))).rejects.toMatchObject({
      name: 'BrokenModelFileError',
      message: expect.stringContaining('Model folder "made": onnx/model.onnx cannot be used.'),
    });
  });

  it('WebGPU where there is none', async () => {
    await expect(openEncoder({ ...OPTIONS, device: 'webgpu' })).rejects.toMatchObject({
      name: 'GpuUnavailableError',
      message: 'WebGPU cannot be used: there is no WebGPU here. Choose device "wasm" or "auto".',
    });
    await opened({ ...OPTIONS, device: 'auto' }, (encoder) => {
      expect(encoder.device.reason).toBe('wasm, 1 thread: there is no WebGPU here');
    });
  });

  it('a GPU on which no session opens is not tried again', async () => {
    const device = { lost: new Promise(() => undefined), destroy: () => undefined };
    const adapter = { info: {}, features: new Set(), limits: {}, requestDevice: async () => device };
    vi.stubGlobal('navigator', { ...navigator, gpu: { requestAdapter: async () => adapter } });
    const options = { ...OPTIONS, device: 'auto' } as const;
    const within = surroundings();
    const first = await openEncoder(options, within);
    expect(first.device).toMatchObject({ kind: 'wasm', reason: expect.stringContaining('WebGPU failed') });
    await first.release();
    within.startWorker = () => {
      throw new Error('all is known');
    };
    const second = await openEncoder(options, within);
    expect(second.device).toEqual(first.device);
    await second.release();
    await expect(openEncoder({ ...options, device: 'webgpu' }, within)).rejects.toThrow();
  });
});

it('weights that wasm cannot hold are refused before they are read, with what to do', async () => {
  const model: Pick<EncoderModel, 'sessionBytes' | 'layout' | 'table' | 'onnx'> & {
    folder: { name: string };
  } = {
    folder: { name: 'large' },
    onnx: 'model.safetensors',
    sessionBytes: 2.2e9,
    layout: { runtime: 'wasm', workers: 1, threads: 4 },
    table: () => Promise.resolve(null),
  };
  const noWorker = () => {
    throw new Error('no worker is needed');
  };
  await expect(openOn(model as EncoderModel, null, noWorker)).rejects.toThrow(
    'Model folder "large": model.safetensors cannot be used. It has 2.2 GB, and wasm runs at most 1.9 GB. Rank on the ' +
      'terminal with onnxruntime-node: --runtime native.',
  );
});

/** A unit vector whose cosine with `x` is given. */
function turned(x: Float32Array, cosine: number): Float32Array<ArrayBuffer> {
  const across = x.map((xi, i) => Number(i === 0) - (x[0] as number) * xi);
  const step = Math.sqrt(1 - cosine ** 2) / Math.hypot(...across);
  return Float32Array.from(x, (xi, i) => cosine * xi + step * (across[i] as number));
}

it.each([
  [0.9995, null],
  [
    0.9985,
    'fp32 on WebGPU differs from fp32 on wasm: the smallest cosine over 4 texts is 0.9985, where 0.999',
  ],
  [0.6, 'the smallest cosine over 4 texts is 0.6000, where 0.999 is expected. Figures may be off'],
])('a device whose vectors have cosine %d', async (cosine, said) => {
  const folder = await openModelFolder(MODEL, surroundings().base);
  const settings = { queryPrefix: '', passagePrefix: '', pooling: 'mean', maxTokens: 16 } as const;
  const model = await EncoderModel.open(folder, 'onnx/model.onnx', settings);
  const wasm = await openOn(model, null, startEncoderWorker);
  const device: typeof wasm = {
    ...wasm,
    encode: async (batch) =>
      (await wasm.encode(batch)).map((x, i) => (i === 2 ? turned(x, cosine) : x)) as never,
  };
  const parity = await checkParity(model, 'webgpu', device, startEncoderWorker);
  await wasm.release();
  expect(parity?.min_cosine).toBeCloseTo(cosine, 6);
  if (said === null) expect(parity?.warning).toBeNull();
  else expect(parity?.warning).toContain(said);
});
