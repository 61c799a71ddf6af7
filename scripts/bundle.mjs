// Puts the service and its packages into the few files of dist/service, which Node loads in a fraction of the time that
// thousands of modules take. They are made of dist/src, which stays complete: what reads files beside itself reads those.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { aliases, leanPackages } from './lean-packages.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));
const folder = path.join(root, 'dist/service');
const stamp = path.join(folder, 'made-of');

/** The programs, by their names in the folder. */
const PROGRAMS = {
  main: path.join(root, 'dist/src/main.js'),
  serve: path.join(root, 'dist/src/serve.js'),
  cli: path.join(root, 'dist/src/cli.js'),
  'render-worker': path.join(root, 'dist/src/rendering/workers/render-worker.js'),
};

/** Clients of brokers, which only a service with EVENT_SOURCE loads; they look for files beside themselves. */
const LOADED_BY_FEW = ['amqplib', '@platformatic/kafka'];

/** Brings dist/service up to date with dist/src, the packages and this file. */
export async function bundleService() {
  const sources = digestOf([
    'package-lock.json',
    'scripts/bundle.mjs',
    'scripts/lean-packages.mjs',
    ...['dist/migrations', 'dist/packages', 'dist/src'].flatMap(modulesIn),
  ]);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === sources) return;
  const { build } = await import('rolldown');
  await build({
    input: PROGRAMS,
    cwd: root,
    platform: 'node',
    external: LOADED_BY_FEW,
    resolve: { alias: aliases(path.join(root, 'node_modules')) },
    plugins: [ownPlaces(), metadataFirst(), absentPackages(), onePackageOnce(), ...leanPackages()],
    logLevel: 'warn',
    output: {
      dir: folder,
      cleanDir: true,
      chunkFileNames: '[name]-[hash].js',
      // Nest, the API document and the log use the names of classes.
      keepNames: true,
      comments: { legal: true, annotation: false, jsdoc: false },
      minify: false,
      // What the service needs to open its database, and what it loads meanwhile.
      codeSplitting: {
        groups: [
          { name: 'pg', test: /node_modules\/(?:pg|pg-[\w-]+|pgpass|postgres-[\w-]+|split2|xtend)\// },
        ],
      },
      plugins: [inAscii()],
    },
  });
  writeFileSync(stamp, sources);
}

/** `import.meta.url` stays the module's own place; a program of the bundle is found beside the bundle. */
function ownPlaces() {
  return {
    name: 'own-places',
    transform: {
      filter: { id: /\/dist\/(?:src|packages|migrations)\//, code: 'import.meta.url' },
      handler(code, id) {
        const place = `new URL(${JSON.stringify(path.relative(folder, id))}, import.meta.url).href`;
        const parts = code.split(/(new URL\('(?:\.\/)?(?:main|render-worker)\.js', import\.meta\.url\))/);
        return parts
          .map((part, index) => (index % 2 === 1 ? part : part.replaceAll('import.meta.url', place)))
          .join('');
      },
    },
  };
}

/** Nest imports it first, but parts of Nest that other chunks share are loaded before Nest's own entry. */
function metadataFirst() {
  return {
    name: 'metadata-first',
    transform: {
      filter: { id: /\/dist\/src\/(?:main|cli)\.js$/ },
      handler: (code) => code.replace(/^(?:#!.*\n)?/, (shebang) => `${shebang}import 'reflect-metadata';\n`),
    },
  };
}

/** Packages that others would use if they were installed stay imports, which fail as they do without a bundle. */
function absentPackages() {
  return {
    name: 'absent-packages',
    resolveId: {
      filter: { id: /^[^./\0]/ },
      async handler(id, importer, options) {
        const found = await this.resolve(id, importer, { ...options, skipSelf: true });
        return found ?? { id, external: true };
      },
    },
  };
}

/** What packages require at run time would be loaded a second time beside the bundle, or not be found from there. */
function onePackageOnce() {
  return {
    name: 'one-package-once',
    transform: {
      filter: {
        id: /node_modules\/(?:@nestjs\/(?:mapped-types|typeorm)|css-tree)\//,
        code: 'createRequire(import.meta.url)',
      },
      handler: (code) => code.replace('const require = createRequire(import.meta.url);', ''),
    },
  };
}

/** V8 keeps a source that has other characters with two bytes for each of all its characters. */
function inAscii() {
  return {
    name: 'in-ascii',
    renderChunk: (code) =>
      code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  };
}

function modulesIn(place) {
  const files = readdirSync(path.join(root, place), { recursive: true });
  return files
    .filter((file) => file.endsWith('.js'))
    .sort((one, other) => (one < other ? -1 : 1))
    .map((file) => path.join(place, file));
}

function digestOf(files) {
  const digest = createHash('sha256');
  for (const file of files) digest.update(`${file}\n`).update(readFileSync(path.join(root, file)));
  return digest.digest('hex');
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) await bundleService();
