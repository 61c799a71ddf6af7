import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { CellAddingService } from '../../src/cell/cell-adding.service.js';
import { Settings } from '../../src/shared/settings.js';
import { partnerIn } from '../cell/two-cells.js';
import { eventOf, eventually, subscribe } from '../delivery/deliveries.js';
import { INTERNAL_TOKEN, type Json, TestApp, type TestPartner } from '../support/app.js';
import { type Receiver, startReceiver } from '../support/receiver.js';
import { freePort, ServiceProcess, serviceProcess } from '../support/service-process.js';
import { databaseReader, type TestDatabase, testDatabase } from '../support/test-database.js';
import { reportToAny } from './report-to-any.js';

const CELLS = ['a', 'b'] as const;
const PROCESSES_OF_CELL = 2;
/** Events per request, in turn of the partners of both cells. */
const IN_A_REQUEST = 10;

/** Two cells of two processes each, a receiver, and a partner in each cell. Both partners have the same company. */
export class CellScene {
  readonly processes: ServiceProcess[] = [];
  private readonly accepted: Json[] = [];
  private partners: TestPartner[] = [];
  private subscriptions: number[] = [];

  private constructor(
    readonly receiver: Receiver,
    private readonly databases: readonly TestDatabase[],
    private readonly folder: string,
  ) {}

  static async open(): Promise<CellScene> {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'livery-cells-'));
    const databases = await Promise.all(CELLS.map(() => testDatabase()));
    const scene = new CellScene(await startReceiver(), databases, folder);
    const file = path.join(folder, 'cells.json');
    const environment = {
      ...scene.receiver.environment,
      CELLS_FILE: file,
      INTERNAL_TOKEN,
      SECRET_KEYS: `test:${randomBytes(32).toString('base64')}`,
      WEBHOOK_RETRY_SCHEDULE: Array.from({ length: 40 }, () => '200').join(),
      WEBHOOK_TIMEOUT_MS: '2000',
    };
    const ports = await Promise.all(Array.from({ length: CELLS.length * PROCESSES_OF_CELL }, freePort));
    const entries = CELLS.map((name, index) => ({
      name,
      url: databases[index]?.url,
      addresses: ports
        .slice(index * PROCESSES_OF_CELL, (index + 1) * PROCESSES_OF_CELL)
        .map((port) => `http://127.0.0.1:${port}`),
    }));
    await writeFile(file, JSON.stringify(entries));
    const { cells } = new Settings(environment);
    if (cells !== null) await new CellAddingService(cells).add('b');
    for (const [index, port] of ports.entries()) {
      const CELL = CELLS[Math.floor(index / PROCESSES_OF_CELL)] ?? 'a';
      scene.processes.push(await serviceProcess({ ...environment, CELL, DATA_DIR: folder }, undefined, port));
    }
    await Promise.all(scene.processes.map((process) => process.start()));
    await scene.subscribe();
    return scene;
  }

  async close(): Promise<void> {
    await Promise.all(this.processes.map((process) => process.end('SIGKILL')));
    await this.receiver.stop();
    await Promise.all(this.databases.map((database) => database.drop()));
    await rm(this.folder, { recursive: true, force: true });
  }

  /** Reports this many requests, each to another process, and repeats each with the same ids until it is accepted. */
  async report(requests: number): Promise<void> {
    for (let request = 0; request < requests; request++) {
      const events = Array.from({ length: IN_A_REQUEST }, (_, index) =>
        eventOf(this.partners[index % this.partners.length] ?? noPartner()),
      ).map((event) => ({ ...event, typeId: event.id }));
      await reportToAny(this.processes, (process) => this.appOf(process), events, request);
      this.accepted.push(...events);
    }
  }

  /** The number of accepted events. */
  get count(): number {
    return this.accepted.length;
  }

  /** Waits for missing events. Returns pairs of event and `webhook-id` for each subscription. */
  async arrived(): Promise<{ readonly lost: number; readonly underTwoIds: number }> {
    const expected = this.accepted.length * this.subscriptions.length;
    const idsOf = (): Map<string, Set<string>> => {
      const ids = new Map<string, Set<string>>();
      for (const { json, headers } of this.receiver.requests) {
        const key = `${json.typeId} ${json.sourceId}`;
        ids.set(key, (ids.get(key) ?? new Set()).add(String(headers['webhook-id'])));
      }
      return ids;
    };
    await eventually(
      async () => idsOf().size,
      (size) => size >= expected,
    ).catch(() => undefined);
    const ids = idsOf();
    return {
      lost: expected - ids.size,
      underTwoIds: [...ids.values()].filter(({ size }) => size > 1).length,
    };
  }

  private async subscribe(): Promise<void> {
    const app = this.appOf(this.processes[0] ?? noPartner());
    // Each event is of a company that has a partner in both cells.
    this.partners = [await partnerIn('a', app, [900, 901]), await partnerIn('b', app, [900, 901])];
    for (const partner of this.partners)
      this.subscriptions.push((await subscribe(app, partner, this.receiver)).id);
    this.partners = this.partners.map((partner, index) => ({ ...partner, companyId: 900 + index }));
    await app.stop();
  }

  private appOf({ url }: ServiceProcess): TestApp {
    const pool = databaseReader(this.databases[0]?.url ?? '');
    return new TestApp(url, pool, () => pool.end());
  }
}

function noPartner(): never {
  throw new Error('The scene is not set.');
}
