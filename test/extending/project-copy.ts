import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Files that are not part of the project, or that take long to copy. */
const LEFT_OUT =
  /^(?:\.git|\.data|\.receiver|(?:console\/)?node_modules|bench\/node_modules|bench\/results|coverage)$/;

interface Ended {
  /** 0 for success. */
  readonly status: number;
  readonly output: string;
}

/** Something to add with each generator. */
export const GENERATED = [
  ['event-type', 'document.archived'],
  ['auth-type', 'api-key'],
  ['template-type', 'plainText'],
  ['template-parser', 'percent'],
  ['email-kind', 'reminder'],
] as const;

/** A copy of the whole project, with the same packages, for changes. */
export class ProjectCopy {
  private constructor(readonly root: string) {}

  static async make(): Promise<ProjectCopy> {
    const root = await mkdtemp(path.join(os.tmpdir(), 'livery-copy-'));
    await cp(ROOT, root, {
      recursive: true,
      filter: (source) => !LEFT_OUT.test(path.relative(ROOT, source)),
    });
    for (const packages of ['node_modules', 'console/node_modules']) {
      const present = await realpath(path.join(ROOT, packages)).catch(() => null);
      // npm installs packages into a workspace only if their versions differ.
      if (present !== null) await symlink(present, path.join(root, packages));
    }
    return new ProjectCopy(root);
  }

  read(file: string): Promise<string> {
    return readFile(path.join(this.root, file), 'utf8');
  }

  write(file: string, text: string): Promise<void> {
    return writeFile(path.join(this.root, file), text);
  }

  /** Does the same as the Nest CLI with `generate <schematic> <name>` for each. Returns the exit statuses. */
  async generate(wanted: readonly (readonly [schematic: string, name: string])[]): Promise<readonly Ended[]> {
    const { output } = await this.run(process.execPath, 'test/extending/generate.mjs', ...wanted.flat());
    return JSON.parse(output) as readonly Ended[];
  }

  /** `npm run` of a script of package.json. */
  npm(script: string, ...args: readonly string[]): Promise<Ended> {
    return this.run('npm', 'run', '-s', script, '--', ...args);
  }

  run(command: string, ...args: readonly string[]): Promise<Ended> {
    // Variables that jest sets for this process are not meant for others. Its FORCE_COLOR would override our NO_COLOR.
    const { NODE_OPTIONS: _, FORCE_COLOR: __, ...inherited } = process.env;
    const env = { ...inherited, NO_COLOR: '1' };
    return new Promise((resolve) => {
      execFile(command, args, { cwd: this.root, env }, (error, stdout, stderr) => {
        resolve({ status: error === null ? 0 : Number(error.code ?? 1), output: stdout + stderr });
      });
    });
  }

  remove(): Promise<void> {
    return rm(this.root, { recursive: true });
  }
}
