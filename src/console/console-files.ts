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

/**
 * Lets the console run its own files, talk to this service and show its own preview page, and nothing else. Browsers
 * that know trusted types refuse to make markup of a string at all: whatever a partner's data holds is only ever text.
 */
export const CONSOLE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

/**
 * For the page that a test render is shown in. The render's frame inherits it: styles as emails have them, images, and
 * no script at all.
 */
export const PREVIEW_POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src https: data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ');

/** A build without the console has the API alone. */
function filesOf(directory: string, names: RegExp): ReadonlySet<string> {
  const folder = `${CONSOLE_FOLDER}/${directory}`;
  return new Set(existsSync(folder) ? readdirSync(folder).filter((name) => names.test(name)) : []);
}

function consoleFolder(): string {
  const depth = import.meta.url.endsWith('.ts') ? '../../dist/console' : '../../console';
  return fileURLToPath(new URL(depth, import.meta.url));
}
