import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parse } from 'es-module-lexer/js';

const ROOT = path.resolve(import.meta.dirname, '../..');

/**
 * A transform of Jest for end-to-end specs. It replaces each source of src/, packages/ or migrations/ with its build,
 * which Node imports once per worker. If Jest compiled the sources for each spec, loading the service would take longer
 * than most of these specs.
 */
export default {
  process(_source, file) {
    const built = path.join(ROOT, 'dist', path.relative(ROOT, file).replace(/\.ts$/, '.js'));
    const [, exported] = parse(readFileSync(built, 'utf8'));
    const members = exported.map(({ n: name }) => `export const ${name} = built.${name};`);
    const url = JSON.stringify(pathToFileURL(built).href);
    return { code: [`const built = await importBuilt(${url});`, ...members].join('\n') };
  },
};
