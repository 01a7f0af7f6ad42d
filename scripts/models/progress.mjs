/** How far a download is, on the terminal or in a log. */

/** @typedef {import('./errors.mjs').InterruptedError} InterruptedError */

/**
 * Says on a stream how far a file is: one line that rewrites itself on a terminal, a line now and then elsewhere.
 *
 * @typedef {object} Progress
 * @property {(file: string, received: number, total: number | undefined) => void} update bytes so far
 * @property {(file: string, bytes: number) => void} done the file is complete
 * @property {(error: InterruptedError, retry: number, retries: number) => void} retry a new attempt follows
 * @property {(text: string) => void} note a line of its own
 */

/** @typedef {NodeJS.WritableStream & { readonly isTTY?: boolean }} Terminal */

const TERMINAL_PAUSE_MS = 100;
const LOG_PAUSE_MS = 5000;

/**
 * @param {Terminal} stream
 * @returns {Progress}
 */
export function createProgress(stream) {
  const pause = stream.isTTY ? TERMINAL_PAUSE_MS : LOG_PAUSE_MS;
  const [begin, end] = stream.isTTY ? ['\r\x1b[K', ''] : ['', '\n'];
  let last = Date.now();
  /** @param {string} text */
  const line = (text) => stream.write(`${stream.isTTY ? '\r\x1b[K' : ''}${text}\n`);
  return {
    update(file, received, total) {
      if (Date.now() - last < pause) return;
      last = Date.now();
      const share = total === undefined ? '' : ` of ${formatBytes(total)}, ${percent(received, total)}`;
      stream.write(`${begin}${file}  ${formatBytes(received)}${share}${end}`);
    },
    done(file, bytes) {
      line(`${file}  ${formatBytes(bytes)}, 100 %`);
    },
    retry(error, retry, retries) {
      line(`${error.message}; trying again (${retry} of ${retries})`);
    },
    note: line,
  };
}

/**
 * @param {number} received
 * @param {number} total
 */
function percent(received, total) {
  return total === 0 ? '100 %' : `${Math.floor((100 * received) / total)} %`;
}

/**
 * @param {number} bytes
 * @returns {string} in decimal units, such as `87.4 MB`
 */
export function formatBytes(bytes) {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 999_950) return `${(bytes / 1e3).toFixed(1)} kB`;
  if (bytes < 999_950_000) return `${(bytes / 1e6).toFixed(1)} MB`;
  return `${(bytes / 1e9).toFixed(2)} GB`;
}
