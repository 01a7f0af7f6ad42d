/** What Audit, Shortcuts says of dl1920 and the demo, for docs/JUDGE.md. */

import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { shortcutsOf } from '../../src/engine/shortcuts';
import { Task } from '../../src/engine/task';
import { candidatesInMemory } from '../../tests/support/candidates';
import { folderOnDisk } from '../../tests/support/folders';
import { markdownTable } from '../lib/table.mjs';
import { readTevatron } from '../order/real-file';
import { runInNode } from '../runs/in-node';

/** @param shared path of ../shared */
export async function shortcutsTable(shared: string): Promise<string> {
  const published = fileURLToPath(new URL('../../public', import.meta.url));
  const files = [
    {
      name: 'dl1920',
      folder: join(shared, 'data/dl1920'),
      sources: ['bm25', 'tasb', 'repllama', 'random'],
      model: join(shared, 'models/potion-base-2M'),
    },
    {
      name: 'demo',
      folder: join(published, 'demo'),
      sources: ['bm25', 'embedding', 'written', 'random'],
      model: join(published, 'models/negscope-mini'),
    },
  ];
  const rows: string[][] = [];
  for (const { name, folder, sources, model } of files) {
    const read = sources.map((source) => readTevatron(join(folder, `${source}.jsonl`)));
    const run = await runInNode(sources, read, folderOnDisk(name, model));
    const found = await shortcutsOf(run, candidatesInMemory(read), new Task(), () => undefined);
    for (const [s, { shortcut }] of found.entries()) {
      if (shortcut === null) continue;
      const { auc, low, high, length_auc: length, negative_words: own, positive_words: theirs } = shortcut;
      const words = shortcut.words.slice(0, 3).map(({ word }) => word);
      rows.push([
        name,
        sources[s] ?? '',
        `${auc.toFixed(3)} (${low.toFixed(3)} to ${high.toFixed(3)})`,
        length.toFixed(3),
        `${own} / ${theirs}`,
        words.length === 0 ? '–' : words.join(', '),
      ]);
    }
  }
  return markdownTable(
    ['file', 'source', 'AUC (95 %)', 'length alone', 'words, negatives / positives', 'telling words'],
    rows,
  );
}
