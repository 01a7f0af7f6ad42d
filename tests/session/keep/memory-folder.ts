/** A folder of what is kept, in memory, that fails as a browser's storage does. */

import type { KeepFolder } from '../../../src/session/keep/folder';

export class MemoryFolder implements KeepFolder {
  readonly files = new Map<string, Blob>();
  /** Bytes that it holds at most. */
  capacity = Infinity;
  /** 1-based writes that fail, and what they fail with. */
  failures = new Map<number, Error>();
  writes = 0;

  get names(): string[] {
    return [...this.files.keys()].sort();
  }

  list() {
    return Promise.resolve([...this.files].map(([name, { size }]) => ({ name, bytes: size })));
  }

  read(name: string) {
    const content = this.files.get(name);
    return Promise.resolve(content ? new File([content], name) : null);
  }

  write(name: string, content: Blob, onBytes?: (bytes: number) => void) {
    const failure = this.failures.get(++this.writes);
    if (failure) return Promise.reject(failure);
    const others = [...this.files].filter(([other]) => other !== name);
    const used = others.reduce((sum, [, { size }]) => sum + size, 0);
    if (used + content.size > this.capacity) return Promise.reject(quotaExceeded());
    this.files.set(name, content);
    onBytes?.(content.size);
    return Promise.resolve();
  }

  remove(name: string) {
    this.files.delete(name);
    return Promise.resolve();
  }

  clear() {
    this.files.clear();
    return Promise.resolve();
  }
}

export function quotaExceeded(): DOMException {
  return new DOMException('The quota has been exceeded.', 'QuotaExceededError');
}
