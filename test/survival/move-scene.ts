import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { CellAddingService } from '../../src/cell/cell-adding.service.js';
import { Settings } from '../../src/shared/settings.js';
import { partnerIn } from '../cell/two-cells.js';
import { eventOf, subscribe } from '../delivery/deliveries.js';
import { INTERNAL_TOKEN, type Json, TestApp, type TestPartner } from '../support/app.js';
import { type Receiver, startReceiver } from '../support/receiver.js';
import type { TestBroker } from '../support/brokers/test-broker.js';
import { freePort, ServiceProcess, serviceProcess } from '../support/service-process.js';
import { databaseReader } from '../support/test-database.js';
import { CELLS, CellDatabases } from './cell-databases.js';
import { Mover } from './move-command.js';
import { pacedLoad } from './paced-load.js';
import { reportToAny } from './report-to-any.js';

/** Events per request, in turn of all partners. */
const IN_A_REQUEST = 6;
const RETRY_MS = 20;
/** Every answer is checked at the end. */
const CALL_EVERY_MS = 100;
/** If nothing arrives for this long, nothing more will. */
const SILENCE_MS = 60_000;
/** This many first attempts are answered with 503, so that retries wait while the partner moves. */
const ONE_FAILS_IN = 5;

/** Two cells with a server each, a partner that moves, and one in each cell that stays. */
export class MoveScene {
  readonly processes: ServiceProcess[] = [];
  /** The command that was started last, which a test may kill. */
  mover: Mover | null = null;
  private partners: TestPartner[] = [];
  private readonly subscriptions: number[] = [];
  private readonly accepted: Json[] = [];
  private readonly apiStatuses = new Set<number>();
  private environment: Readonly<Record<string, string>> = {};

  private constructor(
    readonly receiver: Receiver,
    readonly databases: CellDatabases,
    private readonly folder: string,
    private readonly settings: Readonly<Record<string, string>>,
    private readonly broker: TestBroker | null,
  ) {}

