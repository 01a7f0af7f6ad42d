/** A file on disk behind the synchronous interface of the origin private file system, which Node lacks. */

import { closeSync, fstatSync, fsyncSync, openSync, readSync, writeSync } from 'node:fs';

import type { SegmentFile } from '../../src/encoder/cache/segment';

/** @param limit bytes at which the disk is full */
export function rowFile(path: string, limit = Infinity): SegmentFile {
  const file = openSync(path, 'a+');
  closeSync(file);
  const handle = openSync(path, 'r+');
  return {
    getSize: () => fstatSync(handle).size,
    read: (into, { at }) => readSync(handle, into, 0, into.length, at),
    write: (from, { at }) => {
      if (at + from.length > limit) throw new DOMException('The disk is full.', 'QuotaExceededError');
      return writeSync(handle, from, 0, from.length, at);
    },
    flush: () => fsyncSync(handle),
    close: () => closeSync(handle),
  };
}
