/** Programs started for a test: each leads a group of processes of its own, which ends with it and with us. */

import { spawn, type ChildProcess } from 'node:child_process';

const groups = new Set<number>();
process.on('exit', () => {
  for (const group of groups) endGroup(group);
});

/** A running program, and what it printed. */
export class Started {
  /** Lines of standard output and standard error, in order. */
  readonly lines: string[] = [];
  private readonly waiting = new Set<() => void>();
  private readonly child: ChildProcess;
  private over = false;

  constructor(
    private readonly command: string,
    args: readonly string[],
    env: NodeJS.ProcessEnv = process.env,
  ) {
    this.child = spawn(command, args, { env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    if (this.child.pid !== undefined) groups.add(this.child.pid);
    this.child.once('error', (error) => this.end(String(error)));
    this.child.once('close', (code) => this.end(`ended with status ${code}`));
    for (const stream of [this.child.stdout, this.child.stderr]) {
      let rest = '';
      stream?.setEncoding('utf8').on('data', (text: string) => {
        const lines = (rest + text).split('\n');
        rest = lines.pop() ?? '';
        this.lines.push(...lines);
        this.wake();
      });
    }
  }

  /**
   * The first line that matches, once it is printed.
   * @throws where the program ends before
   */
  async line(pattern: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      for (const line of this.lines) {
        const found = pattern.exec(line);
        if (found) return found;
      }
      if (this.over) throw new Error(`${this.command} never said ${pattern}:\n${this.lines.join('\n')}`);
      await new Promise<void>((resolve) => this.waiting.add(resolve));
    }
  }

  /** Ends the program and all that it started, and waits until it has ended. */
  async stop(): Promise<void> {
    if (this.child.pid !== undefined) endGroup(this.child.pid);
    while (!this.over) await new Promise<void>((resolve) => this.waiting.add(resolve));
  }

  private end(why: string): void {
    this.over = true;
    this.lines.push(`${this.command} ${why}`);
    this.wake();
  }

  private wake(): void {
    for (const resolve of this.waiting) resolve();
    this.waiting.clear();
  }
}

/** Kills every process of a group; one that has ended needs nothing. */
function endGroup(group: number): void {
  groups.delete(group);
  try {
    process.kill(-group, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
