import { execFileSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { chmod, chown, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type ChannelModel, connect } from 'amqplib';
import { testAuthority } from '../certificates.js';
import { freePort } from '../service-process.js';
import { rabbitMq } from './install.mjs';
import { type RefusedMessage, ServerProgram, skippedWithout, type TestBroker } from './test-broker.js';

const QUEUE = 'documents';
const DEAD_LETTERS = 'documents.refused';
const VIRTUAL_HOST = 'partner/events';
const PASSWORD = 'p:w/of the tests';
const programs = rabbitMq();

/** Like `describe`. Without RabbitMQ it prints a notice, and the tests count as skipped. */
export const describeWithRabbitMq = programs === null ? skippedWithout('RabbitMQ') : describe;

/** A RabbitMQ server on free ports of 127.0.0.1, with its data in a folder of its own. */
export class RabbitMq implements TestBroker {
  private constructor(
    private readonly folder: string,
    private readonly ports: { readonly plain: number; readonly tls: number },
    private readonly ca: string,
    private readonly names: ServerProgram,
    private readonly server: ServerProgram,
  ) {}

  static async begin(): Promise<RabbitMq> {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'livery-rabbitmq-'));
    const ports = {
      plain: await freePort(),
      tls: await freePort(),
      names: await freePort(),
      nodes: await freePort(),
    };
    const authority = await testAuthority();
    const { key, cert } = await authority.sign({});
    const file = (name: string) => path.join(folder, name);
    await writeFile(file('key.pem'), key);
    await writeFile(file('cert.pem'), cert);
    await writeFile(file('ca.pem'), authority.certificate);
    await writeFile(file('environment'), '');
    await writeFile(
      file('rabbitmq.conf'),
      `listeners.tcp.1 = 127.0.0.1:${ports.plain}
       listeners.ssl.1 = 127.0.0.1:${ports.tls}
       ssl_options.cacertfile = ${file('ca.pem')}
       ssl_options.certfile = ${file('cert.pem')}
       ssl_options.keyfile = ${file('key.pem')}
       default_vhost = ${VIRTUAL_HOST}
       default_user = livery
       default_pass = ${PASSWORD}
       disk_free_limit.absolute = 1MB
       log.console = false
       log.file.level = error
      `.replaceAll(/^ +/gm, ''),
    );
    const account = await accountFor(folder);
    const env = {
      PATH: `/usr/sbin:/usr/bin:/sbin:/bin:${process.env['PATH']}`,
      HOME: folder,
      // With this the shell becomes the server, so that a kill reaches the server.
      RUNNING_UNDER_SYSTEMD: 'true',
      ERL_EPMD_PORT: String(ports.names),
      ERL_EPMD_ADDRESS: '127.0.0.1',
      RABBITMQ_CONF_ENV_FILE: file('environment'),
      RABBITMQ_CONFIG_FILE: file('rabbitmq.conf'),
      RABBITMQ_ENABLED_PLUGINS_FILE: file('plugins'),
      RABBITMQ_MNESIA_BASE: folder,
      RABBITMQ_LOG_BASE: folder,
      RABBITMQ_NODENAME: `livery-${randomBytes(4).toString('hex')}@localhost`,
      RABBITMQ_DIST_PORT: String(ports.nodes),
    };
    const options = { env, cwd: folder, ...account };
    // Without an EPMD of the test's own, the server would start one and leave it running.
    const names = new ServerProgram(ports.names, 'epmd', ['-port', String(ports.names)], options);
    const program = path.join(programs ?? '', 'rabbitmq-server');
    const server = new ServerProgram(ports.plain, program, [], options);
    await names.start();
    const broker = new RabbitMq(folder, ports, authority.file, names, server);
    await broker.start();
    await broker.talk(async (model) => {
      const channel = await model.createChannel();
      await channel.assertQueue(QUEUE, { durable: true });
      await channel.assertQueue(DEAD_LETTERS, { durable: true });
    });
    return broker;
  }

  get environment(): Readonly<Record<string, string>> {
    return { ...this.queues, EVENT_SOURCE: this.url };
  }

  get secureEnvironment(): Readonly<Record<string, string>> {
    const url = this.url.replace('amqp:', 'amqps:').replace(String(this.ports.plain), String(this.ports.tls));
    return { ...this.queues, EVENT_SOURCE: url, EVENT_SOURCE_CA_FILE: this.ca };
  }

  async publish(bodies: readonly (string | Buffer)[]): Promise<void> {
    await this.talk(async (model) => {
      const channel = await model.createConfirmChannel();
      for (const body of bodies) {
        channel.sendToQueue(QUEUE, Buffer.from(body), { persistent: true, messageId: randomUUID() });
      }
      await channel.waitForConfirms();
    });
  }

  async left(): Promise<number> {
    let left = Number.NaN;
    await this.talk(async (model) => {
      const channel = await model.createChannel();
      left = (await channel.checkQueue(QUEUE)).messageCount;
    });
    return left;
  }

  async refused(): Promise<readonly RefusedMessage[]> {
    const letters: RefusedMessage[] = [];
    await this.talk(async (model) => {
      const channel = await model.createChannel();
      for (;;) {
        const message = await channel.get(DEAD_LETTERS);
        // They return to the queue when the connection ends.
        if (message === false) return;
        const { headers = {} } = message.properties;
        letters.push({
          body: message.content.toString(),
          problem: JSON.parse(String(headers['livery-problem'])),
          source: String(headers['livery-source']),
        });
      }
    });
    return letters;
  }

  async kill(): Promise<void> {
    await this.server.kill();
  }

  async start(): Promise<void> {
    await this.server.start();
  }

  async stop(): Promise<void> {
    await this.server.kill();
    await this.names.kill();
    await rm(this.folder, { recursive: true, force: true });
  }

  private get url(): string {
    const [user, password, host] = ['livery', PASSWORD, VIRTUAL_HOST].map(encodeURIComponent);
    return `amqp://${user}:${password}@127.0.0.1:${this.ports.plain}/${host}`;
  }

  private get queues(): Readonly<Record<string, string>> {
    return { EVENT_SOURCE_NAME: QUEUE, EVENT_SOURCE_DEAD_LETTERS: DEAD_LETTERS };
  }

  private async talk(say: (model: ChannelModel) => Promise<void>): Promise<void> {
    const model = await connect(this.url);
    await say(model);
    await model.close();
  }
}

/** RabbitMQ does not run as root, so the account of its package gets the folder. */
async function accountFor(folder: string): Promise<{ uid?: number; gid?: number }> {
  if (process.getuid?.() !== 0) return {};
  const [uid = 0, gid = 0] = ['-u', '-g'].map((which) => Number(execFileSync('id', [which, 'rabbitmq'])));
  await chmod(folder, 0o755);
  for (const name of await readdir(folder)) await chown(path.join(folder, name), uid, gid);
  await chown(folder, uid, gid);
  return { uid, gid };
}
