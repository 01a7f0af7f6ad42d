import '../../../session/runes';

import { describe, expect, it } from 'vitest';

import type { RunRequest } from '../../../../src/engine/types';
import { DEMO, DEMO_REPORT } from '../../../../src/pages/rank/opening/demo-result';
import { isStored } from '../../../../src/pages/rank/opening/stored-result';
import { FileEntry, singleFile, SourceEntry } from '../../../../src/session/files/file-entries.svelte';
import { encoderOf, runRequest } from '../../../support/runs';
import { interpretation, loadedSource } from '../../../support/results';

/** The demo's run as the page asks for it; `note` is null for files of the user. */
function demoRun(note: string | null, changes: Partial<RunRequest['settings']> = {}) {
  const encoder = { ...encoderOf(), model: { kind: 'served' as const, name: DEMO_REPORT.encoder.name } };
  const request = runRequest(DEMO.rows.length, { encoder, settings: changes });
  const sources = DEMO.rows.map(({ name }, id) => {
    const file = new FileEntry(id, singleFile(new File([], `${name}.jsonl`), note));
    const loaded = loadedSource(id, file.file.name, {}, { name });
    const entry = new SourceEntry(10 + id, file, id, loaded);
    const { options, file: scored } = file;
    return { id, entry, loaded, file: scored, interpretation: interpretation(), options, sameAs: null };
  });
  return { request, sources };
}

describe('the stored result of the demo', () => {
  it('stands for its own run', () => {
    expect(isStored(demoRun('how it was made'))).toBe(true);
  });

  it('stands for no other: files of the user, another temperature, another weighting, a sample, the first negatives', () => {
    expect(isStored(demoRun(null))).toBe(false);
    for (const changes of [
      { tau: 0.1 },
      { weighting: 'uniform' as const },
      { sample: 20 },
      { negatives: 2 },
    ]) {
      expect(isStored(demoRun('how it was made', changes))).toBe(false);
    }
  });
});
