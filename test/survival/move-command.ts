import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('mover.mjs', import.meta.url));

/** One run of the command that moves a partner. */
export class Mover {
  private readonly ended: Promise<unknown>;
  private output = '';
  private readonly waiting: { readonly line: string; readonly seen: () => void }[] = [];

  private constructor(private readonly child: ChildProcess) {
    this.ended = once(child, 'close');
    for (const stream of [child.stdout, child.stderr]) {
      if (stream === null) continue;
      createInterface({ input: stream }).on('line', (line) => {
        this.output += `${line}\n`;
        for (const { line: awaited, seen } of this.waiting) if (line.startsWith(awaited)) seen();
      });
    }
  }

  /** Starts or continues the move of a partner. */
  static start(partnerId: number, cell: string, settings: Readonly<Record<string, string>>): Mover {
    const env = { PATH: process.env['PATH'], ...settings };
    return new Mover(
      spawn(process.execPath, [PROGRAM, String(partnerId), cell], { env, stdio: ['ignore', 'pipe', 'pipe'] }),
    );
  }

  /** Resolves when the command reports that it has reached this step. */
  async reaches(line: string): Promise<void> {
    const ended = this.ended.then(() => {
      throw new Error(`The command did not become ${line}:\n${this.output}`);
    });
    await Promise.race([new Promise<void>((seen) => this.waiting.push({ line, seen })), ended]);
  }

  async kill(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.ended;
  }

  /** The duration of the partner's pause, once the command has ended; null if it failed or made no pause. */
  async pausedMs(): Promise<number | null> {
    await this.ended;
    const [, paused] = /^paused for (\d+) ms$/m.exec(this.output) ?? [];
    return paused === undefined ? null : Number(paused);
  }

  async isDone(): Promise<boolean> {
    await this.ended;
    return this.child.exitCode === 0;
  }

  /** Its output, once it has ended successfully. */
  async succeeds(): Promise<string> {
    await this.ended;
    if (this.child.exitCode !== 0) throw new Error(`The move has failed:\n${this.output}`);
    return this.output;
  }
}
