import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { CellAddingService } from '../../src/cell/cell-adding.service.js';
import { Settings } from '../../src/shared/settings.js';
import { partnerIn } from '../cell/two-cells.js';
import { eventOf, eventually, subscribe } from '../delivery/deliveries.js';
import { INTERNAL_TOKEN, type Json, TestApp, type TestPartner } from '../support/app.js';
import { type Receiver, startReceiver } from '../support/receiver.js';
import { freePort, ServiceProcess, serviceProcess } from '../support/service-process.js';
import { onlookers } from '../support/test-database.js';
import { PASSWORD, TestServer } from '../support/test-server.js';
import { reportToAny } from './report-to-any.js';

const CELLS = ['a', 'b'] as const;
const MOVER = fileURLToPath(new URL('mover.mjs', import.meta.url));
/** Events in one request, of all partners in turn. */
const IN_A_REQUEST = 6;
const RETRY_MS = 20;
/** As many first attempts are answered with 503, so that retries wait while the partner moves. */
const ONE_FAILS_IN = 5;

/** The servers of a test: they keep nothing, and replicate. */
const SERVER = {
  full_page_writes: 'off',
  max_connections: '100',
  wal_level: 'logical',
  max_wal_senders: '10',
  max_worker_processes: '16',
  max_logical_replication_workers: '8',
  max_sync_workers_per_subscription: '4',
};

/** One run of the command that moves a partner. */
export class Mover {
  private readonly ended: Promise<unknown>;
  private output = '';
  private readonly waiting: { readonly line: string; readonly seen: () => void }[] = [];

  constructor(private readonly child: ChildProcess) {
    this.ended = once(child, 'close');
    for (const stream of [child.stdout, child.stderr]) {
      if (stream === null) continue;
      createInterface({ input: stream }).on('line', (line) => {
        this.output += `${line}\n`;
        for (const { line: awaited, seen } of this.waiting) if (line.startsWith(awaited)) seen();
      });
    }
  }

  /** Resolves when the command says that it is so far. */
  async reaches(line: string): Promise<void> {
    const ended = this.ended.then(() => {
      throw new Error(`The command did not become ${line}:\n${this.output}`);
    });
    await Promise.race([new Promise<void>((seen) => this.waiting.push({ line, seen })), ended]);
  }

  async kill(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.ended;
  }

  /** How long the partner was paused, once the command has ended; null if it failed, or did not see the pause. */
  async pausedMs(): Promise<number | null> {
    await this.ended;
    const [, paused] = /^paused for (\d+) ms$/m.exec(this.output) ?? [];
    return paused === undefined ? null : Number(paused);
  }

  async isDone(): Promise<boolean> {
    await this.ended;
    return this.child.exitCode === 0;
  }

  /** What it wrote, when it has ended with success. */
  async succeeds(): Promise<string> {
    await this.ended;
    if (this.child.exitCode !== 0) throw new Error(`The move has failed:\n${this.output}`);
    return this.output;
  }
}

/** Two cells on a server each, with a partner that moves, and one in each cell that stays. */
export class MoveScene {
  readonly processes: ServiceProcess[] = [];
  /** The command that was begun last, to be killed. */
  mover: Mover | null = null;
  private partners: TestPartner[] = [];
  private readonly subscriptions: number[] = [];
  private readonly accepted: Json[] = [];
  private readonly apiStatuses = new Set<number>();
  private environment: Readonly<Record<string, string>> = {};

  private constructor(
    readonly receiver: Receiver,
    readonly servers: readonly TestServer[],
    private readonly folder: string,
  ) {}

