// What packages load for every possible use, and the service has no use for: left out of the bundle, or loaded when it is
// first used. A process that waits for work keeps the sources and the code of all it has loaded.
import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** Modules by their place in node_modules, with what stands in for them. */
const STAND_INS = [
  // The numbers of all phones, for @IsPhoneNumber.
  { id: /\/libphonenumber-js\/max\/index\.cjs$/, code: unused('parsePhoneNumber') },
  // Databases other than PostgreSQL.
  {
    id: /\/typeorm\/driver\/(?!postgres\/|types\/)[\w-]+\/\w+(?:Driver|QueryRunner)\.js$/,
    code: (id) => unused(path.basename(id, '.js')),
  },
  // Bodies are read by rules of our own (src/shared/http/json-body.ts), and no route takes files.
  { id: /\/body-parser\/index\.js$/, code: unused('json', 'raw', 'text', 'urlencoded') },
  { id: /\/multer\/index\.js$/, code: unused('diskStorage', 'memoryStorage', 'MulterError') },
  // fetch, caches, mocks and more: deliveries use connections and pools alone, and what is passed on to other cells `request`.
  {
    id: /(?<!\/(?:cheerio|juice))\/node_modules\/undici\/index\.js$/,
    code: `
      require('./lib/dispatcher/dispatcher').prototype.request = require('./lib/api/api-request');
      exports.Client = require('./lib/dispatcher/client');
      exports.Pool = require('./lib/dispatcher/pool');`,
  },
  // What cheerio reads documents in other encodings and from other hosts with; MJML hands it texts.
  {
    id: /\/encoding-sniffer\/dist\/commonjs\/index\.js$/,
    code: unused('DecodeStream', 'decodeBuffer', 'getEncoding'),
  },
  { id: /\/juice\/node_modules\/undici\/index\.js$/, code: '' },
  // Descriptions of the API in YAML.
  { id: /\/js-yaml\/dist\/js-yaml\.mjs$/, code: 'export const dump = undefined; export default { dump };' },
  // What TypeORM formats and colours when it logs queries, and finds entities in folders by.
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

/** Types of one maker's files, more than half of all; the service sends none but those of its console. */
const OF_A_MAKER = /\/(?:vnd|prs)\.(?!microsoft\.icon)/;
/** In class-validator: what checks the values of a decorator. */
const CHECK = /const (\w+) = __importDefault\(require\(("validator\/[^"]+")\)\);/g;
const LATE_CHECK = 'const $1 = { get default() { return __importDefault(require($2)).default; } };';
/** In Nest: what formats the time in its own lines of the log, which the service does not write. */
const TIME_FORMAT = /const dateTimeFormatter = (new Intl\.DateTimeFormat\([^;]*\));/;
const LATE_TIME_FORMAT = 'const dateTimeFormatter = { format: (time) => $1.format(time) };';
/** In luxon, which finds the next time of a job for `cron`, and formats nothing here. */
const SYSTEM_LOCALE = 'new Intl.DateTimeFormat().resolvedOptions().locale';
/** In TypeORM: one module's use of another. */
const USE = /^const (\w+) = require\(("\.[^"]+")\);$/gm;

/** Entries of packages that let the bundle take only what is used. @param packages the folder node_modules */
export function aliases(packages) {
  return {
    rxjs$: path.join(packages, 'rxjs/dist/esm/index.js'),
    'rxjs/operators$': path.join(packages, 'rxjs/dist/esm/operators/index.js'),
    // Its other entry reads each export at once.
    typeorm$: path.join(packages, 'typeorm/index.js'),
  };
}

/** The plugins that see to it. */
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
      // The first format of a process takes 8 MiB, most of it pages of Unicode's data.
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
