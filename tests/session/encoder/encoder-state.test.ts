import '../runes';

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type { PickedFile } from '../../../src/encoder/types';
import { SeveralGivenError } from '../../../src/app/errors';
import { EncoderState, GIVEN } from '../../../src/session/encoder/encoder-state.svelte';
import type { SourcesState } from '../../../src/session/files/sources-state.svelte';

/** A file whose bytes come once `ready` resolves. */
class SlowFile extends File {
  constructor(
    content: string,
    name: string,
    private readonly ready: Promise<void>,
  ) {
    super([content], name);
  }

  override async arrayBuffer(): Promise<ArrayBuffer> {
    await this.ready;
    return super.arrayBuffer();
  }

  override slice(from?: number, to?: number): Blob {
    const { ready } = this;
    const part = super.slice(from, to);
    const whole = part.arrayBuffer.bind(part);
    part.arrayBuffer = () => ready.then(whole);
    return part;
  }
}

/** A folder with this pooling. */
function folder(pooling: 'cls_token' | 'mean_tokens', ready = Promise.resolve()) {
  const content = {
    'config.json': { model_type: 'bert' },
    'tokenizer.json': {},
    '1_Pooling/config.json': { [`pooling_mode_${pooling}`]: true },
    'onnx/model.onnx': {},
  };
  const files = Object.entries(content).map(([path, json]): PickedFile => ({
    path,
    file: new SlowFile(JSON.stringify(json), path, ready),
  }));
  return { name: 'checkpoint', files };
}

describe('the chosen encoder', () => {
  let encoder: EncoderState;
  let finish: () => void;
  let slow: ReturnType<typeof folder>;

  beforeEach(() => {
    vi.stubGlobal('document', { baseURI: 'http://localhost/' });
    encoder = new EncoderState({ entries: [] } as unknown as SourcesState);
    slow = folder('cls_token', new Promise((resolve) => (finish = resolve)));
  });

  afterEach(() => vi.unstubAllGlobals());

  it('is none of two model folders that come at once; other folders go on', async () => {
    const corpus = { name: 'corpus', files: [{ path: 'corpus.jsonl', file: new File([], 'corpus.jsonl') }] };
    const [one, two] = [folder('cls_token'), folder('mean_tokens')];
    const several = encoder.offer([one, corpus, two]);
    expect(several).toEqual({ others: [corpus], refused: expect.any(SeveralGivenError) });
    expect(encoder.selected).toBe('');
    expect(encoder.offer([corpus, two])).toEqual({ others: [corpus], refused: null });
    await encoder.inspect(encoder.selected);
    expect([encoder.folder, encoder.info?.settings.pooling]).toEqual([two, 'mean']);
  });

  it('has the settings of its own folder, though the one before is read later', async () => {
    const first = encoder.pick(slow);
    await encoder.pick(folder('mean_tokens'));
    expect([encoder.info?.settings.pooling, encoder.inspecting]).toEqual(['mean', false]);
    finish();
    await first;
    expect([encoder.info?.settings.pooling, encoder.inspecting]).toEqual(['mean', false]);
  });

  it('is waited for as long as its folder is read, not the one before', async () => {
    const late = folder('mean_tokens', new Promise((resolve) => (finish = resolve)));
    const first = encoder.pick(folder('cls_token'));
    const second = encoder.pick(late);
    await first;
    expect([encoder.info, encoder.inspecting]).toEqual([null, true]);
    finish();
    await second;
    expect([encoder.info?.settings.pooling, encoder.inspecting]).toEqual(['mean', false]);
  });

  it('is not waited for once the vectors in the files are chosen', async () => {
    const first = encoder.pick(slow);
    expect(encoder.inspecting).toBe(true);
    await encoder.choose(GIVEN);
    expect(encoder.inspecting).toBe(false);
    finish();
    await first;
    expect([encoder.info, encoder.inspecting]).toEqual([null, false]);
  });

  it('is refused by name where its folder asks for what is not run', async () => {
    const { name, files } = folder('mean_tokens');
    const modules = JSON.stringify([{ type: 'sentence_transformers.models.Dense', path: '2_Dense' }]);
    await encoder.pick({
      name,
      files: [...files, { path: 'modules.json', file: new File([modules], 'modules.json') }],
    });
    expect(encoder.notice?.message).toContain('the module Dense, which Negscope does not run');
    expect([encoder.settings, encoder.request]).toEqual([null, undefined]);
  });
});