  static async open(processesOfCell: number): Promise<MoveScene> {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'livery-moves-'));
    await chmod(folder, 0o755);
    const servers = await Promise.all(
      CELLS.map(async (cell) => {
        const server = await TestServer.at(folder, cell, SERVER);
        await server.initialise();
        await server.start();
        await server.query(`CREATE ROLE livery LOGIN PASSWORD '${PASSWORD}'`);
        await server.query('CREATE DATABASE livery OWNER livery');
        return server;
      }),
    );
    const failed = new Set<string>();
    const receiver = await startReceiver({
      answer: ({ headers, number }) => {
        const id = String(headers['webhook-id']);
        if (number % ONE_FAILS_IN !== 0 || failed.has(id)) return 204;
        failed.add(id);
        return 503;
      },
    });
    const scene = new MoveScene(receiver, servers, folder);
    await scene.start(processesOfCell).catch(async (error: unknown) => {
      await scene.close();
      throw error;
    });
    return scene;
  }

  get moving(): TestPartner {
    return this.partners[0] ?? noPartner();
  }

  /** How many events were accepted. */
  get count(): number {
    return this.accepted.length;
  }

  /** What the requests with the key of the partner that moves were answered. */
  get statuses(): readonly number[] {
    return [...this.apiStatuses].toSorted((one, other) => one - other);
  }

  async close(): Promise<void> {
    await Promise.all(this.processes.map((process) => process.end('SIGKILL')));
    await this.receiver.stop();
    await Promise.all(this.servers.map((server) => server.kill()));
    await rm(this.folder, { recursive: true, force: true });
  }

  /** Begins to move the partner, or goes on with it. */
  move(cell: string): Mover {
    const words = [MOVER, String(this.moving.id), cell];
    const env = { PATH: process.env['PATH'], ...this.operatorEnvironment };
    return new Mover(spawn(process.execPath, words, { env, stdio: ['ignore', 'pipe', 'pipe'] }));
  }

  /** The settings of a command that moves. */
  get operatorEnvironment(): Readonly<Record<string, string>> {
    return { ...this.environment, CELLS_FILE: path.join(this.folder, 'admin.json') };
  }

  /** Reports events to all processes in turn, and calls the API of the partner that moves, until `done`. */
  async load(done: Promise<unknown>): Promise<void> {
    const until = new AbortController();
    void done.finally(() => until.abort()).catch(() => undefined);
    const calls = this.callsUntil(until.signal);
    for (let request = 0; !until.signal.aborted; request++) {
      const events = Array.from({ length: IN_A_REQUEST }, (_, index) =>
        eventOf(this.partners[index % this.partners.length] ?? noPartner()),
      ).map((event) => ({ ...event, typeId: event.id }));
      await reportToAny(this.processes, (process) => this.appOf(process), events, request);
      this.accepted.push(...events);
    }
    await calls;
  }

  /** Waits for what is missing, and says what each subscription has got: pairs of event and `webhook-id`. */
  async arrived(): Promise<{ readonly lost: number; readonly underTwoIds: number }> {
    const idsOf = (): Map<string, Set<string>> => {
      const ids = new Map<string, Set<string>>();
      for (const { json, headers } of this.receiver.requests) {
        ids.set(json.typeId, (ids.get(json.typeId) ?? new Set()).add(String(headers['webhook-id'])));
      }
      return ids;
    };
    await eventually(
      async () => idsOf().size,
      (size) => size >= this.accepted.length,
    ).catch(() => undefined);
    const ids = idsOf();
    return {
      lost: this.accepted.filter(({ id }) => !ids.has(id)).length,
      underTwoIds: [...ids.values()].filter(({ size }) => size > 1).length,
    };
  }

  /** What is left of moves, which is nothing once they are done: by cell, what there is and of whom. */
  async leftOver(): Promise<string[]> {
    const found = await Promise.all(
      this.servers.map((server) =>
        server.query<{ what: string }>(
          `SELECT subname AS what FROM pg_subscription UNION ALL SELECT pubname FROM pg_publication
           UNION ALL SELECT slot_name FROM pg_replication_slots
           UNION ALL SELECT tgname FROM pg_trigger WHERE tgname LIKE 'move%'
           UNION ALL SELECT 'phase ' || phase FROM moving_partner UNION ALL SELECT 'mark' FROM move_mark`,
          'livery',
        ),
      ),
    );
    return found.flat().map(({ what }) => what);
  }

  /** How many rows of the partner that moves a cell has, in all tables. */
  async rowsIn(cell: number): Promise<number> {
    const server = this.servers[cell] ?? noPartner();
    const tables = await server.query<{ name: string }>(
      `SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
       WHERE a.attname = 'partner_id' AND c.relkind IN ('r', 'p') AND NOT c.relispartition
         AND c.relname !~ '^(partner_move|moved_)'`,
      'livery',
    );
    const { id } = this.moving;
    const counts = tables.map(({ name }) => `(SELECT count(*) FROM ${name} WHERE partner_id = ${id})`);
    const [row] = await server.query<{ count: string }>(`SELECT ${counts.join(' + ')} AS count`, 'livery');
    return Number(row?.count);
  }

  /** Runs a statement in a cell as one of its processes does, and says how many rows it has changed. */
  async asService(cell: number, statement: string): Promise<number> {
    const pool = onlookers((this.servers[cell] ?? noPartner()).urlOf('livery', 'livery'));
    try {
      return (await pool.query(statement)).rowCount ?? 0;
    } finally {
      await pool.end();
    }
  }

  /** One of the processes, to be asked; stop it afterwards. */
  app(turn: number): TestApp {
    return this.appOf(this.processes[turn % this.processes.length] ?? noPartner());
  }

  /** The answer of any process to a request of the partner that moves. */
  async ask(method: string, route: string, turn: number, body?: Json): Promise<Json> {
    const app = this.app(turn);
    try {
      return await app.request(method, route, { key: this.moving.key, ...(body !== undefined && { body }) });
    } finally {
      await app.stop();
    }
  }

  private async callsUntil(done: AbortSignal): Promise<void> {
    for (let turn = 0; !done.aborted; turn++) {
      const answer = await this.ask('GET', '/partner/webhookSubscription', turn).catch(() => null);
      if (answer !== null) this.apiStatuses.add(answer.status);
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }

  private async start(processesOfCell: number): Promise<void> {
    const ports = await Promise.all(Array.from({ length: CELLS.length * processesOfCell }, freePort));
    const entries = (urlOf: (server: TestServer) => string) =>
      CELLS.map((name, index) => ({
        name,
        url: urlOf(this.servers[index] ?? noPartner()),
        addresses: ports
          .slice(index * processesOfCell, (index + 1) * processesOfCell)
          .map((port) => `http://127.0.0.1:${port}`),
      }));
    const file = path.join(this.folder, 'cells.json');
    await writeFile(file, JSON.stringify(entries((server) => server.urlOf('livery', 'livery'))));
    // A move is made by a superuser, as whom the service must not run.
    await writeFile(
      path.join(this.folder, 'admin.json'),
      JSON.stringify(entries((server) => server.urlOf('super', 'livery'))),
    );
    this.environment = {
      ...this.receiver.environment,
      CELLS_FILE: file,
      INTERNAL_TOKEN,
      SECRET_KEYS: `test:${randomBytes(32).toString('base64')}`,
      WEBHOOK_RETRY_SCHEDULE: Array.from({ length: 40 }, () => '500').join(),
      WEBHOOK_TIMEOUT_MS: '2000',
    };
    const { cells } = new Settings(this.environment);
    if (cells !== null) await new CellAddingService(cells).add('b');
    for (const [index, port] of ports.entries()) {
      const CELL = CELLS[Math.floor(index / processesOfCell)] ?? 'a';
      const environment = { ...this.environment, CELL, DATA_DIR: this.folder };
      this.processes.push(await serviceProcess(environment, undefined, port));
    }
    await Promise.all(this.processes.map((process) => process.start()));
    const app = this.appOf(this.processes[0] ?? noPartner());
    for (const [cell, company] of [
      ['a', 900],
      ['a', 901],
      ['b', 902],
    ] as const)
      this.partners.push(await partnerIn(cell, app, [company]));
    for (const partner of this.partners)
      this.subscriptions.push((await subscribe(app, partner, this.receiver)).id);
    await app.stop();
  }

  private appOf({ url }: ServiceProcess): TestApp {
    const pool = onlookers(this.servers[0]?.urlOf('livery', 'livery') ?? '');
    return new TestApp(url, pool, () => pool.end());
  }
}

function noPartner(): never {
  throw new Error('The scene is not set.');
}
