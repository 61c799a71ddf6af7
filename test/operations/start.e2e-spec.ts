import { randomBytes } from 'node:crypto';
import { serviceProcess } from '../support/service-process.js';
import { testDatabase } from '../support/test-database.js';

/** A module loaded before the program, which reports each new format. */
const NOTICES_FORMATS = `
  const { DateTimeFormat } = Intl;
  const notice = (...given) => console.error('A format was created.', new Error().stack) ?? new DateTimeFormat(...given);
  Intl.DateTimeFormat = Object.assign(function (...given) { return notice(...given); }, DateTimeFormat);`;

describe('The start', () => {
  it('creates no date format, the first of which takes 8 MiB', async () => {
    const database = await testDatabase();
    const service = await serviceProcess({
      DATABASE_URL: database.url,
      SECRET_KEYS: `test:${randomBytes(32).toString('base64')}`,
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(NOTICES_FORMATS)}`,
    });
    try {
      await service.start();
      expect(service.lines).not.toContain('A format was created.');
    } finally {
      await service.end('SIGKILL');
      await database.drop();
    }
  });
});
