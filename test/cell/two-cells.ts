import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createApp } from '../../src/app.setup.js';
import { CellAddingService } from '../../src/cell/cell-adding.service.js';
import { openLog } from '../../src/shared/logging/log.js';
import { Settings } from '../../src/shared/settings.js';
import { INTERNAL_TOKEN, TestApp, type TestPartner } from '../support/app.js';
import { noteSecretsOfSettings, seenLog } from '../support/seen-log.js';
import { freePort } from '../support/service-process.js';
import { databaseReader, testDatabase } from '../support/test-database.js';

type Environment = Readonly<Record<string, string>>;

interface Places {
  /** The address of the database of cell b; by default that of the tests. */
  readonly url?: (database: string) => string | Promise<string>;
  /** A schema of its own in the database of cell a. */
  readonly shared?: boolean;
  /** Settings of cell a alone. */
  readonly ofA?: Environment;
}

/** Two cells with one process each, both in this process. `a` is the home cell. */
export class TwoCells {
  /** The first ids of partners in cell b. */
  static readonly FIRST_OF_B = 33_554_433;

  private constructor(
    readonly a: TestApp,
    public b: TestApp,
    /** For the command line. */
    readonly environment: Environment,
    readonly portB: number,
    private readonly cleanUp: () => Promise<void>,
  ) {}

  /** From now on cell b has no process. */
  async stopB(): Promise<void> {
    await this.b.stop();
  }

  async startB(): Promise<void> {
    this.b = await startCell('b', this.portB, this.environment);
  }

  async stop(): Promise<void> {
    await Promise.all([this.a.stop(), this.b.stop()]);
    await this.cleanUp();
  }

  static async start(
    settings: Environment = {},
    { url = (database) => database, shared = false, ofA = {} }: Places = {},
  ): Promise<TwoCells> {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'livery-cells-'));
    const [databaseA, databaseB] = await Promise.all([testDatabase(), testDatabase()]);
    const [portA, portB] = [await freePort(), await freePort()];
    const file = path.join(folder, 'cells.json');
    const entry = (name: string, database: string, port: number) => ({
      name,
      url: database,
      addresses: [`http://127.0.0.1:${port}`],
    });
    const entryB = entry('b', shared ? databaseA.url : await url(databaseB.url), portB);
    const entries = [entry('a', databaseA.url, portA), shared ? { ...entryB, schema: 'b' } : entryB];
    await writeFile(file, JSON.stringify(entries));
    const environment = {
      CELLS_FILE: file,
      INTERNAL_TOKEN,
      SECRET_KEYS: `test:${randomBytes(32).toString('base64')}`,
      LOG_LEVEL: 'trace',
      DATA_DIR: folder,
      ...settings,
    };
    noteSecretsOfSettings(environment);
    const { cells } = new Settings(environment);
    if (cells === null) throw new Error('There are cells.');
    await new CellAddingService(cells).add('b');
    const a = await startCell('a', portA, { ...environment, ...ofA });
    const b = await startCell('b', portB, environment);
    return new TwoCells(a, b, environment, portB, async () => {
      await Promise.all([databaseA.drop(), databaseB.drop()]);
      await rm(folder, { recursive: true, force: true });
    });
  }
}

async function startCell(cell: string, port: number, environment: Environment): Promise<TestApp> {
  const settings = new Settings({ ...environment, CELL: cell });
  const log = openLog(settings.logLevel, { write: (line) => seenLog.push(line) });
  const app = await createApp(settings, log, { ownsProcess: cell === 'a' });
  await app.listen(port, '127.0.0.1');
  const pool = databaseReader(settings.databaseUrl ?? '');
  const end = async () => {
    await pool.end();
    await app.close();
  };
  let ended: Promise<void> | undefined;
  // A test may have stopped it already.
  return new TestApp(`http://127.0.0.1:${port}`, pool, () => (ended ??= end()), app);
}

let nextCompanyId = 5_000;

/** Creates a partner in a cell, through any process. */
export async function partnerIn(
  cell: string,
  app: TestApp,
  companies: readonly number[] = [nextCompanyId++],
): Promise<TestPartner> {
  const created = await app.internal('POST', `/internal/partner?cell=${cell}`, { name: `Of ${cell}` });
  if (created.status !== 201) throw new Error(`Not created: ${created.text}`);
  const id: number = created.body.id;
  for (const companyId of companies) {
    const attached = await app.internal('PUT', `/internal/partner/${id}/company/${companyId}`);
    if (attached.status !== 204) throw new Error(`Not attached: ${attached.text}`);
  }
  const key = await app.internal('POST', `/internal/partner/${id}/apiKey`, {});
  return { id, key: key.body.key, companyId: companies[0] ?? 0 };
}

/** How many rows of a table a cell has. */
export async function countIn(app: TestApp, table: string, where = 'true'): Promise<number> {
  return (await app.database.query(`SELECT count(*) FROM ${table} WHERE ${where}`)).rows[0].count;
}
