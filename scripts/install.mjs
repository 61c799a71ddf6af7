// Installs the packages of package-lock.json if some are missing. Imports none of them, because it runs before they exist.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const root = new URL('../', import.meta.url);

/** Runs `npm ci` if a package is missing or has another version than the lock file names. */
export function install() {
  if (isInstalled()) return;
  process.stderr.write('Installing the packages (npm ci) …\n');
  // npm passes its own path to the scripts that it runs.
  const npm = process.env.npm_execpath;
  const [command, ...args] = npm === undefined ? ['npm'] : [process.execPath, npm];
  const { status, error } = spawnSync(command, [...args, 'ci', '--include=dev'], {
    cwd: root,
    stdio: 'inherit',
    shell: npm === undefined && process.platform === 'win32',
  });
  if (error !== undefined) process.stderr.write(`npm could not be started: ${error.message}\n`);
  if (status !== 0) process.exit(status ?? 1);
}

function isInstalled() {
  const present = packagesOf('node_modules/.package-lock.json');
  return Object.entries(packagesOf('package-lock.json')).every(([place, wanted]) => {
    // Optional packages may be for another platform. The entry '' is the project itself.
    return place === '' || wanted.optional === true || present[place]?.version === wanted.version;
  });
}

function packagesOf(lockFile) {
  try {
    return JSON.parse(readFileSync(new URL(lockFile, root), 'utf8')).packages;
  } catch {
    return {};
  }
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) install();
