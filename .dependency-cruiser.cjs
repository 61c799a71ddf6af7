/** Who may know whom. Each module knows only modules above it in this table, so there can be no circle. */
const knows = {
  shared: [],
  database: ['shared'],
  partner: ['shared', 'database'],
  rendering: ['shared', 'database', 'partner'],
  event: ['shared', 'database', 'partner', 'rendering'],
  'email-template': ['shared', 'database', 'partner', 'rendering'],
  'webhook-subscription': ['shared', 'database', 'partner', 'event'],
  delivery: ['shared', 'database', 'partner', 'event', 'rendering', 'email-template', 'webhook-subscription'],
  operations: [
    'shared',
    'database',
    'partner',
    'event',
    'rendering',
    'email-template',
    'webhook-subscription',
    'delivery',
  ],
  console: ['shared', 'database', 'partner'],
  // Calls the service from outside, over HTTP, and so knows nothing of what is inside.
  demo: ['shared'],
};

module.exports = {
  forbidden: [
    { name: 'no-circle', severity: 'error', from: {}, to: { circular: true } },
    ...Object.entries(knows).map(([name, others]) => ({
      name: `${name}-knows-too-much`,
      severity: 'error',
      from: { path: `^src/${name}/` },
      to: { path: '^src/.', pathNot: `^src/(${[name, ...others].join('|')})/` },
    })),
    {
      name: 'by-the-front-door',
      comment:
        'Of another module, use its domain, its service or its module file; never its tables, routes or DTOs.',
      severity: 'error',
      from: { path: '^src/([^/]+)/', pathNot: '\\.spec\\.ts$|^src/cli/' },
      to: {
        path: '^src/[^/]+/',
        pathNot: [
          '^src/$1/',
          '^src/(shared|database)/',
          '/domain/',
          '\\.(service|module|guard)\\.ts$',
          '^src/partner/(partner-controller|current-partner|internal-controller)\\.ts$',
          '^src/rendering/(formats/formats|emails/(email-(kinds|request)|attachments))\\.ts$',
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
      from: { path: '^src/', pathNot: '\\.(repository|schema|module)\\.ts$|^src/database/' },
      to: { path: 'node_modules/(typeorm|pg)/' },
    },
    {
      name: 'partners-see-their-own',
      comment:
        'What is asked on behalf of a partner goes through PartnerDatabase; Database sees the rows of all of them.',
      severity: 'error',
      from: {
        path: '^src/(email-template/|webhook-subscription/|console/|partner/idempotency/|delivery/(log/|recovery/|emails/email-log|retry/(manual|hold|keep)-))',
      },
      to: { path: '^src/database/(database|every-partner)\\.ts$' },
    },
    {
      name: 'no-orphan',
      severity: 'error',
      from: { orphan: true, pathNot: '\\.spec\\.ts$|^src/(main|cli)\\.ts$|^migrations/' },
      to: {},
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
  },
};
