/** A line that says how far a run is: rewritten in place on a terminal, a new line now and then elsewhere. */

const LOG_PAUSE_MS = 10_000;

/**
 * @typedef {object} ProgressLine
 * @property {(text: string) => void} show
 * @property {() => void} end closes the line, so that what is printed next starts a new one
 */

/**
 * @param {Pick<NodeJS.WriteStream, 'write'> & { isTTY?: boolean, columns?: number }} stream
 * @param {() => number} [now] milliseconds
 * @returns {ProgressLine}
 */
export function progressLine(stream, now = Date.now) {
  let shown = '';
  let lastWrite = -Infinity;
  return {
    show(text) {
      if (text === shown) return;
      if (stream.isTTY === true) {
        stream.write(`\r\x1b[K${text.slice(0, (stream.columns || 80) - 1)}`);
      } else {
        if (now() - lastWrite < LOG_PAUSE_MS) return;
        stream.write(`${text}\n`);
      }
      shown = text;
      lastWrite = now();
    },
    end() {
      if (stream.isTTY === true && shown !== '') stream.write('\n');
      shown = '';
    },
  };
}
