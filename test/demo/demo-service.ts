import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { noteSecretsOfSettings, seenLog } from '../support/seen-log.js';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
/** As the first word: runs `npm start`, which compiles first, in place of the compiled service. */
export const NPM_START = 'npm start';
const COMPILED = fileURLToPath(new URL('../../dist/service/main.js', import.meta.url));
const FOR_PROGRAMS = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'SystemRoot'];

/** The service with its demo in a process of its own. */
export class DemoService {
  stdout = '';
  stderr = '';
  private readonly ended: Promise<unknown>;

  private constructor(private readonly child: ChildProcess) {
    child.stdout?.setEncoding('utf8').on('data', (text: string) => (this.stdout += text));
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (this.stderr += text));
    child.once('close', () => {
      // The demo prints its key and a link on purpose. The lines of the log are those in JSON.
      seenLog.push(...this.stdout.split('\n').filter((line) => line.startsWith('{')));
      if (this.stderr !== '') seenLog.push(this.stderr);
    });
    this.ended = once(child, 'close');
  }

  /** With these settings and no others. */
  static with(settings: Readonly<Record<string, string>>, words: readonly string[]): DemoService {
    const around = Object.fromEntries(FOR_PROGRAMS.map((name) => [name, process.env[name]]));
    const [program, ...parameters] =
      words[0] === NPM_START
        ? ['npm', '--silent', 'start', '--', ...words.slice(1)]
        : [process.execPath, COMPILED, '--demo', ...words];
    const env = { ...around, PORT: '0', LOG_LEVEL: 'trace', ...settings };
    noteSecretsOfSettings(env);
    const child = spawn(program, parameters, {
      cwd: PROJECT,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: program === 'npm' && process.platform === 'win32',
    });
    return new DemoService(child);
  }

  /** The first group of the pattern, once the output matches. */
  async printed(pattern: RegExp): Promise<string> {
    for (;;) {
      const found = pattern.exec(this.stdout);
      if (found !== null) return found[1] ?? found[0];
      await Promise.race([once(this.child.stdout!, 'data'), this.ended]);
      if (this.child.exitCode !== null) throw new Error(`It ended early: ${this.stdout}${this.stderr}`);
    }
  }

  /** Resolves with the exit status. */
  async end(signal?: NodeJS.Signals): Promise<number | null> {
    if (signal !== undefined) this.child.kill(signal);
    await this.ended;
    return this.child.exitCode;
  }
}
