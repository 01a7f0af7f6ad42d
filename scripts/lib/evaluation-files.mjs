/** The files of `--evaluation`, for every command that has it. */

import { statSync } from 'node:fs';
import { basename, join } from 'node:path';

import { existing } from './arguments.mjs';
import { filesIn } from './folder-files.mjs';

export const EVALUATION_OPTION = /** @type {const} */ ({
  evaluation: { type: 'string', multiple: true },
});

/**
 * A file as it is; of a folder with judgements those of every split but `train`, else all files. The others of the folder
 * hold the texts that judgements name, and come first.
 *
 * @param {readonly string[] | undefined} paths as typed
 * @param {'mine' | 'rank' | 'read'} script
 * @returns {{ path: string, evaluation: boolean }[]} absolute paths
 */
export function evaluationFiles(paths, script) {
  return (paths ?? []).flatMap((typed) => {
    const path = existing('--evaluation', typed, 'file or folder', script);
    if (!statSync(path).isDirectory()) return [{ path, evaluation: true }];
    const files = filesIn(path).filter((file) => !/(?:^|\/)(?:license|readme)[^/]*$/i.test(file));
    const judged = files.filter((file) => /(?:^|\/)qrels(?:\/|\.)/i.test(file));
    const others = judged.filter((file) => !/^train\b/i.test(basename(file)));
    return files
      .filter((file) => !judged.includes(file) || others.includes(file))
      .map((file) => ({
        path: join(path, file),
        evaluation: judged.length === 0 || others.includes(file),
      }))
      .sort((a, b) => Number(a.evaluation) - Number(b.evaluation));
  });
}
