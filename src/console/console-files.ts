import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The folder of the built pages. The sources and the build lie at different depths below the project. */
export const CONSOLE_FOLDER: string = consoleFolder();

/** Files whose names change with their contents, below `assets/`. */
export const CONSOLE_ASSETS: ReadonlySet<string> = filesOf('assets', /\.(js|css|woff2|svg)$/);

/** The files beside the pages whose names stay. */
export const CONSOLE_FILES: ReadonlySet<string> = filesOf('.', /\.(js|css|svg)$/);

/** Encodings in which the build lays files beside the plain ones, best first, with their endings. */
export const ENCODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

/** For files whose address changes with their contents. */
export const IMMUTABLE_CACHE_CONTROL = 'public, max-age=31536000, immutable';

/** A build without the console has the API alone. */
function filesOf(directory: string, names: RegExp): ReadonlySet<string> {
  const folder = `${CONSOLE_FOLDER}/${directory}`;
  return new Set(existsSync(folder) ? readdirSync(folder).filter((name) => names.test(name)) : []);
}

function consoleFolder(): string {
  const depth = import.meta.url.endsWith('.ts') ? '../../dist/console' : '../../console';
  return fileURLToPath(new URL(depth, import.meta.url));
}
