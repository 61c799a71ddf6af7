// Bundles the service and its packages into the few files of dist/service, which Node loads much faster than thousands
// of modules. dist/src remains complete, for code that reads files beside itself.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { aliases, leanPackages } from './lean-packages.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));
const folder = path.join(root, 'dist/service');
const stamp = path.join(folder, 'made-of');

/** The programs, by the names of their bundles. */
const PROGRAMS = {
  main: path.join(root, 'dist/src/main.js'),
  serve: path.join(root, 'dist/src/serve.js'),
  cli: path.join(root, 'dist/src/cli.js'),
  'render-worker': path.join(root, 'dist/src/rendering/workers/render-worker.js'),
};

/** Clients of brokers, which only a service with EVENT_SOURCE loads. They look for files beside themselves. */
const LOADED_BY_FEW = ['amqplib', '@platformatic/kafka'];

/** Updates dist/service if dist/src, the packages or this file have changed. */
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
    // Its warning would depend on the speed of the machine.
    checks: { bundlerTimings: false },
    output: {
      dir: folder,
      cleanDir: true,
      chunkFileNames: '[name]-[hash].js',
      // Nest, the API document and the log use the names of classes.
      keepNames: true,
      comments: { legal: true, annotation: false, jsdoc: false },
      minify: false,
      // A chunk that opens the database while the rest loads.
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

/** Keeps `import.meta.url` of each module, but takes the programs that a module starts from the bundle. */
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

/**
 * Loads reflect-metadata first. Nest does so too, but chunks that share parts of Nest are loaded before its own entry.
 */
function metadataFirst() {
  return {
    name: 'metadata-first',
    transform: {
      filter: { id: /\/dist\/src\/(?:main|cli)\.js$/ },
      handler: (code) => code.replace(/^(?:#!.*\n)?/, (shebang) => `${shebang}import 'reflect-metadata';\n`),
    },
  };
}

/** Keeps imports of packages that are not installed. They fail as they do without a bundle. */
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

/** Without this, packages that others require at run time would be loaded again beside the bundle, or not be found. */
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

/** V8 stores a source with any character beyond Latin-1 with two bytes per character. */
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
