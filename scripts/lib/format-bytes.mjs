/** Sizes of files, for a terminal. */

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
