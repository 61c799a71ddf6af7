import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { Json } from '../support/app.js';

const run = promisify(execFile);
const SECONDS = 300;
const PATIENCE_MS = 1_200_000;

describe('A partner that makes its most expensive requests', () => {
  it(
    `leaves another partner's requests, deliveries and emails within their bounds for ${SECONDS} seconds`,
    async () => {
      await run(process.execPath, ['node_modules/typescript7/bin/tsc', '-p', 'bench/tsconfig.json']);
      const bench = ['dist/bench/main.js', 'hostile', '--seconds', String(SECONDS)];
      const { stdout } = await run(process.execPath, bench, { timeout: PATIENCE_MS });
      process.stdout.write(stdout);
      const [file = ''] = stdout.trim().split('\n').slice(-1);
      const { results }: Json = JSON.parse(await readFile(file, 'utf8'));
      const [, { measures }] = results;
      const missed = measures.filter(({ verdict }: Json) => verdict === 'missed');
      expect(measures.length).toBeGreaterThan(10);
      expect(missed.map(({ what, spread }: Json) => `${what}: ${spread.median}`)).toEqual([]);
    },
    PATIENCE_MS,
  );
});
