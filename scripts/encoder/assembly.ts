/** contrast.as, compiled for memory that threads share. */

import { fileURLToPath } from 'node:url';

import { assemble } from '../lib/assembly.mjs';
import { MOST_PAGES } from './numeric/assembly';

export async function contrastModule(): Promise<WebAssembly.Module> {
  const source = fileURLToPath(new URL('./numeric/contrast.as', import.meta.url));
  const pages = ['--initialMemory', '2', '--maximumMemory', String(MOST_PAGES)];
  return new WebAssembly.Module(await assemble(source, ['--enable', 'threads', '--sharedMemory', ...pages]));
}
