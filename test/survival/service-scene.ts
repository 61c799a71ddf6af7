import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Pool } from 'pg';
import { type Json, TestApp, type TestPartner } from '../support/app.js';
import { Receiver, startReceiver } from '../support/receiver.js';
import { SERVE, ServiceProcess, serviceProcess } from '../support/service-process.js';
import { databaseReader, testDatabase } from '../support/test-database.js';
import { killPostmaster } from './kill-postmaster.js';

const RETRY_MS = 50;
const PATIENCE_MS = 120_000;

type Environment = Readonly<Record<string, string>>;

/** Services on one database, a receiver, and a partner that subscribes to all accepted documents. */
export class ServiceScene {
  readonly services: ServiceProcess[] = [];
  /** The services that get events. */
  readonly doors: ServiceProcess[] = [];
  /** The ids of events that were answered with 202. */
  readonly accepted = new Set<string>();
  partner: TestPartner;
  private next = 0;

  private constructor(
    readonly receiver: Receiver,
    readonly database: Pool,
    private readonly environment: Environment,
    private readonly drop: () => Promise<void>,
  ) {}

  /**
   * @param members of the subscription, in addition to the usual ones
   * @param settings of the services, in addition to the usual ones
   */
  static open(services: number, members: Json = {}, settings: Environment = {}): Promise<ServiceScene> {
    const roles = Array.from({ length: services }, () => 'api,worker');
    return ServiceScene.openWith(roles, members, settings);
  }

  /** @param roles of each service, as in ROLES */
  static async openWith(
    roles: readonly string[],
    members: Json = {},
    settings: Environment = {},
  ): Promise<ServiceScene> {
    const database = await testDatabase();
    const secretKeys = `test:${randomBytes(32).toString('base64')}`;
    const environment = { DATABASE_URL: database.url, SECRET_KEYS: secretKeys, ...settings };
    return ServiceScene.with(roles, environment, () => database.drop(), members);
  }

  /** One service of this many processes on one port. */
  static async openSupervised(processes: number): Promise<ServiceScene> {
    const database = await testDatabase();
    const secretKeys = `test:${randomBytes(32).toString('base64')}`;
    const environment = {
      DATABASE_URL: database.url,
      SECRET_KEYS: secretKeys,
      PROCESSES: String(processes),
    };
    return ServiceScene.with(['api,worker'], environment, () => database.drop(), {}, SERVE);
  }

  /** Services on servers that the caller has started. @param roles of each service, as in ROLES */
  static async openAt(databaseUrl: string, roles: readonly string[]): Promise<ServiceScene> {
    const secretKeys = `test:${randomBytes(32).toString('base64')}`;
    const environment = { DATABASE_URL: databaseUrl, SECRET_KEYS: secretKeys };
    return ServiceScene.with(roles, environment, async () => undefined);
  }