  /**
   * @param settings of all processes, in addition to the usual ones
   * @param broker a broker that also supplies events to the processes; the caller ends it
   */
  static async open(
    processesOfCell: number,
    settings: Readonly<Record<string, string>> = {},
    broker: TestBroker | null = null,
  ): Promise<MoveScene> {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'livery-moves-'));
    await chmod(folder, 0o755);
    const databases = await CellDatabases.start(folder);
    const failed = new Set<string>();
    const receiver = await startReceiver({
      answer: ({ headers, number }) => {
        const id = String(headers['webhook-id']);
        if (number % ONE_FAILS_IN !== 0 || failed.has(id)) return 204;
        failed.add(id);
        return 503;
      },
    });
    const scene = new MoveScene(receiver, databases, folder, settings, broker);
    await scene.start(processesOfCell).catch(async (error: unknown) => {
      await scene.close();
      throw error;
    });
    return scene;
  }

  get moving(): TestPartner {
    return this.partners[0] ?? noPartner();
  }

  /** The number of accepted events. */
  get count(): number {
    return this.accepted.length;
  }

  /** The statuses of the answers to requests of the partner that moves. */
  get statuses(): readonly number[] {
    return [...this.apiStatuses].toSorted((one, other) => one - other);
  }

  async close(): Promise<void> {
    await Promise.all(this.processes.map((process) => process.end('SIGKILL')));
    await this.receiver.stop();
    await this.databases.kill();
    await rm(this.folder, { recursive: true, force: true });
  }

  /** Starts or continues the move of the partner. */
  move(cell: string): Mover {
    return Mover.start(this.moving.id, cell, this.operatorEnvironment);
  }

  /** The settings of a command that moves the partner. */
  get operatorEnvironment(): Readonly<Record<string, string>> {
    return { ...this.environment, CELLS_FILE: path.join(this.folder, 'admin.json') };
  }

  /** Reports events to all processes in turn, and calls the API of the partner that moves, until `done`. */
  load(done: Promise<unknown>): Promise<void> {
    return this.loadUntil(done, async (signal) => {
      for (let turn = 0; !signal.aborted; turn++) await this.report(IN_A_REQUEST, turn);
    });
  }

  /** The same at a fixed rate, half of it through the broker if there is one. */
  pacedLoad(perSecond: number, done: Promise<unknown>): Promise<void> {
    const report = (count: number, turn: number) => this.report(count, turn);
    const { broker } = this;
    const sends = broker === null ? [report] : [report, (count: number) => this.publish(broker, count)];
    return this.loadUntil(done, (signal) => pacedLoad(perSecond, sends, signal));
  }

  /** Waits for missing events as long as some arrive. Returns the events of each subscription with their ids. */
  async arrived(): Promise<{ readonly lost: number; readonly underTwoIds: number }> {
    const ids = new Map<string, Set<string>>();
    let read = 0;
    for (let newest = performance.now(); performance.now() < newest + SILENCE_MS; await delay(RETRY_MS)) {
      for (const { json, headers } of this.receiver.requests.slice(read)) {
        ids.set(json.typeId, (ids.get(json.typeId) ?? new Set()).add(String(headers['webhook-id'])));
        newest = performance.now();
        read += 1;
      }
      if (ids.size >= this.accepted.length) break;
    }
    return {
      lost: this.accepted.filter(({ id }) => !ids.has(id)).length,
      underTwoIds: [...ids.values()].filter(({ size }) => size > 1).length,
    };
  }

  /** One of the processes, for requests. The caller stops it afterwards. */
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

  private async loadUntil(
    done: Promise<unknown>,
    report: (signal: AbortSignal) => Promise<void>,
  ): Promise<void> {
    const until = new AbortController();
    void done.finally(() => until.abort()).catch(() => undefined);
    await Promise.all([this.callsUntil(until.signal), report(until.signal)]);
  }

  private async report(count: number, turn: number): Promise<void> {
    const events = this.events(count);
    await reportToAny(this.processes, (process) => this.appOf(process), events, turn);
    this.accepted.push(...events);
  }

  private async publish(broker: TestBroker, count: number): Promise<void> {
    const events = this.events(count);
    await broker.publish([JSON.stringify(events)]);
    this.accepted.push(...events);
  }

  /** Of all partners in turn. */
  private events(count: number): Json[] {
    return Array.from({ length: count }, (_, index) => {
      const event = eventOf(this.partners[index % this.partners.length] ?? noPartner());
      return { ...event, typeId: event.id };
    });
  }

  private async callsUntil(done: AbortSignal): Promise<void> {
    for (let turn = 0; !done.aborted; turn++) {
      const answer = await this.ask('GET', '/partner/webhookSubscription', turn).catch(() => null);
      if (answer !== null) this.apiStatuses.add(answer.status);
      await delay(CALL_EVERY_MS);
    }
  }

  private async start(processesOfCell: number): Promise<void> {
    const ports = await Promise.all(Array.from({ length: CELLS.length * processesOfCell }, freePort));
    const entries = (role: 'livery' | 'super') =>
      CELLS.map((name, index) => ({
        name,
        url: this.databases.urlOf(index, role),
        addresses: ports
          .slice(index * processesOfCell, (index + 1) * processesOfCell)
          .map((port) => `http://127.0.0.1:${port}`),
      }));
    const file = path.join(this.folder, 'cells.json');
    await writeFile(file, JSON.stringify(entries('livery')));
    // Only a superuser can move, and the service must not run as one.
    await writeFile(path.join(this.folder, 'admin.json'), JSON.stringify(entries('super')));
    this.environment = {
      ...this.receiver.environment,
      ...this.broker?.environment,
      CELLS_FILE: file,
      INTERNAL_TOKEN,
      SECRET_KEYS: `test:${randomBytes(32).toString('base64')}`,
      WEBHOOK_RETRY_SCHEDULE: Array.from({ length: 40 }, () => '500').join(),
      WEBHOOK_TIMEOUT_MS: '2000',
      ...this.settings,
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
    const pool = databaseReader(this.databases.urlOf(0, 'livery'));
    return new TestApp(url, pool, () => pool.end());
  }
}

function noPartner(): never {
  throw new Error('The scene is not set.');
}
