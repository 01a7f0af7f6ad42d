/** Whether a process that has left its number somewhere still runs. */

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** @returns false for none of this machine */
export function isRunning(pid: number): boolean {
  if (!(pid > 0)) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It runs, under another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/**
 * When a process began: a number is given to another one in time, after a start of the machine or of a container at once.
 *
 * @returns the same for the same process; empty where the system does not tell
 */
export function startOf(pid: number): string {
  try {
    if (process.platform === 'win32') return '';
    if (process.platform !== 'linux')
      return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim();
    // Behind the program's name, which may hold blanks, in brackets: the 22nd field of all, in ticks since the machine started.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot} ${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]}`;
  } catch {
    return '';
  }
}