  /** Services on a PostgreSQL of their own, which writes to disk before it confirms a commit. */
  static async openEmbedded(services = 1): Promise<ServiceScene> {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'livery-survival-'));
    // If this runs as root, the server runs under another account, which must be able to reach its folder.
    await chmod(folder, 0o755);
    const roles = Array.from({ length: services }, () => 'api,worker');
    return ServiceScene.with(roles, { DATA_DIR: folder }, () => rm(folder, { recursive: true, force: true }));
  }

  private static async with(
    roles: readonly string[],
    environment: Environment,
    drop: () => Promise<void>,
    members: Json = {},
    program?: string,
  ): Promise<ServiceScene> {
    const receiver = await startReceiver();
    const settings = {
      ...receiver.environment,
      WEBHOOK_RETRY_SCHEDULE: Array.from({ length: 40 }, () => '200').join(),
      WEBHOOK_TIMEOUT_MS: '2000',
    };
    const database = databaseReader(environment['DATABASE_URL'] ?? 'postgres://nowhere');
    const scene = new ServiceScene(receiver, database, { ...settings, ...environment }, drop);
    for (const role of roles) {
      const service = await serviceProcess({ ...scene.environment, ROLES: role }, program);
      scene.services.push(service);
      if (role.includes('api')) scene.doors.push(service);
    }
    try {
      await Promise.all(scene.services.map((service) => service.start()));
      await scene.subscribe(members);
    } catch (error) {
      await scene.close();
      throw error;
    }
    return scene;
  }

  /** Kills the services' own PostgreSQL, once there is one. */
  async killDatabase(): Promise<void> {
    const end = performance.now() + PATIENCE_MS;
    while (!(await killPostmaster(this.environment['DATA_DIR'] ?? ''))) {
      if (performance.now() > end) throw new Error(`No PostgreSQL runs.\n${this.logs()}`);
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }

  async close(): Promise<void> {
    for (const service of this.services) {
      service.signal('SIGCONT');
      // One after the other, because a service with an embedded database stops it.
      await service.end(this.environment['DATA_DIR'] === undefined ? 'SIGKILL' : 'SIGTERM');
    }
    await this.database.end();
    await this.receiver.stop();
    await this.drop();
  }

  /**
   * Reports this many events one by one to all services, with many requests at a time. If an event is not answered with
   * 202, it is reported again with the same id until it is.
   */
  async report(count: number, atOnce = 16): Promise<void> {
    const ids = Array.from({ length: count }, () => `evt-${this.next++}`);
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        for (let id = ids.shift(); id !== undefined; id = ids.shift()) await this.reportOne(id);
      }),
    );
  }

  /** Reports events without pause. The returned function ends that, and resolves when all of them are accepted. */
  reportOn(): () => Promise<void> {
    const end = new AbortController();
    const reported = (async () => {
      while (!end.signal.aborted) await this.report(20, 4);
    })();
    // The caller gets the error when it ends the load.
    reported.catch(() => undefined);
    return () => {
      end.abort();
      return reported;
    };
  }

  /** Resolves when every accepted event has arrived. Rejects with the missing ones. */
  async allArrived(): Promise<void> {
    const end = performance.now() + PATIENCE_MS;
    for (;;) {
      const arrived = new Set(this.receiver.requests.map(({ json }) => json?.typeId));
      const missing = [...this.accepted].filter((id) => !arrived.has(id));
      if (missing.length === 0) return;
      if (performance.now() > end) {
        throw new Error(
          `${missing.length} of ${this.accepted.size} events never arrived, such as ${missing[0]}.\n${this.logs()}`,
        );
      }
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }

  /** The `webhook-id`s of each event that arrived: one id each, however often it arrived. */
  idsByEvent(): Map<string, Set<string>> {
    const ids = new Map<string, Set<string>>();
    for (const { json, headers } of this.receiver.requests) {
      ids.set(json.typeId, (ids.get(json.typeId) ?? new Set()).add(String(headers['webhook-id'])));
    }
    return ids;
  }

  /** The number of deliveries by status in the log, once none is pending. */
  async states(): Promise<Record<string, number>> {
    const end = performance.now() + PATIENCE_MS;
    for (;;) {
      const states = await this.statesNow();
      if (!('pending' in states) || performance.now() > end) return states;
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }

  /** The last output of the services. */
  private logs(): string {
    return this.services.map(({ lines }) => lines).join('\n');
  }

  private async statesNow(): Promise<Record<string, number>> {
    const app = new TestApp(this.services[0]!.url, this.database, async () => undefined);
    const states: Record<string, number> = {};
    let next: string | undefined = '/partner/delivery?limit=500';
    while (next !== undefined) {
      const page: Awaited<ReturnType<TestApp['request']>> = await app.request('GET', next, {
        key: this.partner.key,
      });
      // The database is recovering from a kill, so its content is not known yet.
      if (page.status === 503) return { pending: this.accepted.size };
      if (page.status !== 200) throw new Error(`The log cannot be read: ${page.text}\n${this.logs()}`);
      for (const { status } of page.body) states[status] = (states[status] ?? 0) + 1;
      next = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1]?.replace(app.url, '');
    }
    return states;
  }

  /** Reports one event to one service after the other until it is accepted. */
  async reportOne(id: string, members: Json = {}): Promise<void> {
    const end = performance.now() + PATIENCE_MS;
    for (let turn = 0; performance.now() < end; turn++) {
      const service = this.doors[(Number.parseInt(id.slice(4), 10) + turn) % this.doors.length]!;
      const app = new TestApp(service.url, this.database, async () => undefined);
      const event = {
        id,
        type: 'document.accepted',
        typeId: id,
        companyId: this.partner.companyId,
        data: { id },
        ...members,
      };
      const answer = await app.internal('POST', '/internal/event', event).catch(() => null);
      if (answer?.status === 202) {
        this.accepted.add(id);
        return;
      }
      if (answer !== null && answer.status !== 503) throw new Error(`${id} was refused: ${answer.text}`);
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
    throw new Error(`${id} could not be reported.\n${this.logs()}`);
  }

  private async subscribe(members: Json): Promise<void> {
    const app = new TestApp(this.services[0]!.url, this.database, async () => undefined);
    this.partner = await app.partner();
    await app.request('POST', '/partner/webhookSubscription', {
      key: this.partner.key,
      body: {
        type: 'document.accepted',
        isActive: true,
        url: this.receiver.url,
        includePaths: ['*'],
        ...members,
      },
    });
  }
}
