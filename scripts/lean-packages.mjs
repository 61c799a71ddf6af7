// Leaves parts of packages that the service does not use out of the bundle, or loads them on first use, because a
// process keeps the sources and the code of everything that it has loaded.
import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** Modules by their path in node_modules, and their replacements. */
const STAND_INS = [
  // The phone numbers of all countries, for @IsPhoneNumber.
  { id: /\/libphonenumber-js\/max\/index\.cjs$/, code: unused('parsePhoneNumber') },
  // Databases other than PostgreSQL.
  {
    id: /\/typeorm\/driver\/(?!postgres\/|types\/)[\w-]+\/\w+(?:Driver|QueryRunner)\.js$/,
    code: (id) => unused(path.basename(id, '.js')),
  },
  // src/shared/http/json-body.ts reads bodies, and no route accepts files.
  { id: /\/body-parser\/index\.js$/, code: unused('json', 'raw', 'text', 'urlencoded') },
  { id: /\/multer\/index\.js$/, code: unused('diskStorage', 'memoryStorage', 'MulterError') },
  // fetch, caches, mocks and more. Deliveries only use connections and pools, and forwarded requests use `request`.
  {
    id: /(?<!\/(?:cheerio|juice))\/node_modules\/undici\/index\.js$/,
    code: `
      require('./lib/dispatcher/dispatcher').prototype.request = require('./lib/api/api-request');
      exports.Client = require('./lib/dispatcher/client');
      exports.Pool = require('./lib/dispatcher/pool');`,
  },
  // The code with which cheerio reads other encodings and other hosts. MJML passes it texts.
  {
    id: /\/encoding-sniffer\/dist\/commonjs\/index\.js$/,
    code: unused('DecodeStream', 'decodeBuffer', 'getEncoding'),
  },
  { id: /\/juice\/node_modules\/undici\/index\.js$/, code: '' },
  // API documents in YAML.
  { id: /\/js-yaml\/dist\/js-yaml\.mjs$/, code: 'export const dump = undefined; export default { dump };' },
  // TypeORM's formatting and colours for logged queries, and its search for entities in folders.
  { id: /\/@sqltools\/formatter\/lib\/sqlFormatter\.js$/, code: unused('format') },
  { id: /\/sql-highlight\/lib\/index\.js$/, code: unused('highlight') },
  { id: /\/tinyglobby\/dist\/index\.(?:mjs|js|cjs)$/, code: unused('glob', 'globSync') },
  {
    id: /\/rate-limiter-flexible\/index\.js$/,
    code: `
      exports.RateLimiterPostgres = require('./lib/RateLimiterPostgres');
      exports.RateLimiterRes = require('./lib/RateLimiterRes');`,
  },
];

/** The media types of single vendors, more than half of all. The service sends only those of the console's files. */
const OF_A_MAKER = /\/(?:vnd|prs)\.(?!microsoft\.icon)/;
/** In class-validator: the function that checks the values of a decorator. */
const CHECK = /const (\w+) = __importDefault\(require\(("validator\/[^"]+")\)\);/g;
const LATE_CHECK = 'const $1 = { get default() { return __importDefault(require($2)).default; } };';
/** In Nest: the time format of its own log lines, which the service does not write. */
const TIME_FORMAT = /const dateTimeFormatter = (new Intl\.DateTimeFormat\([^;]*\));/;
const LATE_TIME_FORMAT = 'const dateTimeFormatter = { format: (time) => $1.format(time) };';
/** In luxon, which finds the next time of a job for `cron` and formats nothing. */
const SYSTEM_LOCALE = 'new Intl.DateTimeFormat().resolvedOptions().locale';
/** In TypeORM: the use of one module by another. */
const USE = /^const (\w+) = require\(("\.[^"]+")\);$/gm;

/** Entries of packages from which the bundle can take only the used parts. @param packages the folder node_modules */
export function aliases(packages) {
  return {
    rxjs$: path.join(packages, 'rxjs/dist/esm/index.js'),
    'rxjs/operators$': path.join(packages, 'rxjs/dist/esm/operators/index.js'),
    // Its other entry reads each export at once.
    typeorm$: path.join(packages, 'typeorm/index.js'),
  };
}

/** The plugins for the bundle. */
export function leanPackages() {
  return [
    {
      name: 'stand-ins',
      load: {
        filter: { id: STAND_INS.map(({ id }) => id) },
        handler(id) {
          const { code } = STAND_INS.find((standIn) => standIn.id.test(id));
          return typeof code === 'function' ? code(id) : code;
        },
      },
    },
    {
      name: 'usual-media-types',
      load: {
        filter: { id: /\/mime-db\/db\.json$/ },
        async handler(id) {
          const types = Object.entries(JSON.parse(await readFile(id, 'utf8')));
          return JSON.stringify(Object.fromEntries(types.filter(([type]) => !OF_A_MAKER.test(type))));
        },
      },
    },
    {
      name: 'syntaxes-of-css',
      load: {
        filter: { id: /\/mdn-data\/css\/(?:at-rules|properties|syntaxes)\.json$/ },
        handler: async (id) => JSON.stringify(syntaxesIn(JSON.parse(await readFile(id, 'utf8')))),
      },
    },
    {
      name: 'late-checks',
      transform: {
        filter: { id: /\/class-validator\/cjs\/decorator\//, code: 'require("validator/' },
        handler: (code) => code.replaceAll(CHECK, LATE_CHECK),
      },
    },
    {
      // The first format of a process takes 8 MiB, mostly pages of Unicode data.
      name: 'no-formats-at-start',
      transform: {
        filter: {
          id: /\/(?:@nestjs\/common\/services\/(?:console-)?logger\.service|luxon\/.*)\.js$/,
          code: 'new Intl.DateTimeFormat(',
        },
        handler: (code) => code.replace(TIME_FORMAT, LATE_TIME_FORMAT).replace(SYSTEM_LOCALE, `'en-US'`),
      },
    },
    {
      name: 'late-uses',
      transform: { filter: { id: /\/typeorm\//, code: '= require(".' }, handler: usedLate },
    },
  ];
}

function syntaxesIn(definitions) {
  const entries = Object.entries(definitions).map(([name, definition]) => {
    const { syntax, descriptors } = definition;
    return [name, descriptors === undefined ? { syntax } : { syntax, descriptors: syntaxesIn(descriptors) }];
  });
  return Object.fromEntries(entries);
}

/** Loads modules when their exports are first used, as Babel's `lazy` does. */
function usedLate(code) {
  const names = Array.from(code.matchAll(USE), ([, name]) => name);
  const late = code.replaceAll(USE, 'const late_$1 = () => require($2);');
  if (names.length === 0) return late;
  return late.replaceAll(new RegExp(`\\b(${names.join('|')})\\b`, 'g'), '(late_$1())');
}

function unused(...names) {
  return names.map((name) => `exports.${name} = class ${name} {};`).join('\n');
}
