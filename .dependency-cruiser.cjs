const path = require('node:path');

/**
 * The allowed imports between modules. Each module imports only from modules above it in this table, so there can be no
 * circle.
 */
const knows = {
  shared: [],
  database: ['shared'],
  cell: ['shared', 'database'],
  partner: ['shared', 'database', 'cell'],
  rendering: ['shared', 'database', 'partner'],
  event: ['shared', 'database', 'cell', 'partner', 'rendering'],
  'email-template': ['shared', 'database', 'partner', 'rendering'],
  'webhook-subscription': ['shared', 'database', 'cell', 'partner', 'event'],
  queue: ['shared', 'database'],
  delivery: ['shared', 'database', 'queue', 'partner', 'event', 'rendering', 'webhook-subscription'],
  email: ['shared', 'database', 'cell', 'queue', 'partner', 'event', 'rendering', 'email-template'],
  statistics: ['shared', 'queue', 'partner', 'delivery', 'email'],
  contact: ['shared', 'database', 'cell', 'partner', 'rendering', 'email'],
  'test-email': ['shared', 'partner', 'rendering', 'email-template', 'email', 'contact'],
  stream: ['shared', 'database', 'queue', 'partner', 'delivery', 'email'],
  notice: [
    'shared',
    'database',
    'partner',
    'event',
    'rendering',
    'email-template',
    'webhook-subscription',
    'email',
    'contact',
  ],
  operations: [
    'shared',
    'database',
    'cell',
    'partner',
    'event',
    'rendering',
    'email-template',
    'webhook-subscription',
    'queue',
    'delivery',
    'email',
    'notice',
    'console',
  ],
  console: ['shared', 'database', 'cell', 'partner'],
  routing: ['shared', 'cell', 'partner', 'email'],
  processes: ['shared'],
  // Calls the service from outside, over HTTP, so it imports nothing of its inside.
  demo: ['shared'],
};

/**
 * Folders whose files import files of the folder above them. In all others it is the reverse, so a folder and one inside
 * it import each other in one direction only. Module files and the command line are exempt, because they wire both.
 */
const buildsOnAbove = [
  'cell/move',
  'cli/cells',
  'cli/doctor',
  'cli/listen',
  'database/partitions',
  'delivery/changes',
  'delivery/event-log',
  'delivery/feed',
  'delivery/observation',
  'delivery/recovery',
  'event/outbox',
  'event/source',
  'shared/egress',
  'shared/http',
  'shared/secrets',
  'webhook-subscription/explanation',
];

module.exports = {
  forbidden: [
    { name: 'no-circle', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-circle-of-folders',
      comment: 'Folders import each other in one direction, even where no file is in a circle.',
      scope: 'folder',
      severity: 'error',
      from: { path: '^src' },
      to: { circular: true },
    },
    {
      name: 'no-import-of-a-folder-above',
      comment:
        'The folder is used by the files above it. If it is to build on them instead, list it in buildsOnAbove.',
      severity: 'error',
      from: { path: '^(src/.+)/[^/]+/[^/]+$', pathNot: `\\.spec\\.ts$|^src/(${buildsOnAbove.join('|')})/` },
      to: { path: '^$1/[^/]+$' },
    },
    {
      name: 'no-import-of-a-folder-further-above',
      severity: 'error',
      from: { path: '^(src/.+)/[^/]+/[^/]+/[^/]+$', pathNot: '\\.spec\\.ts$' },
      to: { path: '^$1/[^/]+$' },
    },
    ...buildsOnAbove.map((folder) => ({
      name: `${folder}-builds-on-the-files-above-it`,
      severity: 'error',
      from: {
        path: `^src/${path.dirname(folder)}/[^/]+$`,
        pathNot: '(\\.(spec|module)|/command-line)\\.ts$',
      },
      to: { path: `^src/${folder}/` },
    })),
    ...Object.entries(knows).map(([name, others]) => ({
      name: `${name}-knows-too-much`,
      severity: 'error',
      from: { path: `^src/${name}/` },
      to: { path: '^src/.', pathNot: `^src/(${[name, ...others].join('|')})/` },
    })),
    {
      name: 'by-the-front-door',
      comment:
        'Of another module, use its domain, its service, its module file or its NOTIFY channel; never its tables, routes or DTOs. The day tables of a module, its retention and its erasure are beside its tables, for operations; the deletion of an exhausted subscription is part of a transaction of delivery.',
      severity: 'error',
      from: { path: '^src/([^/]+)/', pathNot: '\\.spec\\.ts$|^src/cli/' },
      to: {
        path: '^src/[^/]+/',
        pathNot: [
          '^src/$1/',
          '^src/(shared|database|queue)/',
          '/domain/',
          '\\.(service|module|guard)\\.ts$',
          '/([^/]*-(erasure|retention)|exhausted-subscription)\\.repository\\.ts$',
          '(\\.day-tables|-channel)\\.ts$',
          '^src/partner/(partner-controller|current-partner|internal-controller)\\.ts$',
          '^src/rendering/(formats/formats|emails/(email-(kinds|request)|attachments|notice-template))\\.ts$',
        ],
      },
    },
    {
      name: 'the-other-front-door',
      comment:
        'The command line takes what the routes take and shows what they show: DTOs, and services behind them.',
      severity: 'error',
      from: { path: '^src/cli/' },
      to: {
        path: '^src/[^/]+/',
        pathNot: ['^src/(cli|shared|database)/', '/domain/', '\\.(service|module|dto)\\.ts$'],
      },
    },
    {
      name: 'domain-is-free',
      comment:
        'A domain file imports domain files and what Node brings, nothing else. The email kinds are declarations and keep to it too.',
      severity: 'error',
      from: { path: '^src/([^/]+/domain|rendering/emails)/', pathNot: '\\.spec\\.ts$' },
      to: { pathNot: '^src/([^/]+/domain|rendering/emails)/', dependencyTypesNot: ['core'] },
    },
    {
      name: 'sql-stays-with-the-tables',
      severity: 'error',
      from: { path: '^src/', pathNot: '\\.(repository|schema|module|sql)\\.ts$|^src/database/' },
      to: { path: 'node_modules/(typeorm|pg)/' },
    },
    {
      name: 'partners-see-their-own',
      comment:
        'What is asked on behalf of a partner goes through PartnerDatabase; Database sees the rows of all of them.',
      severity: 'error',
      from: {
        path: '^src/(email-template/|webhook-subscription/|console/|partner/idempotency/|delivery/(log/|feed/|recovery/|retry/(manual|lock|keep)-)|email/log/)',
      },
      to: { path: '^src/database/(database|every-partner)\\.ts$' },
    },
    {
      name: 'packages-know-nothing-of-livery',
      severity: 'error',
      from: { path: '^packages/([^/]+)/' },
      to: { path: '^(src|migrations|packages)/', pathNot: '^packages/$1/' },
    },
    {
      name: 'one-user-of-embedded-postgres',
      comment: 'One file of Livery gives the embedded PostgreSQL its folder, its password and its advice.',
      severity: 'error',
      from: { path: '^(src|migrations)/', pathNot: '^src/database/embedded-server\\.ts$' },
      to: { path: '^packages/' },
    },
    {
      name: 'no-orphan',
      severity: 'error',
      from: { orphan: true, pathNot: '\\.spec\\.ts$|^src/(main|cli)\\.ts$|^migrations/' },
      to: {},
    },
  ],
  options: {
    // Imports from test/ are not followed.
    doNotFollow: { path: ['node_modules', '^test/'] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
  },
};
