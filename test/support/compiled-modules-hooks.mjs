import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = new URL('../../', import.meta.url).href;
const SOURCES = /^(?:src|packages)\//;

export async function resolve(specifier, context, nextResolve) {
  const file = specifier.startsWith(root) ? specifier.slice(root.length) : '';
  if (SOURCES.test(file) && !existsSync(fileURLToPath(specifier))) {
    return nextResolve(`${root}dist/${file}`, context);
  }
  return nextResolve(specifier, context);
}
