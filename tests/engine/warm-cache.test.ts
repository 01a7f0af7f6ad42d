import { beforeEach, describe, expect, it, vi } from 'vitest';

import { startEncoderWorker, stubBrowserGlobals } from '../support/browser-globals';
import { candidatesInMemory, type TextRecord } from '../support/candidates';
import { madeEncoder } from '../support/made-encoder';
import { privateFiles } from '../support/private-files';
import { encoderOf, newEngine, runRequest, silent } from '../support/runs';
import { folderOfTest } from '../support/temporary';

const SOURCE: TextRecord[] = [
  { query: 'rain', positive: 'rain and sea', negatives: ['wind', 'a stone'] },
  { query: 'song', positive: 'the king sings', negatives: ['wool', 'rain and sea'] },
];
const LATER: TextRecord = { query: 'song', positive: 'the king sings', negatives: ['a train'] };

const REQUEST = runRequest(1, { encoder: encoderOf(madeEncoder()) });

const startWorker = vi.fn<typeof startEncoderWorker>();
let engine: ReturnType<typeof newEngine>;
beforeEach(() => {
  startWorker.mockImplementation(startEncoderWorker);
  engine = newEngine(startWorker);
  stubBrowserGlobals();
  vi.stubGlobal('navigator', { hardwareConcurrency: 1, storage: privateFiles(folderOfTest()) });
});

/** A run of the test's engine; the user agreed to keep embeddings. */
async function run(records: TextRecord[], request = REQUEST) {
  startWorker.mockClear();
  engine.setCandidates(candidatesInMemory([records]));
  await engine.keepEmbeddings(true);
  const result = await engine.run(request, silent);
  return { result, workers: startWorker.mock.calls.length };
}

describe('a run that finds its texts in the cache', () => {
  it('starts no encoder worker, and says the same of encoder, device and sources', async () => {
    const cold = await run(SOURCE);
    expect(cold.workers).toBe(1);
    expect(cold.result.cost).toMatchObject({ encodes: 7, cached_texts: 0, cache: { kind: 'disk' } });
    const warm = await run(SOURCE);
    expect(warm.workers).toBe(0);
    expect(warm.result.cost).toMatchObject({ texts: 7, encodes: 0, cached_texts: 7 });
    const { encoder, device, idf_corpus, sources } = cold.result;
    expect(warm.result).toMatchObject({ encoder, device, idf_corpus, sources });
  });

  it('starts one as soon as a text is missing', async () => {
    await run(SOURCE);
    const { result, workers } = await run([...SOURCE, LATER]);
    expect(workers).toBe(1);
    expect(result.cost).toMatchObject({ texts: 8, cached_texts: 7, encodes: 1 });
  });

  it('opens an encoder of other settings anew', async () => {
    await run(SOURCE);
    const encoder = REQUEST.encoder && {
      ...REQUEST.encoder,
      settings: { ...REQUEST.encoder.settings, maxTokens: 3 },
    };
    const other = await run(SOURCE, { ...REQUEST, encoder });
    expect(other.workers).toBe(1);
    // Two of the three tokens are special: the three texts of several words are cut.
    expect(other.result.cost).toMatchObject({ cached_texts: 0, cut_texts: 3 });
    engine = newEngine(startWorker);
    const again = await run(SOURCE, { ...REQUEST, encoder });
    expect(again.result.cost).toMatchObject({ cached_texts: 7, cut_texts: 3 });
  });

  it('forgets an encoder that cannot be opened as it was remembered', async () => {
    await run(SOURCE);
    startWorker.mockImplementationOnce(() => {
      throw new Error('no worker');
    });
    await expect(run([...SOURCE, LATER])).rejects.toThrow('no worker');
    expect((await run(SOURCE)).workers).toBe(1);
  });
});
