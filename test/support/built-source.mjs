import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parse } from 'es-module-lexer/js';

const ROOT = path.resolve(import.meta.dirname, '../..');

/**
 * A transform of jest for end-to-end specs: in place of a source of src/, packages/ or migrations/ stands what the build
 * made of it, imported by Node itself and once for each worker. Compiled anew for each spec, as jest does with sources,
 * the service takes longer to load than most of these specs to run.
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
