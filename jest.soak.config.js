import config, { service } from './jest.config.js';

/**
 * Runs that take too long for each change: `npm run test:soak`.
 *
 * @type {import('jest').Config}
 */
export default {
  ...config,
  projects: [{ ...service, displayName: 'soak', testMatch: ['**/*.soak-spec.ts'] }],
  maxWorkers: 1,
};
