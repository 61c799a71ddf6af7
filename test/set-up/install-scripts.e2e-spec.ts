import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const SETTINGS = fileURLToPath(new URL('../../.npmrc', import.meta.url));

describe('npm under the settings of this project', () => {
  let folder: string;
  beforeEach(async () => void (folder = await mkdtemp(path.join(os.tmpdir(), 'livery-npm-'))));
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('runs no install script of a package, but runs the requested commands', async () => {
    const dependency = path.join(folder, 'dependency');
    await mkdir(dependency);
    await write(dependency, {
      name: 'dependency',
      version: '1.0.0',
      scripts: { install: "node -e \"fs.writeFileSync('../ran', '')\"" },
    });
    const project = path.join(folder, 'project');
    await mkdir(project);
    await copyFile(SETTINGS, path.join(project, '.npmrc'));
    await write(project, {
      name: 'project',
      version: '1.0.0',
      dependencies: { dependency: 'file:../dependency' },
      scripts: { start: 'node -p "40 + 2"' },
    });
    await npm(project, 'install', '--offline', '--foreground-scripts');
    expect(await readdir(path.join(project, 'node_modules'))).toContain('dependency');
    expect(await readdir(folder)).not.toContain('ran');
    expect(await npm(project, '-s', 'start')).toBe('42\n');
  });
});

function write(folder: string, manifest: object): Promise<void> {
  return writeFile(path.join(folder, 'package.json'), JSON.stringify(manifest));
}

/** Without the variables of the npm that runs the tests, which would override the file. */
async function npm(cwd: string, ...args: readonly string[]): Promise<string> {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('npm_')));
  return (await run('npm', args, { cwd, env, shell: process.platform === 'win32' })).stdout;
}
