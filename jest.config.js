const sources = [
  '@swc/jest',
  {
    jsc: {
      parser: { syntax: 'typescript', decorators: true },
      transform: {
        legacyDecorator: true,
        decoratorMetadata: true,
        useDefineForClassFields: false,
      },
      target: 'es2022',
      keepClassNames: true,
    },
    module: { type: 'es6' },
    sourceMaps: 'inline',
  },
];

/** @type {import('jest').Config} */
const shared = {
  extensionsToTreatAsEsm: ['.ts'],
  // Relative imports end in .js, as Node requires. The sources end in .ts.
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  setupFilesAfterEnv: ['<rootDir>/test/support/look-back.ts'],
};

/** Specs of single parts, which load the sources. */
const parts = {
  ...shared,
  displayName: 'parts',
  testEnvironment: '<rootDir>/test/support/node-environment.mjs',
  roots: ['<rootDir>/src', '<rootDir>/packages', '<rootDir>/test'],
  testMatch: ['**/*.spec.ts'],
  transform: { '^.+\\.ts$': sources },
};

/** Specs of the whole service, which load the build. */
export const service = {
  ...shared,
  displayName: 'service',
  testEnvironment: '<rootDir>/test/support/built-environment.mjs',
  roots: ['<rootDir>/test', '<rootDir>/src', '<rootDir>/packages'],
  testMatch: ['**/*.e2e-spec.ts'],
  transform: {
    // The console's own sources are built into bundles, so specs compile them.
    '(?<!/console)/(?:src|packages|migrations)/.+\\.ts$': '<rootDir>/test/support/built-source.mjs',
    '^.+\\.ts$': sources,
  },
};

/** @type {import('jest').Config} */
export default {
  projects: [parts, service],
  globalSetup: '<rootDir>/test/support/global-setup.mjs',
  globalTeardown: '<rootDir>/test/support/global-teardown.mjs',
  // Suites mostly wait: for processes, servers and deadlines.
  maxWorkers: '100%',
  // Jest keeps the modules of finished files. A worker is replaced before they add up.
  workerIdleMemoryLimit: '1500MB',
  // A limit for tests that hang, not for slow ones: machines are shared.
  testTimeout: 120_000,
};
