/** @type {import('jest').Config} */
export default {
  testEnvironment: 'node',
  roots: ['<rootDir>/src', '<rootDir>/packages', '<rootDir>/test'],
  testMatch: ['**/*.spec.ts', '**/*.e2e-spec.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  // Relative imports end in .js, as Node's resolution wants them; the sources end in .ts.
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: {
    '^.+\\.ts$': [
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
    ],
  },
  globalSetup: '<rootDir>/test/support/global-setup.mjs',
  setupFilesAfterEnv: ['<rootDir>/test/support/look-back.ts'],
  globalTeardown: '<rootDir>/test/support/global-teardown.mjs',
  // Suites wait more than they compute: for processes, servers and deadlines.
  maxWorkers: '100%',
  // Jest does not let go of the modules of a file that has ended: a worker begins anew before that adds up.
  workerIdleMemoryLimit: '1500MB',
  // A bound for what hangs, not for what is slow: machines are shared.
  testTimeout: 120_000,
};
