/** The JSON files of a model folder. */

import * as v from 'valibot';

import { BrokenModelFileError, reasonOf } from './errors';
import type { ModelFolder } from './model-folder';

/**
 * A JSON file of the folder, checked by its schema; null where it is missing.
 * @throws BrokenModelFileError, ModelHashError
 */
export async function readJson<S extends v.GenericSchema>(
  folder: ModelFolder,
  path: string,
  schema: S,
): Promise<v.InferOutput<S> | null> {
  if (!folder.has(path)) return null;
  const bytes = await folder.read(path);
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    throw new BrokenModelFileError(folder.name, path, `It is not JSON: ${reasonOf(error)}.`);
  }
  const parsed = v.safeParse(schema, json);
  if (!parsed.success) {
    const issue = parsed.issues[0];
    throw new BrokenModelFileError(
      folder.name,
      path,
      `${v.getDotPath(issue) ?? 'Top level'}: ${issue.message}.`,
    );
  }
  return parsed.output;
}
