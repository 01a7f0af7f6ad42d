/** Whole files as other tools write them. */

import type { LoadOptions } from '../../src/candidates/reading';
import type { Bytes, Subject } from './types';

export interface ToolFile {
  readonly tool: string;
  readonly file: string;
  readonly bytes: Bytes;
  readonly companions: Subject['companions'];
  readonly options: Partial<LoadOptions>;
}

export const toolFiles: readonly ToolFile[] = [];
