/** Numbers and lists as the page writes them: those of the report, and sizes and times. */

import { countOf } from '../report/words';

export {
  countInWords,
  countOf,
  formatApart,
  formatCount,
  formatMean,
  formatPercent,
  formatScore,
  listInWords,
} from '../report/words';

/** A size in bytes, in the unit that reads best: `4.2 MB`. */
export function formatBytes(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB'];
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  return unit === 0 ? countOf(bytes, 'byte') : `${value.toFixed(value < 10 ? 1 : 0)} ${units[unit]}`;
}

/** A span of time in seconds, coarse: `9 s`, `3 min 20 s`, `2 h 5 min`. */
export function formatSeconds(seconds: number): string {
  if (seconds < 1) return 'less than 1 s';
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return whole % 60 === 0 ? `${minutes} min` : `${minutes} min ${whole % 60} s`;
  const hours = Math.floor(minutes / 60);
  return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
}

/** A measured span of time: one decimal below 10 s. */
export function formatDuration(seconds: number): string {
  if (seconds < 0.05) return 'under 0.1 s';
  return seconds < 10 ? `${seconds.toFixed(1)} s` : formatSeconds(seconds);
}
