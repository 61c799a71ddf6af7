import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The folder of the built pages, found from both sources and build, which are at different depths in the project. */
export const CONSOLE_FOLDER: string = consoleFolder();

/** Files below `assets/`, whose names change with their contents. */
export const CONSOLE_ASSETS: ReadonlySet<string> = filesOf('assets', /\.(js|css|woff2|svg)$/);

/** Files beside the pages, whose names do not change. */
export const CONSOLE_FILES: ReadonlySet<string> = filesOf('.', /\.(js|css|svg)$/);

/** The encodings in which the build stores files beside the plain ones, best first, with their file name endings. */
export const ENCODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

/** The Cache-Control of files whose address changes with their contents. */
export const IMMUTABLE_CACHE_CONTROL = 'public, max-age=31536000, immutable';

/** The names of a folder's files; empty in a build without the console, which has only the API. */
function filesOf(directory: string, names: RegExp): ReadonlySet<string> {
  const folder = `${CONSOLE_FOLDER}/${directory}`;
  return new Set(existsSync(folder) ? readdirSync(folder).filter((name) => names.test(name)) : []);
}

function consoleFolder(): string {
  const depth = import.meta.url.endsWith('.ts') ? '../../dist/console' : '../../console';
  return fileURLToPath(new URL(depth, import.meta.url));
}
