import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The folder of the pages. The sources and the build lie at different depths below the project. */
export const CONSOLE_FOLDER: string = consoleFolder();

/** The files there that browsers may have, beside the two pages. */
export const CONSOLE_FILES: ReadonlySet<string> = new Set(
  readdirSync(CONSOLE_FOLDER).filter((name) => /\.(js|css|svg)$/.test(name)),
);

/**
 * Lets the console run its own files, talk to this service and show its own preview page, and nothing else. Browsers
 * that know trusted types refuse to make markup of a string at all: whatever a partner's data holds is only ever text.
 */
export const CONSOLE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
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

function consoleFolder(): string {
  const folder = ['../../console', '../../../console']
    .map((path) => fileURLToPath(new URL(path, import.meta.url)))
    .find((candidate) => existsSync(`${candidate}/index.html`));
  if (folder === undefined) throw new Error('The folder console is missing.');
  return folder;
}
