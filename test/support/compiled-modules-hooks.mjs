import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const sources = new URL('../../src/', import.meta.url).href;
const compiled = new URL('../../dist/src/', import.meta.url).href;

export async function resolve(specifier, context, nextResolve) {
  if (specifier.startsWith(sources) && !existsSync(fileURLToPath(specifier))) {
    return nextResolve(specifier.replace(sources, compiled), context);
  }
  return nextResolve(specifier, context);
}
